/**
 * Translates Vonage's words for the state of a call ("Voice API Webhooks Reference",
 * https://developer.vonage.com/en/voice/voice-api/webhook-reference), which are the same in events and in look-ups.
 */
import { textAtPath } from '../../carrier-kit/http.ts'
import { describeSip, type SipOutcome, sipOutcome } from '../../carrier-kit/sip.ts'
import type { BilledPrice, CallUpdate, CarrierEndReason } from '../../provider.ts'

type Ended = Extract<CallUpdate, { kind: 'ended' }>

/** `detail` has a meaning only together with its status: `unavailable` is a phone that is off, not a missing route. */
const BY_DETAIL: Record<string, SipOutcome> = {
  'rejected invalid_number': { as: 'failed', permanent: true },
  // "Rejected by carrier": caused by the account, its caller ID or this destination; the number exists.
  'rejected restricted': { as: 'failed', permanent: false, fault: 'account', perhapsNumber: true },
  'rejected declined': { as: 'declined', permanent: false },
  'failed number_out_of_service': { as: 'failed', permanent: true },
  'failed cannot_route': { as: 'failed', permanent: false },
  'failed internal_error': { as: 'failed', permanent: false, fault: 'network' },
  'failed carrier_timeout': { as: 'failed', permanent: false, fault: 'network' },
  'unanswered declined': { as: 'declined', permanent: false },
  'unanswered unavailable': { as: 'no_answer', permanent: false },
  'unanswered timeout': { as: 'no_answer', permanent: false },
}

const ENDED: Record<string, CarrierEndReason> = {
  completed: 'completed',
  complete: 'completed',
  busy: 'busy',
  cancelled: 'canceled',
  timeout: 'no_answer',
  unanswered: 'no_answer',
  rejected: 'declined',
  failed: 'failed',
}

/** Vague words, for which the SIP response is more precise: `rejected` with 403 is not a decline by a person. */
const VAGUE = new Set(['rejected', 'failed'])

/** Translates an event; null for others, such as `disconnected`, which concerns the audio socket and not the phone. */
export function eventOf(event: unknown): CallUpdate | null {
  const status = textAtPath(event, 'status') ?? ''
  switch (status) {
    // The call exists; nothing is known about the far side.
    case 'started':
      return { kind: 'dialing' }
    case 'ringing':
      return { kind: 'ringing' }
    case 'answered':
      return { kind: 'answered' }
    case 'human':
    case 'machine':
      return { kind: 'machine', verdict: status }
    default:
      return endedNews(event, status)
  }
}

function endedNews(event: unknown, status: string): Ended | null {
  const as = ENDED[status]
  if (!as) return null
  const detail = textAtPath(event, 'detail') ?? ''
  const sipCode = textAtPath(event, 'sip_code')
  const sip = describeSip(sipCode)
  const duration = Number.parseInt(textAtPath(event, 'duration') ?? '', 10)
  return {
    kind: 'ended',
    ...(BY_DETAIL[`${status} ${detail}`] ??
      (VAGUE.has(status) ? sipOutcome(sipCode) : null) ?? { as, permanent: false }),
    durationSeconds: Number.isNaN(duration) ? null : duration,
    cause: [status, detail, sip].filter(Boolean).join(' '),
    endedBy: null,
  }
}

/** Vonage names no currency; its accounts are billed in euros. */
const CURRENCY = 'EUR'

/** The price of a completed call, from an event or a look-up; there is none before the end. */
export function billedPrice(call: unknown): BilledPrice | null {
  const amount = textAtPath(call, 'price')
  return textAtPath(call, 'status') === 'completed' && amount !== null ? { amount, currency: CURRENCY } : null
}
