import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ARM_HOURS, ARM_NUMBER } from '../../../../server/src/dialer/rules/experiment.ts'
import { IN_ANOTHER_CALL, NO_ROUTE, POLICY_RULES, sentenceOf } from '../../../../server/src/dialer/rules/may-dial.ts'
import { builtInPacks } from '../../../../server/src/policies/packs/packs.ts'
import { EDGE_PROPERTIES, SETTINGS_PROPERTIES } from '../../../../server/src/workflows/rules/edge-properties.ts'
import { NODE_TYPES } from '../../../../server/src/workflows/rules/node-types.ts'
import { OPERATIONS_DE } from './operations-de.ts'
import { germanCovers, germanNotCovered, germanSource } from './pack-coverage-de.ts'
import { germanDuty, germanPackTitle } from './pack-texts-de.ts'
import { germanSentence } from './sentences-de.ts'
import { withTexts } from './translate-texts.ts'
import { WORKFLOW_TEXTS_DE } from './workflow-texts-de.ts'

interface Operation {
  operationId: string
  responses: Record<string, { content?: object }>
}

const document = JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}

/** What the audit trail can name: every change, every file, and sign-ins. */
const named = Object.values(document.paths).flatMap((methods) =>
  Object.entries(methods).flatMap(([method, { operationId, responses }]) => {
    const types = Object.keys(responses['200']?.content ?? {})
    const isFile = types.some((type) => /csv|ndjson/.test(type))
    return method !== 'get' || isFile ? [operationId] : []
  }),
)

test('every operation of the audit trail has a German name', () => {
  expect(named.length).toBeGreaterThan(100)
  expect([...named, 'signInRefused'].filter((name) => OPERATIONS_DE[name] === undefined)).toEqual([])
})

test('why a call was put off is German for every rule that can put it off', () => {
  const rules = [...POLICY_RULES, IN_ANOTHER_CALL, NO_ROUTE, ARM_HOURS, ARM_NUMBER]
  const german = rules.map((rule) =>
    germanSentence(sentenceOf({ rule: 'retry_time', untilMs: null, facts: { put_off_by: rule } })),
  )
  expect(german.filter((text) => text === null || /\b(the|was|of)\b/.test(text))).toEqual([])
})

test('every title of a pack and every duty has a German text', () => {
  const packs = [...builtInPacks().values()]
  expect(packs.map(({ title }) => title).filter((title) => germanPackTitle(title) === null)).toEqual([])
  const duties = packs.flatMap(({ rules }) => rules.duties?.map(({ id }) => id) ?? [])
  expect(duties.length).toBeGreaterThan(80)
  expect(duties.filter((id) => germanDuty(id) === null)).toEqual([])
})

test('what a pack covers and does not cover is German, and so are the words around its sources', () => {
  const packs = [...builtInPacks().values()]
  expect(packs.map(({ covers }) => covers).filter((text) => germanCovers(text) === null)).toEqual([])
  const notCovered = packs.flatMap(({ does_not_cover }) => does_not_cover)
  expect(notCovered.length).toBeGreaterThan(70)
  expect(notCovered.filter((text) => germanNotCovered(text) === null)).toEqual([])
  const sources = packs.flatMap(({ sources: all }) => all.map(({ text }) => germanSource(text)))
  const ENGLISH = /\b(since|as of|hours|calls|is|are|need|the|January|February|March|May|June|July|October|December)\b/
  expect(sources.filter((text) => ENGLISH.test(text))).toEqual([])
  expect(germanSource('12 CFR 1006.14(b)(2) and 1006.6, as of 20 June 2026')).toBe(
    '12 CFR 1006.14(b)(2) und 1006.6, Stand 20. Juni 2026',
  )
})

test('every text of the catalogue of steps, exits and settings has a German one; names and values stay', () => {
  const asked: string[] = []
  const texts = new Proxy(WORKFLOW_TEXTS_DE, {
    get: (all, text: string) => {
      asked.push(text)
      return all[text]
    },
  })
  const catalogue = { nodes: NODE_TYPES, edges: EDGE_PROPERTIES, settings: SETTINGS_PROPERTIES }
  const german = withTexts(catalogue, texts)
  expect(asked.length).toBeGreaterThan(200)
  expect(asked.filter((text) => !Object.hasOwn(WORKFLOW_TEXTS_DE, text))).toEqual([])
  const values = (all: unknown): string =>
    JSON.stringify(all).replace(/"(display_name|description|label)":"(\\.|[^"])*"/g, '')
  expect(values(german)).toBe(values(catalogue))
})
