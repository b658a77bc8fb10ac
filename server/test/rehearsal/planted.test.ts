/** Bad cells planted into a good list: how many of them the rules find, and how many good rows they flag. */
import { expect, test } from 'vitest'
import { seededRng } from '../../src/kernel/rng.ts'
import { plantedList } from './planted-list.ts'
import { rehearseRows } from './rehearse-rows.ts'

const ROWS = 2000
const BAD_CELLS = 50

test('of 50 planted bad cells at least 49 are found, and at most one good row of a hundred is flagged', () => {
  const { missed, flagged } = rehearseRows(plantedList(seededRng(7), ROWS, BAD_CELLS))
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(1)
  expect(flagged.length).toBeLessThanOrEqual((ROWS - BAD_CELLS) / 100)
})
