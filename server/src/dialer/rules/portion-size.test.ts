import { expect, test } from 'vitest'
import { PORTION_ROWS_MIN, PORTION_STATEMENT_MS_MAX, PORTION_TARGET_MS, PortionSize } from './portion-size.ts'

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

test('a cancelled portion is repeated with fewer rows; the smallest one is repeated without a limit', () => {
  const size = new PortionSize({ first: 50, most: 100 })
  expect(size.statementMsMax).toBe(PORTION_STATEMENT_MS_MAX)
  size.cancelled()
  expect(size.rows).toBe(12)
  size.cancelled()
  expect(size).toMatchObject({ rows: PORTION_ROWS_MIN, statementMsMax: PORTION_STATEMENT_MS_MAX })
  size.cancelled()
  expect(size).toMatchObject({ rows: PORTION_ROWS_MIN, statementMsMax: null })
  size.adapt(PORTION_ROWS_MIN, 1)
  expect(size).toMatchObject({ rows: 2 * PORTION_ROWS_MIN, statementMsMax: PORTION_STATEMENT_MS_MAX })
})
