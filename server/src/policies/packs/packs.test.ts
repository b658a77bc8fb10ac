import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { placesOfNumber } from '../../addresses/rules/zones-of-number.ts'
import { calendarsWithoutYear } from '../rules/holidays.ts'
import { compilePolicy, isNeverOpen, mergeRulesFor, weeklyOpenSpans } from '../rules/merge.ts'
import { CONSENTS, packInput, policyInput } from '../rules/policy.ts'
import { type DialContext, NO_HISTORY, policyVerdict } from '../rules/verdict.ts'
import { formatMinuteOfDay } from '../rules/wall-clock.ts'
import { builtInPacks, isConsentDuty, PACK_DEFINITIONS } from './packs.ts'
import { packsDocument } from './packs-document.ts'

const NOW = Date.parse('2026-11-17T15:00:00Z')
const merged = (packs: string[], places: string[]) =>
  mergeRulesFor(compilePolicy(policyInput.parse({ packs }), null, builtInPacks()), places, NOW)
const CONTEXT: DialContext = { ringMs: 30_000, fallbackTimezone: null, scrubbedOn: {} }

describe('the ready packs', () => {
  it('have an id each', () => {
    expect(new Set(PACK_DEFINITIONS.map(({ id }) => id)).size).toBe(PACK_DEFINITIONS.length)
    expect(PACK_DEFINITIONS.length).toBeGreaterThan(45)
  })

  it.each(PACK_DEFINITIONS.map((text) => [text.id, text] as const))(
    '%s can be read, cites its source, leaves the week open and has holidays for the years ahead',
    (id, text) => {
      const pack = packInput.parse(text)
      expect(pack.sources.length).toBeGreaterThan(0)
      expect(pack.covers.length).toBeGreaterThan(10)
      const rules = merged([id], pack.places)
      expect(isNeverOpen(rules.hours)).toBe(false)
      const calendars = rules.hours.flatMap((rule) =>
        [2026, 2027].flatMap((year) => calendarsWithoutYear(rule.holidays, year)),
      )
      expect(calendars).toEqual([])
      const restricts = Object.keys(pack.rules).length
      expect(restricts).toBeGreaterThan(0)
    },
  )

  it('every duty about consent to these calls asks the records of the person, so that a revocation is heard', () => {
    // About consents that are kept or renewed, and to being recorded.
    const others = new Set([
      'recording-told',
      'de-proof',
      'es-renewal',
      'it-older-consent',
      'ca-proof',
      'in-dlt',
      'us-records',
      'us-reassigned',
    ])
    const duties = PACK_DEFINITIONS.flatMap(({ rules }) => rules.duties ?? [])
    const unheard = duties.filter(({ id, text }) => /consent/i.test(text) && !isConsentDuty(id) && !others.has(id))
    expect([...new Set(unheard.map(({ id }) => id))]).toEqual([])
    for (const { id, rules } of builtInPacks().values()) {
      const asks = (rules.duties ?? []).some((duty) => isConsentDuty(duty.id))
      expect([id, rules.consent !== undefined]).toEqual([id, asks])
    }
  })

  it('all of them together leave an hour open for every state and country', () => {
    const all = PACK_DEFINITIONS.map(({ id }) => id)
    for (const place of new Set(PACK_DEFINITIONS.flatMap(({ places }) => places))) {
      expect(isNeverOpen(merged(all, [place.slice(0, 2), place]).hours), place).toBe(false)
    }
  })

  it('the safe default lies inside every state but the three it names', () => {
    const safe = weeklyOpenSpans(merged(['us-safe-default'], ['US']).hours)
    const outside = PACK_DEFINITIONS.filter(({ id }) => /^us-[a-z]{2}$/.test(id)).filter(({ id, places }) => {
      const both = weeklyOpenSpans(merged(['us-safe-default', id], ['US', ...places]).hours)
      return JSON.stringify(both) !== JSON.stringify(safe)
    })
    expect(outside.map(({ id }) => id).sort()).toEqual(['us-me', 'us-ri', 'us-sd'])
  })

  it('Florida is stricter than the federal law, Georgia is not', () => {
    const packs = ['us-federal', 'us-fl', 'us-ga'].filter((id) => builtInPacks().get(id))
    const closes = (number: string) => {
      const week = weeklyOpenSpans(merged(packs, [...placesOfNumber(number).places]).hours)
      return formatMinuteOfDay(week[0]?.at(-1)?.to ?? 0)
    }
    expect(closes('+13055551234')).toBe('20:00')
    expect(closes('+14045551234')).toBe('21:00')
  })

  it('a French lunch break and a holiday hold a call back', () => {
    const rules = merged(['fr'], ['FR'])
    const next = (at: string) => {
      const verdict = policyVerdict(rules, ['Europe/Paris'], NO_HISTORY, Date.parse(at), CONTEXT)
      return verdict.may ? 'now' : new Date(verdict.nextMs ?? 0).toISOString()
    }
    expect(next('2026-11-17T11:59:00Z')).toBe('now')
    expect(next('2026-11-17T12:30:00Z')).toBe('2026-11-17T13:00:00.000Z')
    expect(next('2026-12-24T19:30:00Z')).toBe('2026-12-28T09:00:00.000Z')
  })

  it('each stands in the documentation with its sources, their date and what it does not cover', () => {
    const text = readFileSync(new URL('../../../../docs/calling-rule-packs.md', import.meta.url), 'utf8')
    expect(text).toBe(packsDocument())
    for (const { id, sources, does_not_cover } of builtInPacks().values()) {
      const [, own = ''] = text.split(`## \`${id}\`\n`)
      for (const said of [...sources.map((source) => source.text), ...does_not_cover]) {
        expect(own.split('\n## ')[0], id).toContain(said)
      }
    }
  })

  it.each([
    ['fr', '+33612345678', '2026-11-15T21:00:00Z', 'Sunday 22:00 with an opt-in'],
    ['fr', '+262262123456', '2026-11-16T17:30:00Z', 'Réunion at 21:30'],
    ['us-ca', '+12135551234', '2026-11-16T16:15:00Z', 'Los Angeles at 08:15'],
    ['ca', '+14165551234', '2026-11-17T04:30:00Z', 'Toronto at 23:30'],
    ['us-informational', '+12125551234', '2026-11-16T08:00:00Z', 'New York at 03:00'],
    ['us-health', '+12125551234', '2026-11-16T08:00:00Z', 'New York at 03:00'],
    ['us-pa', '+12155551234', '2026-11-17T00:30:00Z', 'Philadelphia at 19:30'],
    ['us-pa', '+12155551234', '2027-03-26T17:00:00Z', 'Philadelphia on Good Friday'],
    ['us-pa', '+12155551234', '2027-11-02T17:00:00Z', 'Philadelphia on Election Day'],
    ['eu', '+302101234567', '2026-11-16T02:00:00Z', 'Athens at 04:00'],
    ['sg', '+6591234567', '2026-11-15T19:00:00Z', 'Singapore at 03:00'],
    ['no', '+4741234567', '2027-05-17T10:00:00Z', 'Oslo on the seventeenth of May'],
    ['ca-bc', '+16045551234', '2027-05-24T18:00:00Z', 'Vancouver on Victoria Day'],
  ])('%s closes for %s at %s: %s', (id, number, at) => {
    for (const calls of [{}, { consents: CONSENTS.filter((consent) => consent !== 'existing_customer') }]) {
      const compiled = compilePolicy(policyInput.parse({ packs: [id], calls }), null, builtInPacks())
      const { zones, places } = placesOfNumber(number)
      const verdict = policyVerdict(
        mergeRulesFor(compiled, places, Date.parse(at)),
        zones,
        NO_HISTORY,
        Date.parse(at),
        CONTEXT,
      )
      expect(verdict).toMatchObject({
        may: false,
        because: expect.arrayContaining([expect.objectContaining({ rule: 'hours' })]),
      })
    }
  })

  it('a member of the Union brings the announcement, a state brings federal law', () => {
    expect(merged(['fr'], ['FR']).requiredSentences).toMatchObject([{ id: 'ai-announcement', from: 'eu' }])
    expect(merged(['us-ga'], ['US', 'US-GA']).registries).toMatchObject([{ id: 'us-national-dnc' }])
    expect(merged(['us-safe-default'], ['US']).registries).toMatchObject([{ id: 'us-national-dnc' }])
    for (const { id, implies } of builtInPacks().values()) {
      for (const other of implies) expect(builtInPacks().get(other), `${id} implies ${other}`).toBeDefined()
    }
  })

  it('Canada asks for its list only for sales calls, for its hours always', () => {
    const rules = (purpose: string) =>
      mergeRulesFor(
        compilePolicy(policyInput.parse({ packs: ['ca'], calls: { purpose } }), null, builtInPacks()),
        ['CA'],
        NOW,
      )
    expect([rules('survey').hours.length, rules('survey').registries.length]).toEqual([1, 0])
    expect([rules('marketing').hours.length, rules('marketing').registries.length]).toEqual([1, 1])
  })
})
