import { describe, expect, it } from 'vitest'
import { policyInput } from './policy.ts'
import { rulesLooserThan } from './policy-comparison.ts'

const looser = (organization: object, campaign: object) =>
  rulesLooserThan(policyInput.parse(organization), policyInput.parse(campaign))

describe('a campaign is at most as loose as its organization', () => {
  const organization = {
    hours: {
      monday: [
        { start: '10:00', end: '13:00' },
        { start: '14:00', end: '20:00' },
      ],
    },
    holidays: { calendars: ['FR'] },
    caps: [{ max: 4, hours: 720 }],
    least_gap_minutes: 60,
    shortest_ring_seconds: 20,
    cooldowns: [
      { after: 'refusal', hours: 'forever' },
      { after: 'conversation', hours: 168 },
    ],
    registries: [{ id: 'dnc', name: 'the registry', max_age_days: 28 }],
    unknown_zone: 'refuse',
  }

  it('names each looser value and the stricter one', () => {
    expect(
      looser(organization, {
        hours: {
          monday: [{ start: '12:00', end: '15:00' }],
          tuesday: [{ start: '09:00', end: '10:00' }],
          holiday: [{ start: '10:00', end: '11:00' }],
        },
        caps: [
          { max: 5, hours: 720 },
          { max: 5, hours: 24 },
        ],
        least_gap_minutes: 59,
        shortest_ring_seconds: 19,
        cooldowns: [
          { after: 'refusal', hours: 100 },
          { after: 'conversation', hours: 167 },
        ],
        registries: [{ id: 'dnc', name: 'the registry', max_age_days: 31 }],
        unknown_zone: 'fallback',
      }),
    ).toEqual([
      { path: ['hours', 'monday'], stricter: '10:00-13:00, 14:00-20:00' },
      { path: ['hours', 'tuesday'], stricter: 'closed' },
      { path: ['hours', 'holiday'], stricter: 'closed' },
      { path: ['caps', 0, 'max'], stricter: 'at most 4 attempts in 30 days' },
      { path: ['caps', 1, 'max'], stricter: 'at most 4 attempts in 30 days' },
      { path: ['least_gap_minutes'], stricter: 'at least 60 minutes' },
      { path: ['shortest_ring_seconds'], stricter: 'at least 20 seconds' },
      { path: ['unknown_zone'], stricter: 'refuse' },
      { path: ['cooldowns', 0, 'hours'], stricter: 'forever' },
      { path: ['cooldowns', 1, 'hours'], stricter: '168 hours' },
      { path: ['registries', 0, 'max_age_days'], stricter: '28 days' },
    ])
  })

  it('what is stricter, the same, or not mentioned is fine', () => {
    expect(looser(organization, organization)).toEqual([])
    expect(looser(organization, {})).toEqual([])
    expect(looser({}, organization)).toEqual([])
    expect(
      looser(organization, {
        hours: {
          monday: [
            { start: '10:30', end: '12:00' },
            { start: '15:00', end: '16:00' },
          ],
        },
        caps: [
          { max: 1, hours: 24 },
          { max: 9, hours: 8_000 },
        ],
        cooldowns: [{ after: 'conversation', hours: 'forever' }],
      }),
    ).toEqual([])
  })
})
