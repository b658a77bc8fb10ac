import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

/**
 * Typed digits as prefixes of stored numbers: `+49 (30)` and `0049 30` both mean `+4930`. Digits alone may be an international
 * number without its plus sign, or an extension. Text without digits may be the beginning of a SIP address.
 */
export function numberSearchPrefixes(typed: string): string[] {
  const text = typed.trim()
  if (!/^[+\d\s().\-/]+$/.test(text) || !/\d/.test(text)) return [text]
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return [`+${digits}`]
  return digits.startsWith('00') ? [`+${digits.slice(2)}`] : [`+${digits}`, digits]
}

/** A shorter national number would match prefixes in every country. */
const NATIONAL_DIGITS_MIN = 6
/** Trunk prefixes of numbers dialed within their country. */
const TRUNKS = [/^0/, /^06/, /^8(?=9)/]

const callingCodes = (): string[] => [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]

/**
 * A number in national format, `(202) 555-0116` or `0151 234567`, as prefixes in every country, because the country is unknown.
 * Empty if it is international, or too short.
 */
export function nationalSearchPrefixes(typed: string): string[] {
  const text = typed.trim()
  if (/^(\+|00)/.test(text) || !/^[\d\s().\-/]+$/.test(text)) return []
  const digits = text.replace(/\D/g, '')
  const forms = new Set([digits, ...TRUNKS.map((trunk) => digits.replace(trunk, ''))])
  for (const form of forms) if (form.length < NATIONAL_DIGITS_MIN) forms.delete(form)
  return callingCodes().flatMap((code) => [...forms].map((form) => `+${code}${form}`))
}
