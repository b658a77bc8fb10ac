import { expect, test } from 'vitest'
import { checkState, type NumberCheck, type NumberCheckRule } from './number-check.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const rule = (on_failure: 'hold' | 'call'): NumberCheckRule => {
  return { url: 'https://check.example.com', timeout_ms: 3000, fresh_hours: 2, on_failure }
}
const check = (verdict: NumberCheck['verdict'], minutesAgo: number): NumberCheck => {
  return { verdict, atMs: NOW - minutesAgo * 60_000, reason: null }
}

test.each([
  ['nothing is known', null, 'hold', 'waiting'],
  ['allowed', check('allowed', 119), 'hold', 'passed'],
  ['allowed too long ago', check('allowed', 120), 'hold', 'waiting'],
  ['barred', check('barred', 119), 'call', 'barred'],
  ['barred too long ago is asked again, not called', check('barred', 120), 'call', 'waiting'],
  ['no answer', check('failed', 0.5), 'hold', 'failed'],
  ['no answer, and the policy calls', check('failed', 0.5), 'call', 'passed'],
  ['the question could not be put, and the policy calls', check('not_sent', 0.5), 'call', 'failed'],
  ['the question could not be put a minute ago', check('not_sent', 1), 'call', 'waiting'],
  ['no answer a minute ago is asked again', check('failed', 1), 'call', 'waiting'],
  ['an answer from the future', check('allowed', -5), 'hold', 'waiting'],
] as const)('%s', (_, known, onFailure, expected) => {
  expect(checkState(rule(onFailure), known, NOW).state).toBe(expected)
})
