import { fitsTrace, isSurelyAbsent } from '../../carrier-kit/find-call.ts'
import { hasStatus, succeeded, textAt } from '../../carrier-kit/http.ts'
import { openPlivoAccount, type PlivoClient } from '../../carrier-kit/plivo-account.ts'
import { asRecord, foundCall, scalar, told } from '../../carrier-kit/plivo-api.ts'
import { dialable } from '../../carrier-kit/plivo-dialect.ts'
import type { AccountContext, CallRef, CallTrace, CarrierAccount, CheckResult, LookUp } from '../../provider.ts'
import { plivoClient } from './client.ts'
import { bindPlivoNumber, plivoNumbers } from './inbound.ts'
import { placeResult } from './verdicts.ts'
import { readPlivoWebhook } from './webhook.ts'

export function openPlivo(context: AccountContext): CarrierAccount {
  const client = plivoClient(context)
  return openPlivoAccount({
    client,
    placeResult,
    lookUp: (call, trace) => lookUp(client, call, trace),
    bindInbound: (address, bind) => bindPlivoNumber(client, address, bind),
    check: () => check(client),
    ownNumbers: () => plivoNumbers(client),
    readWebhook: (request) => readPlivoWebhook(request, client.authToken),
  })
}

/**
 * A finished call's record appears some time after its end, and an id may be that of the request: nothing found never
 * means that there is no such call.
 */
async function lookUp(client: PlivoClient, { providerCallId }: CallRef, trace?: CallTrace): Promise<LookUp> {
  if (!providerCallId) {
    return trace ? findCall(client, trace) : { kind: 'unsure', reason: 'Plivo finds calls by its own id only' }
  }
  const path = `Call/${encodeURIComponent(providerCallId)}/`
  for (const query of ['?status=live', '?status=queued', '']) {
    const answer = await client.ask('GET', path + query)
    if (succeeded(answer)) return foundCall(asRecord(answer.json), textAt(answer.json, 'call_uuid') ?? providerCallId)
    if (!hasStatus(answer, 404)) return { kind: 'unsure', reason: `Plivo could not be asked (${told(answer)})` }
  }
  return { kind: 'unsure', reason: 'Plivo shows no such call' }
}

/** Live calls are listed by id alone, each to be asked for; so many are looked at. */
const LIVE_CALLS_MAX = 20

async function findCall(client: PlivoClient, trace: CallTrace): Promise<LookUp> {
  const wanted = dialable(trace.to)
  const live = await client.ask('GET', 'Call/?status=live')
  if (!succeeded(live)) return { kind: 'unsure', reason: `Plivo did not list its calls (${told(live)})` }
  const { calls } = asRecord(live.json)
  const ids = (Array.isArray(calls) ? calls : []).filter((id): id is string => typeof id === 'string')
  for (const id of ids.slice(0, LIVE_CALLS_MAX)) {
    const call = await client.ask('GET', `Call/${encodeURIComponent(id)}/?status=live`)
    if (succeeded(call) && textAt(call.json, 'to') === wanted) return foundCall(asRecord(call.json), id)
  }
  const records = await client.ask(
    'GET',
    `Call/?to_number=${encodeURIComponent(wanted)}&call_direction=outbound&limit=20`,
  )
  if (!succeeded(records)) return { kind: 'unsure', reason: `Plivo did not list its calls (${told(records)})` }
  const { objects } = asRecord(records.json)
  const ours = (Array.isArray(objects) ? objects : []).find((record) =>
    fitsTrace(trace, Date.parse(textAt(record, 'initiation_time') ?? '')),
  )
  const id = textAt(ours, 'call_uuid')
  if (id !== null) return foundCall(asRecord(ours), id)
  const sure = ids.length <= LIVE_CALLS_MAX && isSurelyAbsent(trace, client.context.clock.now())
  return sure ? { kind: 'absent' } : { kind: 'unsure', reason: 'Plivo does not list it yet' }
}

async function check(client: PlivoClient): Promise<CheckResult> {
  const answer = await client.ask('GET', '')
  if (hasStatus(answer, 401, 404)) {
    return { ok: false, message: 'Plivo does not accept the Auth ID and token.', details: {} }
  }
  if (!succeeded(answer)) return { ok: false, message: `Plivo could not be asked (${told(answer)}).`, details: {} }
  const { account_type, billing_mode, cash_credits, auto_recharge } = asRecord(answer.json)
  const details = {
    account_type: scalar(account_type),
    billing_mode: scalar(billing_mode),
    cash_credits: scalar(cash_credits),
    auto_recharge: scalar(auto_recharge),
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
