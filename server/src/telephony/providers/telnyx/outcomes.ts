/** Translates the end of a Telnyx call: `hangup_cause` of call.hangup, refined by the SIP response beside it. */
import { textAtPath } from '../../carrier-kit/http.ts'
import { describeSip, type SipOutcome, sipOutcome } from '../../carrier-kit/sip.ts'
import type { CallUpdate, CarrierEndReason } from '../../provider.ts'

type Ended = Extract<CallUpdate, { kind: 'ended' }>

/** Outcomes by cause, from the API description of call.hangup. */
const BY_CAUSE: Record<string, SipOutcome> = {
  // A normal end. Whether the call was answered is reported by a separate event.
  normal_clearing: outcome('hung_up'),
  time_limit: outcome('completed'),
  user_busy: outcome('busy'),
  timeout: outcome('no_answer'),
  no_answer: outcome('no_answer'),
  call_rejected: outcome('declined'),
  originator_cancel: outcome('canceled'),
  not_found: outcome('failed', true),
  unspecified: outcome('failed'),
}

/** Vague causes, for which the SIP response decides: Telnyx also reports `call_rejected` when it refuses a call itself (403). */
const VAGUE = new Set(['unspecified', 'call_rejected', 'normal_clearing'])

export function endedEvent(event: unknown, direction: 'in' | 'out' | null): Ended {
  const cause = textAtPath(event, 'data.payload.hangup_cause') ?? 'unspecified'
  const sipAnswer = textAtPath(event, 'data.payload.sip_hangup_cause') ?? ''
  const known = Object.hasOwn(BY_CAUSE, cause) ? BY_CAUSE[cause] : undefined
  const sip = describeSip(sipAnswer)
  return {
    kind: 'ended',
    ...(bySipAnswer(cause, sipAnswer) ?? known ?? outcome('failed')),
    durationSeconds: null,
    cause: sip === '' ? cause : `${cause} (${sip})`,
    endedBy: endedBy(cause, textAtPath(event, 'data.payload.hangup_source'), direction),
  }
}

/** The SIP response, if the cause is vague. With 200 the far side had answered the call. */
function bySipAnswer(cause: string, sipAnswer: string): SipOutcome | null {
  if (cause === 'normal_clearing' && sipAnswer === '200') return outcome('completed')
  return VAGUE.has(cause) || !Object.hasOwn(BY_CAUSE, cause) ? sipOutcome(sipAnswer) : null
}

/** Which side ended the call: Telnyx names caller and callee, and the direction of the call decides which is the person. */
function endedBy(cause: string, source: string | null, direction: 'in' | 'out' | null): Ended['endedBy'] {
  if (cause === 'time_limit' || cause === 'timeout') return 'carrier'
  if (direction === null || (source !== 'caller' && source !== 'callee')) return null
  return (source === 'caller') === (direction === 'out') ? 'us' : 'callee'
}

function outcome(as: CarrierEndReason, permanent = false): SipOutcome {
  return { as, permanent }
}
