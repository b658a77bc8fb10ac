/** A live account of Plivo or of a carrier with a compatible API. Common behavior is here; differences are passed in. */
import type {
  AccountContext,
  CallRef,
  CallTrace,
  CarrierAccount,
  CheckResult,
  DialRequest,
  LookUp,
  OwnNumbers,
  PlaceResult,
  PriceLookUp,
  SyncResult,
  WebhookRequest,
  WebhookResult,
} from '../provider.ts'
import { type CarrierAnswer, type CarrierRequest, hasStatus, succeeded, textAtPath } from './http.ts'
import { openSocketMedia } from './media-socket.ts'
import {
  applicationIn,
  applicationName,
  describeAnswer,
  dialBody,
  inboundAddresses,
  isSingleDestination,
} from './plivo-api.ts'
import { conferenceUrl, refusalReply, streamReply } from './plivo-dialect.ts'
import { plivoMediaDialect } from './plivo-media.ts'

export interface PlivoClient {
  readonly context: AccountContext
  /** The carrier's name, for messages. */
  readonly carrier: string
  readonly authToken: string
  /** Id of the configured application; empty: none was configured. */
  readonly applicationId: string
  /** Path segments to try for a hang-up, because the known id may still be that of the dial request. */
  readonly hangUpBelow: readonly string[]
  /** Sends a request below the account's path; case and the trailing slash matter. */
  ask(
    method: CarrierRequest['method'],
    path: string,
    more?: Pick<CarrierRequest, 'json' | 'signal'>,
  ): Promise<CarrierAnswer>
}

export interface PlivoParts {
  client: PlivoClient
  placeResult(answer: CarrierAnswer): PlaceResult
  lookUp(call: CallRef, trace?: CallTrace): Promise<LookUp>
  bindInbound(address: string, bind: boolean): Promise<SyncResult>
  check(): Promise<CheckResult>
  /** Requests the price of a call; left out if the carrier cannot be asked. */
  priceOf?(call: CallRef): Promise<PriceLookUp>
  ownNumbers(): Promise<OwnNumbers>
  readWebhook(request: WebhookRequest): WebhookResult
}

export function openPlivoAccount(parts: PlivoParts): CarrierAccount {
  const { client } = parts
  const { urls } = client.context
  return {
    place: (order, signal) => place(parts, order, signal),
    hangUp: (call) => hangUp(client, call),
    lookUp: (call, trace) => parts.lookUp(call, trace),
    join: (call, other) => join(client, call, other),
    bindInbound: (address, bind) => parts.bindInbound(address, bind),
    check: () => parts.check(),
    ...(parts.priceOf ? { priceOf: parts.priceOf } : {}),
    ownNumbers: () => parts.ownNumbers(),
    readWebhook: async (request) => parts.readWebhook(request),
    answer: async (call) => streamReply(urls.media(call)),
    refuse: async () => refusalReply(),
    openMedia: (socket) => openSocketMedia(socket, plivoMediaDialect(), client.context.clock),
    close: async () => {},
  }
}

async function place(
  { client, placeResult }: PlivoParts,
  order: DialRequest,
  signal: AbortSignal,
): Promise<PlaceResult> {
  if (!isSingleDestination(order.to)) {
    return { kind: 'rejected', reason: `${client.carrier} calls full numbers and SIP addresses only` }
  }
  if (!order.from) return { kind: 'rejected', reason: `${client.carrier} needs a caller ID` }
  return placeResult(await client.ask('POST', 'Call/', { json: dialBody(client.context, order, order.from), signal }))
}

async function hangUp(client: PlivoClient, call: CallRef): Promise<void> {
  if (!call.providerCallId) return
  for (const below of client.hangUpBelow) {
    const answer = await client.ask('DELETE', `${below}/${encodeURIComponent(call.providerCallId)}/`)
    if (succeeded(answer)) return
    if (hasStatus(answer, 404)) continue
    client.context.log.warn(
      { call_id: call.callId, answer: describeAnswer(answer) },
      `${client.carrier} did not accept the hang-up request`,
    )
    return
  }
}

/**
 * Joins two calls: redirects both legs to an address whose document leads into one conference room, the transfer target first.
 */
async function join(client: PlivoClient, call: CallRef, other: CallRef): Promise<SyncResult> {
  const { carrier, context, authToken } = client
  for (const leg of [other, call]) {
    if (!leg.providerCallId) return { ok: false, message: `${carrier} has not yet named the call.` }
    const answer = await client.ask('POST', `Call/${encodeURIComponent(leg.providerCallId)}/`, {
      json: {
        // A call dialed through the API, or inbound, has one leg: the person's.
        legs: 'aleg',
        aleg_url: conferenceUrl(context.urls.call(leg, 'join'), authToken, leg, call.callKey),
        aleg_method: 'POST',
      },
    })
    if (!succeeded(answer))
      return { ok: false, message: `${carrier} did not connect the calls (${describeAnswer(answer)}).` }
  }
  return { ok: true, message: 'The two are connected.' }
}

/**
 * The configured application, else the one that this program created before; empty if there is none yet, a refusal if it cannot
 * be read.
 */
export async function findApplication(client: PlivoClient, query: string): Promise<{ id: string } | SyncResult> {
  if (client.applicationId) return { id: client.applicationId }
  const list = await client.ask('GET', `Application/?${query}`)
  if (!succeeded(list))
    return { ok: false, message: `${client.carrier} did not show its applications (${describeAnswer(list)}).` }
  return { id: applicationIn(list.json, applicationName(client.context.urls)) }
}

/** That application, created if missing; its addresses point to this server and serve all its numbers. */
export async function ensureApplication(client: PlivoClient, query: string): Promise<{ id: string } | SyncResult> {
  const known = await findApplication(client, query)
  if ('ok' in known) return known
  const { urls } = client.context
  const json = inboundAddresses(urls)
  const answer = known.id
    ? await client.ask('POST', `Application/${encodeURIComponent(known.id)}/`, { json })
    : await client.ask('POST', 'Application/', { json: { app_name: applicationName(urls), ...json } })
  const id = known.id || (succeeded(answer) ? (textAtPath(answer.json, 'app_id') ?? '') : '')
  if (succeeded(answer) && id) return { id }
  return {
    ok: false,
    message: `${client.carrier} did not take the addresses for inbound calls (${describeAnswer(answer)}).`,
  }
}
