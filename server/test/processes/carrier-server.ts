/** A simulated carrier that outlives the nodes that call through it, and knows the truth about every call. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemRng } from '../../src/kernel/rng.ts'
import type { Credentials, DialRequest } from '../../src/telephony/provider.ts'
import { settingsFrom } from '../../src/telephony/providers/simulator/account.ts'
import { SimulatedCarrier } from '../../src/telephony/providers/simulator/carrier.ts'
import { SIGNATURE_HEADER, signBody } from '../../src/telephony/providers/simulator/remote.ts'

export const CARRIER_SECRET = 'the secret of the carrier in these tests'

export interface TrueCall {
  key: string
  to: string
  beganAtMs: number
  endedAtMs: number | null
}

export interface CarrierServer {
  url: string
  calls: TrueCall[]
  close(): Promise<void>
}

/** Callbacks that meet a dead node are tried again at the others, as carriers with several addresses do; then given up. */
const CALLBACK_TRIES = 3

export async function startCarrierServer(): Promise<CarrierServer> {
  const carrier = new SimulatedCarrier({ clock: systemClock, rng: systemRng })
  const calls: TrueCall[] = []
  const byKey = new Map<string, TrueCall>()
  carrier.observer = {
    began(call) {
      const truth = { key: call.key, to: call.to, beganAtMs: performance.now(), endedAtMs: null }
      calls.push(truth)
      byKey.set(call.key, truth)
    },
    ended(call) {
      ;(byKey.get(call.key) as TrueCall).endedAtMs = performance.now()
    },
  }
  const server = createServer((request, response) => {
    answer(carrier, request)
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
      .catch(() => response.writeHead(400).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(carrier: SimulatedCarrier, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const key = decodeURIComponent(request.url?.split('/')[2] ?? '')
  if (request.method === 'GET') return { status: 200, body: carrier.lookUp(key) }
  if (request.method === 'DELETE') {
    carrier.hangUp(key)
    return { status: 200, body: {} }
  }
  let text = ''
  for await (const piece of request) text += piece
  const order = JSON.parse(text) as DialRequest & { status_url: string; credentials: Credentials }
  const accepted = carrier.place({
    key: order.call.callKey,
    to: order.to,
    from: order.from,
    ringTimeoutMs: order.ringTimeoutSeconds * 1000,
    maxDurationMs: order.maxDurationSeconds * 1000,
    settings: settingsFrom(order.credentials),
    tell: (news) => void callBack(order.status_url, JSON.stringify(news)),
  })
  return { status: accepted === 'refused' ? 503 : accepted === 'duplicate' ? 409 : 200, body: {} }
}

async function callBack(url: string, body: string): Promise<void> {
  for (let attempt = 0; attempt < CALLBACK_TRIES; attempt++) {
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signBody(CARRIER_SECRET, body) }
    const ok = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(2000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
  }
}

export function mostAtOnce(calls: readonly TrueCall[]): number {
  const edges = calls.flatMap((call) => [
    { at: call.beganAtMs, step: 1 },
    { at: call.endedAtMs ?? Number.POSITIVE_INFINITY, step: -1 },
  ])
  edges.sort((a, b) => a.at - b.at || a.step - b.step)
  let live = 0
  let most = 0
  for (const edge of edges) {
    live += edge.step
    most = Math.max(most, live)
  }
  return most
}
