/** The web server under a stand-in: records every request, and can be told how to spoil the next dial. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedRequest } from './stand-in.ts'

export interface CarrierReply {
  status: number
  json?: unknown
  headers?: Record<string, string>
}

/** `silence`: the request is taken and never answered. `lost`: taken, and the connection breaks. */
export type Misfortune = CarrierReply | 'silence' | 'lost'

export interface LoopbackCarrier {
  readonly url: string
  readonly requests: RecordedRequest[]
  /** What the next dial meets instead of being accepted. */
  spoilNextDial(misfortune: Misfortune): void
  beforeDial: ((body: string) => void) | null
  stop(): Promise<void>
}

/** `isDial` tells the one request that makes a phone ring; `handle` answers what is not spoiled. */
export async function startLoopbackCarrier(
  isDial: (request: RecordedRequest) => boolean,
  handle: (request: RecordedRequest) => CarrierReply,
): Promise<LoopbackCarrier> {
  const requests: RecordedRequest[] = []
  let misfortune: Misfortune | null = null
  const server = createServer(async (incoming, response) => {
    const request = await record(incoming)
    requests.push(request)
    if (isDial(request)) carrier.beforeDial?.(request.body)
    const spoiled = isDial(request) ? misfortune : null
    if (spoiled !== null) misfortune = null
    if (spoiled === 'silence') {
      // Accepted, and nobody is told.
      handle(request)
      return
    }
    if (spoiled === 'lost') return void incoming.socket.destroy()
    send(response, spoiled ?? handle(request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const carrier: LoopbackCarrier = {
    beforeDial: null,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spoilNextDial: (next) => {
      misfortune = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return carrier
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers as Record<string, string | undefined>,
    body: Buffer.concat(chunks).toString(),
  }
}

function send(response: ServerResponse, { status, json, headers }: CarrierReply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(json === undefined ? '' : JSON.stringify(json))
}
