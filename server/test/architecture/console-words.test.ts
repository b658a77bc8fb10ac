/** What the console knows of the server without asking: held equal here. */
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fieldsOf } from '../../src/telephony/fields.ts'
import type { CredentialField } from '../../src/telephony/provider.ts'
import { providersOf } from '../../src/telephony/providers.ts'
import { RESERVED_LABELS } from '../../src/workflows/rules/exits.ts'

const CARRIER_FIELDS = new URL('../../../web/src/words/server/carrier-fields-de.ts', import.meta.url)
const EDITOR = new URL('../../../web/src/pages/workflows/editor/definition.ts', import.meta.url)

it('the editor knows the labels that lead somewhere by themselves', async () => {
  const { RESERVED } = (await import(fileURLToPath(EDITOR))) as { RESERVED: readonly string[] }
  expect([...RESERVED].sort()).toEqual([...RESERVED_LABELS].sort())
})

interface Carrier {
  provider: string
  display_name: string
  fields: readonly CredentialField[]
}

const carriers = [...providersOf({ simulated: true, remote: true }).values()].map(
  (spec): Carrier => ({ provider: spec.name, display_name: spec.displayName, fields: fieldsOf(spec) }),
)

/** Not imported by its path: the console is compiled with other settings. */
const inGerman = async () =>
  (await import(fileURLToPath(CARRIER_FIELDS))) as {
    CARRIER_FIELDS_DE: Record<string, unknown>
    germanCarrier(carrier: Carrier): Carrier
  }

it('every field of a carrier has a German label and explanation', async () => {
  const { CARRIER_FIELDS_DE } = await inGerman()
  const keys = carriers.flatMap(({ provider, fields }) =>
    fields.map(({ name }) => (`${provider}.${name}` in CARRIER_FIELDS_DE ? `${provider}.${name}` : `*.${name}`)),
  )
  expect([...new Set(keys)].sort()).toEqual(Object.keys(CARRIER_FIELDS_DE).sort())
})

it('a German field of a carrier keeps the figures and has no English words', async () => {
  const { germanCarrier } = await inGerman()
  const german = carriers.map(germanCarrier)
  const texts = german.flatMap(({ fields }) =>
    fields.flatMap(({ label, description, placeholder, options = [] }) => [
      label,
      description,
      placeholder,
      ...options.map((option) => option.label),
    ]),
  )
  const english = /\{(carrier|default|choices)\}|\b(the|of|your|characters|leave|off)\b/i
  expect(texts.filter((text) => english.test(text))).toEqual([])
  const twilio = german.find(({ provider }) => provider === 'twilio')
  const pace = twilio?.fields.find(({ name }) => name === 'calls_per_second')
  expect(pace?.description).toMatch(/ Twilio: \d+, wenn nicht/)
})
