/** Formats of figures and durations, used everywhere. */
import { language } from '../words/language.ts'
import { shared } from '../words/shared.ts'

const whole = new Intl.NumberFormat(language)

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const count = (value: number): string => whole.format(value)

/** Formats a percentage, "63 %" or "5.2 %", with one decimal below ten. */
export function share(part: number, of: number): string {
  if (of === 0) return '0 %'
  const percent = (part / of) * 100
  if (percent === 0) return '0 %'
  if (percent < 0.1) return `< ${tenths.format(0.1)} %`
  return percent < 9.95 ? `${tenths.format(percent)} %` : `${Math.round(percent)} %`
}

/** Formats a duration in seconds with one decimal: "0.8". */
export const tenthsOfSeconds = (ms: number): string => tenths.format(ms / 1_000)

/** Formats a difference of shares in percentage points: "3.1". */
export const points = (difference: number): string => tenths.format(100 * difference)

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** Formats a duration as "0:33" or "1:02:05". */
export function clockDuration(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  const [hours, minutes, rest] = parts as [number, number, number]
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** Formats a duration in its two largest units: "2 h 42 min", "4 d 8 h", "12 s". */
export function duration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds))
  if (total < 60) return `${total} s`
  const units: [number, string][] = [
    [Math.floor(total / 86_400), shared.day],
    [Math.floor((total % 86_400) / 3600), 'h'],
    [Math.floor((total % 3600) / 60), 'min'],
  ]
  const first = units.findIndex(([value]) => value > 0)
  return units
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}

type PhoneFormats = typeof import('./generated/phone-formats.ts').PHONE_FORMATS

let formats: PhoneFormats = {}

/** Loads the phone formats beside the code of a page; until then numbers are shown without groups. */
export async function loadPhoneFormats(): Promise<void> {
  formats = (await import('./generated/phone-formats.ts')).PHONE_FORMATS
}

const CALLING_CODE_DIGITS_MAX = 3

/**
 * Formats a phone number, "+49 30 901820", grouped by the numbering plan of its country. Other addresses, such as SIP, stay
 * unchanged.
 */
export function phone(number: string): string {
  const digits = /^\+(\d+)$/.exec(number)?.[1]
  if (digits === undefined) return number
  for (let length = 1; length <= CALLING_CODE_DIGITS_MAX; length++) {
    const code = digits.slice(0, length)
    if (formats[code] === undefined) continue
    const rest = digits.slice(length)
    const shape = formats[code].find(
      ([pattern, , beginning]) =>
        new RegExp(`^(?:${beginning})`).test(rest) && new RegExp(`^(?:${pattern})$`).test(rest),
    )
    // Uses spaces only, because the national separators differ by country.
    const groups = shape ? rest.replace(new RegExp(shape[0]), shape[1]).replace(/\D+/g, ' ') : rest
    const hasNoGroups = formats[code].length === 0
    return shape || hasNoGroups ? `+${code} ${groups}` : number
  }
  return number
}

/** Formats a size: "48 KB", "1.2 MB". */
export function bytes(size: number): string {
  if (size < 1_000) return `${size} B`
  return size < 1_000_000 ? `${Math.round(size / 1_000)} KB` : `${tenths.format(size / 1_000_000)} MB`
}

const CENTS = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const FINE = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** Formats an amount: "1,204.50 EUR". An amount below one unit, and a price, keep all decimals. */
export function money(amount: string, currency: string | null, { isPrice = false } = {}): string {
  const value = Number(amount)
  const words = isPrice || value < 1 ? FINE.format(value) : CENTS.format(value)
  return currency ? `${words} ${currency}` : words
}

/** Formats an ordinal: "3rd". */
export const ordinal = (value: number): string => shared.ordinal(value)

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
