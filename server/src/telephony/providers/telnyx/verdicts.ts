/**
 * The meaning of an answer to POST /v2/calls. Codes: "API error codes"
 * (https://developers.telnyx.com/development/api-fundamentals/api-errors) and the examples in the API description of the dial
 * command; D codes: "SIP response codes" (https://developers.telnyx.com/docs/voice/sip-trunking/troubleshooting/response-codes).
 */
import { type Answered, type CarrierAnswer, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { defaultVerdict, type Refusal, type RefusalVerdict, refusal } from '../../carrier-kit/verdicts.ts'
import type { PlaceResult } from '../../provider.ts'

export function placeResult(answer: CarrierAnswer): PlaceResult {
  if (answer.kind !== 'answered') return defaultVerdict(answer)
  if (succeeded(answer)) {
    const providerCallId = textAtPath(answer.json, 'data.call_control_id')
    if (providerCallId) return { kind: 'placed', providerCallId }
    return { kind: 'unknown', reason: 'Telnyx accepted the call without naming it' }
  }
  // For 5xx and 429 the error code does not matter. Telnyx advises to retry after a 5xx ("command retries"), which is safe only
  // with the same command_id: a contact whose claim is returned gets another id.
  if (answer.status >= 500 || answer.status === 429) return defaultVerdict(answer)
  const error = firstError(answer)
  return byRoutingCode(error.detail) ?? byCode(error.code, error.pointer) ?? defaultVerdict(answer)
}

/**
 * Telnyx' routing codes, from "Telnyx SIP response codes" (support.telnyx.com, article 4409457, May 2026), which is more complete
 * than the developer page. The messages are the program's own: Telnyx' repeat the numbers.
 */
const BY_ROUTING_CODE: Readonly<Record<string, readonly [RefusalVerdict, string]>> = {
  D1: ['later', 'the account has reached its limit of concurrent calls'],
  D2: ['later', 'the outbound voice profile has reached its limit of concurrent calls'],
  D3: ['later', 'the connection has reached its limit of concurrent calls'],
  D7: ['halt', 'the connection may not place this call'],
  D9: ['later', 'the same number was dialed several times within a minute'],
  D10: ['later', 'the account has reached its limit of concurrent outbound calls'],
  D11: ['never', 'the number is not valid'],
  D12: ['halt or number', 'the service plan does not include this destination'],
  D13: ['halt or number', 'the outbound voice profile does not allow this country'],
  D14: ['never', 'the number is not valid'],
  D15: ['halt', 'the outbound voice profile is disabled'],
  D16: ['halt', 'the connection has no outbound voice profile'],
  D17: ['halt', 'the account is disabled'],
  D18: ['halt', 'the connection is inactive'],
  D19: ['halt', 'the account is blocked for billing'],
  D21: ['rejected', 'no destination for this number'],
  D22: ['later', 'the number, connection or profile has reached its limit of concurrent calls'],
  D24: ['halt or number', 'the price of this destination exceeds the limit of the profile'],
  D25: ['halt', 'the connection could not be authenticated'],
  D26: ['halt', 'the connection could not be authenticated'],
  D27: ['halt', 'the connection could not be authenticated'],
  D28: ['halt', 'the connection could not be authenticated'],
  D29: ['halt', 'the connection could not be authenticated'],
  D30: ['rejected', 'the SIP address was not accepted'],
  D31: ['rejected', 'the SIP address was not accepted'],
  D35: ['caller', 'the caller ID is not valid'],
  D36: ['caller', 'the caller ID was not accepted'],
  D37: ['halt or number', 'the account may not call this destination'],
  D38: ['halt', 'the account may not place calls at its level'],
  D39: ['halt', 'the daily spend limit of the profile is reached; it starts again at midnight UTC'],
  D40: ['halt or number', 'the account may not call this destination'],
  D41: ['halt or number', 'this prefix is forbidden'],
  D44: ['halt', 'the account level does not allow this call'],
  D46: ['caller', 'the caller ID was not accepted'],
  D49: ['caller', 'the caller ID was not accepted'],
  D50: ['never', 'the number is not assigned'],
  D51: ['caller', 'the caller ID is not verified'],
  D53: ['never', 'the number called is the caller ID itself'],
  D54: ['caller', 'the caller ID has a bad reputation'],
  D58: ['never', 'this destination is restricted'],
  D60: ['halt', 'the account level does not allow this call'],
  D63: ['caller', 'the caller ID was not accepted'],
  D64: ['caller', 'the caller ID was not accepted'],
  TM1: ['halt or number', 'there is no rate for this destination'],
}

/** The verdict by Telnyx' routing code, which is at the end of the text: "... is not included in whitelisted countries D13". */
function byRoutingCode(detail: string): Refusal | null {
  const code = /\b(D\d{1,3}|TM\d{1,2})\b/.exec(detail)?.[1]
  if (code === undefined) return null
  // An undocumented code may concern one destination: only calls to other people show it.
  const [ruling, reason] = BY_ROUTING_CODE[code] ?? ['halt or number', 'the call was refused']
  return refusal(ruling, `Telnyx: ${reason} (${code})`)
}

function byCode(code: string, pointer: string): Refusal | null {
  const aboutCallee = pointer.startsWith('/to')
  switch (code) {
    case '10001': // inactive phone number
    case '10002': // invalid phone number
    case '10016': // phone number must be in +E.164 format
      if (aboutCallee) return { kind: 'never', reason: `Telnyx: not a number that can be called (${code})` }
      if (pointer.startsWith('/from')) return refusal('caller', `Telnyx: the caller ID was not accepted (${code})`)
      return refusal('rejected', `Telnyx: a number was not accepted (${code})`)
    case '10015': // bad request; with this pointer: the application is unknown or has no webhook URL
      if (pointer.startsWith('/connection_id')) {
        return { kind: 'halt', reason: 'Telnyx: the application id is unknown, or the application has no webhook URL' }
      }
      return refusal('halt or number', 'Telnyx: the request was not accepted (10015)')
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
    code: textAtPath(answer.json, 'errors.0.code') ?? '',
    detail: textAtPath(answer.json, 'errors.0.detail') ?? '',
    pointer: textAtPath(answer.json, 'errors.0.source.pointer') ?? '',
  }
}
