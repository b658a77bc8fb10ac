/** Whoever may be called under the organization's policy and a campaign's may be called under the organization's alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zoneGroupName } from '../../addresses/rules/zones-of-contact.ts'
import { placesOfNumber } from '../../addresses/rules/zones-of-number.ts'
import { builtInPacks } from '../packs/packs.ts'
import type { ConsentEvent, RecordedConsent } from './consent.ts'
import { DialingRules } from './dialing-rules.ts'
import { compilePolicy } from './merge.ts'
import { CONSENTS, COOLDOWN_CAUSES, PARTIES, type Policy, PURPOSES, policyInput, WEEKDAYS } from './policy.ts'

const NOW = Date.parse('2026-11-16T00:00:00Z')
const HOUR_MS = 3_600_000
const PACKS = ['us-federal', 'us-fl', 'us-ut', 'us-or', 'us-collections', 'fr', 'de', 'eu', 'ca', 'sg']
const NUMBERS = [
  '+12125550100',
  '+13055550100',
  '+14165550100',
  '+18015550100',
  '+33612345678',
  '+4930123456',
  '+6591234567',
]
const PLACES = [...NUMBERS.map((number) => zoneGroupName(placesOfNumber(number))), '@', 'US@America/New_York']

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const span = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 6, max: 24 }))
  .map(([from, length]) => [from, Math.min(24, from + length)] as const)
  .map(([from, to]) => ({ start: `${String(from).padStart(2, '0')}:00`, end: `${String(to).padStart(2, '0')}:00` }))
const week = fc.array(fc.array(span, { minLength: 1, maxLength: 2 }), { minLength: 7, maxLength: 7 })
const scrubDate = fc.constantFrom('2026-09-01', '2026-11-01', '2026-11-15', '2099-01-01')

const drawn = fc
  .record({
    packs: fc.oneof(fc.constant<string[]>([]), fc.subarray(PACKS, { maxLength: 3 })),
    hours: maybe(week.map((days) => Object.fromEntries(WEEKDAYS.map((day, index) => [day, days[index]])))),
    caps: maybe(
      fc.array(fc.record({ max: fc.integer({ min: 1, max: 4 }), hours: fc.constantFrom(1, 24, 168) }), {
        maxLength: 2,
      }),
    ),
    least_gap_minutes: maybe(fc.constantFrom(1, 60, 600)),
    cooldowns: maybe(
      fc.array(
        fc.record({ after: fc.constantFrom(...COOLDOWN_CAUSES), hours: fc.constantFrom(1, 100, 'forever' as const) }),
        { maxLength: 2 },
      ),
    ),
    registries: maybe(fc.constant([{ id: 'us-national-dnc', name: 'the registry', max_age_days: 20 }])),
    consent: maybe(
      fc.record({
        any_of: fc.subarray(['express', 'express_written', 'opt_in'] as const, { minLength: 1 }),
        records: fc.constantFrom('required' as const, 'list' as const),
      }),
    ),
    unknown_zone: maybe(fc.constantFrom('refuse' as const, 'fallback' as const)),
    uncovered: maybe(fc.constantFrom('refuse' as const, 'allow' as const)),
    hours_floor: maybe(fc.constantFrom('on' as const, 'off' as const)),
    calls: maybe(
      fc.record({
        purpose: maybe(fc.constantFrom(...PURPOSES)),
        party: maybe(fc.constantFrom(...PARTIES)),
        consents: fc.subarray([...CONSENTS], { maxLength: 2 }),
      }),
    ),
    fallback_timezone: maybe(fc.constantFrom('America/New_York', 'Asia/Tokyo')),
    scrubbed_on: maybe(
      fc
        .record({ 'us-national-dnc': maybe(scrubDate), 'sg-dnc': maybe(scrubDate) })
        .map((dates) => Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== undefined))),
    ),
  })
  .map((policy) => policyInput.parse(policy))

const history = fc
  .array(fc.integer({ min: 1, max: 200 }), { maxLength: 2 })
  .map((hoursAgo) => hoursAgo.map((hours) => hours * HOUR_MS))

const given = (kind: ConsentEvent, daysAgo: number): RecordedConsent => {
  return { id: daysAgo, kind, atMs: NOW - daysAgo * 24 * HOUR_MS, expiresMs: null, source: 'a form' }
}
/** Most have agreed to everything, so that other rules are seen too. */
const ALL = [given('express_written', 3), given('express', 3), given('opt_in', 3)]
const CONSENTED = [ALL, ALL, ALL, [given('express', 9)], [...ALL, given('revoked', 1)], []]

describe('a campaign can only be stricter than its organization', () => {
  it('in every field, whoever the person is and whatever the hour', () => {
    let together = 0
    fc.assert(
      fc.property(
        drawn,
        drawn,
        fc.constantFrom(...PLACES),
        fc.integer({ min: 0, max: 7 * 24 - 1 }),
        history,
        fc.constantFrom(...COOLDOWN_CAUSES),
        fc.constantFrom(...CONSENTED),
        (organization: Policy, campaign: Policy, place, hour, ago, cause, consents) => {
          const at = NOW + hour * HOUR_MS
          const before = ago.map((ms) => at - ms)
          const past = {
            attemptsMs: before,
            conversationsMs: [],
            lastMs: before[0] ? { [cause]: before[0] } : {},
            consents,
            check: null,
          }
          const both = new DialingRules(compilePolicy(organization, campaign, builtInPacks()), 30_000)
          if (!both.may(place, past, at)) return
          together++
          const alone = new DialingRules(compilePolicy(organization, null, builtInPacks()), 30_000)
          expect(alone.verdict(place, past, at)).toMatchObject({ may: true })
        },
      ),
      { numRuns: 4_000 },
    )
    expect(together).toBeGreaterThan(100)
  })
})
