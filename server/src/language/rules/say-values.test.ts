import { expect, test } from 'vitest'
import { packOf } from '../packs/packs.ts'
import { dateInWords, digitsInWords, moneyInWords, parseAmount } from './say-values.ts'

test.each([
  ['en', 'Tuesday, November 17'],
  ['es', 'martes, 17 de noviembre'],
  ['fr', 'mardi 17 novembre'],
  ['de', 'Dienstag, 17. November'],
  ['pt', 'terça-feira, 17 de novembro'],
])('a date in %s', (language, said) => {
  expect(dateInWords('2026-11-17', packOf(language))).toBe(said)
})

test('an hour is said with its date; what is no date is none', () => {
  expect(dateInWords('2026-11-17T15:30', packOf('en'))).toMatch(/^Tuesday, November 17, 3:30\sPM$/u)
  expect(dateInWords('2026-11-17 15:30:00Z', packOf('de'))).toBe('Dienstag, 17. November, 15:30')
  for (const text of ['11/12/2026', 'next week', '2026-02-31', '']) {
    expect([text, dateInWords(text, packOf('en'))]).toEqual([text, null])
  }
})

test('amounts in either notation', () => {
  expect(['1,234.50', '1.234,5', '1234', '1.234', "1'234.00", '-5,00', 'lots', ''].map(parseAmount)).toEqual([
    1234.5,
    1234.5,
    1234,
    1234,
    1234,
    -5,
    null,
    null,
  ])
  expect(moneyInWords(1, 'EUR', packOf('en'))).toBe('1 euro')
  expect(moneyInWords(0.01, 'USD', packOf('en'))).toBe('1 cent')
  expect(moneyInWords(20.5, 'CHF', packOf('de'))).toBe('20 Schweizer Franken und 50 Rappen')
  expect(moneyInWords(1500.4, 'JPY', packOf('en'))).toBe('1,500 yen')
  expect(moneyInWords(-3, 'XYZ', packOf('en'))).toBe('minus 3 XYZ')
  expect(moneyInWords(12.25, '', packOf('en'))).toBe('12.25')
})

test('digits one by one', () => {
  expect(digitsInWords('4279')).toBe('4, 2, 7, 9')
  expect(digitsInWords('ab-12')).toBe('A, B, 1, 2')
  expect(digitsInWords(' - ')).toBeNull()
})
