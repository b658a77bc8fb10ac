/**
 * Under a policy: nobody is rung outside the hours of any zone they may be in, nor more often than the limits allow, over
 * all campaigns; and the ledger has every dial. By Intl and a table typed from the law, not by the rules that the engine asks.
 */
import { BEGINNING, ChainWalk } from '../../src/ledger/rules/chain.ts'
import type { Checker, CheckerContext, SeenCall } from '../facts.ts'
import { wallTime } from '../weather.ts'

type Hours = ReadonlyArray<readonly [start: string, end: string]>

interface Country {
  prefix: string
  zones: readonly string[]
  /** Monday to Friday, Saturday, Sunday. */
  hours: readonly [Hours, Hours, Hours]
}

const COUNTRIES: readonly Country[] = [
  {
    prefix: '+1850',
    zones: ['America/New_York', 'America/Chicago'],
    hours: [[['08:00', '20:00']], [['08:00', '20:00']], [['08:00', '20:00']]],
  },
  { prefix: '+44', zones: ['Europe/London'], hours: [[['08:00', '21:00']], [['09:00', '20:00']], []] },
  {
    prefix: '+33',
    zones: ['Europe/Paris'],
    hours: [
      [
        ['10:00', '13:00'],
        ['14:00', '20:00'],
      ],
      [],
      [],
    ],
  },
  { prefix: '+49', zones: ['Europe/Berlin'], hours: [[['09:00', '20:00']], [], []] },
  {
    prefix: '+61',
    zones: [
      'Australia/Sydney',
      'Australia/Brisbane',
      'Australia/Adelaide',
      'Australia/Darwin',
      'Australia/Perth',
      'Australia/Eucla',
      'Australia/Lord_Howe',
    ],
    hours: [[['09:00', '20:00']], [['09:00', '17:00']], []],
  },
]

const HOUR_MS = 3_600_000
const RING_MS = 30_000
/** Slots and pace may keep somebody waiting, but not for so long on the last day. */
const PATIENCE_MS = 15 * 60_000

export function callingRules({ facts, tables, now, fail }: CheckerContext): Checker {
  const dials = new Map<string, number[]>()
  const seen: SeenCall[] = []
  const underPolicy = (organizationId: number) => (tables.organizations.get(organizationId)?.policyVersion ?? 0) > 0
  const isRunning = (campaignId: number) => tables.campaigns.get(campaignId)?.state === 'running'
  const limitsOf = (organizationId: number) =>
    tables.policies.get(organizationId)?.organization?.policy ?? { caps: [], least_gap_minutes: null }
  return {
    began(call) {
      const { person, claim } = call
      if (!underPolicy(person.organizationId)) return
      seen.push(call)
      const number = call.call.to
      checkHours(number, claim.atMs, facts.clockDoubtMs, (sentence) => fail(`${call.call.key} ${sentence}`))
      const before = dials.get(number) ?? []
      const { caps, least_gap_minutes } = limitsOf(person.organizationId)
      for (const { max, hours } of caps ?? []) {
        const windowMs = hours * HOUR_MS
        const within = before.filter((atMs) => atMs > claim.atMs - windowMs + facts.clockDoubtMs).length
        if (within >= max) fail(`${call.call.key} is dial ${within + 1} to one number within ${hours} hours`)
      }
      const last = Math.max(...before, Number.NEGATIVE_INFINITY)
      if (claim.atMs - last < (least_gap_minutes ?? 0) * 60_000 - facts.clockDoubtMs)
        fail(`${call.call.key} comes ${claim.atMs - last} ms after the last`)
      dials.set(number, [...before, claim.atMs])
    },
    stopped() {
      for (const contact of tables.contacts.values()) {
        const overdue = contact.state === 'pending' && (contact.nextAttemptAtMs ?? 0) < now() - PATIENCE_MS
        if (!overdue || !underPolicy(contact.organizationId) || !isRunning(contact.campaignId)) continue
        let closed = false
        checkHours(contact.phoneNumber, now() - PATIENCE_MS, 0, () => {
          closed = true
        })
        if (!closed) return fail(`contact ${contact.id} could have been called and was not`)
      }
      for (const [organizationId, records] of tables.ledger) {
        const walk = new ChainWalk(organizationId, BEGINNING)
        for (const record of records) if (!walk.step(record)) return fail(`the ledger: ${walk.fault?.message}`)
        checkRecords(
          records,
          seen.filter(({ person }) => person.organizationId === organizationId),
          fail,
        )
      }
    },
  }
}

/** The moment of the claim, and as long as it may ring. */
function checkHours(number: string, atMs: number, doubtMs: number, fail: (sentence: string) => void): void {
  const country = COUNTRIES.find(({ prefix }) => number.startsWith(prefix))
  if (!country) return
  for (const zone of country.zones) {
    for (const moment of [atMs + doubtMs, atMs + RING_MS - doubtMs]) {
      const { day, time } = wallTime(zone, moment)
      const hours = country.hours[day < 5 ? 0 : day === 5 ? 1 : 2]
      if (!hours.some(([start, end]) => time >= start && time < end)) {
        fail(`rings at ${time} on weekday ${day} in ${zone}`)
      }
    }
  }
}

/** Each call that the carrier saw has its record, with the clock on the wall as it was. */
function checkRecords(
  records: ReadonlyArray<{ text: string }>,
  calls: readonly SeenCall[],
  fail: (sentence: string) => void,
): void {
  interface Dial {
    kind: string
    body: { call_id: number; local_times: string[] }
  }
  const parsed = records.map(({ text }) => JSON.parse(text) as Dial)
  const byCall = new Map(parsed.filter(({ kind }) => kind === 'dial').map(({ body }) => [body.call_id, body]))
  for (const { callId, claim, call } of calls) {
    const record = byCall.get(callId)
    if (!record) return fail(`${call.key} is not in the ledger`)
    for (const text of record.local_times) {
      const [, time, zone] = text.split(' ') as [string, string, string]
      const shown = [0, -60_000, 60_000].map((shiftMs) => wallTime(zone, claim.atMs + shiftMs).time)
      if (!shown.includes(time))
        return fail(`the ledger says that ${call.key} was at ${time} in ${zone}, not ${shown[0]}`)
    }
  }
}
