import { type CallListing, isSurelyAbsent, shareRequest } from '../../carrier-kit/find-call.ts'
import { hasStatus, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { openPlivoAccount } from '../../carrier-kit/plivo-account.ts'
import { asRecord, describeAnswer, foundCall, scalarOrNull } from '../../carrier-kit/plivo-api.ts'
import { toPlivoAddress } from '../../carrier-kit/plivo-dialect.ts'
import { numberField } from '../../fields.ts'
import type { AccountContext, CallRef, CallTrace, CarrierAccount, CheckResult, LookUp } from '../../provider.ts'
import { type VobizClient, vobizClient } from './client.ts'
import { bindVobizNumber, vobizNumbers } from './inbound.ts'
import { placeResult } from './verdicts.ts'
import { VobizWebhooks } from './webhook.ts'

export function openVobiz(context: AccountContext): CarrierAccount {
  const client = vobizClient(context)
  const listing = shareRequest(() => listCalls(client))
  const webhooks = new VobizWebhooks(client.authToken)
  return openPlivoAccount({
    client,
    placeResult,
    lookUp: (call, trace) => lookUp(client, listing, call, trace),
    bindInbound: (address, bind) => bindVobizNumber(client, address, bind),
    check: () => check(client),
    ownNumbers: () => vobizNumbers(client),
    readWebhook: (request) => webhooks.read(request),
  })
}

/** Paths of live and queued calls. `status` is required, and only the paths of queued calls end in a slash. */
const WHERE = [
  { list: 'Call?status=live', one: (id: string) => `Call/${encodeURIComponent(id)}?status=live` },
  { list: 'Call/?status=queued', one: (id: string) => `Call/${encodeURIComponent(id)}/?status=queued` },
] as const

/** Vobiz has no look-up of ended calls: "not found" only means that the call has ended, or never existed. */
async function lookUp(
  client: VobizClient,
  listing: () => Promise<CallListing>,
  { providerCallId }: CallRef,
  trace?: CallTrace,
): Promise<LookUp> {
  if (!providerCallId) {
    return trace ? findCall(await listing(), trace) : { kind: 'unsure', reason: 'Vobiz finds calls by its own id only' }
  }
  for (const { one } of WHERE) {
    const answer = await client.ask('GET', one(providerCallId))
    if (succeeded(answer)) return foundCall(shownCall(answer.json), providerCallId)
    if (!hasStatus(answer, 404))
      return { kind: 'unsure', reason: `Vobiz could not be asked (${describeAnswer(answer)})` }
  }
  return notShown(trace, client.context.clock.now())
}

function notShown(trace: CallTrace | undefined, askedAtMs: number): LookUp {
  return trace && isSurelyAbsent(trace, askedAtMs)
    ? { kind: 'absent' }
    : { kind: 'unsure', reason: 'Vobiz shows no such call' }
}

/** Maximum number of listed calls that are fetched, because some lists contain only ids. */
const LISTED_CALLS_MAX = 40

function findCall({ askedAtMs, calls, fault }: CallListing, trace: CallTrace): LookUp {
  const found = calls.find(({ call }) => toPlivoAddress(String(call.to)) === toPlivoAddress(trace.to))
  if (found) return foundCall(found.call, found.id)
  return fault === null ? notShown(trace, askedAtMs) : { kind: 'unsure', reason: fault }
}

async function listCalls(client: VobizClient): Promise<CallListing> {
  const listing: CallListing = { askedAtMs: client.context.clock.now(), calls: [], fault: null }
  let looked = 0
  for (const { list, one } of WHERE) {
    const answer = await client.ask('GET', list)
    const { calls } = asRecord(succeeded(answer) ? answer.json : null)
    if (!Array.isArray(calls)) return { ...listing, fault: `Vobiz did not list its calls (${describeAnswer(answer)})` }
    for (const entry of calls) {
      if (++looked > LISTED_CALLS_MAX) return { ...listing, fault: 'Vobiz lists too many calls' }
      const id = (typeof entry === 'string' ? entry : textAtPath(entry, 'call_uuid')) ?? ''
      const call = textAtPath(entry, 'to') ? asRecord(entry) : await callAt(client, one(id))
      if (id && textAtPath(call, 'to')) listing.calls.push({ id, call })
      else listing.fault = 'Vobiz lists a call that could not be read'
    }
  }
  return listing
}

/** The call at a path; empty if it cannot be read or is missing, because it may be moving from the queue to the live calls. */
async function callAt(client: VobizClient, path: string): Promise<Record<string, unknown>> {
  const answer = await client.ask('GET', path)
  return succeeded(answer) ? shownCall(answer.json) : {}
}

async function check(client: VobizClient): Promise<CheckResult> {
  const answer = await client.askApi('GET', '/auth/me')
  if (hasStatus(answer, 401)) {
    return { ok: false, message: 'Vobiz does not accept the Auth ID and token.', details: {} }
  }
  if (!succeeded(answer))
    return { ok: false, message: `Vobiz could not be asked (${describeAnswer(answer)}).`, details: {} }
  // The fields are selected one by one, because the answer also contains a secret of the account.
  const { account_type, is_active, is_trial_account, cps_limit, concurrent_calls_limit } = asRecord(answer.json)
  const details = {
    account_type: scalarOrNull(account_type),
    is_active: scalarOrNull(is_active),
    is_trial_account: scalarOrNull(is_trial_account),
    cps_limit: scalarOrNull(cps_limit),
    concurrent_calls_limit: scalarOrNull(concurrent_calls_limit),
  }
  if (is_active === false) return { ok: false, message: 'Vobiz has deactivated the account.', details }
  if (typeof cps_limit === 'number' && numberField(client.context.credentials, 'calls_per_second') > cps_limit) {
    const message = `Vobiz accepts the credentials, but allows ${cps_limit} calls per second, less than configured.`
    return { ok: false, message, details }
  }
  return { ok: true, message: 'Vobiz accepts the credentials.', details }
}

/** The call in an answer: one page documents live calls as a single object, another as a list; records are in `data`. */
function shownCall(json: unknown): Record<string, unknown> {
  const { calls, data } = asRecord(json)
  return asRecord((Array.isArray(calls) ? calls[0] : data) ?? json)
}
