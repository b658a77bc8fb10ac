import { expect, test } from 'vitest'
import { builtInPacks } from '../../policies/packs/packs.ts'
import { DialingRules } from '../../policies/rules/dialing-rules.ts'
import { compilePolicy } from '../../policies/rules/merge.ts'
import { policyInput } from '../../policies/rules/policy.ts'
import { type CallFacts, type LedgerEntry, Replay, type RulesOfDial } from './replay-dials.ts'

const HOUR_MS = 3_600_000
/** A Monday, 12:00 in Berlin. */
const NOON_MS = Date.parse('2026-11-09T11:00:00Z')

const at = (hours: number) => NOON_MS + hours * HOUR_MS
const dial = (call_id: number, hours: number, body: LedgerEntry['body'] = {}): LedgerEntry => ({
  atMs: at(hours),
  kind: 'dial',
  body: {
    call_id,
    campaign_id: 1,
    person: 'anna',
    places: ['DE'],
    local_times: ['2026-11-09 12:00 Europe/Berlin'],
    zones_from: 'number',
    policy_version: '1',
    ring_seconds: 30,
    ...body,
  },
})
const end = (call_id: number, hours: number, body: LedgerEntry['body'] = {}): LedgerEntry => ({
  atMs: at(hours),
  kind: 'call_ended',
  body: { call_id, direction: 'outbound', what: null, ...body },
})
const back = (call_id: number, hours: number, kind = 'dial_returned'): LedgerEntry => ({
  atMs: at(hours),
  kind,
  body: { call_id },
})

function replayed(policy: object, entries: LedgerEntry[], facts: Record<number, Partial<CallFacts> | null> = {}) {
  const compiled = compilePolicy(policyInput.parse(policy), null, builtInPacks())
  const nothing: CallFacts = { phoneNumber: null, personId: null, refused: false, consents: [], simulated: false }
  const replay = new Replay({
    fromMs: at(0),
    toMs: at(1000),
    rulesOf: ({ ringMs }) => ({ rules: new DialingRules(compiled, ringMs) }),
    factsOf: (callId) => (facts[callId] === null ? undefined : { ...nothing, ...facts[callId] }),
  })
  replay.add(entries)
  return replay.result()
}

const ONE_A_DAY = { caps: [{ max: 1, hours: 24 }] }

test('a dial that the policy refuses does not count for the limits of later ones', () => {
  const found = replayed(ONE_A_DAY, [dial(1, 0), end(1, 0.1), dial(2, 23), end(2, 23.1), dial(3, 46), end(3, 46.1)])
  expect(found).toMatchObject({ dials: 3, refused: 1, byRule: [{ rule: 'cap', from: 'organization', dials: 1 }] })
  expect(found.examples).toMatchObject([{ callId: 2, rule: 'cap' }])
  expect(found.days.map(({ date, dials, refused }) => [date, dials, refused])).toEqual([
    ['2026-11-09', 1, 0],
    ['2026-11-10', 1, 1],
    ['2026-11-11', 1, 0],
  ])
})

test('dials before the period count for limits and are not judged', () => {
  expect(replayed(ONE_A_DAY, [dial(1, -2), end(1, -1), dial(2, 1)])).toMatchObject({ dials: 1, refused: 1 })
})

test.each([
  ['was never placed', 'dial_returned', 1],
  ['was refused by the network before it rang', 'dial_not_counted', 2],
])('a dial that %s counts for no limit', (_, kind, dials) => {
  const entries = [dial(1, 0), back(1, 0.1, kind), dial(2, 1), end(2, 1.1)]
  expect(replayed(ONE_A_DAY, entries)).toMatchObject({ dials, refused: 0 })
})

test('a refused dial that was never placed is not counted, and no example', () => {
  const entries = [dial(1, 0), end(1, 0.1), dial(2, 1), back(2, 1.1)]
  expect(replayed(ONE_A_DAY, entries)).toMatchObject({ dials: 1, refused: 0, examples: [] })
})

test.each([
  ['end and return', [end(1, 1), back(1, 1, 'dial_not_counted')]],
  ['return and end', [back(1, 1, 'dial_not_counted'), end(1, 1)]],
])('calls of one moment (%s): what ended was settled before the next people were claimed', (_, ends) => {
  const entries = [dial(1, 0), dial(2, 1), ...ends, end(2, 1.1)]
  expect(replayed(ONE_A_DAY, entries).refused).toBe(0)
})

test('hours are those of the zones in the record, with the time that the phone may ring', () => {
  const until = (end: string) => ({ hours: { monday: [{ start: '08:00', end }] } })
  expect(replayed(until('12:01'), [dial(1, 0)]).refused).toBe(0)
  expect(replayed(until('12:01'), [dial(1, 0, { ring_seconds: 90 })]).byRule).toMatchObject([{ rule: 'contact_hours' }])
  const { ring_seconds: _, ...older } = dial(1, 0, {}).body
  const found = replayed(until('12:01'), [{ ...dial(1, 0), body: older }])
  expect(found).toMatchObject({ refused: 0, withoutRing: 1 })
})

test('a conversation counts whoever called, for all numbers of the person', () => {
  const policy = { cooldowns: [{ after: 'conversation', hours: 24 }] }
  const inbound = end(7, 1, { direction: 'inbound', what: 'conversation', person: 'mobile', seconds: 60 })
  const facts = { 1: { personId: 'c-9' }, 2: { personId: 'c-9' } }
  const entries = [dial(1, 0, { person: 'mobile' }), end(1, 0.1), inbound, dial(2, 2)]
  expect(replayed(policy, entries, facts)).toMatchObject({ dials: 2, refused: 1, byRule: [{ rule: 'cooldown' }] })
  expect(replayed(policy, entries).refused).toBe(0)
  const called = dial(2, 2, { call_back_at: new Date(at(2)).toISOString() })
  expect(replayed(policy, [entries[0] as LedgerEntry, inbound, called], facts).refused).toBe(0)
})

test('a refusal counts from the call in which it was said', () => {
  const policy = { cooldowns: [{ after: 'refusal', hours: 'forever' }] }
  const entries = [dial(1, 0), end(1, 0.1, { what: 'conversation' }), dial(2, 50)]
  expect(replayed(policy, entries, { 1: { refused: true } }).refused).toBe(1)
  expect(replayed(policy, entries).refused).toBe(0)
})

test('a call that was made against the rules of its time is no difference; it is counted apart', () => {
  const entries = [dial(1, 0), dial(2, 1, { override: { reason: 'my phone' } })]
  expect(replayed(ONE_A_DAY, entries)).toMatchObject({ refused: 0, overridden: { dials: 1, allowed: 0 } })
  expect(replayed({}, entries)).toMatchObject({ refused: 0, overridden: { dials: 1, allowed: 1 } })
})

test('consents count as they were recorded by then', () => {
  const policy = { consent: { any_of: ['express'], records: 'required' } }
  const given = { id: 1, kind: 'express' as const, atMs: at(-5), expiresMs: null, source: 'web' }
  const known = (recordedMs: number) => ({ 1: { phoneNumber: '+4930123', consents: [{ ...given, recordedMs }] } })
  expect(replayed(policy, [dial(1, 0)], known(at(-1))).refused).toBe(0)
  expect(replayed(policy, [dial(1, 0)], known(at(1))).byRule).toMatchObject([{ rule: 'consent' }])
})

test('a dial without a place is judged by its number, and not at all where that is gone', () => {
  const { places: _places, local_times: _times, ...without } = dial(1, 0).body
  const entries = [{ ...dial(1, 0), body: without }]
  const closed = { hours: { tuesday: [{ start: '08:00', end: '20:00' }] } }
  expect(replayed(closed, entries)).toMatchObject({
    dials: 1,
    refused: 0,
    notJudged: { place_unknown: 1 },
  })
  expect(replayed(closed, entries, { 1: { phoneNumber: '+4930123456' } })).toMatchObject({
    refused: 1,
    notJudged: { place_unknown: 0 },
  })
})

test('a transfer is no dial', () => {
  expect(replayed(ONE_A_DAY, [dial(1, 0, { transfer_of: 5 }), dial(2, 0)])).toMatchObject({ dials: 1, refused: 0 })
})

test('what is no longer known is neither refused nor allowed: it is not judged, with the cause', () => {
  const required = { consent: { any_of: ['express'], records: 'required' } }
  const erased = { 1: { phoneNumber: '+4930123', consents: 'unknown' as const } }
  expect(replayed(required, [dial(1, 0)], erased)).toMatchObject({ refused: 0, notJudged: { consent_unknown: 1 } })
  expect(replayed(required, [dial(1, 0)], { 1: null })).toMatchObject({ refused: 0, notJudged: { consent_unknown: 1 } })
  // Where no rule asks for it, nothing is missing.
  expect(replayed({}, [dial(1, 0)], erased)).toMatchObject({ refused: 0, notJudged: { consent_unknown: 0 } })
  // Another rule refuses whatever they had agreed to.
  const closed = { ...required, hours: { tuesday: [{ start: '08:00', end: '20:00' }] } }
  expect(replayed(closed, [dial(1, 0)], erased)).toMatchObject({ refused: 1, notJudged: { consent_unknown: 0 } })
})

test('an earlier call that only the ledger has may count for a limit or not', () => {
  const entries = [dial(1, 0), end(1, 0.1), dial(2, 1), end(2, 1.1), dial(3, 2)]
  const found = replayed({ caps: [{ max: 2, hours: 24 }] }, entries, { 1: null })
  expect(found).toMatchObject({ refused: 0, notJudged: { earlier_calls_unknown: 1 } })
  expect(replayed(ONE_A_DAY, entries, { 1: null })).toMatchObject({
    refused: 1,
    notJudged: { earlier_calls_unknown: 1 },
  })
  expect(replayed({ caps: [{ max: 3, hours: 24 }] }, entries, { 1: null }).notJudged.earlier_calls_unknown).toBe(0)
})

test('the duties of a deleted campaign decide nothing', () => {
  const policy = policyInput.parse({ packs: ['us-federal'], calls: { purpose: 'marketing' } })
  const compiled = compilePolicy(policy, null, builtInPacks())
  const body = { places: ['US'], local_times: ['2026-11-09 12:00 America/New_York'] }
  const noon = { ...dial(1, 6, body), atMs: Date.parse('2026-11-09T17:00:00Z') }
  const known: CallFacts = {
    phoneNumber: '+12125550100',
    personId: null,
    refused: false,
    consents: [],
    simulated: false,
  }
  const under = (vouchedDuties: readonly string[] | 'every') => new DialingRules(compiled, 30_000, { vouchedDuties })
  const judged = (rules: RulesOfDial) => {
    const replay = new Replay({ fromMs: at(0), toMs: at(1000), rulesOf: () => rules, factsOf: () => known })
    replay.add([noon])
    return replay.result()
  }
  const withScrub = compilePolicy({ ...policy, scrubbed_on: { 'us-national-dnc': '2026-11-08' } }, null, builtInPacks())
  const fresh = (vouchedDuties: readonly string[] | 'every') => new DialingRules(withScrub, 30_000, { vouchedDuties })
  expect(judged({ rules: under('every'), strictest: under([]) }).refused).toBe(1)
  expect(judged({ rules: fresh('every') })).toMatchObject({ refused: 0, notJudged: { campaign_deleted: 0 } })
  expect(judged({ rules: fresh([]) })).toMatchObject({ refused: 1 })
  expect(judged({ rules: fresh('every'), strictest: fresh([]) })).toMatchObject({
    refused: 0,
    notJudged: { campaign_deleted: 1 },
  })
  expect(judged({ rules: fresh('every'), strictest: 'unknown' }).notJudged.campaign_deleted).toBe(1)
})
