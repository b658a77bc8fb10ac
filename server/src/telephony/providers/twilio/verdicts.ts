/** The meaning of Twilio's answer to a dial. Each code is described at https://www.twilio.com/docs/api/errors/<code>. */
import { type CodeVerdict, placeResultReader } from '../../carrier-kit/twilio-verdicts.ts'

/** The messages are the program's own: Twilio's repeat the phone number. */
const BY_CODE: Readonly<Record<string, CodeVerdict>> = {
  '10001': ['halt', 'the account is not active: no funds, or suspended'],
  '10002': ['halt', 'a trial account may not do this'],
  '10004': ['later', 'the account has reached its limit of concurrent calls'],
  '10005': ['halt', 'voice calling is disabled for the account'],
  '13223': ['never', 'the number has an impossible format'],
  // Also sent when no partner network can deliver at the moment, so the contact is not finished.
  '13224': ['rejected', 'Twilio cannot call this number'],
  '13225': ['never', 'Twilio forbids calls to this number'],
  '13226': ['never', 'the number has a country code that does not exist'],
  '13227': ['halt or number', 'the account’s geographic permissions do not allow this country'],
  '20003': ['halt', 'the Account SID or the auth token is wrong'],
  '20005': ['halt', 'the account is not active: no funds, or not yet activated'],
  '20006': ['halt', 'access was denied'],
  '20008': ['halt', 'these are test credentials, which cannot call'],
  // The path contains only the account, so the account is missing.
  '20404': ['halt', 'Twilio has no such account'],
  '20403': ['halt', 'the account may not use the API: suspended or closed'],
  '20429': ['later', 'too many requests'],
  // "Temporarily unavailable ... try again with back-off"; a 503 without this code may come from a gateway.
  '20503': ['later', 'the service is unavailable for the moment'],
  '21201': ['rejected', 'no number to call was given'],
  '21202': ['never', 'the number is a premium number'],
  '21203': ['halt or number', 'international calling is not enabled'],
  '21205': ['halt', 'Twilio cannot use the public address of this server'],
  '21210': ['caller', 'the caller ID is neither a Twilio number of the account nor verified'],
  '21211': ['never', 'the number is not valid'],
  '21212': ['caller', 'the caller ID is not a valid number'],
  '21213': ['halt', 'a caller ID is needed'],
  // "Cannot be routed" in the table of test numbers: there is no route today, but the number is not dead.
  '21214': ['rejected', 'the number cannot be reached'],
  '21215': ['halt or number', 'the account’s geographic permissions do not allow this number'],
  // Fraud risk, a regulation, or an account without a customer profile: not only the number may be the cause.
  '21216': ['halt or number', 'the call was blocked by Twilio'],
  '21217': ['never', 'the number does not appear to be valid'],
  '21219': ['halt', 'a trial account may call only numbers verified with it'],
  '86008': ['later', 'the account has reached its limit of concurrent calls'],
  '21609': ['halt', 'Twilio cannot use the public address of this server for status messages'],
}

/** 573000 to 573099 are about trial accounts: which numbers may be called, with which caller ID, after which verification. */
function ofTrialFamily(code: string): CodeVerdict | undefined {
  return /^5730\d\d$/.test(code)
    ? ['halt', 'a trial account may call only recipients verified with it, from its own number']
    : undefined
}

export const placeResult = placeResultReader('Twilio', (code) => BY_CODE[code] ?? ofTrialFamily(code))
