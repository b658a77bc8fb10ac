import { expect, test } from 'vitest'
import type { StartCheck } from '../api/explain.ts'
import { whyStartIsBlocked } from './wait-facts.tsx'

test.each([
  ['while it is counted', { data: undefined, error: null }, /Counting/],
  ['when the count could not be read', { data: undefined, error: new Error('503') }, /could not be loaded/],
  ['once it is counted', { data: {} as StartCheck, error: null }, null],
])('nobody can start calling %s', (_when, check, words) => {
  if (words === null) expect(whyStartIsBlocked(check)).toBeNull()
  else expect(whyStartIsBlocked(check)).toMatch(words)
})
