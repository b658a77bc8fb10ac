import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reasonText } from './explain.ts'
import { compilePolicy, isNeverOpen, mergeRulesFor } from './merge.ts'
import { packInput, policyInput } from './policy.ts'
import { type DialContext, NO_HISTORY, type NumberHistory, policyVerdict, type Reason } from './verdict.ts'

const HOUR_MS = 3_600_000
const CONTEXT: DialContext = { ringMs: 30_000, fallbackTimezone: null, scrubbedOn: {} }
const everyDay = (start: string, end: string) => {
  const day = [{ start, end }]
  return {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  }
}

function rulesOf(policy: object, places: readonly string[] = ['US']) {
  return mergeRulesFor(compilePolicy(policyInput.parse(policy), null, new Map()), places, 0)
}

function verdictAt(policy: object, zones: readonly string[], at: string, history: NumberHistory = NO_HISTORY) {
  return policyVerdict(rulesOf(policy), zones, history, Date.parse(at), CONTEXT)
}

function reasonsAt(...given: Parameters<typeof verdictAt>): readonly Reason[] {
  const verdict = verdictAt(...given)
  return verdict.may ? [] : verdict.because
}

const LOS_ANGELES = ['America/Los_Angeles']

describe('hours in the time of the called person', () => {
  const policy = { hours: everyDay('08:00', '21:00') }

  it('say what time it is there and when hours begin', () => {
    const at = '2026-11-16T14:40:00Z'
    const [reason] = reasonsAt(policy, LOS_ANGELES, at)
    expect(reason).toMatchObject({ rule: 'hours', from: 'organization', zone: 'America/Los_Angeles' })
    expect(reason?.untilMs).toBe(Date.parse('2026-11-16T16:00:00Z'))
    expect(reasonText(reason as Reason, Date.parse(at), { name: 'America/Los_Angeles', source: 'number' })).toBe(
      "It is 06:40 there (America/Los_Angeles, from the number); calling hours begin at 08:00 (the organization's policy).",
    )
  })

  it('are open until the phone could no longer ring before the close', () => {
    const closing = Date.parse('2026-11-17T05:00:00Z')
    expect(verdictAt(policy, LOS_ANGELES, '2026-11-17T04:59:29Z')).toEqual({ may: true, untilMs: closing - 30_000 })
    const [reason] = reasonsAt(policy, LOS_ANGELES, '2026-11-17T04:59:30Z')
    expect(reason).toMatchObject({ rule: 'hours', closing: true, untilMs: Date.parse('2026-11-17T16:00:00Z') })
  })

  it('a longer least ring stops earlier', () => {
    const longer = { ...policy, shortest_ring_seconds: 60 }
    expect(verdictAt(longer, LOS_ANGELES, '2026-11-17T04:59:29Z').may).toBe(false)
  })

  it('must be open in every zone the number may be in', () => {
    const zones = ['America/Chicago', 'America/New_York']
    const verdict = verdictAt(policy, zones, '2026-11-16T13:30:00Z')
    expect(verdict).toMatchObject({ may: false, nextMs: Date.parse('2026-11-16T14:00:00Z') })
    expect(verdictAt(policy, zones, '2026-11-17T01:59:00Z')).toEqual({
      may: true,
      untilMs: Date.parse('2026-11-17T02:00:00Z') - 30_000,
    })
    expect(verdictAt(policy, zones, '2026-11-17T02:00:00Z').may).toBe(false)
  })

  it('a set of zones that never meets is named, not waited for', () => {
    const zones = ['America/Puerto_Rico', 'Pacific/Guam']
    const verdict = verdictAt({ hours: everyDay('09:00', '17:00') }, zones, '2026-07-01T12:00:00Z')
    expect(verdict).toMatchObject({ may: false, nextMs: null, because: [{ rule: 'never_open', untilMs: null }] })
  })

  it('a number without a zone is not guessed', () => {
    expect(reasonsAt(policy, [], '2026-11-16T18:00:00Z')).toMatchObject([{ rule: 'zone_unknown', untilMs: null }])
    const rules = rulesOf(policy)
    const fallback = { ...CONTEXT, fallbackTimezone: 'America/New_York' }
    expect(policyVerdict(rules, [], NO_HISTORY, Date.parse('2026-11-16T18:00:00Z'), fallback).may).toBe(true)
    const refuse = rulesOf({ ...policy, unknown_zone: 'refuse' })
    expect(policyVerdict(refuse, [], NO_HISTORY, Date.parse('2026-11-16T18:00:00Z'), fallback).may).toBe(false)
  })

  it('holidays are closed by the date there, not here', () => {
    const french = { hours: everyDay('10:00', '20:00'), holidays: { calendars: ['FR'] } }
    const christmas = '2026-12-25T12:00:00Z'
    const [reason] = reasonsAt(french, ['Europe/Paris'], christmas)
    expect(reason).toMatchObject({ rule: 'hours', holiday: true, untilMs: Date.parse('2026-12-26T09:00:00Z') })
    // In Tokyo it is already the 26th.
    expect(verdictAt(french, ['Asia/Tokyo'], '2026-12-26T01:30:00Z').may).toBe(true)
    const taken = { ...french, holidays: { calendars: ['FR'], removed: ['2026-12-25'] } }
    expect(verdictAt(taken, ['Europe/Paris'], christmas).may).toBe(true)
    const own = { hours: everyDay('10:00', '20:00'), holidays: { added: ['2026-11-16'] } }
    expect(verdictAt(own, ['Europe/Paris'], '2026-11-16T12:00:00Z').may).toBe(false)
  })

  it('the eve of a holiday may have hours of its own', () => {
    const eves = {
      hours: { ...everyDay('09:00', '20:00'), holiday_eve: [{ start: '10:00', end: '19:00' }] },
      holidays: { calendars: ['IT'] },
    }
    expect(verdictAt(eves, ['Europe/Rome'], '2026-12-24T08:30:00Z').may).toBe(false)
    expect(verdictAt(eves, ['Europe/Rome'], '2026-12-23T08:30:00Z').may).toBe(true)
  })
})

describe('what happened before', () => {
  const at = '2026-11-16T18:00:00Z'
  const ago = (hours: number) => Date.parse(at) - hours * HOUR_MS
  const dialed = (...hours: number[]): NumberHistory => ({ ...NO_HISTORY, attemptsMs: hours.map(ago) })

  it('a cap is rolling: the oldest counted call must age', () => {
    const policy = { caps: [{ max: 3, hours: 24 }] }
    expect(verdictAt(policy, LOS_ANGELES, at, dialed(1, 5)).may).toBe(true)
    expect(verdictAt(policy, LOS_ANGELES, at, dialed(1, 5, 24)).may).toBe(true)
    expect(reasonsAt(policy, LOS_ANGELES, at, dialed(1, 23, 5, 30))).toMatchObject([
      { rule: 'cap', max: 3, found: 3, untilMs: ago(23) + 24 * HOUR_MS },
    ])
  })

  it('several caps hold at once, and the next moment respects all of them and the hours', () => {
    const policy = {
      hours: everyDay('08:00', '21:00'),
      caps: [
        { max: 1, hours: 24 },
        { max: 2, hours: 7 * 24 },
      ],
    }
    const verdict = verdictAt(policy, LOS_ANGELES, at, dialed(2, 50))
    expect(verdict).toMatchObject({ may: false, nextMs: ago(50) + 168 * HOUR_MS })
    expect(verdict.may ? [] : verdict.because.map(({ rule }) => rule)).toEqual(['cap', 'cap'])
  })

  it('conversations are counted apart', () => {
    const policy = { caps: [{ max: 1, hours: 168, count: 'conversations' }] }
    expect(verdictAt(policy, LOS_ANGELES, at, dialed(1)).may).toBe(true)
    expect(verdictAt(policy, LOS_ANGELES, at, { ...NO_HISTORY, conversationsMs: [ago(1)] }).may).toBe(false)
  })

  it('a least gap and a cooldown end to the millisecond', () => {
    const policy = { least_gap_minutes: 90, cooldowns: [{ after: 'conversation', hours: 168 }] }
    const history = { ...dialed(1), lastMs: { conversation: ago(3) } }
    expect(reasonsAt(policy, LOS_ANGELES, at, history)).toMatchObject([
      { rule: 'least_gap', untilMs: ago(1) + 1.5 * HOUR_MS },
      { rule: 'cooldown', untilMs: ago(3) + 168 * HOUR_MS },
    ])
    const rules = rulesOf(policy)
    const end = ago(3) + 168 * HOUR_MS
    expect(policyVerdict(rules, LOS_ANGELES, history, end - 1, CONTEXT).may).toBe(false)
    expect(policyVerdict(rules, LOS_ANGELES, history, end, CONTEXT).may).toBe(true)
  })

  it('a refusal may be for ever', () => {
    const policy = { cooldowns: [{ after: 'refusal', hours: 'forever' }] }
    const history = { ...NO_HISTORY, lastMs: { refusal: ago(24 * 365) } }
    expect(verdictAt(policy, LOS_ANGELES, at, history)).toMatchObject({ may: false, nextMs: null })
  })

  it('a suspension holds for its places and its time', () => {
    const policy = {
      suspensions: [
        {
          places: ['US-LA'],
          from: '2026-11-16T00:00:00Z',
          until: '2026-11-20T00:00:00Z',
          reason: 'State of emergency',
        },
      ],
    }
    const inPlace = (places: string[]) =>
      policyVerdict(rulesOf(policy, places), ['America/Chicago'], NO_HISTORY, Date.parse(at), CONTEXT)
    expect(inPlace(['US', 'US-LA'])).toMatchObject({ may: false, nextMs: Date.parse('2026-11-20T00:00:00Z') })
    expect(inPlace(['US', 'US-TX']).may).toBe(true)
    // Only the country is known: she may be there.
    expect(inPlace(['US']).may).toBe(false)
  })

  it('a list must have been held against the registry lately', () => {
    const policy = { registries: [{ id: 'us-dnc', name: 'the national registry', max_age_days: 31 }] }
    const scrubbed = (date: string) => ({ ...CONTEXT, scrubbedOn: { 'us-dnc': date } })
    const rules = rulesOf(policy)
    const may = (context: DialContext) => policyVerdict(rules, LOS_ANGELES, NO_HISTORY, Date.parse(at), context).may
    expect(may(CONTEXT)).toBe(false)
    expect(may(scrubbed('2026-11-01'))).toBe(true)
    expect(may(scrubbed('2026-10-01'))).toBe(false)
  })
})

describe('several policies at once', () => {
  const pack = (id: string, rules: object, more: object = {}) =>
    packInput.parse({
      id,
      title: id,
      places: ['US'],
      checked_on: '2026-11-01',
      sources: [{ text: 'test', kind: 'general' }],
      covers: 'test',
      does_not_cover: [],
      rules,
      ...more,
    })
  const packs = new Map(
    [
      pack('federal', { hours: everyDay('08:00', '21:00'), caps: [{ max: 8, hours: 24 }], shortest_ring_seconds: 15 }),
      pack(
        'florida',
        {
          hours: everyDay('08:00', '20:00'),
          caps: [{ max: 3, hours: 24 }],
          duties: [{ id: 'consent', text: 'Consent' }],
        },
        { places: ['US-FL'] },
      ),
      pack('later', { caps: [{ max: 1, hours: 24 }] }, { valid_from: '2027-01-01' }),
      pack('debts', { caps: [{ max: 1, hours: 48 }] }, { applies_to: { purposes: ['collections'] } }),
      pack('lifted', { hours: everyDay('12:00', '13:00') }, { lifted_by: { hours: ['express'], caps: [] } }),
    ].map((each) => [each.id, each] as const),
  )
  const merged = (policy: object, places: string[], at = '2026-11-16T12:00:00Z') =>
    mergeRulesFor(compilePolicy(policyInput.parse(policy), null, packs), places, Date.parse(at))

  it('the strictest value wins and remembers where it came from', () => {
    const rules = merged({ packs: ['federal', 'florida'], caps: [{ max: 5, hours: 24 }] }, ['US', 'US-FL'])
    expect(rules.caps).toEqual([{ from: 'florida', max: 3, hours: 24, count: 'attempts' }])
    expect(rules.shortestRingMs).toEqual({ from: 'federal', value: 15_000 })
    expect(rules.duties).toMatchObject([{ from: 'florida', id: 'consent' }])
    expect(rules.hours.map(({ from }) => from)).toEqual(['federal', 'florida'])
  })

  it('a pack holds for those it may match, and for those of whom nothing is known', () => {
    const from = (places: string[]) => merged({ packs: ['federal', 'florida'] }, places).hours.map((rule) => rule.from)
    expect(from(['US', 'US-GA'])).toEqual(['federal'])
    expect(from(['DE'])).toEqual(['floor'])
    expect(from([])).toEqual(['federal', 'florida'])
  })

  it('a pack holds while it is valid, for the calls it is about, and unless consent lifts it', () => {
    expect(merged({ packs: ['later'] }, ['US']).caps).toEqual([])
    expect(merged({ packs: ['later'] }, ['US'], '2027-01-02T00:00:00Z').caps).toHaveLength(1)
    expect(merged({ packs: ['debts'] }, ['US']).caps).toHaveLength(1)
    expect(merged({ packs: ['debts'], calls: { purpose: 'survey' } }, ['US']).caps).toEqual([])
    expect(merged({ packs: ['lifted'] }, ['US']).hours).toHaveLength(1)
    expect(merged({ packs: ['lifted'], calls: { consents: ['express'] } }, ['US']).hours).toMatchObject([
      { from: 'floor' },
    ])
  })

  it('a person whom no selected pack is about is held, until a pack is or the policy allows it', () => {
    const uncovered = (policy: object, places: string[]) => merged(policy, places).uncovered
    expect(uncovered({ packs: ['federal'] }, ['CA', 'CA-ON'])).toEqual({
      from: 'organization',
      places: ['CA-ON'],
      purpose: null,
    })
    expect(uncovered({ packs: ['debts'], calls: { purpose: 'survey' } }, ['US'])).toMatchObject({ purpose: 'survey' })
    expect(uncovered({ packs: ['federal'] }, ['US', 'US-GA'])).toBeNull()
    expect(uncovered({ packs: ['federal'] }, [])).toBeNull()
    expect(uncovered({ packs: ['federal'], uncovered: 'allow' }, ['CA'])).toBeNull()
    expect(uncovered({ hours: everyDay('09:00', '17:00') }, ['CA'])).toBeNull()
    const verdict = policyVerdict(
      merged({ packs: ['federal'] }, ['CA', 'CA-ON']),
      ['America/Toronto'],
      NO_HISTORY,
      Date.parse('2026-11-16T17:00:00Z'),
      CONTEXT,
    )
    expect(verdict).toMatchObject({ may: false, nextMs: null, because: [{ rule: 'uncovered', untilMs: null }] })
  })

  it('of several possible places each must be covered, and a pack of one state does not cover its country', () => {
    const without = (selected: string[], places: string[]) => merged({ packs: selected }, places).uncovered?.places
    expect(without(['florida'], ['CA', 'US'])).toEqual(['CA', 'US'])
    expect(without(['federal'], ['CA', 'US'])).toEqual(['CA'])
    expect(without(['florida'], ['US'])).toEqual(['US'])
    expect(without(['florida'], ['US', 'US-FL', 'US-GA'])).toEqual(['US-GA'])
    expect(without(['federal', 'florida'], ['US', 'US-FL', 'US-GA'])).toBeUndefined()
  })

  it('packs of a campaign cannot cover whom the packs of its organization do not', () => {
    const both = (organization: object, campaign: object) =>
      mergeRulesFor(
        compilePolicy(policyInput.parse(organization), policyInput.parse(campaign), packs),
        ['US', 'US-GA'],
        0,
      )
    expect(both({ packs: ['florida'] }, { packs: ['federal'] }).uncovered).toMatchObject({ from: 'organization' })
    expect(both({}, { packs: ['florida'] }).uncovered).toMatchObject({ from: 'campaign' })
    expect(both({ packs: ['federal'] }, { packs: ['florida'] }).uncovered).toBeNull()
  })

  it('the floor of hours holds where no other hours do, for each level by itself, but not where nobody is reached', () => {
    const from = (policy: object, options = {}) =>
      mergeRulesFor(compilePolicy(policyInput.parse(policy), null, packs), ['US'], 0, options).hours.map(
        (rule) => rule.from,
      )
    expect(from({ hours_floor: 'on' })).toEqual(['floor'])
    expect(from({ hours_floor: 'on' }, { reachesNobody: true })).toEqual([])
    expect(from({})).toEqual([])
    expect(from({ hours_floor: 'on', hours: everyDay('07:00', '22:00') })).toEqual(['organization'])
    expect(from({ packs: ['debts'], hours_floor: 'off' })).toEqual([])
    const campaign = policyInput.parse({ hours: everyDay('05:00', '23:00') })
    const both = mergeRulesFor(compilePolicy(policyInput.parse({ hours_floor: 'on' }), campaign, packs), ['US'], 0)
    expect(both.hours.map((rule) => rule.from)).toEqual(['campaign', 'floor'])
  })

  it('a pack brings the packs that it implies', () => {
    const more = new Map(packs).set('state', pack('state', {}, { places: ['US-GA'], implies: ['federal'] }))
    const rules = mergeRulesFor(compilePolicy(policyInput.parse({ packs: ['state'] }), null, more), ['US', 'US-GA'], 0)
    expect(rules.hours.map(({ from }) => from)).toEqual(['federal'])
    expect(rules.uncovered).toBeNull()
    const others = mergeRulesFor(compilePolicy(policyInput.parse({ packs: ['state'] }), null, more), ['US', 'US-OH'], 0)
    expect(others.uncovered).toMatchObject({ from: 'organization' })
  })

  it('hours that never meet are found', () => {
    expect(isNeverOpen(merged({ packs: ['lifted'], hours: everyDay('13:00', '14:00') }, ['US']).hours)).toBe(true)
    expect(isNeverOpen(merged({ packs: ['lifted'], hours: everyDay('12:59', '14:00') }, ['US']).hours)).toBe(false)
    expect(isNeverOpen(merged({ hours: {} }, ['US']).hours)).toBe(true)
    expect(isNeverOpen(merged({}, ['US']).hours)).toBe(false)
  })
})

describe('a call back that the person asked for', () => {
  const policy = { cooldowns: [{ after: 'conversation', hours: 168 }] }
  const talked = Date.parse('2026-11-16T10:00:00Z')
  const asked = Date.parse('2026-11-16T17:00:00Z')
  const history = { ...NO_HISTORY, conversationsMs: [talked], lastMs: { conversation: talked } }
  const at = (moment: string, callBackAtMs: number | null) =>
    policyVerdict(rulesOf(policy), ['UTC'], { ...history, callBackAtMs }, Date.parse(moment), CONTEXT)

  it('is exempt from the pause after the conversation, from the time named and for a day', () => {
    expect(at('2026-11-16T17:00:00Z', asked).may).toBe(true)
    expect(at('2026-11-17T16:59:00Z', asked).may).toBe(true)
    expect(at('2026-11-17T17:00:00Z', asked).may).toBe(false)
    expect(at('2026-11-16T17:00:00Z', null).may).toBe(false)
  })

  it('is possible at the time named, and not earlier', () => {
    expect(at('2026-11-16T12:00:00Z', asked)).toMatchObject({ may: false, nextMs: asked })
  })
})

describe('any policy, any history', () => {
  const zones = fc.uniqueArray(
    fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'America/Los_Angeles',
      'Asia/Kolkata',
      'Pacific/Auckland',
      'UTC',
    ),
    { minLength: 1, maxLength: 3 },
  )
  /** Around changes of the clock in Berlin, New York and Auckland. */
  const near = fc.constantFrom(
    '2026-03-29T01:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-11-01T06:00:00Z',
    '2026-09-26T14:00:00Z',
  )
  const policy = fc.record({
    from: fc.integer({ min: 0, max: 14 }),
    length: fc.integer({ min: 1, max: 9 }),
    weekend: fc.boolean(),
    caps: fc.array(fc.record({ max: fc.integer({ min: 1, max: 4 }), hours: fc.constantFrom(1, 24, 168) }), {
      maxLength: 2,
    }),
    least_gap_minutes: fc.option(fc.integer({ min: 1, max: 600 })),
  })

  it('the next moment is the first that is free, and the end of a free time is its end', () => {
    fc.assert(
      fc.property(
        near,
        fc.integer({ min: -4_000, max: 4_000 }),
        policy,
        zones,
        fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 6 }),
        (around, minutes, drawn, set, before) => {
          const now = Date.parse(around) + minutes * 60_000
          const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
          const open = everyDay(hour(drawn.from), hour(drawn.from + drawn.length))
          const hours = drawn.weekend ? open : { ...open, saturday: [], sunday: [] }
          const rules = rulesOf({ hours, caps: drawn.caps, least_gap_minutes: drawn.least_gap_minutes })
          const history = { ...NO_HISTORY, attemptsMs: before.map((ago) => now - ago * 60_000) }
          const may = (at: number) => policyVerdict(rules, set, history, at, CONTEXT).may
          const verdict = policyVerdict(rules, set, history, now, CONTEXT)
          if (verdict.may) {
            expect(verdict.untilMs).not.toBeNull()
            expect(may((verdict.untilMs as number) - 1)).toBe(true)
            expect(may(verdict.untilMs as number)).toBe(false)
            return
          }
          if (verdict.nextMs === null) return
          expect(may(verdict.nextMs)).toBe(true)
          expect(may(verdict.nextMs - 1)).toBe(false)
          const step = Math.max(7 * 60_000, (verdict.nextMs - now) / 60)
          for (let at = now; at < verdict.nextMs; at += step) expect(may(at)).toBe(false)
          for (const reason of verdict.because) expect(reason.untilMs as number).toBeLessThanOrEqual(verdict.nextMs)
        },
      ),
      { numRuns: 150 },
    )
  })
})
