import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInPacks } from '../../../../server/src/policies/packs/packs.ts'
import { fieldsOf } from '../../../../server/src/telephony/fields.ts'
import { providersOf } from '../../../../server/src/telephony/providers.ts'
import { CARRIER_FIELDS_DE, germanCarrier } from './carrier-fields-de.ts'
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

test('every operation of the audit trail has a German name, and no other has one', () => {
  expect(Object.keys(OPERATIONS_DE).sort()).toEqual([...named, 'signInRefused'].sort())
})

const carriers = [...providersOf({ simulated: true, remote: true }).values()].map((spec) => ({
  provider: spec.name,
  display_name: spec.displayName,
  fields: fieldsOf(spec).map((field) => ({ ...field, options: field.options ? [...field.options] : null })),
}))

test('every field of a carrier has a German label and explanation', () => {
  const keys = carriers.flatMap(({ provider, fields }) =>
    fields.map(({ name }) => (`${provider}.${name}` in CARRIER_FIELDS_DE ? `${provider}.${name}` : `*.${name}`)),
  )
  expect([...new Set(keys)].sort()).toEqual(Object.keys(CARRIER_FIELDS_DE).sort())
})

test('a German field keeps the figures of the carrier and has no English words', () => {
  const fields = carriers.flatMap((carrier) => germanCarrier(carrier).fields)
  const texts = fields.flatMap(({ label, description, placeholder, options }) => [
    label,
    description,
    placeholder,
    ...(options ?? []).map((one) => one.label),
  ])
  expect(
    texts.filter((text) => /\{(carrier|default|choices)\}|\b(the|of|your|characters|leave|off)\b/i.test(text)),
  ).toEqual([])
  const pace = germanCarrier(carriers.find(({ provider }) => provider === 'twilio')!)
  expect(pace.fields.find(({ name }) => name === 'calls_per_second')!.description).toMatch(/ Twilio: \d+, wenn nicht/)
})

test('every title of a pack and every duty has a German text', () => {
  const packs = [...builtInPacks().values()]
  expect(packs.map(({ title }) => title).filter((title) => germanPackTitle(title) === null)).toEqual([])
  const duties = packs.flatMap(({ rules }) => rules.duties?.map(({ id }) => id) ?? [])
  expect(duties.length).toBeGreaterThan(80)
  expect(duties.filter((id) => germanDuty(id) === null)).toEqual([])
})
