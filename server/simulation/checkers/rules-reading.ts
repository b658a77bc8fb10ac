/**
 * A reading of policies that shares nothing with the engine's: packs from a table typed from the law, zones of a number
 * from its country, the time by Intl. All policies in force must allow a call.
 */
import { type Consent, type Policy, WEEKDAYS } from '../../src/policies/rules/policy.ts'
import type { RulesInForce } from '../facts.ts'
import { wallTime } from '../wall-time.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const ZONES: ReadonlyArray<readonly [prefix: string, zones: readonly string[]]> = [
  ['+1850', ['America/New_York', 'America/Chicago']],
  ['+1503', ['America/Los_Angeles']],
  ['+1801', ['America/Denver']],
  ['+44', ['Europe/London']],
  ['+33', ['Europe/Paris']],
  ['+49', ['Europe/Berlin']],
  [
    '+61',
    [
      'Australia/Sydney',
      'Australia/Brisbane',
      'Australia/Adelaide',
      'Australia/Darwin',
      'Australia/Perth',
      'Australia/Eucla',
      'Australia/Lord_Howe',
    ],
  ],
]

type Hours = ReadonlyArray<readonly [start: string, end: string]>

interface PackReading {
  prefix: string
  /** Monday to Friday, Saturday, Sunday. */
  hours: readonly [Hours, Hours, Hours]
  cap?: { max: number; hours: number }
  /** Purposes of calls that it is about; left out: sales. */
  purposes?: readonly string[]
  /** Declared consents of which one is enough to lift its hours or its limit. */
  lifts?: { hours?: readonly string[]; cap?: readonly string[] }
  /** It asks for no record of a consent, but one that was taken back or has ended bars the call. */
  asksIfAny?: true
  /** Kinds of consent of which each list has one; those of a law that comes along, too. */
  consents?: ReadonlyArray<readonly string[]>
}

const EXPRESS = ['express', 'express_written', 'opt_in']

const FEDERAL: PackReading = { prefix: '+1', hours: daily('08:00', '21:00'), consents: [['express_written']] }

const PACKS: Readonly<Record<string, PackReading>> = {
  'us-federal': FEDERAL,
  'us-or': {
    prefix: '+1503',
    hours: daily('08:00', '20:00'),
    cap: { max: 3, hours: 24 },
    lifts: { hours: ['existing_customer'], cap: ['existing_customer'] },
  },
  'us-ut': {
    prefix: '+1801',
    hours: [[['08:00', '21:00']], [['08:00', '21:00']], []],
    lifts: { hours: ['express', 'express_written'] },
  },
  'us-informational': {
    prefix: '+1',
    hours: daily('08:00', '21:00'),
    cap: { max: 3, hours: 30 * 24 },
    purposes: ['informational', 'charity', 'political', 'survey'],
    lifts: { cap: ['express', 'express_written'] },
    consents: [EXPRESS],
    asksIfAny: true,
  },
  'us-fl': {
    prefix: '+1850',
    hours: daily('08:00', '20:00'),
    cap: { max: 3, hours: 24 },
    consents: [['express_written']],
  },
  gb: { prefix: '+44', hours: [[['08:00', '21:00']], [['09:00', '20:00']], []], consents: [EXPRESS] },
  fr: {
    prefix: '+33',
    hours: [
      [
        ['10:00', '13:00'],
        ['14:00', '20:00'],
      ],
      [],
      [],
    ],
    cap: { max: 4, hours: 30 * 24 },
    consents: [[...EXPRESS, 'existing_customer'], EXPRESS],
  },
  de: { prefix: '+49', hours: [[['09:00', '20:00']], [], []], consents: [EXPRESS] },
  au: { prefix: '+61', hours: [[['09:00', '20:00']], [['09:00', '17:00']], []] },
}

function daily(start: string, end: string): PackReading['hours'] {
  return [[[start, end]], [[start, end]], [[start, end]]]
}

/** The organization's, and the campaign's own beside it. */
export function inForce({ organization, campaigns }: RulesInForce, campaignId: number | null): Policy[] {
  return [organization, campaigns.get(campaignId ?? -1)].flatMap((policy) => policy ?? [])
}

const isAbout = ({ prefix, purposes = ['marketing'] }: PackReading, { calls }: Policy, number: string) =>
  number.startsWith(prefix) && (!calls?.purpose || purposes.includes(calls.purpose))

/** The packs that cover this person. */
function packsFor(policy: Policy, number: string): PackReading[] {
  return policy.packs.flatMap((id) => PACKS[id] ?? []).filter((pack) => isAbout(pack, policy, number))
}

/** Those, and federal law, which comes along with each of the states. */
function lawsFor(policy: Policy, number: string): PackReading[] {
  const packs = packsFor(policy, number)
  const hasState = policy.packs.some((id) => ['us-or', 'us-ut', 'us-fl'].includes(id))
  return hasState && !packs.includes(FEDERAL) && isAbout(FEDERAL, policy, number) ? [...packs, FEDERAL] : packs
}

function isLifted({ lifts }: PackReading, part: 'hours' | 'cap', { calls }: Policy): boolean {
  return (calls?.consents ?? []).some((consent) => lifts?.[part]?.includes(consent))
}

/** The places where a person with this number may be. */
export function zonesOf(number: string): readonly string[] {
  return ZONES.find(([prefix]) => number.startsWith(prefix))?.[1] ?? []
}

/** A sentence if somebody in a zone of this number may not be called at one of these moments. */
export function whyClosed(policies: readonly Policy[], number: string, momentsMs: readonly number[]): string | null {
  const zones = zonesOf(number)
  if (policies.some((policy, index) => isUncovered(policies.slice(0, index + 1), policy, number))) {
    return 'is to a person whom no selected pack covers'
  }
  for (const moment of momentsMs) {
    for (const policy of policies) {
      if (isSuspended(policy, momentsMs[0] as number)) return 'begins in a suspension'
      for (const zone of zones) {
        const { day, time, date } = wallTime(zone, moment)
        if (policy.holidays?.added.includes(date)) return `rings on the holiday ${date} in ${zone}`
        const laws = lawsFor(policy, number).filter((law) => !isLifted(law, 'hours', policy))
        const lists: Hours[] = laws.map(({ hours }) => hours[day < 5 ? 0 : day === 5 ? 1 : 2])
        const name = WEEKDAYS[day] as (typeof WEEKDAYS)[number]
        if (policy.hours) lists.push(policy.hours[name].map(({ start, end }) => [start, end] as const))
        const closed = lists.some((hours) => !hours.some(([start, end]) => time >= start && time < end))
        if (closed) return `rings at ${time} on weekday ${day} in ${zone}`
      }
    }
  }
  return null
}

type Said = ReadonlyArray<{ kind: string; atMs: number; expiresMs: number | null }>

/**
 * A sentence if the person has not agreed to this call. Whoever starts a campaign in this world has vouched for its list, so
 * for people on one only a policy's own rule asks for a record. A consent that was taken back or has ended bars every call.
 */
export function notAgreed(
  policies: readonly Policy[],
  { number, said, isOnList }: { number: string; said: Said; isOnList: boolean },
  atMs: number,
): string | null {
  const taken = Math.max(
    ...said.filter(({ kind }) => kind === 'revoked').map((one) => one.atMs),
    Number.NEGATIVE_INFINITY,
  )
  for (const policy of policies) {
    const own = policy.consent
    const isDeclared = (kinds: readonly string[]) =>
      kinds.some((kind) => policy.calls?.consents.includes(kind as Consent))
    const laws = lawsFor(policy, number)
    const asked = laws.flatMap(({ consents }) => consents ?? [])
    const ifAny = new Set(laws.flatMap(({ asksIfAny, consents }) => (asksIfAny ? (consents ?? []) : [])))
    for (const kinds of [...asked, ...(own ? [own.any_of as readonly string[]] : [])]) {
      const later = said.filter((one) => kinds.includes(one.kind) && one.atMs > taken && one.atMs <= atMs)
      if (later.some(({ expiresMs }) => expiresMs === null || expiresMs > atMs)) continue
      if (later.length > 0) return 'is to a person whose consent has ended'
      if (taken > Number.NEGATIVE_INFINITY) return 'is to a person who took the consent back'
      const records = kinds === own?.any_of ? own.records : isOnList || ifAny.has(kinds) ? 'if_any' : 'list'
      if (records === 'required' || (records === 'list' && !isDeclared(kinds)))
        return 'is to a person who has not agreed'
    }
  }
  return null
}

/** Packs of the organization (the first policy) cover people by themselves; those of a campaign together with them. */
function isUncovered(upToThis: readonly Policy[], policy: Policy, number: string): boolean {
  if (policy.packs.length === 0 || policy.uncovered === 'allow') return false
  return upToThis.every((one) => packsFor(one, number).length === 0)
}

function isSuspended({ suspensions }: Policy, atMs: number): boolean {
  return (suspensions ?? []).some(({ from, until }) => atMs >= Date.parse(from) && (!until || atMs < Date.parse(until)))
}

/** A sentence if a dial at this moment is one too many, or too soon after another. */
export function tooMany(
  policies: readonly Policy[],
  number: string,
  beforeMs: readonly number[],
  atMs: number,
  doubtMs: number,
): string | null {
  for (const policy of policies) {
    const own = (policy.caps ?? []).filter(({ count }) => count === 'attempts')
    const limiting = lawsFor(policy, number).filter((law) => !isLifted(law, 'cap', policy))
    for (const { max, hours } of [...own, ...limiting.flatMap(({ cap }) => cap ?? [])]) {
      const within = beforeMs.filter((one) => one > atMs - hours * HOUR_MS + doubtMs).length
      if (within >= max) return `is dial ${within + 1} to one number within ${hours} hours`
    }
    const gapMs = (policy.least_gap_minutes ?? 0) * MINUTE_MS
    const lastMs = Math.max(...beforeMs, Number.NEGATIVE_INFINITY)
    if (gapMs > 0 && atMs - lastMs < gapMs - doubtMs) return `comes ${atMs - lastMs} ms after the last`
  }
  return null
}
