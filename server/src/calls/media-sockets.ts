/** Where carriers' audio comes in: a websocket per call, opened with a token that is good once. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { MediaStream } from '../telephony/media.ts'
import type { CallRef, CarrierAccount } from '../telephony/provider.ts'
import { HOOK_BASE, readMediaToken } from './callback-urls.ts'
import { PROBE_PATH, PROBE_WORD } from './probe-public-url.ts'
import { callForHook, useMediaToken } from './queries.ts'

export interface MediaSocketDeps {
  db: Database
  clock: Clock
  log: Log
  secrets: SecretBox
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null): CallRef
  attach(call: CallRef, media: MediaStream): void
  /** Who else takes sockets at this address; null: nobody. */
  otherSocket?(url: string): ((client: WebSocket) => void) | null
}

/** A frame is 20 to 100 ms of audio; nothing a carrier sends comes near this. */
const MESSAGE_BYTES_MAX = 256 * 1024
/** Ring time-outs go to 120 s; carriers add some for setting up. */
const RINGING_MS_MAX = 5 * 60_000
const PATH = new RegExp(`^${HOOK_BASE}/media/([^/]+)$`)

export interface MediaSockets {
  /** Carriers that have connected a call which nobody has picked up yet. */
  readonly waiting: number
  close(): void
}

export function openMediaSockets(server: Server, deps: MediaSocketDeps): MediaSockets {
  const waiting = new Set<WebSocket>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    handleProtocols: (offered) => [...offered][0] ?? false,
  })
  server.on('upgrade', (request, socket, head) => {
    accept({ ...deps, waiting }, sockets, request, socket, head).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a media socket failed')
      turnAway(socket, '500 Internal Server Error')
    })
  })
  return {
    get waiting() {
      return waiting.size
    },
    close() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

type Waiting = MediaSocketDeps & { waiting: Set<WebSocket> }

async function accept(
  deps: Waiting,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  // A peer that resets during the handshake must not end the program.
  socket.on('error', () => socket.destroy())
  if (request.url === PROBE_PATH) return answerProbe(sockets, request, socket, head)
  const other = deps.otherSocket?.(request.url ?? '') ?? null
  if (other !== null) return sockets.handleUpgrade(request, socket, head, other)
  const token = tokenOf(request)
  if (token === null) return turnAway(socket, '404 Not Found')
  const ticket = readMediaToken(deps.secrets, token, deps.clock.now())
  if (!ticket) return turnAway(socket, '403 Forbidden')
  const call = await callForHook(deps.db, ticket.callId)
  if (!call?.live) return turnAway(socket, '403 Forbidden')
  if (!(await useMediaToken(deps.db, ticket.tokenId, new Date(ticket.expiresAtMs))))
    return turnAway(socket, '403 Forbidden')
  const ref = deps.refer(ticket.callId, call.provider_call_id)
  const { account } = await deps.accounts.get(call.telephony_configuration_id, ref)
  sockets.handleUpgrade(request, socket, head, (client) => void attachWhenAnswered(deps, account, ref, client))
}

/** Whoever looks at our door from outside hears one word, and learns nothing else. */
function answerProbe(sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  sockets.handleUpgrade(request, socket, head, (client) => {
    client.send(PROBE_WORD)
    client.close(1000)
  })
}

/** Some carriers open the socket while the phone rings; it is let go when nobody has answered for longer than any may ring. */
async function attachWhenAnswered(
  deps: Waiting,
  account: CarrierAccount,
  call: CallRef,
  client: WebSocket,
): Promise<void> {
  const expiry = deps.clock.after(RINGING_MS_MAX, () => client.terminate())
  deps.waiting.add(client)
  client.once('close', () => deps.waiting.delete(client))
  const media = await account.openMedia(client, call)
  deps.waiting.delete(client)
  expiry.cancel()
  if (media) deps.attach(call, media)
}

/** In the path; or as a query parameter, for PBXs whose address is fixed in a configuration file. Tokens need no escapes. */
function tokenOf(request: IncomingMessage): string | null {
  const [path = '', query] = (request.url ?? '').split('?', 2)
  const last = PATH.exec(path)?.[1]
  if (last === undefined) return null
  return new URLSearchParams(query).get('token') ?? last
}

function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
