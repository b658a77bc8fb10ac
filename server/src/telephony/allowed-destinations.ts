/** What a configuration may dial: some countries, and premium numbers only if it says so. A leaked key must not be worth money. */
import { callableAs } from '../addresses/rules/callable-as.ts'
import { countryOfNumber, isPremiumNumber } from '../addresses/rules/destinations.ts'
import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { textField } from './fields.ts'
import type { CarrierAccount, Credentials } from './provider.ts'

/** Why this address is not dialed; null if it is. */
export function destinationRefusal(credentials: Credentials, address: string): string | null {
  // Lists of earlier versions may hold SIP URIs whose phone number cannot be told: nothing could be asked about it.
  const read = /^sips?:/i.test(address) ? normalizeAddress(address, null) : null
  if (read !== null && !read.ok) return `this address cannot be dialed: ${read.message}`
  if (credentials.premium_numbers !== true && isPremiumNumber(address)) {
    return 'this is a premium number, which this telephony configuration does not dial'
  }
  const allowed = textField(credentials, 'allowed_countries')
    .toUpperCase()
    .match(/[A-Z]{2}/g)
  if (!allowed || !callableAs(address).startsWith('+')) return null
  const country = countryOfNumber(address)
  if (country !== null && allowed.includes(country)) return null
  return 'this telephony configuration does not dial numbers of this country'
}

/** The account, with every dial asked first; whoever takes over a call is dialed like everybody else. */
export function withinDestinations(account: CarrierAccount, credentials: Credentials): CarrierAccount {
  const place = account.place.bind(account)
  account.place = async (order, signal) => {
    const reason = destinationRefusal(credentials, order.to)
    return reason === null ? place(order, signal) : { kind: 'never', reason }
  }
  return account
}
