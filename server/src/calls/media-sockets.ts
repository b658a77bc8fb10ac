/** Receives the carriers' audio: one websocket per call, opened with a single-use token. */
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { SocketEndpoint, SocketHandler, SocketRefusal } from '../http/socket-endpoints.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { MediaStream } from '../telephony/media.ts'
import type { CallRef, CarrierAccount } from '../telephony/provider.ts'
import { CARRIER_CALLBACK_PATH, isMediaTicketOf, readMediaToken } from './callback-urls.ts'
import { PROBE_ANSWER, PROBE_PATH } from './probe-public-url.ts'
import { findCallForCallback, useMediaToken } from './queries.ts'

export interface MediaSocketDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null): CallRef
  attach(call: CallRef, media: MediaStream): void
}

/** Ring timeouts go up to 120 s; carriers add some for setup. */
const RINGING_MS_MAX = 5 * 60_000
const PATH = new RegExp(`^${CARRIER_CALLBACK_PATH}/media/([^/]+)$`)

export interface MediaSockets {
  /** Number of media sockets whose calls are not answered yet. */
  readonly waiting: number
  readonly doors: readonly SocketEndpoint[]
}

export function openMediaSockets(deps: MediaSocketDeps): MediaSockets {
  const waiting = new Set<WebSocket>()
  return {
    get waiting() {
      return waiting.size
    },
    doors: [probeDoor, { name: 'media', admit: (request) => admitCarrier({ ...deps, waiting }, request) }],
  }
}

type Waiting = MediaSocketDeps & { waiting: Set<WebSocket> }

async function admitCarrier(deps: Waiting, request: IncomingMessage): Promise<SocketHandler | SocketRefusal | null> {
  const token = tokenOf(request)
  if (token === null) return null
  const ticket = readMediaToken(deps.secrets, token, deps.clock.now())
  if (!ticket) return '403 Forbidden'
  const call = await findCallForCallback(deps.db, ticket.callId)
  if (!call?.live || !isMediaTicketOf(ticket, call)) return '403 Forbidden'
  if (!(await useMediaToken(deps.db, ticket.tokenId, new Date(ticket.expiresAtMs)))) return '403 Forbidden'
  const ref = deps.refer(ticket.callId, call.provider_call_id)
  const { account } = await deps.accounts.get(call.telephony_configuration_id, ref)
  return (client) => attachWhenAnswered(deps, account, ref, client)
}

/** A probe from outside receives one fixed word and learns nothing else. */
const probeDoor: SocketEndpoint = {
  name: 'probe',
  admit: async ({ url }) =>
    url !== PROBE_PATH
      ? null
      : (client) => {
          client.send(PROBE_ANSWER)
          client.close(1000)
        },
}

/**
 * Some carriers open the socket while the phone rings; it is closed if the call stays unanswered for longer than any phone may
 * ring.
 */
async function attachWhenAnswered(
  deps: Waiting,
  account: CarrierAccount,
  call: CallRef,
  client: WebSocket,
): Promise<void> {
  const expiry = deps.clock.after(RINGING_MS_MAX, () => client.terminate())
  deps.waiting.add(client)
  client.once('close', () => deps.waiting.delete(client))
  try {
    const media = await account.openMedia(client, call)
    if (media) deps.attach(call, media)
  } finally {
    deps.waiting.delete(client)
    expiry.cancel()
  }
}

/**
 * The token is in the path, or a query parameter for PBXs whose address is fixed in a configuration file. Tokens need no
 * escaping.
 */
function tokenOf(request: IncomingMessage): string | null {
  const [path = '', query] = (request.url ?? '').split('?', 2)
  const last = PATH.exec(path)?.[1]
  if (last === undefined) return null
  return new URLSearchParams(query).get('token') ?? last
}
