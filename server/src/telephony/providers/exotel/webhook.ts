/**
 * Exotel's webhooks. Exotel signs nothing: the callback address contains a secret, which is checked before. The body is multipart
 * unless requested otherwise; some pages show JSON, and applets use GET.
 */
import { textAtPath } from '../../carrier-kit/http.ts'
import type { CallUpdate, Credentials, HttpReply, WebhookRequest, WebhookResult } from '../../provider.ts'
import { withLowerCaseKeys } from './client.ts'
import { asE164 } from './numbers.ts'
import { readCall } from './outcomes.ts'

/** Reply to callbacks: "Your endpoint must respond with HTTP 200." */
const TAKEN: HttpReply = { status: 200, contentType: 'text/plain', body: 'OK' }

export async function readExotelWebhook(credentials: Credentials, request: WebhookRequest): Promise<WebhookResult> {
  const fields = await readFields(request)
  if (fields === null) return { kind: 'refused', reason: 'the request cannot be read' }
  const sid = textAtPath(fields, 'callsid')
  if (!sid) return { kind: 'refused', reason: 'the request names no call' }
  const known = request.call?.providerCallId
  if (known && known !== sid) return { kind: 'refused', reason: 'the request names another call than its address' }
  if (request.hook === 'inbound') return readInbound(credentials, fields, sid)
  const about = { call: request.call, providerCallId: sid, atMs: null }
  return { kind: 'news', events: newsOf(fields).map((news) => ({ ...about, ...news })), reply: TAKEN }
}

/** Events of a callback. One without an event type is the message at the end of the call. */
function newsOf(fields: unknown): CallUpdate[] {
  const event = (textAtPath(fields, 'eventtype') ?? 'terminal').toLowerCase()
  if (event === 'ringing') return [{ kind: 'ringing' }]
  if (event === 'answered') return [{ kind: 'answered' }]
  const state = readCall(fields)
  if (state.kind === 'unclear') return []
  return [state.kind === 'accepted' ? { kind: 'dialing' } : state]
}

const DETAILS = ['direction', 'flow_id', 'tenant_id', 'calltype'] as const

/** The Voicebot applet asks for the audio address of an inbound call. */
function readInbound(credentials: Credentials, fields: unknown, sid: string): WebhookResult {
  const to = textAtPath(fields, 'callto') ?? textAtPath(fields, 'to')
  if (!to) return { kind: 'refused', reason: 'the request names no number that was called' }
  const from = textAtPath(fields, 'callfrom') ?? textAtPath(fields, 'from') ?? ''
  const details: Record<string, string> = {}
  for (const name of DETAILS) {
    const value = textAtPath(fields, name)
    if (value) details[name] = value
  }
  const inbound = { providerCallId: sid, from: asE164(from, credentials), to: asE164(to, credentials), details }
  return { kind: 'inbound', inbound }
}

async function readFields({ method, query, headers, rawBody }: WebhookRequest): Promise<unknown> {
  if (method === 'GET') return withLowerCaseKeys(Object.fromEntries(query))
  const type = headers['content-type'] ?? ''
  try {
    if (/^application\/json/i.test(type)) return asObject(JSON.parse(rawBody.toString()))
    const form = await new Response(rawBody, { headers: { 'content-type': type } }).formData()
    const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return withLowerCaseKeys(Object.fromEntries(texts))
  } catch {
    return null
  }
}

function asObject(parsed: unknown): unknown {
  return parsed !== null && typeof parsed === 'object' ? withLowerCaseKeys(parsed) : null
}
