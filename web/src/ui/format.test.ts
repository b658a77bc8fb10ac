import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { loadPhoneFormats, phone } from './format.ts'

const require = createRequire(new URL('../../../server/package.json', import.meta.url))
const { parsePhoneNumberFromString, getCountries, getExampleNumber } = require('libphonenumber-js')
const examples = require('libphonenumber-js/examples.mobile.json')

beforeAll(loadPhoneFormats)

test('numbers of every country are grouped as libphonenumber groups them, with spaces', () => {
  const wanted = (number: string): string =>
    parsePhoneNumberFromString(number)
      .formatInternational()
      .replaceAll(/[^\d+]+/g, ' ')
  const all: string[] = getCountries().map((country: string) => getExampleNumber(country, examples).number)
  // Where libphonenumber groups nothing, only the space after the country's code may differ.
  const grouped = all.filter((number) => wanted(number).split(' ').length > 2)
  expect(grouped.length).toBeGreaterThan(200)
  expect(grouped.map(phone)).toEqual(grouped.map(wanted))
})

test.each([
  ['+12025550116', '+1 202 555 0116'],
  ['+442079460100', '+44 20 7946 0100'],
  ['+4930901820', '+49 30 901820'],
  ['+390612345678', '+39 06 1234 5678'],
  ['sip:200@pbx.example.com', 'sip:200@pbx.example.com'],
  ['200', '200'],
  ['+99', '+99'],
  ['+44770090020', '+44770090020'],
])('%s is written as %s', (number, shown) => {
  expect(phone(number)).toBe(shown)
})
