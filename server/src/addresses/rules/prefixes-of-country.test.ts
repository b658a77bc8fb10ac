import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, it } from 'vitest'
import { prefixesOfCountry } from './prefixes-of-country.ts'

it('a country has its calling code, its area codes, or its leading digits', () => {
  expect(prefixesOfCountry('DE')).toEqual(['+49'])
  expect(prefixesOfCountry('JM')).toEqual(['+1658', '+1876'])
  expect(prefixesOfCountry('PR')).toEqual(['+1787', '+1939'])
  expect(prefixesOfCountry('US')).toEqual(expect.arrayContaining(['+1212', '+1305', '+1787']))
  expect(prefixesOfCountry('US')).not.toContain('+1416')
  expect(prefixesOfCountry('CA')).toContain('+1416')
  expect(prefixesOfCountry('RU')).toEqual(['+7'])
})

it('the example number of every country begins with one of its prefixes', () => {
  const outside = getCountries().filter((country) => {
    const number = getExampleNumber(country, examples)?.number
    return number && !prefixesOfCountry(country).some((prefix) => number.startsWith(prefix))
  })
  expect(outside).toEqual([])
})
