import type { Suppression } from '../../api/suppressions.ts'

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** By digits, however they are grouped; a number as it is dialled at home fits without its leading zero. */
export function matches({ phone_number, reason }: Pick<Suppression, 'phone_number' | 'reason'>, text: string): boolean {
  const digits = digitsOf(text)
  if (digits === '') return text.trim() === '' || reason.toLowerCase().includes(text.trim().toLowerCase())
  const number = digitsOf(phone_number)
  return number.includes(digits) || (digits.startsWith('0') && digits.length > 4 && number.endsWith(digits.slice(1)))
}
