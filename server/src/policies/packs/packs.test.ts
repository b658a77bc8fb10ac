import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { placesOfNumber } from '../../addresses/rules/zones-of-number.ts'
import { calendarsWithout } from '../rules/holidays.ts'
import { compilePolicy, isNeverOpen, mergedFor, openWeek } from '../rules/merge.ts'
import { packInput, policyInput } from '../rules/policy.ts'
import { type DialContext, NO_HISTORY, policyVerdict } from '../rules/verdict.ts'
import { timeOf } from '../rules/wall-clock.ts'
import { PACK_TEXTS, readyPacks } from './packs.ts'

const NOW = Date.parse('2026-11-17T15:00:00Z')
const merged = (packs: string[], places: string[]) =>
  mergedFor(compilePolicy(policyInput.parse({ packs }), null, readyPacks()), places, NOW)
const CONTEXT: DialContext = { ringMs: 30_000, fallbackTimezone: null, scrubbedOn: {} }

describe('the ready packs', () => {
  it('have an id each', () => {
    expect(new Set(PACK_TEXTS.map(({ id }) => id)).size).toBe(PACK_TEXTS.length)
    expect(PACK_TEXTS.length).toBeGreaterThan(45)
  })

  it.each(PACK_TEXTS.map((text) => [text.id, text] as const))(
    '%s can be read, cites its source, leaves the week open and has holidays for the years ahead',
    (id, text) => {
      const pack = packInput.parse(text)
      expect(pack.sources.length).toBeGreaterThan(0)
      expect(pack.covers.length).toBeGreaterThan(10)
      const rules = merged([id], pack.places)
      expect(isNeverOpen(rules.hours)).toBe(false)
      const calendars = rules.hours.flatMap((rule) =>
        [2026, 2027].flatMap((year) => calendarsWithout(rule.holidays, year)),
      )
      expect(calendars).toEqual([])
      const restricts = Object.keys(pack.rules).length
      expect(restricts).toBeGreaterThan(0)
    },
  )

  it('all of them together leave an hour open for every state and country', () => {
    const all = PACK_TEXTS.map(({ id }) => id)
    for (const place of new Set(PACK_TEXTS.flatMap(({ places }) => places))) {
      expect(isNeverOpen(merged(all, [place.slice(0, 2), place]).hours), place).toBe(false)
    }
  })

  it('the safe default lies inside every state but the three it names', () => {
    const safe = openWeek(merged(['us-safe-default'], ['US']).hours)
    const outside = PACK_TEXTS.filter(({ id }) => /^us-[a-z]{2}$/.test(id)).filter(({ id, places }) => {
      const both = openWeek(merged(['us-safe-default', id], ['US', ...places]).hours)
      return JSON.stringify(both) !== JSON.stringify(safe)
    })
    expect(outside.map(({ id }) => id).sort()).toEqual(['us-me', 'us-ri', 'us-sd'])
  })

  it('Florida is stricter than the federal law, Georgia is not', () => {
    const packs = ['us-federal', 'us-fl', 'us-ga'].filter((id) => readyPacks().get(id))
    const closes = (number: string) => {
      const week = openWeek(merged(packs, [...placesOfNumber(number).places]).hours)
      return timeOf(week[0]?.at(-1)?.to ?? 0)
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

  it('what they do not cover stands in the documentation, word for word', () => {
    const text = readFileSync(new URL('../../../../docs/calling-rules.md', import.meta.url), 'utf8')
    for (const { id, does_not_cover } of readyPacks().values()) {
      expect(text).toContain(`| \`${id}\` | ${does_not_cover.join(' ') || '—'} |`)
    }
  })
})
