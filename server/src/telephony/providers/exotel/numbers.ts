/** Converts Exotel's notations of phone numbers and times. */
import { textField } from '../../fields.ts'
import type { Credentials } from '../../provider.ts'

const INDIA = '91'

/** Formats a caller ID: ExoPhones are documented as `0XXXXXXXXXX`; numbers outside India are sent in E.164. */
export function callerId(address: string): string {
  const national = new RegExp(`^\\+${INDIA}(\\d{10})$`).exec(address)?.[1]
  return national === undefined ? address : `0${national}`
}

/** Converts to E.164 from the national form (`080…`), from digits with the country code, or from E.164 itself. */
export function asE164(written: string, credentials: Credentials): string {
  const text = written.replace(/[\s()-]/g, '')
  if (/^0[1-9]\d{5,13}$/.test(text)) return `+${textField(credentials, 'country_code') || INDIA}${text.slice(1)}`
  return /^[1-9]\d{9,14}$/.test(text) ? `+${text}` : text
}

/** Parses `YYYY-MM-DD HH:mm:ss` as if it were UTC, because the zone is not written. NaN if it is not a time. */
export function parseExotelTime(text: string | null): number {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text ?? '')
  return parts ? Date.parse(`${parts[1]}T${parts[2]}Z`) : Number.NaN
}

const QUARTER_HOUR_MS = 15 * 60_000
/** Maximum difference between Exotel's clock and this machine's. */
const SKEW_MS = 60_000

/** The offset of Exotel's written times from UTC, derived from a time that was written just now; null if it fits no time zone. */
export function zoneOffset(writtenMs: number, nowMs: number): number | null {
  const offset = Math.round((writtenMs - nowMs) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  return Math.abs(writtenMs - nowMs - offset) <= SKEW_MS ? offset : null
}
