/** Reads the time at which a person wants to be called back from their words, in their own time zone. */
import { Temporal } from 'temporal-polyfill'
import type { LanguagePack } from '../../language/packs/pack.ts'
import { collectValue } from './collect-values.ts'
import { timezoneOffsetMinutes } from './timezone-offset.ts'

export const CALL_BACK_DEFAULTS = {
  /** The time of day if the person named only a day. */
  usualTime: '10:00',
  /** Maximum distance of a callback in the future: later it is no longer the same matter. */
  furthestMs: 60 * 24 * 3600 * 1000,
} as const

const LOCAL_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/u

export interface CallBackReference {
  nowMs: number
  /** IANA name of the person's zone. */
  timezone: string
  pack?: LanguagePack | undefined
}

/** The time in the text; null: there is none, or it is past or too far ahead. */
export function callBackAtMs(text: string, { nowMs, timezone, pack }: CallBackReference): number | null {
  const local = LOCAL_TIME.test(text.trim()) ? text.trim() : saidTime(text, { nowMs, timezone, pack })
  if (local === null) return null
  const [day, time = CALL_BACK_DEFAULTS.usualTime] = local.split('T')
  try {
    const atMs = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timezone).epochMilliseconds
    return atMs <= nowMs || atMs > nowMs + CALL_BACK_DEFAULTS.furthestMs ? null : atMs
  } catch {
    return null
  }
}

function saidTime(text: string, { nowMs, timezone, pack }: CallBackReference): string | null {
  const instant = new Date(nowMs)
  const reference = { instant, timezoneOffsetMinutes: timezoneOffsetMinutes(timezone, instant), pack }
  const said = collectValue({ variable: '', kind: 'date' }, { transcript: text }, reference)
  return said === null ? null : String(said)
}
