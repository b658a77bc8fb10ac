/**
 * Destinations that a configuration may dial: some countries, and premium numbers only if enabled. They limit the damage of a
 * leaked key.
 */
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { countryOfNumber, isPremiumNumber } from '../addresses/rules/destinations.ts'
import { dialableAddress } from '../addresses/rules/dialable-address.ts'
import { isEmergencyNumberAbroad } from '../addresses/rules/emergency-numbers.ts'
import { isCountryCode } from '../addresses/rules/normalize-address.ts'
import { textField } from './fields.ts'
import type { CarrierAccount, Credentials } from './provider.ts'

/** Why this address must not be dialed; null if it may be. */
export function destinationRefusal(credentials: Credentials, address: string, dialsExtensions: boolean): string | null {
  const allowed = allowedCountries(credentials)
  const refusal = refusalOfAddress(address, allowed, dialsExtensions)
  if (refusal !== null) return refusal
  if (credentials.premium_numbers !== true && isPremiumNumber(address)) {
    return 'this is a premium number, which this telephony configuration does not dial'
  }
  if (allowed.length === 0 || !canonicalNumber(address).startsWith('+')) return null
  const country = countryOfNumber(address)
  if (country !== null && allowed.includes(country)) return null
  return 'this telephony configuration does not dial numbers of this country'
}

/**
 * Checks the address again before dialing: lists of earlier versions may contain emergency numbers, words, and SIP URIs without
 * a known phone number. The country of a PBX is unknown, but its allowed destinations are a hint.
 */
function refusalOfAddress(address: string, allowed: readonly string[], dialsExtensions: boolean): string | null {
  if (address.startsWith('+')) {
    return isEmergencyNumberAbroad(address) ? 'this is an emergency number, which is never dialed' : null
  }
  for (const country of [null, ...allowed.filter(isCountryCode)]) {
    const read = dialableAddress(address, { country, allowExtensions: dialsExtensions, withoutCountry: 'unknown' })
    if (read.ok) continue
    if (read.code === 'extension_not_allowed') {
      return 'this is an extension, which only a PBX can dial, and this carrier is not a PBX'
    }
    if (country === null || read.code === 'emergency_number') return `this address cannot be dialed: ${read.message}`
  }
  return null
}

function allowedCountries(credentials: Credentials): readonly string[] {
  const codes = textField(credentials, 'allowed_countries').toUpperCase()
  return codes.match(/[A-Z]{2}/g) ?? []
}

/** Wraps the account so that every dial is checked first, transfers included. */
export function limitToAllowedDestinations(
  account: CarrierAccount,
  credentials: Credentials,
  dialsExtensions: boolean,
): CarrierAccount {
  const place = account.place.bind(account)
  account.place = async (order, signal) => {
    const reason = destinationRefusal(credentials, order.to, dialsExtensions)
    return reason === null ? place(order, signal) : { kind: 'never', reason }
  }
  return account
}
