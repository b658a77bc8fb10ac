import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AddressSet } from './address-set.ts'

test('knows exactly the numbers that were added, also beyond its first capacity', () => {
  const number = fc.integer({ min: 1, max: 999_999_999_999_999 }).map((digits) => `+${digits}`)
  fc.assert(
    fc.property(fc.array(number, { maxLength: 200 }), fc.integer(), (numbers, seed) => {
      const set = new AddressSet(seed)
      const model = new Set<string>()
      for (const next of [...numbers, ...numbers]) {
        expect(set.add(next)).toBe(!model.has(next))
        model.add(next)
      }
    }),
  )
  const set = new AddressSet(1)
  const added = [0, 0].map(() => Array.from({ length: 50_000 }, (_, index) => set.add(`+4479${10_000_000 + index}`)))
  expect(added[0]?.every(Boolean)).toBe(true)
  expect(added[1]?.some(Boolean)).toBe(false)
})

test('a SIP address is told from a number and from another in letters of another size', () => {
  const set = new AddressSet(1)
  expect(set.add('1001')).toBe(true)
  expect(set.add('+1001')).toBe(true)
  expect(set.add('sip:alice@example.com')).toBe(true)
  expect(set.add('sip:Alice@example.com')).toBe(true)
  expect(set.add('sip:alice@example.com')).toBe(false)
})
