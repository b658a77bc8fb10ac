/**
 * Maps a channel's end to an outcome. The Q.850 causes and the SIP responses behind them were measured with Asterisk 22.10 and
 * 16.28; the texts are those of Asterisk's causes.h.
 */
import { describeSip, type SipOutcome, sipOutcome } from '../../carrier-kit/sip.ts'
import type { CallUpdate, CarrierEndReason } from '../../provider.ts'

type EndedNews = Extract<CallUpdate, { kind: 'ended' }>

export interface ChannelEnd {
  cause: number
  causeText: string
  /** SIP status, which newer versions report; 0 if unknown. */
  sipStatus: number
}

export interface CallHistory {
  /** Whether the channel was Up at some time. */
  answered: boolean
  rang: boolean
  /** Whether this program requested the end. */
  hungUpByUs: boolean
  /** Time since the dial, for unanswered calls. */
  dialingMs: number
  ringTimeoutMs: number
  durationSeconds: number | null
}

/** Tolerance, because Asterisk's timer and the program's may differ slightly. */
const TIMEOUT_TOLERANCE_MS = 1_000

const BEFORE_ANSWER: Readonly<Record<number, CarrierEndReason>> = {
  16: 'no_answer', // Normal clearing: the far side hung up before anyone answered
  17: 'busy', // User busy: SIP 486, 600
  19: 'no_answer', // User alerting, no answer: SIP 480, 483, and the program's own timeout from version 20 on
  20: 'no_answer', // Subscriber absent
  21: 'declined', // Call rejected by a phone that has rung; other rejections are distinguished below
  26: 'no_answer', // Answered elsewhere
  31: 'no_answer', // Normal, unspecified
}

/** Causes that mean a dead number. */
const DEAD_NUMBER = new Set([
  1, // Unallocated number: SIP 404, 604
  22, // Number changed: SIP 410
  28, // Invalid number format: SIP 484
])

/** Causes of a conversation's normal end by the person. 0: a BYE without a Reason header, in version 22. */
const NORMAL_AFTER_ANSWER = new Set([0, 16, 17, 19, 26, 31])

export function endedEvent(end: ChannelEnd, history: CallHistory): EndedNews {
  const outcome = history.answered ? afterAnswer(end, history) : beforeAnswer(end, history)
  return { kind: 'ended', ...outcome, durationSeconds: history.durationSeconds, cause: describe(end) }
}

function afterAnswer(end: ChannelEnd, history: CallHistory): Pick<EndedNews, 'as' | 'permanent' | 'endedBy'> {
  const endedBy = history.hungUpByUs ? 'us' : NORMAL_AFTER_ANSWER.has(end.cause) ? 'callee' : 'carrier'
  return { as: 'completed', permanent: false, endedBy }
}

function beforeAnswer(end: ChannelEnd, history: CallHistory): SipOutcome & Pick<EndedNews, 'endedBy'> {
  if (history.hungUpByUs) return { as: 'canceled', permanent: false, endedBy: 'us' }
  const outcome = bySip(end, history) ?? byCause(end, history)
  return { ...outcome, endedBy: outcome.as === 'busy' || outcome.as === 'declined' ? 'callee' : 'carrier' }
}

/**
 * The outcome by SIP response, which is more precise than the cause that Asterisk derives from it; older versions and dialplans
 * do not report it.
 */
function bySip({ sipStatus }: ChannelEnd, { rang }: CallHistory): SipOutcome | null {
  // After ringing: not picked up. Without ringing: the trunk does not answer the INVITE.
  if (sipStatus === 408 && !rang) return { as: 'failed', permanent: false, fault: 'network' }
  return sipOutcome(sipStatus)
}

function byCause(end: ChannelEnd, history: CallHistory): SipOutcome {
  // A person cannot decline a phone that has not rung: the trunk refuses the account (401, 403, 407), or this destination.
  if (end.cause === 21 && !history.rang) {
    return { as: 'failed', permanent: false, fault: 'account', perhapsNumber: true }
  }
  const as = outcomeBeforeAnswer(end, history)
  if (as !== 'failed') return { as, permanent: false }
  if (DEAD_NUMBER.has(end.cause)) return { as, permanent: true }
  return NETWORK.has(end.cause) ? { as, permanent: false, fault: 'network' } : { as, permanent: false }
}

/** Q.850 causes of a full trunk, or of a network that is out of order. Older versions report no SIP status with them. */
const NETWORK = new Set([
  18, // No user responding, without ringing: the INVITE is not answered
  34, // No circuit available: SIP 503, a refused TCP connection, an unresolvable name
  38, // Network out of order: SIP 500
  41, // Temporary failure
  42, // Switching equipment congestion
  44, // Requested circuit not available
  102, // Recovery on timer expiry: SIP 504
])

function outcomeBeforeAnswer(end: ChannelEnd, history: CallHistory): CarrierEndReason {
  switch (end.cause) {
    case 0:
      // Version 16 has no cause for the program's own timeout, and no version has one for calls that end because Asterisk stops.
      // The same 0 comes immediately if the dialplan has no such extension.
      if (history.rang) return 'no_answer'
      return history.dialingMs >= history.ringTimeoutMs - TIMEOUT_TOLERANCE_MS ? 'no_answer' : 'failed'
    case 18:
      // SIP 408. After ringing: not picked up. Without ringing: the trunk does not answer the INVITE.
      return history.rang ? 'no_answer' : 'failed'
    default:
      // All other Q.850 causes are network faults: 2, 3, 25, 27, 29, 34, 38, 41, 42, 44, 50, 58, 102 ...
      return BEFORE_ANSWER[end.cause] ?? 'failed'
  }
}

function describe(end: ChannelEnd): string {
  const sip = describeSip(end.sipStatus)
  return `${end.cause} ${end.causeText || 'Unknown'}${sip === '' ? '' : ` (${sip})`}`
}
