import { expect, test } from 'vitest'
import { PORTION_ROWS_MIN, PORTION_TARGET_MS, PortionSize } from './portion-size.ts'

test('a portion that held the lock too long makes the next one smaller, in proportion', () => {
  const size = new PortionSize({ first: 50, most: 100 })
  size.adapt(50, PORTION_TARGET_MS * 2)
  expect(size.rows).toBe(25)
  size.adapt(25, PORTION_TARGET_MS * 100)
  expect(size.rows).toBe(PORTION_ROWS_MIN)
})

test('quick portions grow step by step, and never beyond the limit', () => {
  const size = new PortionSize({ first: 20, most: 100 })
  size.adapt(20, 0.1)
  expect(size.rows).toBe(40)
  for (let step = 0; step < 10; step++) size.adapt(size.rows, 0)
  expect(size.rows).toBe(100)
})

test('a portion that had few rows does not make the next one smaller, unless it took long', () => {
  const size = new PortionSize({ first: 50, most: 100 })
  size.adapt(0, PORTION_TARGET_MS * 9)
  size.adapt(1, PORTION_TARGET_MS / 2)
  expect(size.rows).toBe(50)
  size.adapt(10, PORTION_TARGET_MS * 2)
  expect(size.rows).toBe(PORTION_ROWS_MIN)
})
