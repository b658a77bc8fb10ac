import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

/**
 * What somebody typed of a number, as beginnings of stored ones: `+49 (30)` and `0049 30` both begin `+4930`. Digits alone
 * may be an international number without its plus sign, or an extension. What has no digits may begin a SIP address.
 */
export function numberBeginnings(typed: string): string[] {
  const text = typed.trim()
  if (!/^[+\d\s().\-/]+$/.test(text) || !/\d/.test(text)) return [text]
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return [`+${digits}`]
  return digits.startsWith('00') ? [`+${digits.slice(2)}`] : [`+${digits}`, digits]
}

/** Fewer digits would begin numbers in every country. */
const NATIONAL_DIGITS_MIN = 6
/** In front of a number that is dialed within its country. */
const TRUNKS = [/^0/, /^06/, /^8(?=9)/]

const callingCodes = (): string[] => [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]

/**
 * A number as it is written at home, `(202) 555-0116` or `0151 234567`, as beginnings in every country: a letter names no
 * calling code. Empty where it is international, or too short.
 */
export function nationalBeginnings(typed: string): string[] {
  const text = typed.trim()
  if (/^(\+|00)/.test(text) || !/^[\d\s().\-/]+$/.test(text)) return []
  const digits = text.replace(/\D/g, '')
  const forms = new Set([digits, ...TRUNKS.map((trunk) => digits.replace(trunk, ''))])
  for (const form of forms) if (form.length < NATIONAL_DIGITS_MIN) forms.delete(form)
  return callingCodes().flatMap((code) => [...forms].map((form) => `+${code}${form}`))
}
