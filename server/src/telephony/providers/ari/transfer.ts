/** Hands a person over: the other number is called, joins the bridge when it answers, and the agent leaves. */
import { succeeded } from '../../carrier-kit/http.ts'
import type { SyncResult } from '../../provider.ts'
import { describeAnswer } from './client.ts'
import { dialString } from './dial-string.ts'
import { bridgeId, type Link, sideChannel } from './link.ts'
import type { LiveCall } from './live-call.ts'

/** How long the other number may ring; the person waits meanwhile. */
const TRANSFER_RING_SECONDS = 30

export async function transferCall(link: Link, call: LiveCall | undefined, destination: string): Promise<SyncResult> {
  if (!call?.bridged) return failed('the call is not in a conversation on this node')
  if (call.partnerId) return failed('the call is being transferred already')
  const target = dialString(link.settings, destination, addressType(destination))
  if (target.kind === 'refused') return failed(target.reason)

  const partnerId = sideChannel.transfer(call.channelId)
  const started = link.starts.expect(partnerId, (TRANSFER_RING_SECONDS + 5) * 1000)
  link.book.addPartner(call, partnerId)
  const dialed = await link.rest.ask('POST', `channels/${encodeURIComponent(partnerId)}`, {
    endpoint: target.endpoint,
    app: link.nodeApp,
    appArgs: 'transfer',
    timeout: String(TRANSFER_RING_SECONDS),
  })
  if (!succeeded(dialed)) return giveUp(link, call, partnerId, describeAnswer(dialed))
  const start = await started
  if (start.kind !== 'started') return giveUp(link, call, partnerId, start.kind === 'ended' ? start.cause : 'no answer')

  const joined = await link.rest.ask('POST', `bridges/${encodeURIComponent(bridgeId(call.channelId))}/addChannel`, {
    channel: partnerId,
  })
  if (!succeeded(joined)) return giveUp(link, call, partnerId, describeAnswer(joined))
  call.transferred = true
  await link.rest.hangUp(sideChannel.media(call.channelId))
  return { ok: true, message: 'The person is connected with the other number.' }
}

async function giveUp(link: Link, call: LiveCall, partnerId: string, reason: string): Promise<SyncResult> {
  link.book.removePartner(call)
  await link.rest.hangUp(partnerId)
  return failed(reason)
}

function failed(reason: string): SyncResult {
  return { ok: false, message: `The call could not be transferred: ${reason}.` }
}

function addressType(destination: string): 'pstn' | 'sip_uri' | 'sip_extension' {
  if (/^sips?:/.test(destination)) return 'sip_uri'
  return destination.startsWith('+') ? 'pstn' : 'sip_extension'
}
