/**
 * Keeps the list of live calls up to date: a state changes in place, an end removes the call, and an unknown call causes the
 * list to be read again, at most once a second.
 */
import type { LiveCall } from '../api/live-calls.ts'
import { queryClient } from '../api/query-client.ts'
import { isCallEndEvent, recordCallSteps, type StreamEvent } from './call-steps.ts'

const STATES: Record<string, string> = { call_placed: 'dialing', call_ringing: 'ringing', call_answered: 'answered' }
/** Number of ended calls kept; enough for those that are still fading out. */
const ENDED_KEPT = 500

const ended = new Map<number, LiveCall>()

/** The result of a call that was displayed a moment ago. */
export const endedCall = (id: number): LiveCall | undefined => ended.get(id)

export function followCalls(events: readonly StreamEvent[], readAgain: (key: readonly unknown[]) => void): void {
  const moves = events.filter((event) => event.call_id !== null && event.type.startsWith('call_'))
  if (moves.length === 0) return
  recordCallSteps(moves)
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['live-calls'] })) {
    const campaignId = query.queryKey[1] as number | null
    const own = moves.filter((event) => campaignId === null || event.campaign_id === campaignId)
    const before = query.state.data as LiveCall[] | undefined
    if (own.length === 0 || !before) continue
    const known = new Set(before.map(({ id }) => id))
    if (own.some((event) => !known.has(event.call_id as number) && !isCallEndEvent(event))) readAgain(query.queryKey)
    queryClient.setQueryData<LiveCall[]>(query.queryKey, (now) => now && own.reduce(moved, now))
  }
}

function moved(calls: LiveCall[], event: StreamEvent): LiveCall[] {
  const id = event.call_id as number
  const at = calls.findIndex((call) => call.id === id)
  if (at === -1) return calls
  const call = calls[at] as LiveCall
  if (isCallEndEvent(event)) {
    keepEnded(call, event)
    return calls.filter((one) => one !== call)
  }
  const state = STATES[event.type] ?? call.state
  const answered = event.type === 'call_answered' ? { answered_at: event.at } : {}
  return calls.with(at, { ...call, ...answered, state })
}

function keepEnded(call: LiveCall, event: StreamEvent): void {
  const { outcome = null, duration_seconds = null, cause = null } = event.data as Partial<LiveCall>
  ended.set(call.id, { ...call, is_completed: true, state: 'ended', outcome, duration_seconds, cause })
  if (ended.size > ENDED_KEPT) ended.delete(ended.keys().next().value as number)
}
