import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CAPACITY_LIMITS, nextCapacity, sessionsMax } from './capacity.ts'

test('a node begins with what its cores bear', () => {
  expect(sessionsMax({ cores: 2, localSpeech: true })).toBe(2 * CAPACITY_LIMITS.sessionsPerCore)
  expect(sessionsMax({ cores: 2, localSpeech: false })).toBe(2 * CAPACITY_LIMITS.remoteSessionsPerCore)
  expect(sessionsMax({ cores: 0, localSpeech: true })).toBe(CAPACITY_LIMITS.least)
})

test('while utterances wait it takes fewer than it has now, until they wait no longer', () => {
  let capacity = 60
  for (let sessions = 60; sessions > 40; sessions = Math.min(sessions, capacity)) {
    capacity = nextCapacity(capacity, { waitMs: 900, sessions, max: 60 })
    expect(capacity).toBeLessThan(sessions)
  }
  const shrunk = capacity
  expect(nextCapacity(capacity, { waitMs: 300, sessions: 30, max: 60 })).toBe(shrunk)
  expect(nextCapacity(capacity, { waitMs: 0, sessions: 30, max: 60 })).toBe(shrunk + 1)
})

test('it never leaves its bounds, and grows back to the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.nat(200))), (seconds) => {
      let capacity = 60
      for (const [waitMs, sessions] of seconds) capacity = nextCapacity(capacity, { waitMs, sessions, max: 60 })
      expect(capacity).toBeGreaterThanOrEqual(CAPACITY_LIMITS.least)
      expect(capacity).toBeLessThanOrEqual(60)
      for (let second = 0; second < 60; second++) capacity = nextCapacity(capacity, { waitMs: 0, sessions: 0, max: 60 })
      expect(capacity).toBe(60)
    }),
  )
})
