/** Asterisk does not repeat missed events: after a lost connection, calls are compared with its channels. */
import { succeeded } from '../../carrier-kit/http.ts'
import type { AriConnection } from './ari-connection.ts'
import { beginConversation, onAnswered, onEnded } from './call-events.ts'
import { readChannels } from './events.ts'

/** Compares all calls; false: Asterisk was not reachable. */
export async function reconcileCalls(link: AriConnection): Promise<boolean> {
  // Read before the request, because a call placed later may be missing in the answer. For a call whose dial is in progress, the
  // answer to the dial decides.
  const held = link.book.all().filter((call) => call.phase !== 'placing')
  if (held.length === 0) return true
  const answer = await link.rest.ask('GET', 'channels')
  if (!succeeded(answer)) return false
  const states = new Map(readChannels(answer.json).map((channel) => [channel.id, channel.state]))
  const { clock } = link.context
  for (const call of held) {
    const state = states.get(call.channelId)
    if (call.phase === 'ended') continue
    if (state === undefined) {
      const news = call.ended({ cause: 0, causeText: '', sipStatus: 0 }, clock.now(), clock)
      // It is unknown whether the phone rang, so this must not finish the contact.
      const as = news.as === 'failed' ? 'no_answer' : news.as
      onEnded(
        link,
        call,
        { ...news, as, cause: 'ended while the connection to Asterisk was lost', endedBy: null },
        null,
      )
    } else if (state === 'Up' && call.plan.direction === 'outbound') {
      onAnswered(link, call, null)
      beginConversation(link, call)
    }
  }
  return true
}
