/** Joins a call with its audio: a mixing bridge of the call's channel and a channel whose far end is a websocket. */
import { type ClientOptions, WebSocket } from 'ws'
import { sleep } from '../../../kernel/clock.ts'
import { succeeded, textAt } from '../../carrier-kit/http.ts'
import type { CallRef } from '../../provider.ts'
import { describeAnswer, type Query } from './client.ts'
import { readBridge } from './events.ts'
import { bridgeId, type Link, sideChannel } from './link.ts'
import type { LiveCall } from './live-call.ts'
import { AriMedia, MEDIA_SUBPROTOCOL } from './media.ts'

const MEDIA_TIMEOUT_MS = 10_000
const BRIDGE_LOOK_MS = 20

/** Marks a bridge as ours, for whoever clears up after a crash. */
export function bridgeName(link: Link): string {
  return `outdial:${link.settings.appName}`
}

/** Opens the audio. Null when it is there, else why not. */
export async function openMediaLeg(link: Link, call: LiveCall): Promise<string | null> {
  const mediaId = sideChannel.media(call.channelId)
  const started = link.starts.expect(mediaId, MEDIA_TIMEOUT_MS)
  const [bridge, channel] = await Promise.all([
    link.rest.ask('POST', `bridges/${encodeURIComponent(bridgeId(call.channelId))}`, {
      type: 'mixing',
      name: bridgeName(link),
    }),
    link.rest.ask('POST', 'channels/externalMedia', mediaQuery(link, call, mediaId)),
  ])
  if (!succeeded(bridge)) return `no bridge for the audio: ${describeAnswer(bridge)}`
  if (!succeeded(channel)) return `no channel for the audio: ${describeAnswer(channel)}`

  let socket: WebSocket | null = null
  if (!link.settings.wsClientName) {
    const connectionId = textAt(channel.json, 'channelvars.MEDIA_WEBSOCKET_CONNECTION_ID')
    if (!connectionId) return 'Asterisk named no audio socket'
    socket = connectToAsterisk(link, connectionId)
  }
  const media = socket ? new AriMedia(socket, true, link.context.clock) : null
  const start = await started
  if (start.kind !== 'started') return `the audio channel did not start (${start.kind})`

  const joined = await link.rest.ask('POST', `bridges/${encodeURIComponent(bridgeId(call.channelId))}/addChannel`, {
    channel: `${call.channelId},${mediaId}`,
  })
  if (!succeeded(joined)) return `the audio could not be joined: ${describeAnswer(joined)}`
  call.bridged = true
  call.unbridgedMedia?.release()
  call.unbridgedMedia = null
  if (media) link.context.attachMedia(call.ref, media)
  return null
}

/** Takes down everything that was put up around a call. What is gone already is fine. */
export async function closeMediaLeg(link: Link, call: LiveCall): Promise<void> {
  if (!call.conversing) return
  const leftovers = [sideChannel.media(call.channelId)]
  if (call.plan.detectMachine) leftovers.push(sideChannel.snoop(call.channelId))
  await Promise.all(leftovers.map((channelId) => link.rest.hangUp(channelId)))
  await link.rest.ask('DELETE', `bridges/${encodeURIComponent(bridgeId(call.channelId))}`)
}

/**
 * Asterisk has come to us with the audio of a call, perhaps of one that another node has dialed. Until the bridge stands,
 * what is sent is kept back.
 */
export function acceptMedia(link: Link, ref: CallRef, socket: WebSocket): AriMedia {
  const call = link.book.withRef(ref)
  const media = new AriMedia(socket, call?.bridged ?? false, link.context.clock)
  if (!call) void releaseWhenBridged(link, ref, socket, media)
  else if (!call.bridged) call.unbridgedMedia = media
  return media
}

/** Without a bridge nobody would hear us: then it is as if the agent had not been there, and not as if it had spoken. */
async function releaseWhenBridged(link: Link, ref: CallRef, socket: WebSocket, media: AriMedia): Promise<void> {
  if (await whenBridged(link, link.book.channelOf(ref), socket)) return media.release()
  if (socket.readyState !== socket.OPEN) return
  link.context.log.warn({ call_id: ref.callId }, 'closing the audio of a call that has no bridge to the person')
  media.close()
}

/** Only the node that dialed the call is told that its bridge stands; any other has to look. */
async function whenBridged(link: Link, channelId: string, socket: WebSocket): Promise<boolean> {
  const { clock } = link.context
  const giveUpMs = clock.monotonic() + MEDIA_TIMEOUT_MS
  while (clock.monotonic() < giveUpMs && socket.readyState === socket.OPEN) {
    if (await isBridged(link, channelId, sideChannel.media(channelId))) return true
    await sleep(clock, BRIDGE_LOOK_MS)
  }
  return false
}

/** Whether `member` is in the bridge of the call. */
export async function isBridged(link: Link, channelId: string, member: string): Promise<boolean> {
  const answer = await link.rest.ask('GET', `bridges/${encodeURIComponent(bridgeId(channelId))}`)
  return succeeded(answer) && readBridge(answer.json).includes(member)
}

function mediaQuery(link: Link, call: LiveCall, mediaId: string): Query {
  const common = {
    app: link.nodeApp,
    channelId: mediaId,
    format: 'ulaw',
    transport: 'websocket',
    encapsulation: 'none',
  }
  const { wsClientName } = link.settings
  if (!wsClientName) return { ...common, connection_type: 'server' }
  // The address stands in websocket_client.conf, so the call's token is all that can be added to it.
  const token = new URL(link.context.urls.media(call.ref)).pathname.split('/').at(-1) ?? ''
  return { ...common, external_host: wsClientName, transport_data: `v(token=${asteriskSafe(token)})` }
}

/** chan_websocket refuses parameters with anything but these characters and percent escapes. */
function asteriskSafe(text: string): string {
  return [...Buffer.from(decodeURIComponent(text))]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

/** The id is the secret: Asterisk asks for no password here. */
function connectToAsterisk(link: Link, connectionId: string): WebSocket {
  const url = `${link.settings.socketBase}/media/${encodeURIComponent(connectionId)}`
  return new WebSocket(url, MEDIA_SUBPROTOCOL, {
    handshakeTimeout: MEDIA_TIMEOUT_MS,
    perMessageDeflate: false,
    ...(link.context.socketOptions?.(url) as ClientOptions | undefined),
  })
}
