import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInPacks } from '../../../../server/src/policies/packs/packs.ts'
import { OPERATIONS_DE } from './operations-de.ts'
import { germanDuty, germanPackTitle } from './pack-texts-de.ts'

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

test('every title of a pack and every duty has a German text', () => {
  const packs = [...builtInPacks().values()]
  expect(packs.map(({ title }) => title).filter((title) => germanPackTitle(title) === null)).toEqual([])
  const duties = packs.flatMap(({ rules }) => rules.duties?.map(({ id }) => id) ?? [])
  expect(duties.length).toBeGreaterThan(80)
  expect(duties.filter((id) => germanDuty(id) === null)).toEqual([])
})
