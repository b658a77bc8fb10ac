/** Joins two answered calls: whoever takes over moves into the person's bridge, and both audio legs leave. */
import { succeeded } from '../../carrier-kit/http.ts'
import type { SyncResult } from '../../provider.ts'
import { describeAnswer } from './client.ts'
import { bridgeId, type Link, sideChannel } from './link.ts'
import type { LiveCall } from './live-call.ts'

export async function joinCalls(
  link: Link,
  call: LiveCall | undefined,
  other: LiveCall | undefined,
): Promise<SyncResult> {
  if (!call?.bridged || !other?.bridged) return failed('a call is not in a conversation on this node')
  if (call.phase !== 'up' || other.phase !== 'up') return failed('one of them has hung up')
  const moved = await link.rest.ask('POST', `bridges/${encodeURIComponent(bridgeId(call.channelId))}/addChannel`, {
    channel: other.channelId,
  })
  if (!succeeded(moved)) return failed(describeAnswer(moved))
  call.joined = other
  other.joined = call
  // People talk as long as they like.
  for (const each of [call, other]) each.durationTimer?.cancel()
  await Promise.all([call, other].map((each) => link.rest.hangUp(sideChannel.media(each.channelId))))
  return { ok: true, message: 'The two are connected.' }
}

function failed(reason: string): SyncResult {
  return { ok: false, message: `The calls could not be connected: ${reason}.` }
}
