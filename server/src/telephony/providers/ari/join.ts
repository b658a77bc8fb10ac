/**
 * Joins two answered calls: the transfer target moves into the person's bridge, and both audio legs leave. With
 * `ws_client_name` the conversation may be on a node that has not dialed the call: such a call is unknown here, but the names
 * of its channel and bridge are known to every node.
 */
import { succeeded } from '../../carrier-kit/http.ts'
import type { CallRef, SyncResult } from '../../provider.ts'
import { type AriConnection, bridgeId, sideChannelIds } from './ari-connection.ts'
import { describeAnswer } from './client.ts'
import type { LiveCall } from './live-call.ts'
import { isInCallBridge } from './media-leg.ts'

interface Side {
  channelId: string
  /** The call, if this node dialed it; undefined: another node did. */
  held: LiveCall | undefined
}

export async function joinCalls(link: AriConnection, call: CallRef, other: CallRef): Promise<SyncResult> {
  const [person, partner] = [sideOf(link, call), sideOf(link, other)]
  for (const side of [person, partner]) {
    const fault = await whyNotTalking(link, side)
    if (fault) return failed(fault)
  }
  const moved = await link.rest.ask('POST', `bridges/${encodeURIComponent(bridgeId(person.channelId))}/addChannel`, {
    channel: partner.channelId,
  })
  if (!succeeded(moved)) return failed(describeAnswer(moved))
  belongTogether(person, partner)
  belongTogether(partner, person)
  await Promise.all([person, partner].map(({ channelId }) => link.rest.hangUp(sideChannelIds.media(channelId))))
  return { ok: true, message: 'The two are connected.' }
}

function sideOf(link: AriConnection, ref: CallRef): Side {
  return { channelId: link.book.channelOf(ref), held: link.book.withRef(ref) }
}

async function whyNotTalking(link: AriConnection, { channelId, held }: Side): Promise<string | null> {
  if (held) return held.phase !== 'up' ? 'one of them has hung up' : held.bridged ? null : 'one of them has no audio'
  // The node that dialed the call receives its end; this subscription lets this node receive it too.
  const heard = await link.rest.ask('POST', `applications/${encodeURIComponent(link.nodeApp)}/subscription`, {
    eventSource: `channel:${channelId}`,
  })
  if (!succeeded(heard)) return 'one of them has hung up'
  return (await isInCallBridge(link, channelId, channelId)) ? null : 'one of them is not in a conversation'
}

/** Removes the time limits of the joined calls. */
function belongTogether({ held }: Side, other: Side): void {
  if (!held) return
  held.joinedWith = other.channelId
  held.durationTimer?.cancel()
}

function failed(reason: string): SyncResult {
  return { ok: false, message: `The calls could not be connected: ${reason}.` }
}
