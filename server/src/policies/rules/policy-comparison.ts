/**
 * A campaign may only be stricter than its organization. A looser value would have no effect, because the strictest wins; it is
 * refused so that users do not rely on it. Packs only add rules.
 */
import { parseSpans, withImpliedPacks } from './merge.ts'
import { type Pack, type Policy, WEEKDAYS } from './policy.ts'
import { areSpansWithin, formatMinuteOfDay } from './wall-clock.ts'

export interface LooserRule {
  /** Path of the value in the campaign's policy. */
  path: (string | number)[]
  /** The organization's value, for the message. */
  stricter: string
}

export function rulesLooserThan(
  organization: Policy,
  campaign: Policy,
  packs: { get(id: string): Pack | undefined } = new Map(),
): LooserRule[] {
  const selected = withImpliedPacks(organization.packs, packs)
  return [
    ...looserCalls(organization, campaign, selected),
    ...looserScrubDates(organization, campaign, selected),
    ...looserFallback(organization, campaign, selected),
    ...looserCoverage(organization, campaign),
    ...looserHours(organization, campaign),
    ...looserCaps(organization, campaign),
    ...looserNumbers(organization, campaign),
    ...looserCooldowns(organization, campaign),
    ...looserRegistries(organization, campaign),
  ]
}

function asText(day: Parameters<typeof parseSpans>[0]): string {
  const spans = parseSpans(day)
  return spans.length === 0
    ? 'closed'
    : spans.map(({ from, to }) => `${formatMinuteOfDay(from)}-${formatMinuteOfDay(to)}`).join(', ')
}

function looserHours(organization: Policy, campaign: Policy): LooserRule[] {
  const theirs = organization.hours
  const own = campaign.hours
  if (!theirs || !own) return []
  const days = WEEKDAYS.flatMap((day): LooserRule[] =>
    areSpansWithin(parseSpans(own[day]), parseSpans(theirs[day]))
      ? []
      : [{ path: ['hours', day], stricter: asText(theirs[day]) }],
  )
  if (!own.holiday || !organization.holidays) return days
  const theirHoliday = theirs.holiday ?? []
  if (areSpansWithin(parseSpans(own.holiday), parseSpans(theirHoliday))) return days
  return [...days, { path: ['hours', 'holiday'], stricter: asText(theirHoliday) }]
}

/**
 * A cap is looser if it has the same or a shorter period with the same or more calls, but not both the same. A shorter period
 * with fewer calls is a different rule.
 */
function looserCaps(organization: Policy, campaign: Policy): LooserRule[] {
  return (campaign.caps ?? []).flatMap((cap, index): LooserRule[] => {
    const stricter = (organization.caps ?? []).find(
      (other) => other.count === cap.count && cap.hours <= other.hours && cap.max > other.max,
    )
    if (!stricter) return []
    const { max, count, hours } = stricter
    const time = hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`
    return [{ path: ['caps', index, 'max'], stricter: `at most ${max} ${count} in ${time}` }]
  })
}

function looserNumbers(organization: Policy, campaign: Policy): LooserRule[] {
  const fields = [
    ['least_gap_minutes', 'minutes'],
    ['shortest_ring_seconds', 'seconds'],
  ] as const
  const found = fields.flatMap(([field, unit]): LooserRule[] => {
    const theirs = organization[field]
    const own = campaign[field]
    return theirs && own && own < theirs ? [{ path: [field], stricter: `at least ${theirs} ${unit}` }] : []
  })
  if (organization.unknown_zone === 'refuse' && campaign.unknown_zone === 'fallback') {
    found.push({ path: ['unknown_zone'], stricter: 'refuse' })
  }
  return found
}

function looserCooldowns(organization: Policy, campaign: Policy): LooserRule[] {
  return (campaign.cooldowns ?? []).flatMap((own, index): LooserRule[] => {
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

function looserRegistries(organization: Policy, campaign: Policy): LooserRule[] {
  return (campaign.registries ?? []).flatMap((own, index): LooserRule[] => {
    const theirs = (organization.registries ?? []).find((other) => other.id === own.id)
    if (!theirs || own.max_age_days <= theirs.max_age_days) return []
    return [{ path: ['registries', index, 'max_age_days'], stricter: `${theirs.max_age_days} days` }]
  })
}

/** A campaign's declarations about its calls must not disable a pack, or part of one, that the organization selected. */
function looserCalls(organization: Policy, campaign: Policy, packs: readonly Pack[]): LooserRule[] {
  const own = campaign.calls
  if (!own) return []
  const theirs = organization.calls
  const found: LooserRule[] = []
  for (const [field, list] of [
    ['purpose', 'purposes'],
    ['party', 'parties'],
  ] as const) {
    const value = own[field]
    const said = theirs?.[field]
    if (!value || value === said) continue
    const dropped = packs.find(({ applies_to: applies }) => {
      const accepted = applies[list] as readonly string[] | null | undefined
      return accepted && !accepted.includes(value) && (!said || accepted.includes(said))
    })
    if (said) found.push({ path: ['calls', field], stricter: `${field} ${said}` })
    else if (dropped) {
      found.push({ path: ['calls', field], stricter: `its pack ${dropped.id} holds for calls of every ${field}` })
    }
  }
  const lifts = (pack: Pack, consents: readonly string[]) =>
    [...pack.lifted_by.hours, ...pack.lifted_by.caps].some((consent) => consents.includes(consent))
  const lifted = packs.find((pack) => lifts(pack, own.consents) && !lifts(pack, theirs?.consents ?? []))
  if (lifted) {
    found.push({
      path: ['calls', 'consents'],
      stricter: `it has not declared this consent, and its pack ${lifted.id} would give way`,
    })
  }
  return found
}

function looserScrubDates(organization: Policy, campaign: Policy, packs: readonly Pack[]): LooserRule[] {
  const asked = [organization, ...packs.map(({ rules }) => rules)].flatMap(({ registries }) => registries ?? [])
  return Object.entries(campaign.scrubbed_on ?? {}).flatMap(([id, date]): LooserRule[] => {
    const theirs = organization.scrubbed_on?.[id]
    if (!asked.some((registry) => registry.id === id) || date === theirs) return []
    return [{ path: ['scrubbed_on', id], stricter: theirs ? `checked on ${theirs}` : 'not checked yet' }]
  })
}

function looserFallback(organization: Policy, campaign: Policy, packs: readonly Pack[]): LooserRule[] {
  const own = campaign.fallback_timezone
  const theirs = organization.fallback_timezone
  if (!own || own === theirs) return []
  const path = ['fallback_timezone']
  if (theirs) return [{ path, stricter: theirs }]
  const needsZone = [organization, ...packs.map(({ rules }) => rules)].some(({ hours, holidays }) => hours || holidays)
  return needsZone || organization.unknown_zone ? [{ path, stricter: 'numbers without a time zone are held' }] : []
}

/** An omitted value means the default, which a campaign cannot loosen either. */
function looserCoverage(organization: Policy, campaign: Policy): LooserRule[] {
  const found: LooserRule[] = []
  const hasPacks = organization.packs.length > 0
  if (campaign.uncovered === 'allow' && hasPacks && organization.uncovered !== 'allow') {
    found.push({ path: ['uncovered'], stricter: 'refuse' })
  }
  const hasFloor = organization.hours_floor === 'on' || (hasPacks && organization.hours_floor !== 'off')
  if (campaign.hours_floor === 'off' && hasFloor) found.push({ path: ['hours_floor'], stricter: 'on' })
  return found
}
