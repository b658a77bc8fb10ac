import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallerNumber, type CallerPool, chooseCaller, dialsLeftOfNumbers, numbersOfPool } from './choose-caller.ts'

function number(id: number, lastUsedAtMs: number | null, isDefault = false): CallerNumber {
  return { id, address: `+1555010${id}`, isDefault, lastUsedAtMs }
}

describe('choosing a caller', () => {
  test('the number seen before comes first, then the one used longest ago; the default is the first among equals', () => {
    const numbers = [number(1, 300), number(2, 100), number(3, 200, true)]
    expect(chooseCaller(numbers, 1, new Map())?.id).toBe(1)
    expect(chooseCaller(numbers, null, new Map())?.id).toBe(2)
    expect(chooseCaller(numbers, 99, new Map())?.id).toBe(2)
    expect(chooseCaller([...numbers, number(4, null)], null, new Map())?.id).toBe(4)
    expect(chooseCaller([number(1, null), number(2, null, true)], null, new Map())?.id).toBe(2)
    expect(chooseCaller([number(1, 100), number(2, 100, true)], null, new Map())?.id).toBe(2)
    expect(chooseCaller([], 1, new Map())).toBeNull()
  })

  test('a number whose limit is reached is passed over, also by those who saw it before', () => {
    const numbers = [{ ...number(1, 300), leftToday: 1 }, { ...number(2, 100, true), leftAtOnce: 0 }, number(3, 200)]
    expect(dialsLeftOfNumbers(numbers)).toBe(Number.POSITIVE_INFINITY)
    const chosen = [1, 1, null].map((seen) => chooseCaller(numbers, seen, new Map())?.id)
    expect(chosen).toEqual([1, 3, 3])
    const capped = [
      { ...number(1, 300), leftToday: 2, leftAtOnce: 3 },
      { ...number(2, 100), leftToday: 5, leftAtOnce: -1 },
      { ...number(3, 50), leftToday: 5, resting: true },
    ]
    expect(dialsLeftOfNumbers(capped)).toBe(2)
    expect([1, 2, 3].map(() => chooseCaller(capped, null, new Map())?.id)).toEqual([1, 1, undefined])
    expect(dialsLeftOfNumbers([])).toBe(Number.POSITIVE_INFINITY)
  })

  test('a batch goes round all numbers evenly, with a default and without', () => {
    const pool = fc.array(fc.option(fc.nat(1000), { nil: null }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(pool, fc.integer({ min: 1, max: 40 }), fc.boolean(), (lastUses, batch, hasDefault) => {
        const numbers = lastUses.map((at, index) => number(index + 1, at, hasDefault && index === 0))
        const usedNow = new Map<number, number>()
        for (let turn = 0; turn < batch; turn++) chooseCaller(numbers, null, usedNow)
        const turns = numbers.map(({ id }) => usedNow.get(id) ?? 0)
        expect(turns.reduce((sum, count) => sum + count, 0)).toBe(batch)
        expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(1)
      }),
      { seed: 7 },
    )
  })

  test('a campaign that rotates shows another number to the same contact', () => {
    const numbers = [number(1, 200), number(2, 100)]
    const how = { rotation: 'least_used', to: '+15550100' } as const
    expect(chooseCaller(numbers, 1, new Map(), how)?.id).toBe(2)
    expect(chooseCaller(numbers, 1, new Map(), { ...how, rotation: 'sticky' })?.id).toBe(1)
  })

  test('local presence shows the number of the same area, and in turn among equals', () => {
    const at = (id: number, address: string) => ({ ...number(id, null), address })
    const numbers = [at(1, '+14155550100'), at(2, '+12125550100'), at(3, '+12125550101'), at(4, '+442079460018')]
    const usedNow = new Map<number, number>()
    const to = (phone: string) => chooseCaller(numbers, 1, usedNow, { rotation: 'local', to: phone })?.id
    expect([to('+12125559999'), to('+12125559998'), to('+12125559997')]).toEqual([2, 3, 2])
    expect(to('+447700900142')).toBe(4)
    // No number is near: all numbers in turn, first the one that the contact saw before.
    expect(to('+33123456789')).toBe(1)
    const why = (phone: string) => chooseCaller(numbers, 1, new Map(), { rotation: 'local', to: phone })?.reason
    expect([why('+12125559999'), why('+13125559999'), why('+33123456789')]).toEqual([
      'same_area',
      'same_country',
      'seen_before',
    ])
  })

  test('a pool shows only its own numbers, and none if its numbers are gone', () => {
    const numbers = [number(1, null), number(2, null)]
    const pool = (...phone_number_ids: number[]): CallerPool => ({ rotation: 'sticky', phone_number_ids })
    expect(numbersOfPool(numbers, pool(2, 9)).map(({ id }) => id)).toEqual([2])
    expect(numbersOfPool(numbers, { rotation: 'local' })).toHaveLength(2)
    expect(dialsLeftOfNumbers(numbers, pool(9))).toBe(0)
    // Without a pool, a configuration without numbers dials without a caller ID; with one it never does.
    expect(dialsLeftOfNumbers([], pool(9))).toBe(0)
    expect(dialsLeftOfNumbers([])).toBe(Number.POSITIVE_INFINITY)
  })
})
