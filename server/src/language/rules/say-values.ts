/** Converts dates, amounts and digits from a list to spoken form in a language. */
import type { LanguagePack } from '../packs/pack.ts'

/**
 * Parses "1,234.50", "1.234,50" or "1234,5": the last separator followed by one or two digits is the decimal separator. Null: not
 * an amount.
 */
export function parseAmount(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f']/gu, '')
  if (!/^[-−]?\d[\d.,]*$/u.test(plain)) return null
  const last = /[.,](\d{1,2})$/u.exec(plain)
  const whole = (last === null ? plain : plain.slice(0, last.index)).replace(/[.,]/gu, '')
  const amount = Number(`${whole.replace('−', '-')}.${last?.[1] ?? '0'}`)
  return Number.isFinite(amount) ? amount : null
}

/** "25 dollars and 50 cents". With an empty or unknown currency code, only the number. */
export function moneyInWords(amount: number, code: string, pack: LanguagePack): string {
  const { currencies, currencyAnd, minus } = pack.spoken
  const words = currencies[code]
  const hundredths = Math.round(Math.abs(amount) * 100)
  const [whole, cents] = [Math.floor(hundredths / 100), hundredths % 100]
  const sign = amount < 0 ? `${minus} ` : ''
  if (words === undefined) {
    const fraction = cents === 0 ? '' : `${pack.numbers.decimalSign}${String(cents).padStart(2, '0')}`
    return `${sign}${grouped(whole, pack)}${fraction}${code === '' ? '' : ` ${code}`}`
  }
  const [one, many, oneCent, manyCents] = words
  const main = `${grouped(whole, pack)} ${whole === 1 ? one : many}`
  if (cents === 0 || oneCent === '') return `${sign}${main}`
  const rest = `${cents} ${cents === 1 ? oneCent : manyCents}`
  return whole === 0 ? `${sign}${rest}` : `${sign}${main} ${currencyAnd} ${rest}`
}

/** Groups digits for English voices, which read four plain digits as a year; other voices read the number as written. */
function grouped(whole: number, pack: LanguagePack): string {
  return pack.tag === 'en' ? whole.toLocaleString('en') : String(whole)
}

/**
 * "4279" as "4, 2, 7, 9", so that the voice pauses between digits. Letters are kept, other characters are dropped. Null: nothing
 * remains to say.
 */
export function digitsInWords(text: string): string | null {
  const signs = [...text.normalize('NFKC')].filter((sign) => /[\p{L}\p{N}]/u.test(sign))
  return signs.length === 0 ? null : signs.map((sign) => sign.toUpperCase()).join(', ')
}

interface WrittenDate {
  at: number
  hasTime: boolean
}

/** Parses a written date. Null: not an unambiguous date; it is then spoken as written. */
export function parseDate(text: string): WrittenDate | null {
  const [, year, month, day, hour, minute] =
    /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\s*$/u.exec(text) ??
    []
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0))
  if (Number.isNaN(at) || new Date(at).getUTCMonth() !== Number(month) - 1) return null
  return { at, hasTime: hour !== undefined }
}

/** "2026-11-17" as "Tuesday, November 17"; with the time, if there is one. Null: not an unambiguous date. */
export function dateInWords(text: string, pack: LanguagePack, withYear = false): string | null {
  const written = parseDate(text)
  if (written === null) return null
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(pack.tag, { timeZone: 'UTC', ...options }).format(written.at)
  const date = words({ weekday: 'long', day: 'numeric', month: 'long', ...(withYear ? { year: 'numeric' } : {}) })
  return written.hasTime ? `${date}, ${words({ hour: 'numeric', minute: '2-digit' })}` : date
}
