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

test('a person may have several numbers, each once, and is taken without those that cannot be called', () => {
  const terms = { countryCode: 'US' as const, allowExtensions: false, required: [] }
  const moreNumbers = ['nonsense', '(212) 555-0116', '202 555 0123', '+12125550116']
  expect(readPersonToEnrol({ phoneNumber: '+12025550123', moreNumbers, variables: {} }, terms)).toMatchObject({
    ok: true,
    more: ['+12125550116'],
    leftOut: [{ position: 1 }],
    zones: { places: expect.arrayContaining(['US-DC', 'US-NY']) },
  })
})
