/** An address to be called: valid, and neither an emergency service nor a word written instead of a number. */
import { isEmergencyNumber, isEmergencyNumberAbroad } from './emergency-numbers.ts'
import { type AddressFault, type CountryCode, type NormalizedAddress, normalizeAddress } from './normalize-address.ts'

export interface DialableAddressOptions {
  /** The country of numbers without a country code. */
  country: CountryCode | null
  /** Whether plain digits and names count as extensions of a PBX. The operator chooses this. */
  allowExtensions: boolean
  /** Which emergency numbers count if no country is given: all for a file, the common ones for a number typed by hand. */
  withoutCountry: 'anywhere' | 'unknown'
}

const FAULTS = {
  emergency: {
    ok: false,
    code: 'emergency_number',
    message: 'This is an emergency or service number, which is never called.',
  },
  emergencySomewhere: {
    ok: false,
    code: 'emergency_number',
    message:
      'This is an emergency or service number in some country, which is never called. If it is an extension, give the country_code of the PBX.',
  },
  extension: {
    ok: false,
    code: 'extension_not_allowed',
    message:
      'This is not a complete phone number. For an extension of your PBX set allow_extensions; otherwise write the number with + and the calling code.',
  },
} as const satisfies Record<string, AddressFault>

export function dialableAddress(text: string, terms: DialableAddressOptions): NormalizedAddress | AddressFault {
  const address = normalizeAddress(text, terms.country)
  if (!address.ok) return address
  const { normalized, type } = address
  if (type === 'pstn') return isEmergencyNumberAbroad(normalized) ? FAULTS.emergency : address
  if (type === 'sip_uri') return isEmergencyUri(normalized, terms.country) ? FAULTS.emergency : address
  const digits = normalized.replace(/\D/g, '')
  if (isEmergencyNumber(digits, terms.country ?? 'unknown')) return FAULTS.emergency
  if (!terms.allowExtensions) return FAULTS.extension
  if (isEmergencyNumber(digits, terms.country ?? terms.withoutCountry)) return FAULTS.emergencySomewhere
  return address
}

/** Digits before the host are dialed by the PBX or carrier at that host. Extension 101 of a host is not an emergency number. */
function isEmergencyUri(uri: string, country: CountryCode | null): boolean {
  const user = /^sips?:([^@;]*)/.exec(uri)?.[1] ?? ''
  if (user.startsWith('+')) return isEmergencyNumberAbroad(user)
  return /^\d+$/.test(user) && isEmergencyNumber(user, country ?? 'unknown')
}
