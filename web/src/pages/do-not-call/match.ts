import type { Suppression } from '../../api/suppressions.ts'

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Compares digits in any grouping; a number also matches without `00`, and in national format without its leading zero. */
export function matchesSearch(
  { phone_number, reason }: Pick<Suppression, 'phone_number' | 'reason'>,
  text: string,
): boolean {
  const digits = digitsOf(text).replace(/^00/, '')
  if (digits === '') return text.trim() === '' || reason.toLowerCase().includes(text.trim().toLowerCase())
  const number = digitsOf(phone_number)
  return number.includes(digits) || (digits.startsWith('0') && digits.length > 4 && number.endsWith(digits.slice(1)))
}

/** A number in international format, which the server can check, including ranges. Null: the text is incomplete. */
export function completeNumber(text: string): string | null {
  const digits = digitsOf(text)
  if (!/^\s*(\+|00)/.test(text) || !/^[\d\s+().\-/]+$/.test(text)) return null
  const number = text.trim().startsWith('+') ? digits : digits.slice(2)
  return number.length >= 8 && number.length <= 15 ? `+${number}` : null
}

export const isExpired = ({ expires_at }: Pick<Suppression, 'expires_at'>, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now
