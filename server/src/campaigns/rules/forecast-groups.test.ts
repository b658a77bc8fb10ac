import { describe, expect, test } from 'vitest'
import { seededRng } from '../../kernel/rng.ts'
import { builtInPacks } from '../../policies/packs/packs.ts'
import { DialingRules } from '../../policies/rules/dialing-rules.ts'
import { compilePolicy } from '../../policies/rules/merge.ts'
import { policyInput } from '../../policies/rules/policy.ts'
import { NO_HISTORY } from '../../policies/rules/verdict.ts'
import { CallOdds, type PastCall } from './call-odds.ts'
import { groupContacts, type SampledContact } from './forecast-groups.ts'
import { forecastLimits, type LimitFacts } from './forecast-limits.ts'

const NOW = Date.parse('2026-11-16T10:00:00Z')
const HOUR_MS = 3_600_000
const rulesOf = (policy: object) =>
  new DialingRules(compilePolicy(policyInput.parse(policy), null, builtInPacks()), 30_000, { vouchedDuties: 'every' })
const person = (change: Partial<SampledContact> = {}): SampledContact => ({
  place: 'DE@Europe/Berlin',
  dials: 0,
  dueMs: null,
  notAfterMs: null,
  history: { ...NO_HISTORY, consents: [], check: null },
  ...change,
})

describe('who waits', () => {
  test('people without a consent that a rule requires are left out; others are not', () => {
    const rules = rulesOf({ consent: { any_of: ['express'], records: 'required' } })
    const given = { id: 1, kind: 'express' as const, atMs: NOW - HOUR_MS, expiresMs: null, source: 'web' }
    const agreed = person({ history: { ...NO_HISTORY, consents: [given], check: null } })
    expect(groupContacts([person(), agreed, agreed], 300, rules, NOW)).toEqual({
      groups: [{ place: 'DE@Europe/Berlin', fresh: 200, retries: [] }],
      leftOut: [{ reason: 'consent', contacts: 100 }],
    })
  })

  test('earlier calls, times and dials tell people apart, and nobody is lost by rounding', () => {
    const called = person({ history: { ...NO_HISTORY, attemptsMs: [NOW - HOUR_MS], consents: [] } })
    const sample = [person(), person({ notAfterMs: NOW + 1 }), person({ dials: 2, dueMs: NOW + 5 }), called]
    const { groups } = groupContacts(sample, 10, rulesOf({ caps: [{ max: 1, hours: 24 }] }), NOW)
    const [group] = groups
    expect(group?.retries).toMatchObject([
      { atMs: NOW, dials: 0, notAfterMs: NOW + 1 },
      { atMs: NOW + 5, dials: 2 },
      { atMs: NOW, dials: 0, past: { attemptsMs: [NOW - HOUR_MS] } },
    ])
    const counts = [group?.fresh ?? 0, ...(group?.retries ?? []).map(({ count }) => count)]
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10)
  })
})

describe('the odds of a call', () => {
  const calls = (count: number, outcome: PastCall['outcome'], more: Partial<PastCall> = {}): PastCall[] =>
    Array.from({ length: count }, () => ({ outcome, slotSeconds: 10, ...more }))
  const answered = (history: PastCall[], attempt: number, hour: number | null, likeId?: number) => {
    const odds = new CallOdds(history, seededRng(3), likeId ?? null)
    const drawn = Array.from({ length: 2000 }, () => odds.draw(attempt, hour).outcome)
    return drawn.filter((outcome) => outcome === 'answered').length / drawn.length
  }

  test('of a later attempt are those of later attempts, or assumed to be lower', () => {
    const first = [...calls(200, 'answered'), ...calls(200, 'no_answer')]
    expect(answered(first, 1, null)).toBeCloseTo(0.5, 1)
    expect(answered(first, 2, null)).toBeCloseTo(0.3, 1)
    expect(answered([...first, ...calls(300, 'no_answer', { attempt: 2 })], 2, null)).toBeLessThan(0.05)
  })

  test('go by the hour where the person is', () => {
    const history = [...calls(300, 'answered', { localHour: 18 }), ...calls(300, 'no_answer', { localHour: 9 })]
    expect(answered(history, 1, 18)).toBeGreaterThan(0.8)
    expect(answered(history, 1, 9)).toBeLessThan(0.2)
  })

  test('of a campaign with calls of its own are its own', () => {
    const history = [...calls(300, 'answered', { campaignId: 1 }), ...calls(300, 'no_answer', { campaignId: 2 })]
    expect(answered(history, 1, null, 1)).toBeGreaterThan(0.85)
    expect(answered(history, 1, null, 2)).toBeLessThan(0.15)
  })
})

test('slots, limits of numbers and spending that is left are named', () => {
  const facts: LimitFacts = {
    organizationSlots: 20,
    timeZone: 'Europe/Berlin',
    maxSpendPerDay: 1000,
    spentOn: '2026-11-16',
    spentToday: 600,
    maxSpend: 5000,
    spent: 1000,
    spentCalls: 100,
    others: { campaigns: 1, slots: 15 },
    numbers: { count: 2, atOnce: 8, perDay: 300, usedToday: 100 },
    month: { calls: 0, amount: 0 },
  }
  const found = forecastLimits(facts, NOW)
  expect(found).toMatchObject({
    slots: 8,
    total: 400,
    daily: [
      { zone: 'Europe/Berlin', today: 200, perDay: 300 },
      { zone: 'Europe/Berlin', today: 40, perDay: 100 },
    ],
  })
  expect(found.assumptions).toHaveLength(5)
  const unpriced = forecastLimits({ ...facts, spent: 0, spentCalls: 0 }, NOW)
  expect([unpriced.total, unpriced.daily.length]).toEqual([null, 1])
  expect(unpriced.assumptions.join(' ')).toContain('spend limits are not part of the forecast')
  expect(
    forecastLimits({ ...facts, others: { campaigns: 0, slots: 0 }, numbers: { ...facts.numbers, atOnce: null } }, NOW)
      .slots,
  ).toBe(20)
})
