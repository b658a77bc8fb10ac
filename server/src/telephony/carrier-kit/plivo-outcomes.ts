/** Maps the end codes, words and statuses of Plivo and compatible carriers to outcomes. */
import type { CallUpdate, CarrierEndReason, CarrierFault } from '../provider.ts'

export type EndedEvent = Extract<CallUpdate, { kind: 'ended' }>

/** The end of a call, from a callback or a call record. */
export interface Hangup {
  status: string
  code: string
  cause: string
  source: string
  inbound: boolean
  /** Whether the call was answered; null: unknown. */
  answered: boolean | null
  durationSeconds: number | null
}

/** Reads a call record of the REST API; null while the call has not ended. */
export function hangupOfRecord(record: Readonly<Record<string, unknown>>): Hangup | null {
  const text = (...names: string[]) => names.map((name) => record[name]).find((value) => !isBlank(value))
  const code = text('hangup_cause_code')
  if (code === undefined && text('end_time') === undefined) return null
  return {
    status: String(text('call_status', 'status') ?? '').toLowerCase(),
    code: String(code ?? ''),
    cause: String(text('hangup_cause_name', 'hangup_cause') ?? ''),
    source: String(text('hangup_source') ?? ''),
    inbound: text('call_direction') === 'inbound',
    answered: 'answer_time' in record ? text('answer_time') !== undefined : null,
    durationSeconds: parseSeconds(text('call_duration', 'billsec', 'duration')),
  }
}

interface Outcome {
  as: CarrierEndReason
  permanent: boolean
  fault?: CarrierFault
  perhapsNumber?: true
}

const COMPLETED: Outcome = { as: 'completed', permanent: false }
const BUSY: Outcome = { as: 'busy', permanent: false }
const NO_ANSWER: Outcome = { as: 'no_answer', permanent: false }
const DECLINED: Outcome = { as: 'declined', permanent: false }
const CANCELED: Outcome = { as: 'canceled', permanent: false }
const FAILED: Outcome = { as: 'failed', permanent: false }
const ACCOUNT: Outcome = { as: 'failed', permanent: false, fault: 'account' }
/** The account lacks a permission: for all destinations, or only for this one. */
const ACCOUNT_OR_NUMBER: Outcome = { ...ACCOUNT, perhapsNumber: true }
const CALLER: Outcome = { as: 'failed', permanent: false, fault: 'caller' }
const NETWORK: Outcome = { as: 'failed', permanent: false, fault: 'network' }
/** The number itself cannot be called. */
const DEAD_NUMBER: Outcome = { as: 'failed', permanent: true }

/**
 * "Standard Plivo Hangup Causes" (plivo.com/docs/voice/troubleshooting/hangup-causes) and "Voice API Hangup Causes"
 * (vobiz.ai/docs/concepts/hangup-causes): the same codes. 0 is Unknown, and Vobiz gives 16 after a hang-up by this program: for
 * both, the status decides.
 */
const BY_CODE: Readonly<Record<string, Outcome>> = {
  1000: CANCELED, // by the hang-up API before the answer
  1010: ACCOUNT, // out of credits
  1020: NETWORK, // too many simultaneous dials to one destination
  2000: DEAD_NUMBER, // invalid destination address
  2010: FAILED, // out of service; the page advises to try later
  2020: FAILED, // SIP endpoint not registered
  2030: ACCOUNT_OR_NUMBER, // country barred by the account's geo permissions
  2040: ACCOUNT_OR_NUMBER, // premium number barred by the same settings
  2050: ACCOUNT_OR_NUMBER, // prefix barred by the same settings
  2060: FAILED, // routing loop
  2070: ACCOUNT_OR_NUMBER, // media anchoring rule of India
  3000: NO_ANSWER,
  3010: BUSY,
  3020: DECLINED,
  3030: CALLER, // caller ID is not the account's
  3040: DECLINED, // the destination blocks the caller
  3050: DEAD_NUMBER, // unallocated
  3070: NETWORK, // the far carrier did not respond
  3080: NETWORK, // error at the far carrier
  3090: NETWORK, // congestion at the far carrier
  3100: BUSY, // busy everywhere
  3110: DECLINED,
  3120: DEAD_NUMBER, // the user does not exist anywhere
  3130: CALLER, // spam block; the page advises another caller ID
  3140: CALLER, // caller ID on the do-not-originate list
  4000: COMPLETED, // normal hang-up
  4010: COMPLETED, // end of the XML
  4020: COMPLETED, // multiparty call ended
  4030: COMPLETED, // removed from a multiparty call
  5000: NETWORK, // network error
  5010: NETWORK, // internal error
  5020: NETWORK, // routing error
  5030: NETWORK, // concurrency limit of India
  6000: COMPLETED, // longest duration reached
  6010: NO_ANSWER, // ring time-out
  6020: COMPLETED, // a minute without media
  9000: CANCELED, // another leg was faster
  9100: COMPLETED, // hung up on a machine
  9110: COMPLETED, // confirm key not entered
}

/** Codes without meaning; the status decides. */
const SAYS_NOTHING = new Set(['', '0', '16'])

/**
 * The carrier could not reach this server (7011 for the answer address, others for actions, transfers and redirects) or got
 * invalid XML (8011 and so on). All of these happen after a person has answered, and before the agent has spoken.
 */
const FAULT_AFTER_ANSWER = /^(70[1-3][1-4]|801[1-4])$/

/** `HangupCause` in words, for callbacks without a code (same pages, "SIP Hangup Causes"). */
const BY_CAUSE: Readonly<Record<string, Outcome>> = {
  NORMAL_CLEARING: COMPLETED,
  USER_BUSY: BUSY,
  NO_ANSWER: NO_ANSWER,
  NO_USER_RESPONSE: NO_ANSWER,
  ORIGINATOR_CANCEL: CANCELED,
  CALL_REJECTED: DECLINED,
  REJECTED: DECLINED,
  INVALID_NUMBER: DEAD_NUMBER,
  INVALID_NUMBER_FORMAT: DEAD_NUMBER,
  UNALLOCATED_NUMBER: DEAD_NUMBER,
  NUMBER_CHANGED: DEAD_NUMBER,
  SERVICE_UNAVAILABLE: NETWORK,
  SERVER_ERROR: NETWORK,
  MEDIA_TIMEOUT: COMPLETED,
  PROTOCOL_ERROR: FAILED,
  NETWORK_OUT_OF_ORDER: NETWORK,
  DESTINATION_OUT_OF_ORDER: FAILED,
  NORMAL_TEMPORARY_FAILURE: NETWORK,
  SWITCH_CONGESTION: NETWORK,
}

/** Outcomes by call status: "Call status" (plivo.com/docs/voice/xml/request/call-status). */
const BY_STATUS: Readonly<Record<string, Outcome>> = {
  completed: COMPLETED,
  busy: BUSY,
  'no-answer': NO_ANSWER,
  timeout: NO_ANSWER,
  cancel: CANCELED,
  canceled: CANCELED,
  cancelled: CANCELED,
  rejected: DECLINED,
  failed: FAILED,
}

export function endedEvent(hangup: Hangup): EndedEvent {
  const endedBy = FAULT_AFTER_ANSWER.test(hangup.code) ? 'carrier' : endedByOf(hangup)
  return {
    kind: 'ended',
    ...outcomeOf(hangup, endedBy === 'us'),
    durationSeconds: hangup.durationSeconds,
    cause: [hangup.code, hangup.cause].filter((part) => part !== '').join(' ') || hangup.status || 'unknown',
    endedBy,
  }
}

/**
 * The code is the most precise, but a code for a normal end does not prove a conversation. The status does not prove one either:
 * Vobiz documents the status of its hang-up callback as always `completed` (vobiz.ai/docs/call/make-call), busy lines included.
 */
function outcomeOf(hangup: Hangup, endedByUs: boolean): Outcome {
  if (FAULT_AFTER_ANSWER.test(hangup.code)) return COMPLETED
  const reason = BY_CODE[hangup.code] ?? BY_CAUSE[hangup.cause.toUpperCase()]
  if (reason && reason.as !== 'completed') return reason
  if (hangup.answered) return COMPLETED
  const status = BY_STATUS[hangup.status]
  if (status && status.as !== 'completed') return status
  if (hangup.answered === false && endedByUs) return CANCELED
  // An undocumented code does not prove that the phone has rung.
  if (hangup.answered === false) return reason || SAYS_NOTHING.has(hangup.code) ? NO_ANSWER : FAILED
  return reason ?? status ?? FAILED
}

/** Which side ended the call; the sources are those of the codes. The person is the callee, except on inbound calls. */
function endedByOf(hangup: Hangup): EndedEvent['endedBy'] {
  switch (hangup.source.toLowerCase()) {
    case 'callee':
    case 'call recipient':
      return hangup.inbound ? 'us' : 'callee'
    case 'caller':
      return hangup.inbound ? 'callee' : 'us'
    case 'api request':
    case 'api':
    case 'answer xml':
      return 'us'
    case 'plivo':
    case 'vobiz':
    case 'carrier':
    case 'error':
      return 'carrier'
    default:
      return null
  }
}

export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || ['', 'none', 'null'].includes(String(value).toLowerCase())
}

export function parseSeconds(value: unknown): number | null {
  const number = isBlank(value) ? Number.NaN : Number(value)
  return Number.isFinite(number) && number >= 0 ? Math.round(number) : null
}
