/**
 * Cloudonix' webhooks. Cloudonix signs nothing: its callback address contains a secret of this program, which is checked before.
 * If the operator has configured a key, the key that the domain sends with its requests is compared here.
 */
import { parseJsonObject } from '../../../kernel/parse-json.ts'
import { textAtPath } from '../../carrier-kit/http.ts'
import { isSameSecret } from '../../carrier-kit/signatures.ts'
import { machineVerdict } from '../../carrier-kit/twilio-outcomes.ts'
import { textField } from '../../fields.ts'
import type { CallUpdate, Credentials, HttpReply, WebhookRequest, WebhookResult } from '../../provider.ts'
import { readDetailRecord, readSession, readTimeField } from './outcomes.ts'

const NOTHING_TO_SAY: HttpReply = { status: 204, contentType: 'text/plain', body: '' }

export function readCloudonixWebhook(credentials: Credentials, request: WebhookRequest): WebhookResult {
  const expected = textField(credentials, 'requests_api_key')
  if (expected !== '' && !isSameSecret(requestKey(request), expected)) {
    return { kind: 'refused', reason: 'the request does not carry the domain’s key' }
  }
  const fields = readFields(request)
  if (fields === null) return { kind: 'refused', reason: 'the request cannot be read' }
  const token = tokenOf(request.hook, fields)
  if (!token) return { kind: 'refused', reason: 'the request names no session' }
  if (request.call?.providerCallId && request.call.providerCallId !== token) {
    return { kind: 'refused', reason: 'the request names another session than its address' }
  }
  return translate(request, fields, token)
}

/** The key of a request: voice applications send `X-CX-APIKey`, session updates send the same key as a bearer token. */
function requestKey({ headers }: WebhookRequest): string {
  return headers['x-cx-apikey'] ?? /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}

function translate({ call, hook }: WebhookRequest, fields: object, token: string): WebhookResult {
  const about = { call, providerCallId: token, atMs: readTimeField(fields, 'modifiedTime', 'modifiedAt') }
  const news = (events: CallUpdate[]): WebhookResult => ({
    kind: 'news',
    events: events.map((each) => ({ ...about, ...each })),
    reply: NOTHING_TO_SAY,
  })
  switch (hook) {
    case 'inbound':
      return readInbound(fields, token)
    case 'answer':
      return call ? { kind: 'answer', call, events: [{ ...about, kind: 'answered' }] } : news([])
    case 'machine':
      return news([{ kind: 'machine', verdict: machineVerdict(textAtPath(fields, 'AnsweredBy') ?? '') }])
    case 'cdr': {
      const ended = readDetailRecord(fields)
      return news(ended ? [ended] : [])
    }
    default: {
      const state = readSession(fields)
      if (state.kind === 'unclear') return news([])
      return news([state.kind === 'queued' ? { kind: 'dialing' } : (state as CallUpdate)])
    }
  }
}

function readInbound(fields: object, token: string): WebhookResult {
  const to = textAtPath(fields, 'To')
  if (!to) return { kind: 'refused', reason: 'the request names no number that was called' }
  const details: Record<string, string> = {}
  for (const name of ['Direction', 'CallerName', 'Domain', 'Diverted']) {
    const value = textAtPath(fields, name)
    if (value) details[name] = value
  }
  const inbound = { providerCallId: token, from: asE164(textAtPath(fields, 'From') ?? ''), to: asE164(to), details }
  return { kind: 'inbound', inbound }
}

/** Converts a "prefixless" number: digits with the country code, mostly without the plus sign. */
function asE164(address: string): string {
  return /^[1-9]\d{7,14}$/.test(address) ? `+${address}` : address
}

function tokenOf(hook: string, fields: object): string | null {
  if (hook === 'cdr') return textAtPath(fields, 'session.token')
  return textAtPath(fields, 'Session') ?? textAtPath(fields, 'token') ?? textAtPath(fields, 'CallSid')
}

/** Reads a "Voice Application Request": query parameters with GET, a JSON body with POST; some versions post a form. */
function readFields(request: WebhookRequest): object | null {
  if (request.method === 'GET') return Object.fromEntries(request.query)
  const body = request.rawBody.toString()
  if ((request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body))
  }
  return parseJsonObject(body)
}
