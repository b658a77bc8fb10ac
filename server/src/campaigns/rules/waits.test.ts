import { expect, test } from 'vitest'
import { ARM_HOURS, ARM_NUMBER } from '../../dialer/rules/experiment.ts'
import {
  type ContactFacts,
  type ContactPolicy,
  type DialingFacts,
  IN_ANOTHER_CALL,
  NO_ROUTE,
  POLICY_RULES,
} from '../../dialer/rules/may-dial.ts'
import { nextPossibleAt, statusOfEveryRule } from './rule-status.ts'
import { summarizeWaits } from './waits.ts'

const NOW = Date.parse('2026-11-16T10:00:00Z')
const HOUR_MS = 3_600_000
const OPEN = { open: true, changesAtMs: null }

const facts = (
  change: { campaign?: object; organization?: object; configuration?: object | null } = {},
): DialingFacts => ({
  campaign: { state: 'running', definitionId: 1, schedule: null, maxConcurrency: 10, liveCalls: 3, ...change.campaign },
  organization: { maxConcurrency: 200, liveCalls: 3, ...change.organization },
  configuration:
    change.configuration === null
      ? null
      : { callsPerSecond: 10, pacedUntilMs: null, backoffUntilMs: null, ...change.configuration },
})
const pending = { rows: 10, notDue: 4, nextRetryAtMs: NOW + HOUR_MS }
const fresh: ContactFacts = { state: 'pending', nextAttemptAtMs: null, suppressed: false }
/** Mondays from nine to twelve. */
const schedule = { enabled: true, timezone: 'UTC', slots: [{ day_of_week: 0, start_time: '09:00', end_time: '12:00' }] }

test('whoever has a slot free waits for nothing, retries wait for their time', () => {
  expect(summarizeWaits(facts(), pending, NOW, OPEN)).toEqual({
    ready: 6,
    held: 4,
    free: 6,
    waits: [{ rule: 'retry_time', untilMs: NOW + HOUR_MS, facts: {}, contacts: 4 }],
  })
})

test('without a free slot the ready ones wait for one', () => {
  const full = facts({ campaign: { liveCalls: 10 } })
  const { waits, ...sums } = summarizeWaits(full, pending, NOW, OPEN)
  expect(sums).toEqual({ ready: 6, held: 4, free: 0 })
  expect(waits.map(({ rule, contacts }) => [rule, contacts])).toEqual([
    ['retry_time', 4],
    ['campaign_slots', 6],
  ])
})

test('what holds the campaign holds everybody, whatever else there is', () => {
  const closed = { open: false, changesAtMs: NOW + 7 }
  expect(summarizeWaits(facts({ campaign: { liveCalls: 10 } }), pending, NOW, closed)).toEqual({
    ready: 0,
    held: 10,
    free: 0,
    waits: [{ rule: 'calling_hours', untilMs: NOW + 7, facts: {}, contacts: 10 }],
  })
})

test('parts add up to all who wait', () => {
  for (const change of [
    {},
    { campaign: { liveCalls: 10 } },
    { campaign: { state: 'paused' } },
    { configuration: null },
  ]) {
    for (const notDue of [0, 4, 10]) {
      const { ready, held, free, waits } = summarizeWaits(facts(change), { ...pending, notDue }, NOW, OPEN)
      expect(ready + held).toBe(10)
      expect(waits.reduce((sum, { contacts }) => sum + contacts, free)).toBe(10)
    }
  }
})

test('every rule is told once, those that hold first', () => {
  const all = statusOfEveryRule(
    { ...facts({ campaign: { state: 'paused' } }), contact: { ...fresh, suppressed: true } },
    NOW,
  )
  expect(all.map(({ rule, holds }) => [rule, holds]).slice(0, 3)).toEqual([
    ['suppressed', true],
    ['campaign_state', true],
    ['contact_state', false],
  ])
  expect(new Set(all.map(({ rule }) => rule)).size).toBe(all.length)
  expect(all.find(({ rule }) => rule === 'campaign_slots')?.message).toBe(
    '3 of 10 live calls of the campaign are in use.',
  )
})

test('the next possible moment is free of retry time and hours together', () => {
  const inHours = { ...facts({ campaign: { schedule } }), contact: fresh }
  expect(nextPossibleAt(inHours, NOW)).toBe(NOW)
  // A retry in the afternoon waits for the next Monday.
  const retry = { ...inHours, contact: { ...fresh, nextAttemptAtMs: NOW + 3 * HOUR_MS } }
  expect(nextPossibleAt(retry, NOW)).toBe(Date.parse('2026-11-23T09:00:00Z'))
  expect(nextPossibleAt({ ...inHours, contact: { ...fresh, suppressed: true } }, NOW)).toBeNull()
  expect(nextPossibleAt({ ...facts({ campaign: { state: 'paused' } }), contact: fresh }, NOW)).toBeNull()
})

test('a schedule and calling rules that are never open together are named, with no next moment', () => {
  /** Open on Tuesdays from nine to ten. */
  const TUESDAY = Date.parse('2026-11-17T09:00:00Z')
  const WEEK_MS = 7 * 24 * HOUR_MS
  const rules = {
    explain(_group: string, _source: string, _history: unknown, nowMs: number) {
      const passed = (((nowMs - TUESDAY) % WEEK_MS) + WEEK_MS) % WEEK_MS
      const because =
        passed < HOUR_MS ? [] : [{ rule: 'hours', from: 'x', message: 'm', untilMs: nowMs - passed + WEEK_MS }]
      return { may: because.length === 0, because }
    },
    passes: () => [],
  } as unknown as ContactPolicy['rules']
  const policy = { rules, group: 'g', source: 'number', history: {} } as unknown as ContactPolicy
  const contact = { ...fresh, policy }
  const monday = { ...facts({ campaign: { schedule } }), contact }
  expect(nextPossibleAt(monday, NOW)).toBeNull()
  expect(statusOfEveryRule(monday, NOW).find(({ rule }) => rule === 'never_open')).toMatchObject({
    holds: true,
    untilMs: null,
  })
  const both = { ...schedule, slots: [...schedule.slots, { day_of_week: 1, start_time: '09:30', end_time: '12:00' }] }
  const tuesday = { ...facts({ campaign: { schedule: both } }), contact }
  expect(nextPossibleAt(tuesday, NOW)).toBe(TUESDAY + HOUR_MS / 2)
  expect(statusOfEveryRule(tuesday, NOW).some(({ rule }) => rule === 'never_open')).toBe(false)
})

test('a finished contact is not said to be waiting or never called', () => {
  const said = (state: ContactFacts['state'], nextAttemptAtMs: number | null) =>
    statusOfEveryRule({ ...facts(), contact: { ...fresh, state, nextAttemptAtMs } }, NOW).find(
      ({ rule }) => rule === 'retry_time',
    )?.message
  expect(said('done', null)).toBe('No further attempt is planned.')
  expect(said('pending', null)).toBe('No waiting time before the next attempt applies.')
  expect(said('pending', NOW)).toBe('The next attempt is due.')
})

test('the sentences say what is so: of a draft, of an entry of the do-not-call list, of a call that a rule put off', () => {
  const sentences = (campaign: object, contact: Partial<ContactFacts>) =>
    statusOfEveryRule({ ...facts({ campaign }), contact: { ...fresh, ...contact } }, NOW)
      .filter(({ holds }) => holds)
      .map(({ message }) => message)
  expect(sentences({ state: 'draft', definitionId: null }, {})).toEqual(['The campaign has not been started.'])
  expect(sentences({ definitionId: null }, {})).toEqual(['The campaign has no usable workflow.'])
  const entry = { value: '+4490', reason: 'premium rate', source: 'api', since: '2026-11-01' }
  const listed = (kind: 'number' | 'range') => sentences({}, { suppressed: true, listed: { kind, ...entry } })
  expect([...listed('number'), ...listed('range')]).toEqual([
    'The number is on the do-not-call list since 2026-11-01: premium rate (source: api).',
    'All numbers of +4490 are on the do-not-call list since 2026-11-01: premium rate (source: api).',
  ])
  expect(sentences({}, { suppressed: true, listed: { kind: 'erased' } })[0]).toContain('was erased')
  expect(sentences({}, { nextAttemptAtMs: NOW + HOUR_MS, putOffBy: 'cap' })[0]).toContain(
    'was put off: the person had been called as often as the policy allows.',
  )
  for (const putOffBy of [...POLICY_RULES, IN_ANOTHER_CALL, NO_ROUTE, ARM_HOURS, ARM_NUMBER])
    expect(sentences({}, { nextAttemptAtMs: NOW + HOUR_MS, putOffBy })[0]).not.toContain(`put off: ${putOffBy}.`)
})
