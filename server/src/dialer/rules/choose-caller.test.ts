import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallerNumber, chooseCaller, dialsUnderNumbers } from './choose-caller.ts'

function number(id: number, lastUsedAtMs: number | null, isDefault = false): CallerNumber {
  return { id, address: `+1555010${id}`, isDefault, lastUsedAtMs }
}

describe('choosing a caller', () => {
  test('the number seen before comes first, then the default, then the one used longest ago', () => {
    const numbers = [number(1, 300), number(2, 100), number(3, 200, true)]
    expect(chooseCaller(numbers, 1, new Map())?.id).toBe(1)
    expect(chooseCaller(numbers, null, new Map())?.id).toBe(3)
    expect(chooseCaller(numbers, 99, new Map())?.id).toBe(3)
    expect(chooseCaller(numbers.slice(0, 2), null, new Map())?.id).toBe(2)
    expect(chooseCaller([...numbers.slice(0, 2), number(4, null)], null, new Map())?.id).toBe(4)
    expect(chooseCaller([], 1, new Map())).toBeNull()
  })

  test('a number whose limit is reached is passed over, by whoever saw it before and as default alike', () => {
    const numbers = [{ ...number(1, 300), left: 1 }, { ...number(2, 100, true), left: 0 }, number(3, 200)]
    expect(dialsUnderNumbers(numbers)).toBe(Number.POSITIVE_INFINITY)
    const chosen = [1, 1, null].map((seen) => chooseCaller(numbers, seen, new Map())?.id)
    expect(chosen).toEqual([1, 3, 3])
    const capped = [
      { ...number(1, 300), left: 2 },
      { ...number(2, 100), left: -1 },
    ]
    expect(dialsUnderNumbers(capped)).toBe(2)
    expect([1, 2, 3].map(() => chooseCaller(capped, null, new Map())?.id)).toEqual([1, 1, undefined])
    expect(dialsUnderNumbers([])).toBe(Number.POSITIVE_INFINITY)
  })

  test('without a default a batch goes round all numbers evenly', () => {
    const pool = fc.array(fc.option(fc.nat(1000), { nil: null }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(pool, fc.integer({ min: 1, max: 40 }), (lastUses, batch) => {
        const numbers = lastUses.map((lastUsedAtMs, index) => number(index + 1, lastUsedAtMs))
        const usedNow = new Map<number, number>()
        for (let turn = 0; turn < batch; turn++) chooseCaller(numbers, null, usedNow)
        const turns = numbers.map(({ id }) => usedNow.get(id) ?? 0)
        expect(turns.reduce((sum, count) => sum + count, 0)).toBe(batch)
        expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(1)
      }),
      { seed: 7 },
    )
  })
})
