/** The steps that several promises begin with. */
import { createServer } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { CallRef, Credentials } from '../../src/telephony/provider.ts'
import type { ProviderUnderTest } from './find-providers.ts'
import { dialOrder, type Harness, OWN_NUMBER, PERSON, startHarness } from './harness.ts'
import type { SignedWebhook } from './stand-in.ts'

export const PATIENCE_MS = 10_000

export function useHarness(provider: ProviderUnderTest): () => Harness {
  let harness: Harness | undefined
  beforeAll(async () => {
    harness = await startHarness(provider)
  })
  afterAll(async () => harness?.stop())
  return () => harness as Harness
}

export async function placedCall({ account, newCall }: Harness): Promise<CallRef> {
  const call = newCall()
  const result = await account.place(dialOrder(call), AbortSignal.timeout(PATIENCE_MS))
  if (result.kind !== 'placed') throw new Error(`not placed: ${result.kind}, ${result.reason}`)
  return { ...call, providerCallId: result.providerCallId }
}

export async function readInbound({ carrier, urls, read }: Harness) {
  const reading = await read(carrier.inboundWebhook(urls, PERSON, OWN_NUMBER))
  if (reading.kind !== 'inbound') throw new Error(`read as ${reading.kind}, not as an inbound call`)
  return reading.inbound
}

export function trueWebhooks({ carrier, urls, newCall }: Harness): SignedWebhook[] {
  const call = newCall('carrier-call-true')
  const all = [
    carrier.statusWebhook(urls, call, { kind: 'ringing' }),
    carrier.statusWebhook(urls, call, { kind: 'ended', as: 'completed' }),
    carrier.answerWebhook(urls, call),
    carrier.inboundWebhook(urls, PERSON, OWN_NUMBER),
  ]
  return all.filter((webhook) => webhook !== null)
}

export function secretsOf({ spec, credentials }: Harness): string[] {
  return spec.fields
    .filter((field) => field.sensitive)
    .map((field) => credentials[field.name])
    .filter((value): value is string => typeof value === 'string' && value.length >= 4)
}

/** URLs and markup come escaped in JSON, forms and XML. */
export function decodeMarkup(body: string): string {
  let text = body
  try {
    text = decodeURIComponent(body.replaceAll('+', ' '))
  } catch {
    // Not a form: taken as it is.
  }
  return text.replaceAll('\\/', '/').replaceAll('&amp;', '&')
}

/** The same credentials, pointing to a port where nobody listens. */
export async function unreachable(credentials: Credentials): Promise<Credentials> {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number }
      server.close(() => resolve(free))
    })
  })
  const moved = Object.entries(credentials).map(([name, value]): [string, typeof value] => [
    name,
    typeof value === 'string' ? value.replace(/(127\.0\.0\.1|localhost):\d+/, `127.0.0.1:${port}`) : value,
  ])
  return Object.fromEntries(moved)
}
