import { describe, expect, test } from 'vitest'
import { type RowCells, RowJudge, type SpokenVariable } from './row-judge.ts'

const NAMES = ['Ada', 'Grace', 'Joan', 'Jean', 'Mary', 'Edith', 'Radia', 'Karen', 'Barbara', 'Frances']
const FAMILIES = ['Lovelace', 'Hopper', 'Clarke', 'Sammet', 'Keller', 'Clarke', 'Perlman', 'Jones', 'Liskov', 'Allen']
const TODAY = Date.parse('2026-11-17') / 86_400_000

const GOOD: RowCells[] = NAMES.flatMap((first_name, at) =>
  [0, 1, 2].map((turn) => ({
    first_name,
    last_name: FAMILIES[at] as string,
    date: `2026-12-${10 + at}`,
    time: `${9 + turn}:${10 + at}`,
    amount: `${20 + at * 7 + turn}.50`,
    code: `${100_200 + at * 31 + turn * 1000}`,
    customer: `K-${100 + at * 3 + turn}`,
    notes: '',
  })),
)
const said = (name: string, more: Partial<SpokenVariable> = {}): SpokenVariable => ({
  name,
  say: null,
  currency: '',
  fallback: null,
  ...more,
})
const VARIABLES = [
  said('first_name'),
  said('last_name', { fallback: 'there' }),
  said('date', { say: 'say_date' }),
  said('time'),
  said('amount', { say: 'say_money', currency: 'EUR' }),
  said('code', { say: 'say_digits' }),
]

/** The findings of one row of an otherwise good list. */
function findingsOf(change: RowCells, language = 'en'): string[] {
  const row = { ...(GOOD[4] as RowCells), code: '900100', customer: 'K-999', ...change }
  const rows = [...GOOD, row]
  const judge = new RowJudge(Object.keys(row), VARIABLES, { language, letters: 'latin', today: TODAY })
  for (const each of rows) judge.learn(each)
  for (const _ of judge.conclude());
  const found = rows.map((each) => judge.judge(each))
  expect(found.slice(0, -1).flat()).toEqual([])
  return (found.at(-1) ?? []).map(({ kind, column }) => `${column} ${kind}`)
}

describe('a cell of a list', () => {
  test.each<[column: string, value: string, kind: string]>([
    ['first_name', '', 'empty'],
    ['last_name', ' ', 'default'],
    ['first_name', 'n/a', 'placeholder'],
    ['first_name', '--', 'placeholder'],
    ['first_name', 'First Name', 'placeholder'],
    ['first_name', 'asdf', 'placeholder'],
    ['first_name', '{{first_name}}', 'unresolved_placeholder'],
    ['last_name', '#N/A', 'formula'],
    ['last_name', '=B2&C2', 'formula'],
    ['last_name', '<i>Hopper</i>', 'markup'],
    ['last_name', 'O&apos;Neil', 'markup'],
    ['first_name', 'RenÃ©', 'garbled'],
    ['first_name', 'Ren\ufffd', 'garbled'],
    ['first_name', 'Ada ❤', 'not_a_name'],
    ['time', '11:20 ❤', 'unlike_others'],
    ['first_name', '12', 'not_a_name'],
    ['first_name', 'ada@example.org', 'not_a_name'],
    ['last_name', 'Hopper GmbH', 'not_a_name'],
    ['last_name', 'Mr', 'not_a_name'],
    ['last_name', 'LISKOV', 'shouted'],
    ['date', '12/24/2026', 'not_a_date'],
    ['date', '2026-13-01', 'not_a_date'],
    ['date', '2025-12-12', 'unlikely_date'],
    ['date', '2036-12-12', 'unlikely_date'],
    ['time', '2:30', 'unlikely_time'],
    ['time', '24:30', 'unlike_others'],
    ['time', '3:30 pm', 'other_format'],
    ['amount', 'open', 'not_an_amount'],
    ['amount', '0', 'unlikely_amount'],
    ['amount', '-12.50', 'unlikely_amount'],
    ['amount', '5000000', 'unlikely_amount'],
    ['amount', '12,50', 'other_format'],
    ['amount', '$12.50', 'other_format'],
    ['code', '1.23E+05', 'unlike_others'],
    ['code', '12345', 'unlike_others'],
    ['last_name', 'Liskov, who asked to be called after work because of the children', 'not_a_name'],
    ['notes', 'bitte nicht anrufen', 'do_not_call_note'],
    ['last_name', 'Clarke (deceased)', 'do_not_call_note'],
    ['customer', 'K-104', 'repeated_person'],
  ])('%s "%s" is %s', (column, value, kind) => {
    expect(findingsOf({ [column]: value })).toEqual([`${column} ${kind}`])
  })

  test.each([
    ['first_name', "D'Arcy"],
    ['first_name', 'María José'],
    ['first_name', 'J. R.'],
    ['first_name', 'Al'],
    ['last_name', 'van der Berg'],
    ['last_name', 'Smith-Jones'],
    ['last_name', 'Washington III'],
    ['last_name', 'Dvořák'],
    ['last_name', 'Null-Hansen'],
    ['date', '2026-12-24'],
    ['amount', '112.75'],
    ['notes', 'calls back on Monday'],
  ])('%s "%s" is a value like others', (column, value) => {
    expect(findingsOf({ [column]: value })).toEqual([])
  })
})

describe('a row of a list', () => {
  test('whose cells are one column too far right is one finding, not one for each cell', () => {
    const { first_name, last_name, date, time, amount } = GOOD[4] as Record<string, string>
    const shifted = { first_name: 'Ms', last_name: first_name, date: last_name, time: date, amount: time, code: amount }
    expect(findingsOf(shifted as RowCells)).toEqual(['date shifted_columns'])
  })

  test('whose names are swapped is found by the names of the other rows', () => {
    expect(findingsOf({ first_name: 'Hopper', last_name: 'Joan' })).toEqual(['first_name swapped_columns'])
  })
})

test('a list of a few people is searched only for what is odd in every list', () => {
  const rows = [{ first_name: 'ADA' }, { first_name: 'n/a' }]
  const judge = new RowJudge(['first_name'], [said('first_name'), said('city')], {
    language: 'en',
    letters: 'latin',
    today: TODAY,
  })
  for (const row of rows) judge.learn(row)
  for (const _ of judge.conclude());
  expect(rows.map((row) => judge.judge(row).map(({ kind, column }) => `${column} ${kind}`))).toEqual([
    ['city empty'],
    ['first_name placeholder', 'city empty'],
  ])
})

test('a column of weekdays is said as written; a weekday among dates is not', () => {
  const rows = ['Monday', 'Tuesday', 'Friday', 'Monday', 'Thursday', 'Friday'].map((date) => ({ date }))
  const judge = new RowJudge(['date'], [said('date', { say: 'say_date' })], {
    language: 'en',
    letters: 'latin',
    today: TODAY,
  })
  for (const row of rows) judge.learn(row)
  for (const _ of judge.conclude());
  expect(rows.flatMap((row) => judge.judge(row))).toEqual([])
  expect(findingsOf({ date: 'Monday' })).toEqual(['date not_a_date'])
})
