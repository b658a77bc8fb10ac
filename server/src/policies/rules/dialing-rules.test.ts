import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zonesOfContact } from '../../addresses/rules/zones-of-contact.ts'
import { builtInPacks } from '../packs/packs.ts'
import { DialingRules } from './dialing-rules.ts'
import { compilePolicy, mergeRulesFor } from './merge.ts'
import { policyInput } from './policy.ts'
import { type CountedCall, NO_HISTORY, type NumberHistory, policyVerdict } from './verdict.ts'

const RING_MS = 30_000
const HOUR_MS = 3_600_000
const NUMBERS = ['+13055551234', '+12125551234', '+33612345678', '+18005551234', '+61412345678', '+14015551234']

function policyOf(policy: object) {
  return compilePolicy(policyInput.parse(policy), null, builtInPacks())
}

describe('the rules as the dialer asks them', () => {
  it('remember without ever differing from the verdict, forwards, backwards, over days and changes of clocks', () => {
    const policy = policyOf({
      packs: ['us-federal', 'us-fl', 'us-ri', 'fr', 'au'],
      fallback_timezone: 'America/New_York',
      caps: [{ max: 2, hours: 24 }],
      suspensions: [
        { places: ['US-FL'], from: '2026-10-26T12:00:00Z', until: '2026-10-27T12:00:00Z', reason: 'Storm' },
        { from: '2026-11-03T10:30:00Z', until: '2026-11-03T11:00:00Z', reason: 'Silence' },
      ],
      scrubbed_on: { 'us-national-dnc': '2026-10-01', 'au-dncr': '2026-09-20' },
    })
    const context = {
      ringMs: RING_MS,
      fallbackTimezone: policy.fallbackTimezone,
      scrubbedOn: policy.scrubbedOn,
    }
    const start = Date.parse('2026-10-20T00:00:00Z')
    const moments = fc.array(fc.integer({ min: 0, max: 20 * 24 * 60 }), { minLength: 5, maxLength: 60 })
    fc.assert(
      fc.property(
        moments,
        fc.boolean(),
        fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 4 }),
        (drawn, sorted, calls) => {
          const rules = new DialingRules(policy, RING_MS)
          const history = { ...NO_HISTORY, attemptsMs: calls.map((minutes) => start + minutes * 60_000) }
          const walk = sorted ? [...drawn].sort((a, b) => a - b) : drawn
          for (const minutes of walk) {
            const at = start + minutes * 60_000
            for (const number of NUMBERS) {
              const { group, zones, places } = zonesOfContact(number, {})
              const truth = policyVerdict(mergeRulesFor(policy, places, at), zones, history, at, context)
              expect([number, at, rules.may(group, history, at)]).toEqual([number, at, truth.may])
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('a window does not change before it says so', () => {
    const policy = policyOf({
      packs: ['fr'],
      suspensions: [{ from: '2026-11-03T10:30:00Z', until: '2026-11-03T11:00:00Z', reason: 'Silence' }],
    })
    const { group } = zonesOfContact('+33612345678', {})
    const isOpen = (at: number) => new DialingRules(policy, RING_MS).window(group, at).open
    let at = Date.parse('2026-11-02T00:00:00Z')
    for (let step = 0; step < 12; step++) {
      const { open, changesAtMs } = new DialingRules(policy, RING_MS).window(group, at)
      const end = changesAtMs as number
      for (let between = at; between < end; between += 5 * 60_000) expect(isOpen(between)).toBe(open)
      at = end
    }
    expect(isOpen(Date.parse('2026-11-03T10:45:00Z'))).toBe(false)
  })

  it('explain themselves to a stranger', () => {
    const rules = new DialingRules(
      policyOf({ packs: ['us-federal', 'us-fl'], scrubbed_on: { 'us-national-dnc': '2026-11-10' } }),
      RING_MS,
    )
    const contact = zonesOfContact('+13055551234', {})
    const at = Date.parse('2026-11-16T12:40:00Z')
    const history = { ...NO_HISTORY, attemptsMs: [1, 2, 3].map((hours) => at - hours * HOUR_MS) }
    const { because, nextMs, may_call_now } = rules.explain(contact.group, contact.source, history, at)
    expect(may_call_now).toBe(false)
    expect(because.map(({ message }) => message)).toEqual([
      'It is 06:40 there (America/Chicago, from the number; the number may be in 2 zones and must be open in all); calling hours begin at 08:00 (the pack us-federal).',
      '3 calls in the last 24 hours; the pack us-fl allows 3. This limit ends on Tuesday at 03:40 America/Chicago; the next call is possible on Tuesday at 08:00.',
    ])
    expect(new Date(nextMs as number).toISOString()).toBe('2026-11-17T14:00:00.000Z')
    const call = (hours: number, isOtherNumber: boolean, origin: CountedCall['origin']): CountedCall => {
      return { atMs: at - hours * HOUR_MS, isOtherNumber, origin, isConversation: false }
    }
    const calls = [
      call(1, true, 'single'),
      call(2, false, 'campaign'),
      call(3, true, 'campaign'),
      call(25, true, 'single'),
    ]
    const [, cap] = rules.explain(contact.group, contact.source, { ...history, calls }, at).because
    expect(cap?.message).toMatch(/^3 calls in the last 24 hours \(2 on other numbers of this person, 1 single call\); /)
    const one = { ...history, attemptsMs: [at - HOUR_MS], calls: calls.slice(0, 1) }
    const passed = rules.passes(contact.group, contact.source, one, at).filter(({ rule }) => rule === 'cap')
    expect(passed.map(({ message }) => message)).toEqual([
      '1 call in the last 24 hours (on another number of this person, a single call); the pack us-fl allows 3.',
    ])
    expect(rules.historySinceMs(contact.group, at)).toBe(at - 24 * HOUR_MS)
    expect(rules.ringMs(contact.group, at)).toBe(RING_MS)
  })

  it('ask for any consent where none is recorded, and for a newer one where it was taken back', () => {
    const rules = new DialingRules(policyOf({ consent: { any_of: ['express'], records: 'required' } }), RING_MS)
    const contact = zonesOfContact('+13055551234', {})
    const at = Date.parse('2026-11-16T18:00:00Z')
    const revoked = { id: 1, kind: 'revoked', atMs: at - HOUR_MS, expiresMs: null, source: 'call' } as const
    const said = (consents: NumberHistory['consents']) =>
      rules.explain(contact.group, contact.source, { ...NO_HISTORY, consents }, at).because[0]?.message
    expect(said([])).toContain('Record a consent that the person has given, with')
    expect(said([revoked])).toContain('Record a consent that the person has given since, with')
  })
})
