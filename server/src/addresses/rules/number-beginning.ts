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
