/**
 * The only place that accepts websockets. A client gets its error handler before any other code uses it: a malformed frame closes
 * that connection and nothing else.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Log } from '../kernel/log.ts'
import { SAFE_HEADER_LINES } from './answer-headers.ts'

/** Handles an accepted client. If it throws, the client is closed with code 1011. */
export type SocketHandler = (client: WebSocket) => void | Promise<void>

export type SocketRefusal = '403 Forbidden' | '404 Not Found'

export interface SocketEndpoint {
  /** Name of the endpoint in the log. */
  name: string
  /** Decides whether a request is accepted. Null: the address belongs to another endpoint. */
  admit(request: IncomingMessage): Promise<SocketHandler | SocketRefusal | null>
}

export interface SocketEndpoints {
  close(): void
}

/** A frame is 20 to 100 ms of audio; carriers and browsers send far less. */
export const SOCKET_MESSAGE_BYTES_MAX = 256 * 1024
const INTERNAL_ERROR = 1011

export function openSocketEndpoints(server: Server, doors: readonly SocketEndpoint[], log: Log): SocketEndpoints {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_MESSAGE_BYTES_MAX,
    handleProtocols: (offered) => [...offered][0] ?? false,
  })
  server.on('upgrade', (request, socket, head) => {
    // Without this handler, a peer that resets the connection during the handshake would crash the program.
    socket.on('error', () => socket.destroy())
    admit(doors, request).then(
      (admitted) => {
        if (typeof admitted.handle === 'string') return turnAway(socket, admitted.handle)
        const { door, handle } = admitted
        sockets.handleUpgrade(request, socket, head, (client) => {
          client.on('error', () => client.terminate())
          void handOver(client, door, handle, log)
        })
      },
      (error: unknown) => {
        log.warn({ err: error }, 'failed to accept a websocket')
        turnAway(socket, '500 Internal Server Error')
      },
    )
  })
  return {
    close() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

type Admitted = { door: string; handle: SocketHandler } | { handle: SocketRefusal }

async function admit(doors: readonly SocketEndpoint[], request: IncomingMessage): Promise<Admitted> {
  for (const door of doors) {
    const handle = await door.admit(request)
    if (typeof handle === 'function') return { door: door.name, handle }
    if (handle !== null) return { handle }
  }
  return { handle: '404 Not Found' }
}

async function handOver(client: WebSocket, door: string, handle: SocketHandler, log: Log): Promise<void> {
  try {
    await handle(client)
  } catch (error) {
    log.warn({ err: error, door }, 'failed to serve a websocket')
    client.close(INTERNAL_ERROR)
  }
}

function turnAway(socket: Duplex, status: string): void {
  // Nothing reads this socket any more, so the end of the connection by the peer would not be noticed.
  socket.once('finish', () => socket.destroy())
  const head = [`HTTP/1.1 ${status}`, 'connection: close', 'content-length: 0', ...SAFE_HEADER_LINES]
  socket.end(`${head.join('\r\n')}\r\n\r\n`)
}
