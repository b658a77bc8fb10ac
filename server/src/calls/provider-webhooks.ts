/** Webhooks of carriers: the provider verifies them before they are parsed, and they are applied before the response. */
import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { integer } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool, OpenAccount } from '../telephony/account-pool.ts'
import {
  AccountUnusable,
  type Attestation,
  type BilledPrice,
  type CallRef,
  type HttpReply,
  type InboundCall,
  type InboundDecision,
  type WebhookEvent,
  type WebhookResult,
} from '../telephony/provider.ts'
import { CARRIER_CALLBACK_PATH, isCallCallbackSignature, isConfigurationCallbackSignature } from './callback-urls.ts'
import { findCallForCallback, liveCallByProviderId } from './queries.ts'

export interface WebhookDeps {
  db: Database
  log: Log
  secrets: SecretBox
  publicUrl: string
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null, claimedAtMs?: number): CallRef
  report(account: { provider: string; configurationId: number }, callId: number, event: WebhookEvent): Promise<void>
  /** The carrier reports the price of the call. */
  billed(callId: number, price: BilledPrice): Promise<void>
  /** The carrier reports how it signed the caller ID. */
  attested(callId: number, attestation: Attestation): Promise<void>
  receive(account: OpenAccount & { configurationId: number }, inbound: InboundCall): Promise<InboundDecision>
}

/** Larger than any carrier's callback. */
const WEBHOOK_BODY_LIMIT_BYTES = 256 * 1024

type Incoming = Parameters<Route['handle']>[0]

export function webhookRoutes(deps: WebhookDeps): Route[] {
  const answer = { contentType: 'text/plain', description: 'Whatever the carrier expects.' }
  const shared = {
    tag: 'Carriers',
    forCarriers: true,
    access: 'none',
    bodyKind: 'buffer',
    bodyLimitBytes: WEBHOOK_BODY_LIMIT_BYTES,
    answer,
  } as const
  const params = z.object({ id: integer(), signature: z.string(), hook: z.string().max(64) })
  return (['GET', 'POST'] as const).flatMap((method) => [
    route({
      ...shared,
      method,
      path: `${CARRIER_CALLBACK_PATH}/calls/{id}/{signature}/{hook}`,
      operation: `carrierCallHook${method}`,
      summary: 'A carrier reports or asks about one call',
      params,
      errors: ['forbidden'],
      async handle(incoming) {
        const { id, signature, hook } = incoming.params
        const call = await findCallForCallback(deps.db, id)
        if (!call || !isCallCallbackSignature(deps.secrets, id, signature, call)) throw new ApiError('forbidden')
        const ref = deps.refer(id, call.provider_call_id, call.claimed_at.getTime())
        return answerCarrier(deps, incoming as never, call.telephony_configuration_id, hook, ref)
      },
    }),
    route({
      ...shared,
      method,
      path: `${CARRIER_CALLBACK_PATH}/configurations/{id}/{signature}/{hook}`,
      operation: `carrierConfigurationHook${method}`,
      summary: 'A carrier reports an inbound call, or the end of any call of an account',
      params,
      errors: ['forbidden'],
      async handle(incoming) {
        const { id, signature, hook } = incoming.params
        if (!isConfigurationCallbackSignature(deps.secrets, String(id), signature)) throw new ApiError('forbidden')
        return answerCarrier(deps, incoming as never, id, hook, null)
      },
    }),
  ])
}

async function answerCarrier(
  deps: WebhookDeps,
  { request, reply }: Pick<Incoming, 'request' | 'reply'>,
  configurationId: number,
  hook: string,
  call: CallRef | null,
) {
  const opened = await deps.accounts.get(configurationId).catch((error: unknown) => {
    // A deleted configuration is answered with 403. An unreachable database is a 500, after which carriers retry.
    if (error instanceof AccountUnusable) return null
    throw error
  })
  if (!opened) throw new ApiError('forbidden')
  const reading = await opened.account.readWebhook({
    hook,
    call,
    method: request.method,
    url: deps.publicUrl + request.url,
    headers: request.headers as Record<string, string | undefined>,
    query: new URLSearchParams(request.url.split('?')[1] ?? ''),
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  })
  const answered = await act(deps, { ...opened, configurationId }, reading)
  return reply.code(answered.status).header('content-type', answered.contentType).send(answered.body)
}

async function act(
  deps: WebhookDeps,
  account: OpenAccount & { configurationId: number },
  reading: WebhookResult,
): Promise<HttpReply> {
  switch (reading.kind) {
    case 'refused': {
      deps.log.warn(
        { provider: account.provider, configuration_id: account.configurationId, reason: reading.reason },
        'refusing a webhook of a carrier',
      )
      const fault = new ApiError('forbidden')
      const body = JSON.stringify({ detail: fault.code, code: fault.code, message: fault.message })
      return { status: reading.status ?? 403, contentType: 'application/json; charset=utf-8', body }
    }
    case 'news':
      await apply(deps, account, reading.events)
      if (reading.billed) await deps.billed(reading.billed.call.callId, reading.billed.price)
      if (reading.attested) await deps.attested(reading.attested.call.callId, reading.attested.attestation)
      return reading.reply
    case 'answer':
      await apply(deps, account, reading.events)
      return account.account.answer(reading.call)
    case 'inbound': {
      const decision = await deps.receive(account, reading.inbound)
      return decision.kind === 'accept'
        ? account.account.answer(decision.call)
        : account.account.refuse(reading.inbound)
    }
  }
}

async function apply(
  deps: WebhookDeps,
  account: { provider: string; configurationId: number },
  events: readonly WebhookEvent[],
): Promise<void> {
  for (const event of events) {
    const callId =
      event.call?.callId ??
      (event.providerCallId === null
        ? null
        : await liveCallByProviderId(deps.db, account.configurationId, event.providerCallId))
    if (callId !== null) await deps.report(account, callId, event)
  }
}
