import type { LiveCalls } from '../events/live-calls.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CallContext } from './queries.ts'

/** Publishes the step that a conversation has reached to live subscribers. */
export function publishSteps(liveCalls: Pick<LiveCalls, 'watched' | 'tell'>, clock: Clock) {
  return (context: CallContext, node: { id: string; name: string }): void => {
    const { organizationId, campaignId, contactId, callId } = context
    if (!liveCalls.watched(organizationId)) return
    const data = { node: node.id, name: node.name }
    liveCalls.tell([{ organizationId, campaignId, contactId, callId, type: 'call_step', atMs: clock.now(), data }])
  }
}
