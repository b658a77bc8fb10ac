import { expect, test } from 'vitest'
import { readPersonToEnrol } from './read-enrolment.ts'

test.each([
  ['es-MX', true],
  ['', true],
  ['Klingonese', false],
])('a person with the language %j is taken: %s', (language, ok) => {
  const terms = { countryCode: null, allowExtensions: false, required: [] }
  const read = readPersonToEnrol({ phoneNumber: '+12025550123', variables: { Language: language } }, terms)
  expect(read).toMatchObject(ok ? { ok } : { ok, column: 'Language', code: 'language_unknown' })
})
