/**
 * The phone that an address rings. A SIP URI that contains a phone number counts as that number: `sip:+442071838750@pbx` rings
 * the person of +442071838750. Do-not-call, allowed countries, premium ranges, caps, zones and duplicates compare this.
 */

/** The user part of a SIP URI, without its parameters. */
const SIP_USER = /^sips?:([^@;]*)[^@]*@/i
/** A phone number with a plus sign, with the international prefix 00, or with neither. */
const NUMBER = /^(?:\+|00)?(\d{7,15})$/

/** The number in international form if the address contains one; any other address is returned unchanged. */
export function canonicalNumber(address: string): string {
  // Fast path for nearly every address: this function runs several times per call.
  if (address.startsWith('+')) return address
  const user = SIP_USER.exec(address)?.[1]
  if (user === undefined) return address
  const digits = NUMBER.exec(removeSeparators(user))?.[1]
  return digits === undefined ? address : `+${digits}`
}

/** `%2B44-20` and `+44.20` are the same user part (RFC 3261, 19.1.4; RFC 3966, 5.1.1). */
export function removeSeparators(user: string): string {
  return user.replace(/%2b/gi, '+').replace(/[-.()]/g, '')
}

/** The same conversion in SQL: calls `callable_as`, a function of the schema. A test compares both. */
export function canonicalNumberSql(address: string): string {
  return `callable_as(${address})`
}
