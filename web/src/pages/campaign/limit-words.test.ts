import { expect, test } from 'vitest'
import { limitWords } from './limit-words.ts'

test('room is what is left for more conversations, never "at most 0" while five talk', () => {
  expect(limitWords('room', null, 0, null)).toBe('for 0 more conversations')
  expect(limitWords('room', null, 1, null)).toBe('for 1 more conversation')
  expect(limitWords('room', null, 7, null)).toBe('for 7 more conversations')
})

test('one is written as one', () => {
  expect(limitWords('campaign_slots', 1, 1, null)).toBe('1 of 1 live call')
  expect(limitWords('pace', null, 1, null)).toContain('1 call')
  expect(limitWords('pace', null, 1, null)).not.toContain('calls')
})
