import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\n=1+1', `"'\n=1+1"`],
  ['-1+cmd|calc', "'-1+cmd|calc"],
  ['+12025550100', '+12025550100'],
  ['-20.50', '-20.50'],
  ['-20,50', '"-20,50"'],
  ['plain', 'plain'],
])('%s leaves as %s', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`)
})
