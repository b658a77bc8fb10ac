/** A receiver of webhooks on this machine, which behaves as it is told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from '../after-file.ts'

export interface Arrived {
  headers: IncomingHttpHeaders
  body: string
  /** The event's id, of what is an event. */
  eventId: number
  contactId: number | null
}

export type Behaviour = (response: ServerResponse, arrived: Arrived) => void

export interface Receiver {
  url: string
  arrived: Arrived[]
  behave: Behaviour
  /** Once so many have arrived in all. */
  until(count: number): Promise<Arrived[]>
}

export const accepts: Behaviour = (response) => response.writeHead(204).end()
export const answers =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end('as I am told')

export async function openReceiver(behave: Behaviour = accepts): Promise<Receiver> {
  let wake = () => {}
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { data } = JSON.parse(body) as { data?: { id: number; contact_id: number | null } }
    const arrived = { headers: request.headers, body, eventId: data?.id ?? 0, contactId: data?.contact_id ?? null }
    receiver.arrived.push(arrived)
    receiver.behave(response, arrived)
    wake()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrived: [],
    behave,
    async until(count) {
      while (receiver.arrived.length < count) await new Promise<void>((resolve) => (wake = resolve))
      return receiver.arrived
    },
  }
  return receiver
}
