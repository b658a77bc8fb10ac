/**
 * Translates the final SIP response to a call, for all carriers that report it. RFC 3261 chapter 21, RFC 3398 7.2.4.1 (which
 * responses mean a dead number), RFC 8197 (607), RFC 8688 (608), RFC 8224 (428 to 438), RFC 5079 (433).
 */
import type { CallUpdate } from '../provider.ts'

type Ended = Extract<CallUpdate, { kind: 'ended' }>
export type SipOutcome = Pick<Ended, 'as' | 'permanent' | 'fault' | 'perhapsNumber' | 'unwanted'>

const BUSY: SipOutcome = { as: 'busy', permanent: false }
const NO_ANSWER: SipOutcome = { as: 'no_answer', permanent: false }
const DECLINED: SipOutcome = { as: 'declined', permanent: false }
/** The call failed, and the response does not say whose fault it is. */
const FAILED: SipOutcome = { as: 'failed', permanent: false }
const DEAD_NUMBER: SipOutcome = { as: 'failed', permanent: true }
/** Not a decline by a person: the other side does not accept the account, or requires payment. */
const ACCOUNT: SipOutcome = { as: 'failed', permanent: false, fault: 'account' }
const ACCOUNT_OR_NUMBER: SipOutcome = { ...ACCOUNT, perhapsNumber: true }
/** The remote network is full or down. */
const NETWORK: SipOutcome = { as: 'failed', permanent: false, fault: 'network' }
/** The caller ID, or its signature, is not accepted. */
const CALLER: SipOutcome = { as: 'failed', permanent: false, fault: 'caller' }

export const SIP_OUTCOMES: Readonly<Record<string, SipOutcome>> = {
  400: FAILED,
  401: ACCOUNT,
  402: ACCOUNT, // payment required
  403: ACCOUNT_OR_NUMBER,
  404: DEAD_NUMBER,
  405: FAILED,
  406: FAILED,
  407: ACCOUNT,
  408: NO_ANSWER,
  410: DEAD_NUMBER,
  413: FAILED,
  414: FAILED,
  415: FAILED,
  416: FAILED,
  420: FAILED,
  421: FAILED,
  422: FAILED,
  428: CALLER, // use Identity header
  433: CALLER, // anonymity disallowed
  436: CALLER, // bad Identity info
  437: CALLER, // unsupported credential
  438: CALLER, // invalid Identity header
  480: NO_ANSWER,
  481: FAILED,
  482: NETWORK, // routing loop
  483: NETWORK, // too many hops: no phone has rung
  484: DEAD_NUMBER,
  485: FAILED, // ambiguous address: proves nothing against the number
  486: BUSY,
  487: NO_ANSWER,
  488: FAILED,
  491: FAILED,
  493: FAILED,
  500: NETWORK,
  501: FAILED,
  502: NETWORK,
  503: NETWORK,
  504: NETWORK,
  505: FAILED,
  513: NETWORK,
  580: NETWORK,
  600: BUSY,
  603: DECLINED,
  604: DEAD_NUMBER,
  606: FAILED,
  // "Unwanted": the person reported the call as spam, which applies to all further calls.
  607: { ...DECLINED, unwanted: true },
  608: CALLER, // an analytics service rejected the call because of the caller
}

/** The outcome of a SIP status. Null: no final response, success, or an undocumented status. */
export function sipOutcome(status: string | number | null): SipOutcome | null {
  const code = String(status)
  return Object.hasOwn(SIP_OUTCOMES, code) ? (SIP_OUTCOMES[code] as SipOutcome) : null
}

/** Meanings of SIP statuses for operators, who read why a campaign was paused. */
const MEANINGS: Readonly<Record<string, string>> = {
  401: 'the other side refuses our login',
  402: 'the other side wants payment',
  403: 'the other side forbids the call',
  407: 'the other side refuses our login',
  503: 'the other side is overloaded or down',
  607: 'marked as unwanted by the person called',
  608: 'rejected because of the caller ID',
}

/** Formats `SIP 402, the other side wants payment`; empty if no final response is known. */
export function describeSip(status: string | number | null): string {
  const code = String(status)
  if (!/^[3-6]\d\d$/.test(code)) return ''
  return [`SIP ${code}`, MEANINGS[code]].filter((part) => part !== undefined).join(', ')
}
