/**
 * A campaign may only be stricter than its organization. What is looser would have no effect, since the strictest
 * wins; it is refused, so that nobody believes it had one. Packs only ever add.
 */
import { spansOf } from './merge.ts'
import { type Policy, WEEKDAYS } from './policy.ts'
import { isWithin, timeOf } from './wall-clock.ts'

export interface Looser {
  /** Where in the campaign's policy. */
  path: (string | number)[]
  /** The organization's value, as people say it. */
  stricter: string
}

export function looserThan(organization: Policy, campaign: Policy): Looser[] {
  return [
    ...looserHours(organization, campaign),
    ...looserCaps(organization, campaign),
    ...looserNumbers(organization, campaign),
    ...looserCooldowns(organization, campaign),
    ...looserRegistries(organization, campaign),
  ]
}

function asText(day: Parameters<typeof spansOf>[0]): string {
  const spans = spansOf(day)
  return spans.length === 0 ? 'closed' : spans.map(({ from, to }) => `${timeOf(from)}-${timeOf(to)}`).join(', ')
}

function looserHours(organization: Policy, campaign: Policy): Looser[] {
  const theirs = organization.hours
  const own = campaign.hours
  if (!theirs || !own) return []
  const days = WEEKDAYS.flatMap((day): Looser[] =>
    isWithin(spansOf(own[day]), spansOf(theirs[day])) ? [] : [{ path: ['hours', day], stricter: asText(theirs[day]) }],
  )
  if (!own.holiday || !organization.holidays) return days
  const theirHoliday = theirs.holiday ?? []
  if (isWithin(spansOf(own.holiday), spansOf(theirHoliday))) return days
  return [...days, { path: ['hours', 'holiday'], stricter: asText(theirHoliday) }]
}

/** Looser: as long a time or shorter, and as many calls or more, but not both the same. A shorter time with fewer calls is another rule. */
function looserCaps(organization: Policy, campaign: Policy): Looser[] {
  return (campaign.caps ?? []).flatMap((cap, index): Looser[] => {
    const stricter = (organization.caps ?? []).find(
      (other) => other.count === cap.count && cap.hours <= other.hours && cap.max > other.max,
    )
    if (!stricter) return []
    const { max, count, hours } = stricter
    const time = hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`
    return [{ path: ['caps', index, 'max'], stricter: `at most ${max} ${count} in ${time}` }]
  })
}

function looserNumbers(organization: Policy, campaign: Policy): Looser[] {
  const fields = [
    ['least_gap_minutes', 'minutes'],
    ['shortest_ring_seconds', 'seconds'],
  ] as const
  const found = fields.flatMap(([field, unit]): Looser[] => {
    const theirs = organization[field]
    const own = campaign[field]
    return theirs && own && own < theirs ? [{ path: [field], stricter: `at least ${theirs} ${unit}` }] : []
  })
  if (organization.unknown_zone === 'refuse' && campaign.unknown_zone === 'fallback') {
    found.push({ path: ['unknown_zone'], stricter: 'refuse' })
  }
  return found
}

function looserCooldowns(organization: Policy, campaign: Policy): Looser[] {
  return (campaign.cooldowns ?? []).flatMap((own, index): Looser[] => {
    const theirs = (organization.cooldowns ?? []).find((other) => other.after === own.after)
    if (!theirs || own.hours === 'forever') return []
    if (theirs.hours !== 'forever' && own.hours >= theirs.hours) return []
    return [
      {
        path: ['cooldowns', index, 'hours'],
        stricter: theirs.hours === 'forever' ? 'forever' : `${theirs.hours} hours`,
      },
    ]
  })
}

function looserRegistries(organization: Policy, campaign: Policy): Looser[] {
  return (campaign.registries ?? []).flatMap((own, index): Looser[] => {
    const theirs = (organization.registries ?? []).find((other) => other.id === own.id)
    if (!theirs || own.max_age_days <= theirs.max_age_days) return []
    return [{ path: ['registries', index, 'max_age_days'], stricter: `${theirs.max_age_days} days` }]
  })
}
