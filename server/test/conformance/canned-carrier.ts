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
  /** The body read as JSON; undefined where there is none, or it is a form. */
  json: unknown
}

/** `given up`: nothing comes within the time we wait. */
export type CannedAnswer =
  | {
      status: number
      json?: unknown
      headers?: Record<string, string>
    }
  | 'given up'

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
    const body = String(init?.body ?? '')
    const json = headers['content-type'] === 'application/json' ? JSON.parse(body) : undefined
    sent.push({ method: init?.method ?? 'GET', url: String(url), headers, body, json })
    const answer = answers.shift()
    if (!answer) throw new Error('no answer was prepared for this request')
    if (answer === 'given up') throw new DOMException('The operation was aborted', 'AbortError')
    const given = answer.json === undefined ? null : JSON.stringify(answer.json)
    return new Response(given, { status: answer.status, ...(answer.headers ? { headers: answer.headers } : {}) })
  }
  const context = accountContext(spec, credentials, fetchCanned as typeof fetch)
  return { context, sent }
}

/** What an account under test is opened with: nothing of the program around it. */
export function accountContext(
  spec: ProviderSpec,
  credentials: Record<string, unknown>,
  fetcher: typeof fetch = fetch,
): AccountContext {
  return {
    configurationId: 1,
    credentials: withDefaults(spec, credentials),
    nodeName: 'test',
    clock: systemClock,
    rng: seededRng(1),
    log: silentLog,
    fetch: fetcher,
    urls: {
      call: (call, hook) => `https://dial.example.com/c/${call.callId}/${hook}/s1`,
      configuration: (hook) => `https://dial.example.com/k/1/${hook}/s2`,
      media: (call, given) => `wss://dial.example.com/media/${call.callId}/s3${given ? `/${given}` : ''}`,
    },
    report: async () => {},
    receive: async () => ({ kind: 'refuse', reason: 'not in this test' }),
    attachMedia: () => {},
  }
}

export function callRef(providerCallId: string | null = null): CallRef {
  return { callId: 7, callKey: 'test-7', providerCallId }
}
