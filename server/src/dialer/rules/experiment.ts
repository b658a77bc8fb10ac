/**
 * Experiments: a campaign treats its people in up to five ways (arms) and counts what works. The arm of a person is a pure
 * function of campaign and person: equal on every node, for each attempt, and for all contacts of the person. Nothing has to be
 * stored or read to know it.
 */
import { createHash } from 'node:crypto'
import { canonicalNumber, canonicalNumberSql } from '../../addresses/rules/canonical-number.ts'
import { parseMinuteOfDay, type WindowState, windowStateInZone } from '../../policies/rules/wall-clock.ts'

export const ARMS_MIN = 2
export const ARMS_MAX = 5
/** Highest share of an arm; shares are relative to their sum. */
export const ARM_SHARE_MAX = 1000

/** The rule that finishes contacts of an arm whose people are not called. */
export const CONTROL_GROUP = 'control_group'

/** The rule that makes contacts wait for the hours of their arm. */
export const ARM_HOURS = 'arm_hours'

/** The rule that makes contacts wait because the number of their arm cannot be shown. */
export const ARM_NUMBER = 'arm_number'

/** The rules that hold contacts because of their arm, until the experiment is ended. */
export const ARM_HOLDS: readonly string[] = [ARM_HOURS, ARM_NUMBER]

/**
 * Why the number of an arm cannot be shown. `missing`: it is not an active number of the configuration that the campaign calls
 * through. `resting`: the carrier did not accept it, or an operator let it rest. `day`, `at_once`: a limit of its own.
 */
export type ArmNumberFault = 'missing' | 'resting' | 'day' | 'at_once'

/** Hours of every day, `HH:MM`; `end_time` up to `24:00`. */
export interface ArmHours {
  start_time: string
  end_time: string
}

/** One way to treat people, as it is stored with the campaign. What is left out is as the campaign says. */
export interface Arm {
  name: string
  share: number
  /** The version of the campaign's workflow, and its definition. */
  workflow_version_number?: number
  definition_id?: number
  /** The only number that the arm's people see. */
  phone_number_id?: number
  /** The voice of the agent, in place of the workflow's. */
  voice?: string
  /** The arm's people are called within these hours only, where the person is. The calling rules still apply. */
  hours?: ArmHours
  /** Control group: the people are counted and never called. */
  not_called?: true
}

/** What counts as success: one of these outcomes of a contact, or one of these dispositions of its conversations. */
export interface Goal {
  outcomes: readonly string[]
  dispositions: readonly string[]
}

export interface Experiment {
  name: string
  arms: readonly Arm[]
  goal: Goal
  /** An operator ended the experiment: from then on everyone is treated as this arm says. */
  stopped?: { arm: number; atMs: number; by: string }
}

interface Person {
  phoneNumber: string
  /** Person id from the list, the same for all numbers of one person. */
  personId?: string | null
  /** All numbers of a contact with several, in the order of the list: the number that is dialed next changes. */
  numbers?: { all: readonly string[] } | null
}

/** The person of a contact: by the id from the list if there is one, else by the contact's first number. */
export function personOf({ phoneNumber, personId, numbers }: Person): string {
  return personId ? `person ${personId}` : canonicalNumber(numbers?.all[0] ?? phoneNumber)
}

/**
 * Position of the person's arm. The first 32 bits of SHA-256 over campaign and person are spread over the shares; the product
 * stays below 2^53, so that it is exact here and in SQL.
 */
export function drawnArm({ arms }: Pick<Experiment, 'arms'>, campaignId: number, person: Person): number {
  const total = arms.reduce((sum, { share }) => sum + share, 0)
  const hash = createHash('sha256')
    .update(`${campaignId} ${personOf(person)}`)
    .digest()
    .readUInt32BE(0)
  let point = Math.floor((hash * total) / 2 ** 32)
  return arms.findIndex(({ share }) => {
    point -= share
    return point < 0
  })
}

/** How the person is treated now: the drawn arm, or after the end of the experiment the arm for everyone. */
export function armNow(experiment: Experiment, campaignId: number, person: Person): number {
  return experiment.stopped?.arm ?? drawnArm(experiment, campaignId, person)
}

/** How far ahead the next opening is searched: a clock change may skip the hours of one day. */
const DAYS_AHEAD = 3

/** Whether the hours of an arm are open in this time zone, and when that changes. */
export function armWindow({ start_time, end_time }: ArmHours, zone: string, nowMs: number): WindowState {
  const spans = [{ from: parseMinuteOfDay(start_time), to: parseMinuteOfDay(end_time) }]
  return windowStateInZone(zone, () => spans, nowMs, DAYS_AHEAD)
}

/** SQL of `personOf` and `drawnArm` for a row of `contacts`; a test compares them with the functions. */
export function personSql(contact: string): string {
  return `coalesce('person ' || ${contact}.person_id, ${canonicalNumberSql(`coalesce(${contact}.numbers[1], ${contact}.phone_number)`)})`
}

export function drawnArmSql({ arms }: Pick<Experiment, 'arms'>, campaignId: number, contact: string): string {
  const hashed = `sha256(convert_to('${Math.trunc(campaignId)} ' || ${personSql(contact)}, 'UTF8'))`
  const total = arms.reduce((sum, { share }) => sum + Math.trunc(share), 0)
  const point = `((('x' || encode(substr(${hashed}, 1, 4), 'hex'))::bit(32)::bigint * ${total}) >> 32)`
  let until = 0
  const bounds = arms.map(({ share }) => {
    until += Math.trunc(share)
    return until
  })
  // Counts the bounds that the point has passed.
  return `width_bucket(${point}, array[${bounds.join(', ')}]::bigint[])`
}
