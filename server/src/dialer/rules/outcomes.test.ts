import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideContact, OUTCOMES, outcomeOf, type RetryRules } from './outcomes.ts'

const rules: fc.Arbitrary<RetryRules> = fc.record({
  enabled: fc.boolean(),
  max_retries: fc.integer({ min: 0, max: 10 }),
  retry_delay_seconds: fc.integer({ min: 0, max: 604_800 }),
  retry_on_busy: fc.boolean(),
  retry_on_no_answer: fc.boolean(),
  retry_on_voicemail: fc.boolean(),
})

describe('what becomes of a contact', () => {
  test('whatever happens, it is dialed at most once more than there are retries, and then is done', () => {
    fc.assert(
      fc.property(rules, fc.infiniteStream(fc.constantFrom(...OUTCOMES)), (retry, outcomes) => {
        let nowMs = 1_800_000_000_000
        let dials = 0
        for (const outcome of outcomes) {
          dials++
          const decision = decideContact(outcome, null, dials, retry, nowMs)
          if (decision.kind !== 'retry') break
          expect(decision.atMs - nowMs).toBe(retry.retry_delay_seconds * 1000)
          nowMs = decision.atMs
        }
        expect(dials).toBeLessThanOrEqual(retry.enabled ? 1 + retry.max_retries : 1)
      }),
      { seed: 7 },
    )
  })

  test('each reason is retried only when its flag is set; what is final for good never is', () => {
    const flags = { busy: 'retry_on_busy', declined: 'retry_on_busy', no_answer: 'retry_on_no_answer' } as const
    const more = { lost: 'retry_on_no_answer', voicemail: 'retry_on_voicemail' } as const
    fc.assert(
      fc.property(rules, fc.constantFrom(...OUTCOMES), fc.boolean(), (retry, outcome, permanent) => {
        const flag = { ...flags, ...more }[outcome as keyof typeof flags | keyof typeof more]
        const expected = retry.enabled && !permanent && flag !== undefined && retry[flag] && retry.max_retries >= 1
        expect(decideContact(outcome, permanent ? 'number' : null, 1, retry, 0).kind).toBe(expected ? 'retry' : 'final')
      }),
      { seed: 7 },
    )
  })

  test('a machine counts as reached only where the campaign does not try again for it', () => {
    const retry = {
      enabled: true,
      max_retries: 0,
      retry_delay_seconds: 0,
      retry_on_busy: true,
      retry_on_no_answer: true,
    }
    const decide = (retry_on_voicemail: boolean) =>
      decideContact('voicemail', null, 1, { ...retry, retry_on_voicemail }, 0)
    expect(decide(false)).toEqual({ kind: 'final', reached: true })
    expect(decide(true)).toEqual({ kind: 'final', reached: false })
  })

  test('an answered call is answered, whatever word the carrier ends it with', () => {
    const known = { answered: true, machine: false, agentMissing: false }
    expect(outcomeOf('failed', known)).toBe('answered')
    expect(outcomeOf('canceled', { ...known, machine: true })).toBe('voicemail')
    expect(outcomeOf('busy', { ...known, answered: false })).toBe('busy')
  })
})

test('a message left is the end for that contact, unless the campaign asks otherwise', () => {
  const rules = {
    enabled: true,
    max_retries: 2,
    retry_delay_seconds: 60,
    retry_on_busy: true,
    retry_on_no_answer: true,
    retry_on_voicemail: true,
  }
  expect(decideContact('voicemail', null, 1, rules, 0, false)).toMatchObject({ kind: 'retry' })
  expect(decideContact('voicemail', null, 1, rules, 0, true)).toEqual({ kind: 'final', reached: true })
  const again = { ...rules, retry_after_message: true }
  expect(decideContact('voicemail', null, 1, again, 0, true)).toMatchObject({ kind: 'retry' })
})

test('who asks for another time is called then, whatever the retries; not for ever, and not if our side failed', () => {
  const none: RetryRules = {
    enabled: false,
    max_retries: 0,
    retry_delay_seconds: 60,
    retry_on_busy: false,
    retry_on_no_answer: false,
    retry_on_voicemail: false,
  }
  expect(decideContact('answered', null, 1, none, 1000, false, 5000)).toEqual({ kind: 'retry', atMs: 5000 })
  expect(decideContact('answered', null, 1, none, 9000, false, 5000)).toEqual({ kind: 'retry', atMs: 9000 })
  expect(decideContact('answered', null, 10, none, 1000, false, 5000)).toEqual({ kind: 'final', reached: true })
  expect(decideContact('voicemail', null, 1, none, 1000, false, 5000).kind).toBe('final')
})

describe('the next attempt', () => {
  const HOUR_MS = 3_600_000
  const rules: RetryRules = {
    enabled: true,
    max_retries: 3,
    retry_delay_seconds: 120,
    retry_on_busy: true,
    retry_on_no_answer: true,
    retry_on_voicemail: true,
    retry_delays: { busy: 300, voicemail: 86_400 },
  }

  test.each([
    ['busy', 300],
    ['declined', 300],
    ['no_answer', 120],
    ['lost', 120],
    ['voicemail', 86_400],
  ] as const)('after %s is %i seconds later', (outcome, seconds) => {
    expect(decideContact(outcome, null, 1, rules, 5000)).toEqual({
      kind: 'retry',
      atMs: 5000 + seconds * 1000,
      isByDelay: true,
    })
  })

  test.each([
    [120, 3],
    [2 * 3600, 3],
    [4 * 3600, 4],
    [21 * 3600, 21],
    [22 * 3600, 27],
    [24 * 3600, 27],
    [50 * 3600, 51],
  ])('at another time of day, %i seconds become %i hours', (retry_delay_seconds, hours) => {
    const other = { ...rules, retry_delays: {}, retry_delay_seconds, retry_other_time_of_day: true }
    expect(decideContact('no_answer', null, 1, other, 7)).toEqual({
      kind: 'retry',
      atMs: 7 + hours * HOUR_MS,
      isByDelay: true,
    })
  })
})
