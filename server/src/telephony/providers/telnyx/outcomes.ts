/** How a Telnyx call ended: `hangup_cause` of call.hangup, made more precise by the SIP answer beside it. */
import { textAt } from '../../carrier-kit/http.ts'
import { faultOfSip } from '../../carrier-kit/verdicts.ts'
import type { CarrierNews, EndedAs } from '../../provider.ts'

type Ended = Extract<CarrierNews, { kind: 'ended' }>
type Outcome = Pick<Ended, 'as' | 'permanent'>

/** The causes of the API description of call.hangup. */
const BY_CAUSE: Record<string, Outcome> = {
  normal_clearing: outcome('completed'),
  time_limit: outcome('completed'),
  user_busy: outcome('busy'),
  timeout: outcome('no_answer'),
  no_answer: outcome('no_answer'),
  call_rejected: outcome('declined'),
  originator_cancel: outcome('canceled'),
  not_found: outcome('failed', true),
  unspecified: outcome('failed'),
}

/** RFC 3261 and RFC 8197; read only where the cause leaves room for it. */
const BY_SIP_ANSWER: Record<string, Outcome> = {
  '403': outcome('failed'),
  '404': outcome('failed', true),
  '408': outcome('no_answer'),
  '410': outcome('failed', true),
  '480': outcome('no_answer'),
  '484': outcome('failed', true),
  '486': outcome('busy'),
  '487': outcome('no_answer'),
  '600': outcome('busy'),
  '603': outcome('declined'),
  '604': outcome('failed', true),
  '607': outcome('declined'),
  '608': outcome('declined'),
}

export function endedNews(event: unknown, direction: 'in' | 'out' | null): Ended {
  const cause = textAt(event, 'data.payload.hangup_cause') ?? 'unspecified'
  const sipAnswer = textAt(event, 'data.payload.sip_hangup_cause') ?? ''
  // `call_rejected` is also what Telnyx says when it refuses a call itself (403), which is nobody's decline.
  const vague = cause === 'unspecified' || cause === 'call_rejected' || !(cause in BY_CAUSE)
  const { as, permanent } = (vague ? BY_SIP_ANSWER[sipAnswer] : undefined) ?? BY_CAUSE[cause] ?? outcome('failed')
  return {
    kind: 'ended',
    as,
    permanent,
    ...(as === 'failed' ? faultOfSip(sipAnswer) : {}),
    durationSeconds: null,
    cause: /^\d{3}$/.test(sipAnswer) ? `${cause} (SIP ${sipAnswer})` : cause,
    endedBy: endedBy(cause, textAt(event, 'data.payload.hangup_source'), direction),
  }
}

/** Telnyx names caller and callee; who that is depends on who placed the call. */
function endedBy(cause: string, source: string | null, direction: 'in' | 'out' | null): Ended['endedBy'] {
  if (cause === 'time_limit' || cause === 'timeout') return 'carrier'
  if (direction === null || (source !== 'caller' && source !== 'callee')) return null
  return (source === 'caller') === (direction === 'out') ? 'us' : 'callee'
}

function outcome(as: EndedAs, permanent = false): Outcome {
  return { as, permanent }
}
