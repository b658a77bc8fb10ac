import { expect, test } from 'vitest'
import { refuseOversizedJson } from './refuse-oversized-json.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const fields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])))

test.each([
  ['200 levels', nested(200)],
  ['2,000 fields', fields(2_000)],
  ['100,000 values', JSON.stringify(Array(99_999).fill(1))],
  ['2,001 values of an array', JSON.stringify(Array(2_001).fill('a'))],
  ['empty containers with spaces', `[${'{ },[\n],'.repeat(40_000)}1]`],
  ['commas and brackets in strings', JSON.stringify({ a: '[{,'.repeat(50_000), b: '\\"[,'.repeat(50_000), c: '\\' })],
  ['text that is not JSON', '"an open string'],
  ['closing brackets alone', ']]]'],
])('lets pass %s', (_, text) => {
  expect(() => refuseOversizedJson(text)).not.toThrow()
})

test.each([
  ['201 levels', nested(201), 'recursion limit exceeded'],
  ['2,001 fields', fields(2_001), 'more than 2000 fields in one object'],
  ['2,001 fields inside', `[{"a":${fields(2_001)}}]`, 'more than 2000 fields in one object'],
  [
    'fields after a string that ends in a backslash',
    `["\\\\",${fields(2_001)}]`,
    'more than 2000 fields in one object',
  ],
  ['100,001 values', JSON.stringify(Array(100_000).fill(1)), 'more than 100000 values'],
  ['values in small containers', `[${'[1],'.repeat(50_000)}1]`, 'more than 100000 values'],
])('refuses %s', (_, text, message) => {
  expect(() => refuseOversizedJson(text)).toThrow(message)
})
