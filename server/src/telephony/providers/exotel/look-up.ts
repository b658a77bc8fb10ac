/** Looks up the state of a call at Exotel, by its id or among the account's calls. */
import { matchesTrace } from '../../carrier-kit/find-call.ts'
import { succeeded, textAtPath } from '../../carrier-kit/http.ts'
import type { CallTrace, LookUp } from '../../provider.ts'
import { describeAnswer, type Exotel, withLowerCaseKeys } from './client.ts'
import { asE164, parseExotelTime } from './numbers.ts'
import { readCall } from './outcomes.ts'

/** Offset of Exotel's written times from UTC; null until Exotel has accepted a call of this account. */
export interface TimeZone {
  offsetMs: number | null
}

const PAGE_SIZE = 100

export async function lookUpCallById(exotel: Exotel, providerCallId: string): Promise<LookUp> {
  const answer = await exotel.ask('GET', `/Calls/${encodeURIComponent(providerCallId)}.json?details=true`)
  if (!succeeded(answer)) return { kind: 'unsure', reason: describeAnswer(answer) }
  return shown((withLowerCaseKeys(answer.json) as { call?: unknown } | null)?.call, providerCallId)
}

/**
 * Finds a call by number and time. A call that is not listed does not count as absent: no page states that the list contains
 * calls in progress.
 */
export async function findCall(exotel: Exotel, { offsetMs }: TimeZone, trace?: CallTrace): Promise<LookUp> {
  if (!trace) return { kind: 'unsure', reason: 'Exotel finds a call only by its own id' }
  if (offsetMs === null) return { kind: 'unsure', reason: 'the time zone of the account is not known yet' }
  const answer = await exotel.ask('GET', `/Calls.json?From=${encodeURIComponent(trace.to)}&PageSize=${PAGE_SIZE}`)
  const calls = succeeded(answer) ? (withLowerCaseKeys(answer.json) as { calls?: unknown } | null)?.calls : null
  if (!Array.isArray(calls)) return { kind: 'unsure', reason: `the calls could not be read: ${describeAnswer(answer)}` }
  const { credentials } = exotel.context
  const ours = calls.filter(
    (call) =>
      asE164(textAtPath(call, 'from') ?? '', credentials) === trace.to &&
      matchesTrace(trace, parseExotelTime(textAtPath(call, 'datecreated')) - offsetMs),
  )
  const sid = ours.length === 1 ? textAtPath(ours[0], 'sid') : null
  return sid === null ? { kind: 'unsure', reason: 'Exotel does not list the call' } : shown(ours[0], sid)
}

function shown(call: unknown, providerCallId: string): LookUp {
  const state = readCall(call)
  if (state.kind === 'unclear') return { kind: 'unsure', reason: 'Exotel used an unknown status' }
  if (state.kind === 'ended') return { kind: 'ended', providerCallId, news: state }
  return { kind: 'live', providerCallId, news: state.kind === 'ringing' ? 'ringing' : 'queued' }
}
