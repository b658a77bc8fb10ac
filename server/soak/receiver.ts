/** Where outgoing webhooks arrive: one that listens, one that is slow, one that never answers, one that always fails. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OutdialClient, verifyWebhook } from '@outdial/sdk'

export interface Receiver {
  /** Campaigns of whose end the good one was told. */
  readonly completed: ReadonlySet<number>
  readonly received: number
  readonly faults: string[]
  close(): void
}

const SLOW_MS = 8000
const FAULTS_MAX = 20

export async function openReceiver(client: OutdialClient): Promise<Receiver> {
  const completed = new Set<number>()
  const faults: string[] = []
  let received = 0
  let secret = ''

  async function good(body: string, request: IncomingMessage): Promise<void> {
    try {
      const message = await verifyWebhook(body, request.headers, secret)
      received++
      if (message.type === 'campaign_completed') completed.add(message.data.campaign_id ?? 0)
    } catch (error) {
      if (faults.length < FAULTS_MAX) faults.push(`a webhook was not as promised: ${(error as Error).message}`)
    }
  }

  const answers: Record<string, (body: string, request: IncomingMessage, response: ServerResponse) => void> = {
    '/good': (body, request, response) => void good(body, request).then(() => response.writeHead(204).end()),
    '/slow': (_body, _request, response) => void setTimeout(() => response.writeHead(204).end(), SLOW_MS),
    '/hangs': () => {},
    '/fails': (_body, _request, response) => response.writeHead(500).end('no'),
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    answers[request.url ?? '']?.(body, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const path of Object.keys(answers)) {
    const made = await client.webhooks.create({
      url: `${base}${path}`,
      event_types: ['call_ended', 'campaign_completed'],
    })
    if (path === '/good') secret = made.secret
  }
  return {
    completed,
    faults,
    get received() {
      return received
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
