/** Connects a call with its audio: a mixing bridge of the call's channel and a channel that ends in a socket. */
import { type ClientOptions, WebSocket } from 'ws'
import { sleep } from '../../../kernel/clock.ts'
import { succeeded, textAtPath } from '../../carrier-kit/http.ts'
import type { MediaStream } from '../../media.ts'
import type { CallRef } from '../../provider.ts'
import { type AriConnection, bridgeId, sideChannelIds } from './ari-connection.ts'
import { AudioSocketMedia } from './audio-socket-media.ts'
import { type AriQuery, describeAnswer } from './client.ts'
import { readBridge } from './events.ts'
import type { LiveCall } from './live-call.ts'
import { AriMedia, MEDIA_SUBPROTOCOL } from './media.ts'

const MEDIA_TIMEOUT_MS = 10_000
const BRIDGE_LOOK_MS = 20

/** A name that marks a bridge as this program's, for the clean-up after a crash. */
export function bridgeName(link: AriConnection): string {
  return `outdial:${link.settings.appName}`
}

/** Opens the audio. Returns null on success, else the reason of the failure. */
export async function openMediaLeg(link: AriConnection, call: LiveCall): Promise<string | null> {
  const mediaId = sideChannelIds.media(call.channelId)
  const way = mediaWay(link, call)
  if (typeof way === 'string') return way
  const started = link.starts.expect(mediaId, MEDIA_TIMEOUT_MS)
  const [bridge, channel] = await Promise.all([
    link.rest.ask('POST', `bridges/${encodeURIComponent(bridgeId(call.channelId))}`, {
      type: 'mixing',
      name: bridgeName(link),
    }),
    link.rest.ask('POST', 'channels/externalMedia', { app: link.nodeApp, channelId: mediaId, ...way.query }),
  ])
  if (!succeeded(bridge)) return way.fail(`no bridge for the audio: ${describeAnswer(bridge)}`)
  if (!succeeded(channel)) return way.fail(`no channel for the audio: ${describeAnswer(channel)}`)
  const media = way.connect(channel.json)
  if (typeof media === 'string') return media
  const start = await started
  if (start.kind !== 'started') return way.fail(`the audio channel did not start (${start.kind})`)

  const joined = await link.rest.ask('POST', `bridges/${encodeURIComponent(bridgeId(call.channelId))}/addChannel`, {
    channel: `${call.channelId},${mediaId}`,
  })
  if (!succeeded(joined)) return way.fail(`the audio could not be joined: ${describeAnswer(joined)}`)
  call.bridged = true
  call.unbridgedMedia?.release()
  call.unbridgedMedia = null
  const stream = await media
  if (stream === 'no connection') return 'Asterisk did not bring the audio'
  if (stream) link.context.attachMedia(call.ref, stream)
  return null
}

export const AUDIOSOCKET_NOT_LISTENING =
  'audio_transport is audiosocket, but this server does not listen for it: set AUDIOSOCKET_PORT'

/** How the audio of one call is opened. `connect`: the stream; null if Asterisk connects to this server instead. */
interface MediaWay {
  query: AriQuery
  connect(channel: unknown): MediaStream | null | string | Promise<MediaStream | 'no connection'>
  /** Releases what was prepared, and returns the reason of the failure. */
  fail(reason: string): string
}

function mediaWay(link: AriConnection, call: LiveCall): MediaWay | string {
  if (link.settings.audioTransport === 'audiosocket') return audioSocketWay(link, call)
  return {
    query: socketQuery(link, call),
    connect(channel) {
      if (link.settings.wsClientName) return null
      const connectionId = textAtPath(channel, 'channelvars.MEDIA_WEBSOCKET_CONNECTION_ID')
      if (!connectionId) return 'Asterisk named no audio socket'
      return new AriMedia(connectToAsterisk(link, connectionId), true, link.context.clock)
    },
    fail: (reason) => reason,
  }
}

function audioSocketWay({ context }: AriConnection, call: LiveCall): MediaWay | string {
  if (!context.audioSockets) return AUDIOSOCKET_NOT_LISTENING
  const { id, address, arrived, cancel } = context.audioSockets.expect(MEDIA_TIMEOUT_MS)
  return {
    query: { format: 'slin', encapsulation: 'audiosocket', transport: 'tcp', external_host: address, data: id },
    async connect() {
      const connection = await arrived
      if (!connection) return 'no connection'
      call.audioSocketMedia = new AudioSocketMedia(connection, context.clock, context.log)
      return call.audioSocketMedia
    },
    fail(reason) {
      cancel()
      void arrived.then((connection) => connection?.socket.destroy())
      return reason
    },
  }
}

/** Removes everything that was created around a call. Missing objects are not an error. */
export async function closeMediaLeg(link: AriConnection, call: LiveCall): Promise<void> {
  if (!call.conversing) return
  const leftovers = [sideChannelIds.media(call.channelId)]
  if (call.plan.detectMachine) leftovers.push(sideChannelIds.snoop(call.channelId))
  await Promise.all(leftovers.map((channelId) => link.rest.hangUp(channelId)))
  await link.rest.ask('DELETE', `bridges/${encodeURIComponent(bridgeId(call.channelId))}`)
}

/**
 * Accepts a connection from Asterisk with the audio of a call, possibly of one that another node dialed. Audio is held back until
 * the bridge exists.
 */
export function acceptMedia(link: AriConnection, ref: CallRef, socket: WebSocket): AriMedia {
  const call = link.book.withRef(ref)
  const media = new AriMedia(socket, call?.bridged ?? false, link.context.clock)
  if (!call) void releaseWhenBridged(link, ref, socket, media)
  else if (!call.bridged) call.unbridgedMedia = media
  return media
}

/** Without a bridge the person would hear nothing: then the call counts as one without an agent. */
async function releaseWhenBridged(
  link: AriConnection,
  ref: CallRef,
  socket: WebSocket,
  media: AriMedia,
): Promise<void> {
  if (await whenBridged(link, link.book.channelOf(ref), socket)) return media.release()
  if (socket.readyState !== socket.OPEN) return
  link.context.log.warn({ call_id: ref.callId }, 'closing the audio of a call that has no bridge to the person')
  media.close()
}

/** Only the node that dialed the call receives an event about its bridge; any other node has to poll. */
async function whenBridged(link: AriConnection, channelId: string, socket: WebSocket): Promise<boolean> {
  const { clock } = link.context
  const giveUpMs = clock.monotonic() + MEDIA_TIMEOUT_MS
  while (clock.monotonic() < giveUpMs && socket.readyState === socket.OPEN) {
    if (await isInCallBridge(link, channelId, sideChannelIds.media(channelId))) return true
    await sleep(clock, BRIDGE_LOOK_MS)
  }
  return false
}

/** Whether `member` is in the bridge of the call. */
export async function isInCallBridge(link: AriConnection, channelId: string, member: string): Promise<boolean> {
  const answer = await link.rest.ask('GET', `bridges/${encodeURIComponent(bridgeId(channelId))}`)
  return succeeded(answer) && readBridge(answer.json).includes(member)
}

function socketQuery(link: AriConnection, call: LiveCall): AriQuery {
  const common = { format: 'ulaw', transport: 'websocket', encapsulation: 'none' }
  const { wsClientName } = link.settings
  if (!wsClientName) return { ...common, connection_type: 'server' }
  // The address is fixed in websocket_client.conf, so only the call's token is added.
  const token = new URL(link.context.urls.media(call.ref)).pathname.split('/').at(-1) ?? ''
  return { ...common, external_host: wsClientName, transport_data: `v(token=${asteriskSafe(token)})` }
}

/** chan_websocket accepts only these characters and percent escapes in parameters. */
function asteriskSafe(text: string): string {
  return [...Buffer.from(decodeURIComponent(text))]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

/** Connects to Asterisk's media socket. The id is the secret: Asterisk requires no password here. */
function connectToAsterisk(link: AriConnection, connectionId: string): WebSocket {
  const url = `${link.settings.socketBase}/media/${encodeURIComponent(connectionId)}`
  return new WebSocket(url, MEDIA_SUBPROTOCOL, {
    handshakeTimeout: MEDIA_TIMEOUT_MS,
    perMessageDeflate: false,
    ...(link.context.socketOptions?.(url) as ClientOptions | undefined),
  })
}
