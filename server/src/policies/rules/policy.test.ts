import { describe, expect, it } from 'vitest'
import { policyInput } from './policy.ts'

function fault(policy: object): string {
  const result = policyInput.safeParse(policy)
  return result.success ? 'valid' : `${result.error.issues[0]?.path.join('.')}: ${result.error.issues[0]?.message}`
}

describe('a policy as people send it', () => {
  it('may be empty', () => {
    expect(policyInput.parse({})).toEqual({ packs: [] })
  })

  it.each([
    ['a cap of zero', { caps: [{ max: 0, hours: 24 }] }, /^caps\.0\.max/],
    [
      'a window that ends before it begins',
      { hours: { monday: [{ start: '20:00', end: '08:00' }] } },
      /end: Value error, hours end later/,
    ],
    ['a time that is none', { hours: { monday: [{ start: '8 am', end: '20:00' }] } }, /^hours\.monday\.0\.start/],
    ['an unknown zone', { fallback_timezone: 'Mars/Olympus' }, /not a known time zone/],
    ['an offset for a zone', { fallback_timezone: '+02:00' }, /not a known time zone/],
    ['a calendar that does not exist', { holidays: { calendars: ['XX'] } }, /no holiday calendar/],
    ['a misspelt rule, which would silently not hold', { cap: [{ max: 1, hours: 24 }] }, /cap/],
    ['a misspelt weekday', { hours: { munday: [] } }, /munday/],
    ['a date that is none', { holidays: { added: ['2026-02-30'] } }, /^holidays\.added\.0/],
  ])('refuses %s', (_, policy, expected) => {
    expect(fault(policy)).toMatch(expected)
  })
})
