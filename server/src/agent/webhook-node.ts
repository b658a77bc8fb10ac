import { lookup } from 'node:dns'
import { type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Clock, sleep } from '../kernel/clock.ts'
import { type Egress, EgressRefused } from '../kernel/egress.ts'
import { kindOfAddress } from '../kernel/egress-rules.ts'
import { TimeUp } from '../kernel/time-limit.ts'
import type { NodeOfType, WorkflowDefinition } from '../workflows/rules/definition.ts'
import { render, type Variables } from '../workflows/rules/templates.ts'
import type { CallRecord, Journal } from './journal.ts'
import { readWebhookUrl } from './rules/webhook-targets.ts'

export const WEBHOOK = {
  timeoutMs: 10_000,
  tries: 3,
  /** Doubled after each try. */
  backOffMs: 1000,
  mostAnswerBytes: 64 * 1024,
  mostPayloadBytes: 1024 * 1024,
} as const

export interface FinishedCall {
  callId: number
  definition: WorkflowDefinition
  variables: Readonly<Record<string, string>>
  record: Readonly<CallRecord>
  /** What is known of a call only afterwards: outcome, duration_seconds ... */
  afterwards: Readonly<Record<string, string>>
}

export interface WebhookDeps {
  clock: Clock
  journal: Journal
  egress?: Pick<Egress, 'lookupFor'>
  /** For installations whose receiver really is at such an address. */
  allowLinkLocal?: boolean
}

type WebhookNode = NodeOfType<'webhook'>
type Sent = { ok: boolean; status: number | null; reason: string | null; again: boolean }

/** After the call: each webhook node of the workflow is sent, and what became of it stands in the timeline. Never rejects. */
export async function sendWebhooks(call: FinishedCall, deps: WebhookDeps): Promise<void> {
  const nodes = call.definition.nodes.filter((node): node is WebhookNode => node.type === 'webhook')
  const wanted = nodes.filter((node) => node.data.enabled !== false)
  await Promise.all(wanted.map((node) => sendOne(node, call, deps)))
}

async function sendOne(node: WebhookNode, call: FinishedCall, deps: WebhookDeps) {
  const { clock, journal } = deps
  const begunAtMs = clock.monotonic()
  let sent: Sent = refused('bad_request')
  let tries = 0
  try {
    const message = messageOf(node, call)
    const url = readWebhookUrl(node.data.url)
    if (url === null) sent = refused('bad_url')
    else if (message === null) sent = refused('payload_too_large')
    else {
      for (tries = 1; ; tries++) {
        sent = await send(url, message, deps).catch(failure)
        if (!sent.again || tries >= WEBHOOK.tries) break
        await sleep(clock, WEBHOOK.backOffMs * 2 ** (tries - 1))
      }
    }
  } catch {
    sent = refused('bad_request')
  }
  const { ok, status, reason } = sent
  const ms = Math.round(clock.monotonic() - begunAtMs)
  journal.note('webhook', { node: node.id, name: node.data.name ?? '', ok, status, reason, tries, ms })
}

interface Message {
  method: string
  headers: Record<string, string>
  body: string
}

function messageOf(node: WebhookNode, call: FinishedCall): Message | null {
  const { variables, record, afterwards } = call
  const known: Variables = { ...variables, ...afterwards, ...record.gathered }
  const whole = {
    call_id: call.callId,
    ...afterwards,
    disposition: record.disposition,
    gathered: record.gathered,
    variables,
    transcript: record.transcript,
    timeline: record.timeline,
  }
  const payload = node.data.payload === null || node.data.payload === undefined ? whole : node.data.payload
  const body = JSON.stringify(payload === whole ? whole : rendered(payload, known))
  if (Buffer.byteLength(body) > WEBHOOK.mostPayloadBytes) return null
  return { method: node.data.method ?? 'POST', headers: headersOf(node.data.headers, known), body }
}

/** Texts at any depth are templates; names of fields are not. */
function rendered(value: unknown, known: Variables): unknown {
  if (typeof value === 'string') return render(value, known).text
  if (Array.isArray(value)) return value.map((each) => rendered(each, known))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rendered(each, known)]))
}

/** Headers that decide how the message is carried are not the author's to set. */
const OUR_HEADERS = new Set(
  'host content-length connection transfer-encoding keep-alive upgrade te trailer expect proxy-authorization'.split(
    ' ',
  ),
)
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

function headersOf(given: unknown, known: Variables): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'outdial', 'content-type': 'application/json' }
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return headers
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    if (typeof value !== 'string' || !HEADER_NAME.test(name) || OUR_HEADERS.has(lower)) continue
    // A contact's column must not smuggle in a header of its own.
    headers[lower] = render(value, known)
      .text.replace(/[^\x20-\x7e]+/g, ' ')
      .trim()
  }
  return headers
}

/** Redirects are not followed: they would lead around the check of the address. */
async function send(
  url: URL,
  { method, headers, body }: Message,
  { clock, egress, allowLinkLocal }: WebhookDeps,
): Promise<Sent> {
  const careful = allowLinkLocal ? undefined : (egress?.lookupFor(url) ?? carefulLookupFor(url))
  return new Promise<Sent>((resolve, reject) => {
    const options: RequestOptions = {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      ...(careful ? { lookup: careful } : {}),
    }
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > WEBHOOK.mostAnswerBytes) response.destroy()
      })
      // The status is the answer, whatever becomes of the body.
      const settle = () => resolve(answer(response.statusCode ?? 0))
      response.on('error', settle)
      response.on('close', settle)
    })
    const timer = clock.after(WEBHOOK.timeoutMs, () => request.destroy(new TimeUp('The receiver took too long.')))
    request.on('error', reject)
    request.on('close', () => timer.cancel())
    request.end(body)
  })
}

/** Where nobody said what may be reached: anything but what never is. */
function carefulLookupFor(url: URL): LookupFunction {
  const refused = (address: string) =>
    kindOfAddress(address) === 'never' ? new EgressRefused('forbidden address') : null
  const literal = refused(url.hostname)
  if (literal) throw literal
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family)
      const addresses = Array.isArray(address) ? address.map((each) => each.address) : [address]
      callback(addresses.map(refused).find((each) => each !== null) ?? null, address, family)
    })
  }
}

function answer(status: number): Sent {
  const ok = status >= 200 && status < 300
  const again = status >= 500 || status === 429 || status === 408
  return { ok, status, reason: ok ? null : 'refused', again }
}

function failure(error: unknown): Sent {
  if (error instanceof EgressRefused) return refused('forbidden_address')
  return { ok: false, status: null, reason: error instanceof TimeUp ? 'time_out' : 'not_reached', again: true }
}

function refused(reason: string): Sent {
  return { ok: false, status: null, reason, again: false }
}
