import { describe, expect, it } from 'vitest'
import { type ConsentEvent, consentState, missingConsent, type RecordedConsent } from './consent.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const HOUR_MS = 3_600_000
const event = (kind: ConsentEvent, hoursAgo: number, endsInHours: number | null = null): RecordedConsent => ({
  id: hoursAgo,
  kind,
  atMs: NOW - hoursAgo * HOUR_MS,
  expiresMs: endsInHours === null ? null : NOW + endsInHours * HOUR_MS,
  source: 'a form',
})

describe('a consent at the moment of the call', () => {
  it.each([
    ['given', [event('express', 5)]],
    ['given', [event('express', 5, 1)]],
    ['given', [event('express', 1), event('revoked', 2), event('express', 3)]],
    ['given', [event('express', 5, -1), event('express', 9)]],
    ['expired', [event('express', 5, 0)]],
    ['expired', [event('express', 1, -0.5), event('revoked', 2)]],
    ['revoked', [event('revoked', 2), event('express', 3)]],
    ['revoked', [event('revoked', 2), event('express', 2)]],
    ['revoked', [event('revoked', 2)]],
    ['revoked', [event('revoked', -0.001), event('express', 3)]],
    ['missing', []],
    ['missing', [event('express_written', 5)]],
    ['missing', [event('express', -1)]],
  ] as const)('%s by %o', (state, events) => {
    expect(consentState(events, ['express'], NOW).state).toBe(state)
  })

  it.each([
    ['a list that was vouched for', {}, ['other', 'express-consent'], null],
    ['a list of a draft, which starts only with what vouches for it', {}, 'every', null],
    ['a list that was vouched for by another duty', {}, ['other'], 'missing'],
    ['a rule that no duty belongs to', { duties: [] }, ['express-consent'], 'missing'],
    ['a rule that no duty belongs to, of a draft', { duties: [] }, 'every', 'missing'],
    ['what the policy declares', { declared: true }, [], null],
    ['neither', {}, [], 'missing'],
    ['a list, where records are required', { records: 'required', declared: true }, ['express-consent'], 'missing'],
    ['a rule that does not concern everybody', { records: 'if_any', duties: [] }, [], null],
  ] as const)('without a record, %s', (_, how, vouched, expected) => {
    const usual = { from: 'de', anyOf: ['express'] as const, records: 'list' as const, declared: false }
    const rule = { ...usual, duties: ['express-consent'], ...how }
    expect(missingConsent(rule, [], vouched, NOW)?.state ?? null).toBe(expected)
    expect(missingConsent(rule, [event('revoked', 1)], vouched, NOW)?.state).toBe('revoked')
    expect(missingConsent(rule, [event('express', 2, -1)], vouched, NOW)?.state).toBe('expired')
  })
})
