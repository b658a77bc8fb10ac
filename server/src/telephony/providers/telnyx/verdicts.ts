/**
 * What an answer to POST /v2/calls means. Codes: "API error codes"
 * (https://developers.telnyx.com/development/api-fundamentals/api-errors) and the examples in the API description of the
 * dial command; D codes: "SIP response codes" (https://developers.telnyx.com/docs/voice/sip-trunking/troubleshooting/response-codes).
 */
import { type Answered, type CarrierAnswer, succeeded, textAt } from '../../carrier-kit/http.ts'
import { defaultVerdict, type Refusal, refusal } from '../../carrier-kit/verdicts.ts'
import type { PlaceResult } from '../../provider.ts'

export function placeResult(answer: CarrierAnswer): PlaceResult {
  if (answer.kind !== 'answered') return defaultVerdict(answer)
  if (succeeded(answer)) {
    const providerCallId = textAt(answer.json, 'data.call_control_id')
    if (providerCallId) return { kind: 'placed', providerCallId }
    return { kind: 'unknown', reason: 'Telnyx accepted the call without naming it' }
  }
  // 5xx and 429 say nothing about this call that a code could make more precise. Telnyx advises to repeat after a 5xx
  // ("command retries"), which is safe with the same command_id only: whoever is given back gets another.
  if (answer.status >= 500 || answer.status === 429) return defaultVerdict(answer)
  const error = firstError(answer)
  return bySipCode(error.detail) ?? byCode(error.code, error.pointer) ?? defaultVerdict(answer)
}

/** Telnyx puts its routing code at the end of the sentence: "... is not included in whitelisted countries D13". */
function bySipCode(detail: string): Refusal | null {
  const code = /\bD(\d{1,3})\b/.exec(detail)?.[1]
  switch (code) {
    case '1': // concurrent outbound calls exceed the account's limit
    case '2': // the same for the outbound voice profile
    case '3': // the same for the connection
    case '22': // channel limit of number, connection or profile
      return { kind: 'later', reason: `Telnyx: too many calls at once (D${code})` }
    case '13': // destination country not enabled in the outbound voice profile
      return refusal('halt or number', 'Telnyx: the outbound voice profile does not allow this country (D13)')
    case '21': // no destination number associated
      return { kind: 'rejected', reason: 'Telnyx: no destination for this number (D21)' }
    case '24': // the destination's rate exceeds the profile's maximum
      return refusal('halt or number', 'Telnyx: the price of this destination exceeds the profile’s limit (D24)')
    case '30': // invalid SIP URI
    case '31': // invalid SIP subdomain
      return { kind: 'rejected', reason: `Telnyx: the SIP address was not accepted (D${code})` }
    case '35': // caller origination number is invalid ("Caller ID policy")
    case '51': // origination number not verified
      return refusal('halt', `Telnyx: the caller ID was not accepted (D${code})`)
    case '10':
    case '11':
    case '12':
    case '14':
    case '15':
    case '16':
    case '17': // connection, profile or account disabled or forbidden
    case '18': // connection inactive
    case '25':
    case '26':
    case '27':
    case '28':
    case '29': // authentication or connection validation failed
      return { kind: 'halt', reason: `Telnyx: the application or its outbound voice profile cannot dial (D${code})` }
    case '19': // account blocked for billing
      return { kind: 'halt', reason: 'Telnyx: the account is blocked for billing (D19)' }
    default:
      return null
  }
}

function byCode(code: string, pointer: string): Refusal | null {
  const aboutCallee = pointer.startsWith('/to')
  switch (code) {
    case '10001': // inactive phone number
    case '10002': // invalid phone number
    case '10016': // phone number must be in +E.164 format
      if (aboutCallee) return { kind: 'never', reason: `Telnyx: not a number that can be called (${code})` }
      if (pointer.startsWith('/from')) return refusal('halt', `Telnyx: the caller ID was not accepted (${code})`)
      return refusal('rejected', `Telnyx: a number was not accepted (${code})`)
    case '10015': // bad request; with this pointer: the application is unknown or has no webhook URL
      if (pointer.startsWith('/connection_id')) {
        return { kind: 'halt', reason: 'Telnyx: the application id is unknown, or the application has no webhook URL' }
      }
      return { kind: 'rejected', reason: 'Telnyx: the request was not accepted (10015)' }
    case '10009': // authentication failed
      return { kind: 'halt', reason: 'Telnyx: the API key was refused' }
    case '10010': // authorization failed
      return { kind: 'halt', reason: 'Telnyx: the API key may not place calls' }
    case '10039': // only verified destinations at this account level
      return { kind: 'halt', reason: 'Telnyx: this account level may only call verified numbers (10039)' }
    case '10004': // missing parameter
    case '10011': // in a 422: media encryption not supported for this call
    case '10032': // value not in the list
    case '10033': // value out of range
      return { kind: 'rejected', reason: `Telnyx: the request was not accepted (${code})` }
    default:
      return null
  }
}

export interface TelnyxError {
  code: string
  detail: string
  pointer: string
}

export function firstError(answer: Answered): TelnyxError {
  return {
    code: textAt(answer.json, 'errors.0.code') ?? '',
    detail: textAt(answer.json, 'errors.0.detail') ?? '',
    pointer: textAt(answer.json, 'errors.0.source.pointer') ?? '',
  }
}
