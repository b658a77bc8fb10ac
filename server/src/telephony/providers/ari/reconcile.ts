/** Asterisk does not repeat events that nobody heard: after a lost connection, calls are held against its channels. */
import { succeeded } from '../../carrier-kit/http.ts'
import { answered, beginConversation, ended } from './call-events.ts'
import { readChannels } from './events.ts'
import type { Link } from './link.ts'

/** False: Asterisk could not be asked. */
export async function reconcile(link: Link): Promise<boolean> {
  // Taken before the question: a call placed after it may be missing from the answer. One whose dial is still on its
  // way is decided by the answer to the dial.
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
      // Nobody can say whether it rang: the person is not written off for it.
      const as = news.as === 'failed' ? 'no_answer' : news.as
      ended(link, call, { ...news, as, cause: 'ended while the connection to Asterisk was lost', endedBy: null }, null)
    } else if (state === 'Up' && call.plan.direction === 'outbound') {
      answered(link, call, null)
      beginConversation(link, call)
    }
  }
  return true
}
