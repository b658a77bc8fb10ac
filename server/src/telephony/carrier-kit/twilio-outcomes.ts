/** Twilio's words for the state of a call, in webhooks and in the Call resource; compatible carriers use the same words. */
import type { CallUpdate } from '../provider.ts'
import { describeSip, sipOutcome } from './sip.ts'

type Ended = Extract<CallUpdate, { kind: 'ended' }>

export interface TwilioCallState {
  status: string
  durationSeconds: string | null
  /** The final SIP response of the called side, if Twilio reports it. */
  sipResponseCode: string | null
}

const ENDED: Readonly<Record<string, Ended['as']>> = {
  completed: 'completed',
  busy: 'busy',
  failed: 'failed',
  'no-answer': 'no_answer',
  canceled: 'canceled',
}

/** SIP responses that are more precise than Twilio's own words for them (busy, failed or no-answer). */
const MORE_PRECISE = new Set(['603', '607', '608'])

/** The end of a call; null: it has not ended, or the word is unknown. */
export function endedEvent({ status, durationSeconds, sipResponseCode }: TwilioCallState): Ended | null {
  const as = Object.hasOwn(ENDED, status) ? ENDED[status] : undefined
  if (!as) return null
  const unanswered = as !== 'completed' && as !== 'canceled'
  const tells = unanswered && (as === 'failed' || MORE_PRECISE.has(sipResponseCode ?? ''))
  const sip = describeSip(sipResponseCode)
  return {
    kind: 'ended',
    ...((tells ? sipOutcome(sipResponseCode) : null) ?? { as, permanent: false }),
    durationSeconds: as === 'completed' ? wholeSeconds(durationSeconds) : null,
    cause: sip === '' ? status : `${status} (${sip})`,
    endedBy: as === 'canceled' ? 'us' : null,
  }
}

export function machineVerdict(answeredBy: string): Extract<CallUpdate, { kind: 'machine' }>['verdict'] {
  const word = answeredBy.toLowerCase()
  if (word === 'human' || word === 'fax') return word
  // machine_start, machine_end_beep, machine_end_silence, machine_end_other; SignalWire: machine
  return word.startsWith('machine') ? 'machine' : 'unknown'
}

function wholeSeconds(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}
