/**
 * The phone that an address rings. A SIP URI that carries a phone number is that number: `sip:+442071838750@pbx` rings
 * the person of +442071838750. Do-not-call, allowed countries, premium ranges, caps, zones and duplicates compare this.
 */

/** Of a SIP URI, the user part without its parameters. */
const SIP_USER = /^sips?:([^@;]*)[^@]*@/i
/** With a plus, with the international prefix of most countries, or bare. */
const NUMBER = /^(?:\+|00)?(\d{7,15})$/

/** The number in international form if the address carries one; any other address as it is. */
export function callableAs(address: string): string {
  // Nearly every address: asked several times for each call.
  if (address.startsWith('+')) return address
  const user = SIP_USER.exec(address)?.[1]
  if (user === undefined) return address
  const digits = NUMBER.exec(withoutSeparators(user))?.[1]
  return digits === undefined ? address : `+${digits}`
}

/** `%2B44-20` and `+44.20` are the same user part (RFC 3261, 19.1.4; RFC 3966, 5.1.1). */
export function withoutSeparators(user: string): string {
  return user.replace(/%2b/gi, '+').replace(/[-.()]/g, '')
}

/** The same in SQL; the function `callable_as` belongs to the schema, a test holds both equal. */
export function callableAsSql(address: string): string {
  return `callable_as(${address})`
}
