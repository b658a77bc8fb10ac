/** Twilio's words for the state of a call, the same in webhooks and in the Call resource. */
import { faultOfSip } from '../../carrier-kit/verdicts.ts'
import type { CarrierNews } from '../../provider.ts'

type Ended = Extract<CarrierNews, { kind: 'ended' }>

export interface TwilioCallState {
  status: string
  durationSeconds: string | null
  /** The final SIP answer of the called side, where Twilio tells it. */
  sipResponseCode: string | null
}

const ENDED: Readonly<Record<string, Ended['as']>> = {
  completed: 'completed',
  busy: 'busy',
  failed: 'failed',
  'no-answer': 'no_answer',
  canceled: 'canceled',
}

/** RFC 3398, 7.2.4.1: unallocated number, number changed, invalid number format; RFC 3261, 21.6.3: exists nowhere. */
const DEAD_NUMBER = new Set(['404', '410', '484', '604'])

/** RFC 3261, 21.6.2: the callee does not wish to take the call. Twilio calls it busy or failed. */
const DECLINE = '603'

/** Null: not ended, or a word we do not know. */
export function endedNews({ status, durationSeconds, sipResponseCode }: TwilioCallState): Ended | null {
  const as = Object.hasOwn(ENDED, status) ? ENDED[status] : undefined
  if (!as) return null
  const declined = sipResponseCode === DECLINE && as !== 'completed' && as !== 'canceled'
  return {
    kind: 'ended',
    as: declined ? 'declined' : as,
    ...(as === 'failed' ? faultOfSip(sipResponseCode) : {}),
    permanent: as === 'failed' && sipResponseCode !== null && DEAD_NUMBER.has(sipResponseCode),
    durationSeconds: as === 'completed' ? wholeSeconds(durationSeconds) : null,
    cause: sipResponseCode === null ? status : `${status} (SIP ${sipResponseCode})`,
    endedBy: as === 'canceled' ? 'us' : null,
  }
}

export function machineVerdict(answeredBy: string): Extract<CarrierNews, { kind: 'machine' }>['verdict'] {
  if (answeredBy === 'human' || answeredBy === 'fax') return answeredBy
  // machine_start, machine_end_beep, machine_end_silence, machine_end_other
  return answeredBy.startsWith('machine') ? 'machine' : 'unknown'
}

function wholeSeconds(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}
