/** An account's surroundings with answers prepared: for tests that look at a request to the letter. */
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { seededRng } from '../../src/kernel/rng.ts'
import type { AccountContext, CallRef, ProviderSpec } from '../../src/telephony/provider.ts'
import { withDefaults } from './harness.ts'

export interface SentRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

export interface CannedAnswer {
  status: number
  json?: unknown
  headers?: Record<string, string>
}

export interface CannedCarrier {
  context: AccountContext
  sent: SentRequest[]
}

/** Gives the answers out in order; one request more than there are answers is a fault of the test. */
export function cannedCarrier(
  spec: ProviderSpec,
  credentials: Record<string, unknown>,
  ...answers: CannedAnswer[]
): CannedCarrier {
  const sent: SentRequest[] = []
  const fetchCanned = async (url: unknown, init?: RequestInit): Promise<Response> => {
    const headers = init?.headers as Record<string, string>
    sent.push({ method: init?.method ?? 'GET', url: String(url), headers, body: String(init?.body ?? '') })
    const answer = answers.shift()
    if (!answer) throw new Error('no answer was prepared for this request')
    const body = answer.json === undefined ? null : JSON.stringify(answer.json)
    return new Response(body, { status: answer.status, ...(answer.headers ? { headers: answer.headers } : {}) })
  }
  const context: AccountContext = {
    configurationId: 1,
    credentials: withDefaults(spec, credentials),
    nodeName: 'test',
    clock: systemClock,
    rng: seededRng(1),
    log: silentLog,
    fetch: fetchCanned as typeof fetch,
    urls: {
      call: (call, hook) => `https://dial.example.com/c/${call.callId}/${hook}/s1`,
      configuration: (hook) => `https://dial.example.com/k/1/${hook}/s2`,
      media: (call) => `wss://dial.example.com/media/${call.callId}/s3`,
    },
    report: async () => {},
    receive: async () => ({ kind: 'refuse', reason: 'not in this test' }),
    attachMedia: () => {},
  }
  return { context, sent }
}

export function callRef(providerCallId: string | null = null): CallRef {
  return { callId: 7, callKey: 'test-7', providerCallId }
}
