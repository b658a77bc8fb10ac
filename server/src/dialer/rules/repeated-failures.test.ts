import { expect, test } from 'vitest'
import { type FailedEnd, judgeFailedEnd, type RepeatedFailure } from './repeated-failures.ts'

const STOPPED_MS = 10_000_000
const STOPPED: RepeatedFailure = {
  cause: '',
  calls: [],
  stopped: { atMs: STOPPED_MS, cause: 'network error' },
  suspects: [],
  contradicted: false,
}
const end = (claimedAtMs: number): FailedEnd => ({
  callId: 7,
  contactId: 70,
  claimedAtMs,
  cause: 'network error',
  listed: 1000,
})
const verdict = (claimedAtMs: number, nowMs: number) => judgeFailedEnd(STOPPED, end(claimedAtMs), nowMs).verdict

test('a call that was dialed before the stop is given back with the others, and one dialed after it stands', () => {
  expect(verdict(STOPPED_MS - 5000, STOPPED_MS + 1000)).toBe('given_back')
  expect(verdict(STOPPED_MS + 60_000, STOPPED_MS + 61_000)).toBe('stands')
})

test('a call that was dialed after the clock was put back stands, though the stop lies ahead of it', () => {
  const nowMs = STOPPED_MS - 25 * 60_000
  expect(verdict(nowMs - 1000, nowMs)).toBe('stands')
  // Dialed before the clock was put back.
  expect(verdict(STOPPED_MS - 5000, nowMs)).toBe('given_back')
  // By so little that it cannot be told from a call of before.
  expect(verdict(STOPPED_MS - 5000, STOPPED_MS - 1000)).toBe('given_back')
})
