/** An operator hears a live call in the browser: a single-use address, and a websocket that never slows the call. */
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { SocketEndpoint, SocketHandler, SocketRefusal } from '../http/socket-endpoints.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { decodeNumberPart, readLink, signLink } from '../kernel/signed-link.ts'
import { isListeningAllowed } from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'
import type { LiveControl } from './live-control.ts'
import { findCall, findCallForCallback, useMediaToken } from './queries.ts'

export const LISTEN_IN_LIMITS = {
  /** A short lifetime suffices, because a browser connects immediately. */
  linkLifeMs: 60_000,
  /** Two seconds of audio. While a listener has this much unread, new frames are dropped. */
  bufferedBytesMax: 64 * 1024,
  /** A listener that reads nothing for this long is disconnected. */
  stalledMsMax: 10_000,
} as const

const PURPOSE = 'listen'
const PATH = /^\/api\/v1\/calls\/(\d{1,15})\/audio$/

export interface ListenInDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  publicUrl: string
}

export interface ListenInAddress {
  audioUrl: string
  expiresAtMs: number
}

/** `by`: the operator's name, which the timeline of the call shows. */
export async function openListenIn(
  { db, clock, secrets, publicUrl }: ListenInDeps,
  { organizationId, author }: { organizationId: number; author: string },
  callId: number,
): Promise<ListenInAddress> {
  const call = await findCall(db, organizationId, callId)
  if (!call) throw new ApiError('call_not_found')
  if (!call.live) throw new ApiError('call_not_live')
  if (!(await isListeningAllowed(db, organizationId))) throw new ApiError('listening_off')
  if (call.agent_at === null) throw new ApiError('conversation_not_found')
  const expiresAtMs = clock.now() + LISTEN_IN_LIMITS.linkLifeMs
  const token = signLink(secrets, PURPOSE, [organizationId, callId, author], expiresAtMs)
  const audioUrl = `${publicUrl.replace(/^http/, 'ws')}/api/v1/calls/${callId}/audio?token=${token}`
  return { audioUrl, expiresAtMs }
}

export interface ListenInEndpointDeps extends Omit<ListenInDeps, 'publicUrl'> {
  live: Pick<LiveControl, 'listen'>
}

export function listenInEndpoint(deps: ListenInEndpointDeps): SocketEndpoint {
  return { name: 'listen', admit: (request) => admitListener(deps, request) }
}

async function admitListener(
  deps: ListenInEndpointDeps,
  { url = '' }: IncomingMessage,
): Promise<SocketHandler | SocketRefusal | null> {
  const { db, clock, secrets } = deps
  const [path = '', query] = url.split('?', 2)
  const callId = Number(PATH.exec(path)?.[1] ?? Number.NaN)
  if (Number.isNaN(callId)) return null
  const link = readLink(secrets, PURPOSE, new URLSearchParams(query).get('token') ?? '')
  if (!link || link.expiresAtMs < clock.now() || decodeNumberPart(link.parts[1]) !== callId) return '403 Forbidden'
  const organizationId = decodeNumberPart(link.parts[0])
  const call = await findCallForCallback(db, callId)
  if (!call?.live || call.organization_id !== organizationId) return '404 Not Found'
  if (!(await isListeningAllowed(db, organizationId))) return '403 Forbidden'
  if (!(await useMediaToken(db, link.nonce, new Date(link.expiresAtMs)))) return '403 Forbidden'
  const by = Buffer.from(link.parts[2] ?? '', 'base64url').toString()
  return (client) => serveListener(deps, client, callId, by)
}

async function serveListener(
  { clock, live }: ListenInEndpointDeps,
  client: WebSocket,
  callId: number,
  by: string,
): Promise<void> {
  let stop: (() => void) | null = null
  let isGone = false
  client.on('close', () => {
    isGone = true
    stop?.()
  })
  say(client, { type: 'format', encoding: 'l16', sample_rate_hz: 8000, channels: ['person', 'agent'] })
  stop = await live.listen(callId, by, framesTo(client, clock))
  if (isGone) return stop?.()
  if (stop !== null) return
  say(client, { type: 'ended', reason: new ApiError('conversation_not_found').message })
  client.close(1000)
}

/** Drops frames that a slow listener has no room for, and reports how much is missing. */
function framesTo(client: WebSocket, clock: Clock): (frame: Uint8Array | null) => void {
  let skippedBytes = 0
  let readMs = clock.monotonic()
  return (frame) => {
    if (client.readyState !== client.OPEN) return
    if (frame === null) {
      say(client, { type: 'ended', reason: null })
      return client.close(1000)
    }
    if (client.bufferedAmount > LISTEN_IN_LIMITS.bufferedBytesMax) {
      skippedBytes += frame.length
      if (clock.monotonic() - readMs > LISTEN_IN_LIMITS.stalledMsMax) client.terminate()
      return
    }
    readMs = clock.monotonic()
    if (skippedBytes > 0) say(client, { type: 'skipped', ms: Math.round(skippedBytes / 32) })
    skippedBytes = 0
    client.send(frame)
  }
}

function say(client: WebSocket, message: Record<string, unknown>): void {
  if (client.readyState === client.OPEN) client.send(JSON.stringify(message))
}
