/** Vobiz on the loopback, after vobiz.ai/docs: Plivo's dialect with other paths, headers, errors and signatures. */
import { createHmac, randomUUID } from 'node:crypto'
import type { StandIn } from '../conformance/stand-in.ts'
import { faultyField, type Habits, type Reply, startStandIn } from './plivo.ts'

/** Vobiz signs where it calls, not what it says. */
export const signing = 'origin'

const AUTH_ID = 'MA_TESTTEST'
const AUTH_TOKEN = 'vobiz-token-of-the-stand-in-0123456789ab'
const ROOT = `/api/v1/Account/${AUTH_ID}`
const NUMBER = `/api/v1/account/${AUTH_ID}/numbers/%2B14155550100/application`
const NUMBERS = `/api/v1/Account/${AUTH_ID}/numbers`

function error(status: number, code: string, details: object = {}): Reply {
  const timestamp = '2026-11-15T09:30:00.000Z'
  const json = { status: 'error', error: { code, message: code.toLowerCase(), details }, timestamp, requestId: 'req_1' }
  return { status, json }
}

const invalid = (field: string) => error(422, 'VALIDATION_ERROR', { errors: [{ field, code: 'INVALID_FORMAT' }] })

const habits: Omit<Habits, 'serve'> = {
  authId: AUTH_ID,
  authToken: AUTH_TOKEN,
  listsCalls: true,
  authenticate: (headers) =>
    headers['x-auth-id'] === AUTH_ID && headers['x-auth-token'] === AUTH_TOKEN
      ? null
      : error(401, 'INVALID_CREDENTIALS'),
  dialPath: `${ROOT}/Call/`,
  faultOfDial(dial) {
    const fault = faultyField(dial, ['from', 'to', 'answer_url', 'answer_method'])
    return fault && invalid(fault[0])
  },
  dialed: (id) => ({ status: 200, json: { api_id: randomUUID(), message: 'Call fired', request_uuid: id } }),
  refusals: [
    { name: 'wrong credentials', verdict: 'halt', ...error(401, 'INVALID_CREDENTIALS') },
    { name: 'expired token', verdict: 'halt', ...error(401, 'TOKEN_EXPIRED') },
    { name: 'no balance', verdict: 'halt', ...error(402, 'INSUFFICIENT_BALANCE', { required: 1000, available: 450 }) },
    { name: 'payment failed', verdict: 'halt', ...error(402, 'PAYMENT_FAILED') },
    { name: 'account inactive', verdict: 'halt', ...error(403, 'ACCOUNT_INACTIVE') },
    { name: 'destination not permitted', verdict: 'halt', ...error(403, 'FORBIDDEN') },
    { name: 'unknown account', verdict: 'halt', ...error(404, 'NOT_FOUND') },
    { name: 'bad request', verdict: 'halt', ...error(400, 'BAD_REQUEST') },
    { name: 'invalid destination', verdict: 'never', ...invalid('to') },
    { name: 'invalid caller ID', verdict: 'caller', ...invalid('from') },
    { name: 'conflict', verdict: 'rejected', ...error(409, 'CONFLICT') },
    { name: 'too many calls per second', verdict: 'later', ...error(429, 'RATE_LIMIT_EXCEEDED', { retryAfter: 1 }) },
    { name: 'server error', verdict: 'unknown', ...error(500, 'INTERNAL_ERROR') },
    { name: 'bad gateway', verdict: 'unknown', status: 502 },
    { name: 'overloaded', verdict: 'unknown', status: 503 },
    { name: 'gateway time-out', verdict: 'unknown', status: 504 },
    { name: 'accepted without an id', verdict: 'unknown', status: 200, json: { message: 'Call fired' } },
    { name: 'time-out after accepting', verdict: 'unknown', fault: 'silence' },
    { name: 'connection lost', verdict: 'unknown', fault: 'hang up' },
  ],
  sign(url) {
    const nonce = String(Math.floor(Math.random() * 1e15)).padStart(20, '0')
    const text = `${url.split('?')[0]}.${nonce}`
    const signature = createHmac('sha256', AUTH_TOKEN).update(text).digest('base64')
    return { 'X-Vobiz-Signature-V3': signature, 'X-Vobiz-Signature-V3-Nonce': nonce }
  },
  // The status is documented as always `completed`, whatever happened.
  tellsStatus: false,
  hangup: {
    completed: { status: 'completed', code: '4000', name: 'Normal Hangup', source: 'Callee' },
    busy: { status: 'completed', code: '3010', name: 'Busy Line', source: 'Carrier' },
    no_answer: { status: 'completed', code: '3000', name: 'No Answer', source: 'Carrier' },
    declined: { status: 'completed', code: '3020', name: 'Rejected', source: 'Callee' },
    failed: { status: 'completed', code: '5020', name: 'Routing Error', source: 'Vobiz' },
    canceled: { status: 'completed', code: '1000', name: 'Canceled', source: 'API Request' },
  },
  firstSequenceNumber: 0,
}

/** Paths are compared as sent: lower case where capitals belong, or a slash too few, is another path. */
function serveVobiz(): Habits['serve'] {
  const applications = new Map<string, string>()
  return (method, url, body, calls) => {
    const given = (body ?? {}) as Record<string, unknown>
    const id = url.pathname.split('/')[6] ?? ''
    const request = `${method} ${url.pathname}${url.search}`
    switch (request) {
      case 'GET /api/v1/auth/me':
        return {
          status: 200,
          json: {
            auth_id: AUTH_ID,
            auth_secret: AUTH_TOKEN,
            is_active: true,
            cps_limit: 5,
            concurrent_calls_limit: 25,
          },
        }
      case `GET ${ROOT}/Application/?limit=100`: {
        const objects = [...applications].map(([app_id, app_name]) => ({ app_id, app_name }))
        return { status: 200, json: { api_id: randomUUID(), objects } }
      }
      case `POST ${ROOT}/Application/`: {
        const app_id = String(12345678 + applications.size)
        applications.set(app_id, String(given.app_name))
        return { status: 201, json: { api_id: randomUUID(), app_id, message: 'created' } }
      }
      case `POST ${ROOT}/Application/${id}/`:
        return applications.has(id) ? { status: 202, json: { message: 'changed' } } : null
      case `POST ${NUMBER}`:
        return applications.has(String(given.application_id)) ? { status: 200, json: { message: 'linked' } } : null
      case `DELETE ${NUMBER}`:
        return { status: 200, json: { message: 'detached' } }
      case `GET ${ROOT}/Call?status=live`:
        return { status: 200, json: { api_id: randomUUID(), calls: [...calls.keys()] } }
      case `GET ${ROOT}/Call/?status=queued`:
        return { status: 200, json: { api_id: randomUUID(), calls: [] } }
      case `GET ${ROOT}/Call/${id}?status=live`:
        return calls.has(id)
          ? { status: 200, json: { calls: [{ call_state: 'RINGING', call_uuid: id, to: calls.get(id) }] } }
          : null
      case `POST ${ROOT}/Call/${id}/`:
        if (given.legs !== 'aleg' || !/^https?:/.test(String(given.aleg_url))) return { status: 400 }
        return calls.has(id) ? { status: 202, json: { message: 'call transferred' } } : null
      case `GET ${NUMBERS}?page=1&per_page=100`:
        return { status: 200, json: { items: [{ e164: '+14155550100' }], total: 1 } }
      case `DELETE ${ROOT}/Call/${id}/`:
        return calls.delete(id) ? { status: 204 } : null
      default:
        return null
    }
  }
}

export const standIn: StandIn = { start: () => startStandIn({ ...habits, serve: serveVobiz() }) }
