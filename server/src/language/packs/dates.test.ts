/** Every language's table of spoken dates. A date that is not understood is asked again; a wrong one is a broken promise. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSpokenDate } from '../rules/spoken-dates.ts'
import { LANGUAGE_PACKS, packOf } from './packs.ts'

const NOW = new Date('2026-11-16T09:00:00Z')
const FORMS_MIN = 80
const RIGHT_MIN = 0.95
const NO_DATE = '-'

function tableOf(tag: string): { said: string; wanted: string }[] {
  const lines = readFileSync(new URL(`./${tag}/date-corpus.txt`, import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line.includes(' => ') && !line.startsWith('#'))
    .map((line) => {
      const [said = '', wanted = ''] = line.split(' => ')
      return { said, wanted }
    })
}

describe.each(LANGUAGE_PACKS.map((pack) => [pack.tag, pack] as const))('dates said in %s', (tag, pack) => {
  const table = tableOf(tag).map((row) => ({ ...row, read: readSpokenDate(row.said, pack, NOW) }))

  test('are never another date', () => {
    const wrong = table.filter(({ wanted, read }) => read !== null && read !== wanted)
    expect(wrong).toEqual([])
  })

  test('are understood', () => {
    const dates = table.filter(({ wanted }) => wanted !== NO_DATE)
    const missed = dates.filter(({ wanted, read }) => read !== wanted).map(({ said }) => said)
    expect(dates.length).toBeGreaterThanOrEqual(FORMS_MIN)
    expect(1 - missed.length / dates.length, missed.join('\n')).toBeGreaterThanOrEqual(RIGHT_MIN)
  })

  test('are none with a word more that was not understood', () => {
    const dates = table.filter(({ wanted }) => wanted !== NO_DATE)
    for (const { said } of dates) expect([said, readSpokenDate(`${said} xylophone`, pack, NOW)]).toEqual([said, null])
  })
})

test('days are counted from the person’s own date', () => {
  const lateEvening = new Date('2026-11-15T22:30:00Z')
  expect(readSpokenDate('the day after tomorrow', packOf('en'), lateEvening)).toBe('2026-11-17')
})

test('a date that is written is read as it is', () => {
  const read = (text: string) => readSpokenDate(text, packOf('en'), NOW)
  expect(read('2027-07-16')).toBe('2027-07-16')
  expect(read('2027-07-16T15:30')).toBe('2027-07-16T15:30')
  expect(read('2027-07-16T15:30:00Z')).toBe('2027-07-16T15:30')
  expect([read('3/4/2027'), read('16/7/2027'), read('7/16/2027')]).toEqual([null, '2027-07-16', '2027-07-16'])
})
