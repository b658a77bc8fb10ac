import {
  type CallListing,
  isSurelyAbsent,
  lacksDetails,
  matchesTrace,
  shareRequest,
  traceWindow,
} from '../../carrier-kit/find-call.ts'
import { hasStatus, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { openPlivoAccount, type PlivoClient } from '../../carrier-kit/plivo-account.ts'
import { asRecord, describeAnswer, foundCall, scalarOrNull } from '../../carrier-kit/plivo-api.ts'
import { toPlivoAddress } from '../../carrier-kit/plivo-dialect.ts'
import type {
  AccountContext,
  CallRef,
  CallTrace,
  CarrierAccount,
  CheckResult,
  LookUp,
  PriceLookUp,
} from '../../provider.ts'
import { plivoClient } from './client.ts'
import { bindPlivoNumber, plivoNumbers } from './inbound.ts'
import { placeResult } from './verdicts.ts'
import { readPlivoWebhook } from './webhook.ts'

export function openPlivo(context: AccountContext): CarrierAccount {
  const client = plivoClient(context)
  const listing = shareRequest(() => listLive(client))
  return openPlivoAccount({
    client,
    placeResult,
    lookUp: (call, trace) => lookUp(client, listing, call, trace),
    bindInbound: (address, bind) => bindPlivoNumber(client, address, bind),
    check: () => check(client),
    priceOf: (call) => priceOf(client, call),
    ownNumbers: () => plivoNumbers(client),
    readWebhook: (request) => readPlivoWebhook(request, client.authToken),
  })
}

/**
 * A finished call's record appears some time after its end, and an id may be that of the dial request. So "not found" never means
 * that the call does not exist.
 */
async function lookUp(
  client: PlivoClient,
  listing: () => Promise<CallListing>,
  { providerCallId }: CallRef,
  trace?: CallTrace,
): Promise<LookUp> {
  if (!providerCallId) {
    if (trace) return findCall(client, await listing(), trace)
    return { kind: 'unsure', reason: 'Plivo finds calls by its own id only' }
  }
  const path = `Call/${encodeURIComponent(providerCallId)}/`
  for (const query of ['?status=live', '?status=queued', '']) {
    const answer = await client.ask('GET', path + query)
    if (succeeded(answer))
      return foundCall(asRecord(answer.json), textAtPath(answer.json, 'call_uuid') ?? providerCallId)
    if (!hasStatus(answer, 404))
      return { kind: 'unsure', reason: `Plivo could not be asked (${describeAnswer(answer)})` }
  }
  return { kind: 'unsure', reason: 'Plivo shows no such call' }
}

/** Plivo's records name no currency; its accounts are billed in US dollars. */
const CURRENCY = 'USD'

async function priceOf(client: PlivoClient, { providerCallId }: CallRef): Promise<PriceLookUp> {
  if (!providerCallId) return { kind: 'not_yet', reason: 'Plivo has not named the call' }
  const answer = await client.ask('GET', `Call/${encodeURIComponent(providerCallId)}/`)
  if (!succeeded(answer)) return { kind: 'not_yet', reason: `Plivo could not be asked (${describeAnswer(answer)})` }
  const amount = textAtPath(answer.json, 'total_amount')
  return amount === null
    ? { kind: 'not_yet', reason: 'Plivo has no price yet' }
    : { kind: 'known', amount, currency: CURRENCY }
}

/** Maximum number of live and queued calls that are fetched one by one, because they are listed by id alone. */
const LIVE_CALLS_MAX = 20
/** Plivo's maximum page size. */
const RECORDS_LISTED = 20

async function listLive(client: PlivoClient): Promise<CallListing> {
  const listing: CallListing = { askedAtMs: client.context.clock.now(), calls: [], fault: null }
  let looked = 0
  // A dial above the account's rate limit waits in Plivo's queue and rings later.
  for (const status of ['live', 'queued']) {
    const answer = await client.ask('GET', `Call/?status=${status}`)
    const { calls } = asRecord(succeeded(answer) ? answer.json : null)
    if (!Array.isArray(calls)) return { ...listing, fault: `Plivo did not list its calls (${describeAnswer(answer)})` }
    for (const id of calls.map(String)) {
      if (++looked > LIVE_CALLS_MAX) return { ...listing, fault: 'Plivo lists too many calls' }
      const shown = await client.ask('GET', `Call/${encodeURIComponent(id)}/?status=${status}`)
      // A missing call is counted too: it may be moving from the queue, or to the records.
      if (succeeded(shown) && textAtPath(shown.json, 'to')) listing.calls.push({ id, call: asRecord(shown.json) })
      else listing.fault = `Plivo lists a call that could not be read (${describeAnswer(shown)})`
    }
  }
  return listing
}

async function findCall(client: PlivoClient, listing: CallListing, trace: CallTrace): Promise<LookUp> {
  const wanted = toPlivoAddress(trace.to)
  const live = listing.calls.find(({ call }) => textAtPath(call, 'to') === wanted)
  if (live) return foundCall(live.call, live.id)
  const records = await client.ask(
    'GET',
    `Call/?to_number=${encodeURIComponent(wanted)}&call_direction=outbound&limit=${RECORDS_LISTED}`,
  )
  const { objects } = asRecord(succeeded(records) ? records.json : null)
  if (!Array.isArray(objects))
    return { kind: 'unsure', reason: `Plivo did not list its calls (${describeAnswer(records)})` }
  const begunAtMs = (record: unknown) => Date.parse(textAtPath(record, 'initiation_time') ?? '')
  const ours = objects.find((record) => matchesTrace(trace, begunAtMs(record)))
  const id = textAtPath(ours, 'call_uuid')
  if (id !== null) return foundCall(asRecord(ours), id)
  if (listing.fault !== null) return { kind: 'unsure', reason: listing.fault }
  const unread = objects.some((record) => lacksDetails(record, ['call_uuid'], begunAtMs(record)))
  // The newest records come first; a full page may hide the call, unless the page reaches back to before the dial.
  const oldestAtMs = Math.min(...objects.map(begunAtMs))
  const complete = objects.length < RECORDS_LISTED || oldestAtMs < traceWindow(trace).fromMs
  const sure = isSurelyAbsent(trace, listing.askedAtMs) && !unread && complete
  return sure ? { kind: 'absent' } : { kind: 'unsure', reason: 'Plivo does not list it yet' }
}

async function check(client: PlivoClient): Promise<CheckResult> {
  const answer = await client.ask('GET', '')
  if (hasStatus(answer, 401, 404)) {
    return { ok: false, message: 'Plivo does not accept the Auth ID and token.', details: {} }
  }
  if (!succeeded(answer))
    return { ok: false, message: `Plivo could not be asked (${describeAnswer(answer)}).`, details: {} }
  const { account_type, billing_mode, cash_credits, auto_recharge } = asRecord(answer.json)
  const details = {
    account_type: scalarOrNull(account_type),
    billing_mode: scalarOrNull(billing_mode),
    cash_credits: scalarOrNull(cash_credits),
    auto_recharge: scalarOrNull(auto_recharge),
  }
  if (billing_mode === 'prepaid' && auto_recharge !== true && Number(cash_credits) <= 0) {
    return { ok: false, message: 'The credentials are right, but the account has no credit.', details }
  }
  const application = client.applicationId && `Application/${encodeURIComponent(client.applicationId)}/`
  if (application && !succeeded(await client.ask('GET', application))) {
    return { ok: false, message: 'The credentials are right, but the application is not in this account.', details }
  }
  return { ok: true, message: 'Plivo accepts the credentials.', details }
}
