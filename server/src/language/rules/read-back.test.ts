import { expect, test } from 'vitest'
import { LANGUAGE_PACKS, packOf } from '../packs/packs.ts'
import { readBackStatement } from './read-back.ts'

const NOW = new Date('2026-11-16T09:00:00Z')

test('a value is said back, and asked about, in every language', () => {
  for (const pack of LANGUAGE_PACKS) {
    for (const [kind, value] of [
      ['date', '2026-11-17T15:30'],
      ['number', '12.5'],
      ['digits', '4279'],
      ['code', 'AB12'],
    ] as const) {
      const question = `${readBackStatement(kind, value, pack, NOW)} ${pack.sentences.readBack.question}`
      expect([pack.tag, kind, question.includes('{'), question.trim().endsWith('?')]).toEqual([
        pack.tag,
        kind,
        false,
        true,
      ])
    }
  }
})

test('a date is said with its weekday, and with its year where it could be another', () => {
  const english = packOf('en')
  expect(readBackStatement('date', '2026-11-17', english, NOW)).toBe('I have Tuesday, November 17.')
  expect(readBackStatement('date', '1954-05-06', english, NOW)).toBe('I have Thursday, May 6, 1954.')
  expect(readBackStatement('code', 'AB12', english, NOW)).toBe('I understood: A, B, 1, 2.')
  expect(readBackStatement('number', '12.5', packOf('de'), NOW)).toBe('Das sind 12,5.')
  expect(readBackStatement('text', 'anything', english, NOW)).toBeNull()
})
