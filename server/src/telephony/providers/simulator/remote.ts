/**
 * A simulated carrier in a separate process that outlives this one: for tests that kill nodes and afterwards check the carrier's
 * own record of calls. It is reached by HTTP and sends signed webhooks, as real carriers do.
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { hasStatus, sendCarrierRequest } from '../../carrier-kit/http.ts'
import { isSameSecret } from '../../carrier-kit/signatures.ts'
import { defaultVerdict } from '../../carrier-kit/verdicts.ts'
import { textField } from '../../fields.ts'
import type {
  AccountContext,
  CallRef,
  CallUpdate,
  CarrierAccount,
  LookUp,
  PlaceResult,
  WebhookResult,
} from '../../provider.ts'

export const SIGNATURE_HEADER = 'x-simulator-signature'

export function signBody(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

const news: z.ZodType<CallUpdate> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dialing') }),
  z.object({ kind: z.literal('ringing') }),
  z.object({ kind: z.literal('answered') }),
  z.object({ kind: z.literal('machine'), verdict: z.enum(['human', 'machine', 'fax', 'unknown']) }),
  z.object({
    kind: z.literal('ended'),
    as: z.enum(['completed', 'hung_up', 'busy', 'no_answer', 'declined', 'failed', 'canceled']),
    permanent: z.boolean(),
    fault: z.enum(['account', 'network', 'caller']).optional(),
    perhapsNumber: z.boolean().optional(),
    unwanted: z.boolean().optional(),
    durationSeconds: z.number().nullable(),
    cause: z.string(),
    endedBy: z.enum(['callee', 'us', 'carrier']).nullable(),
  }),
])

/** The part of an account that talks to the carrier; the rest is shared with the in-process one. */
export function remoteCarrier(
  context: AccountContext,
): Pick<CarrierAccount, 'place' | 'hangUp' | 'lookUp' | 'readWebhook'> {
  const base = textField(context.credentials, 'carrier_url').replace(/\/+$/, '')
  const secret = textField(context.credentials, 'carrier_secret')
  const callUrl = (call: CallRef) => `${base}/calls/${encodeURIComponent(call.callKey)}`

  return {
    async place(order, signal): Promise<PlaceResult> {
      const answer = await sendCarrierRequest(context.fetch, {
        method: 'POST',
        url: `${base}/calls`,
        json: { ...order, status_url: context.urls.call(order.call, 'status'), credentials: context.credentials },
        signal,
      })
      if (hasStatus(answer, 503))
        return { kind: 'later', reason: 'the carrier answered 503, which it does before it dials' }
      const known = hasStatus(answer, 200, 409)
      return known ? { kind: 'placed', providerCallId: order.call.callKey } : defaultVerdict(answer)
    },
    async hangUp(call) {
      await sendCarrierRequest(context.fetch, { method: 'DELETE', url: callUrl(call) })
    },
    async lookUp(call): Promise<LookUp> {
      const answer = await sendCarrierRequest(context.fetch, { method: 'GET', url: callUrl(call) })
      if (answer.kind !== 'answered') return { kind: 'unsure', reason: answer.reason }
      return answer.status === 200
        ? (answer.json as LookUp)
        : { kind: 'unsure', reason: `the carrier answered ${answer.status}` }
    },
    async readWebhook(request): Promise<WebhookResult> {
      const body = request.rawBody.toString('utf8')
      if (secret === '' || !isSameSecret(request.headers[SIGNATURE_HEADER] ?? '', signBody(secret, body))) {
        return { kind: 'refused', reason: 'not signed by the simulated carrier' }
      }
      const read = news.safeParse(JSON.parse(body))
      if (!read.success || !request.call) return { kind: 'refused', reason: 'unreadable' }
      const event = { call: request.call, providerCallId: request.call.callKey, atMs: null, ...read.data }
      return { kind: 'news', events: [event], reply: { status: 200, contentType: 'application/json', body: '{}' } }
    },
  }
}
