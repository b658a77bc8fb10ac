import { expect, test } from 'vitest'
import { nearness, placeOfNumber } from './nearness.ts'

const near = (own: string, theirs: string) => nearness(placeOfNumber(own), placeOfNumber(theirs))

test('in North America the same area code is nearer than the same state, and that is nearer than the same country', () => {
  const manhattan = '+12125550100'
  expect(near('+12125550199', manhattan)).toBe('same_area')
  // Buffalo is in the state of New York, too.
  expect(near('+17165550199', manhattan)).toBe('same_region')
  // An overlay that is newer than the data.
  expect(near('+16245550199', manhattan)).toBe('same_region')
  expect(near('+14155550199', manhattan)).toBe('same_country')
  // Toronto has the same calling code and is in another country.
  expect(near('+14165550199', manhattan)).toBeNull()
  expect(near('+442079460018', manhattan)).toBeNull()
})

test('elsewhere the area code of a geographic number counts, and then the country', () => {
  const berlin = '+4930123456'
  expect(near('+4930999999', berlin)).toBe('same_area')
  expect(near('+4989123456', berlin)).toBe('same_country')
  // Equal digits by chance: 0302 does not exist as an area code beside 030.
  expect(near('+4930234567', '+4930123456')).toBe('same_area')
  expect(near('+43112345678', berlin)).toBeNull()
  expect(near('+442079460018', '+442079460999')).toBe('same_area')
  expect(near('+441614960018', '+442079460999')).toBe('same_country')
})

test('mobile and toll-free numbers have a country and no area', () => {
  expect(near('+4915112345678', '+4915112345679')).toBe('same_country')
  expect(near('+18005550100', '+18005550101')).toBe('same_country')
  expect(near('+18005550100', '+12125550101')).toBe('same_country')
})

test('an address without a number is near to nothing', () => {
  expect(near('100', '+12125550100')).toBeNull()
  expect(near('+12125550100', 'sip:agent@example.test')).toBeNull()
  expect(near('+12125550199', 'sip:+12125550100@example.test')).toBe('same_area')
})
