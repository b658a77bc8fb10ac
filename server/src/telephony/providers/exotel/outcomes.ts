/**
 * Translates Exotel's words for a call, in status callbacks and in the Call resource. Sources: "Webhooks & Callbacks", "Error
 * Code Dictionary" (Call Status Values) and "Call Details" on developer.exotel.com. All names in lower case.
 */
import { textAtPath } from '../../carrier-kit/http.ts'
import type { CallUpdate, CarrierEndReason } from '../../provider.ts'

export type EndedUpdate = Extract<CallUpdate, { kind: 'ended' }>
/** `accepted`: queued, or `in-progress`, which Exotel answers to a dial before any phone has rung. */
export type CallState = { kind: 'accepted' } | { kind: 'ringing' } | EndedUpdate | { kind: 'unclear' }

const ENDS: Readonly<Record<string, CarrierEndReason>> = {
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
  cancelled: 'canceled',
}

export function readCall(call: unknown): CallState {
  const word = (textAtPath(call, 'status') ?? '').toLowerCase()
  if (Object.hasOwn(ENDS, word)) return ended(call, word)
  if (word === 'ringing') return { kind: 'ringing' }
  return word === 'queued' || word === 'in-progress' ? { kind: 'accepted' } : { kind: 'unclear' }
}

/**
 * Translates the end of a call. Exotel gives no cause for `failed`. `completed` proves an answer only with a time on the line;
 * without one, an earlier event or the audio must show it.
 */
function ended(call: unknown, word: string): EndedUpdate {
  const seconds = secondsOnLine(call)
  const as = word === 'completed' && !seconds ? 'hung_up' : (ENDS[word] as CarrierEndReason)
  const durationSeconds = as === 'completed' ? seconds : null
  return { kind: 'ended', as, permanent: false, durationSeconds, cause: word, endedBy: null }
}

/** Seconds that the person was on the line; null if missing. A multipart callback names the field `legs[0][oncallduration]`. */
function secondsOnLine(call: unknown): number | null {
  const places = ['legs.0.oncallduration', 'legs[0][oncallduration]', 'details.legs.0.leg.oncallduration']
  for (const place of [...places, 'conversationduration', 'duration']) {
    const written = textAtPath(call, place)
    const seconds = written === null || written === '' ? Number.NaN : Number(written)
    if (Number.isFinite(seconds) && seconds >= 0) return Math.round(seconds)
  }
  return null
}
