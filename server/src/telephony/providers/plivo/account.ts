import { hasStatus, succeeded, textAt } from '../../carrier-kit/http.ts'
import { openPlivoAccount, type PlivoClient } from '../../carrier-kit/plivo-account.ts'
import { asRecord, foundCall, scalar, told } from '../../carrier-kit/plivo-api.ts'
import type { AccountContext, CallRef, CarrierAccount, CheckResult, LookUp } from '../../provider.ts'
import { plivoClient } from './client.ts'
import { bindPlivoNumber } from './inbound.ts'
import { placeResult } from './verdicts.ts'
import { readPlivoWebhook } from './webhook.ts'

export function openPlivo(context: AccountContext): CarrierAccount {
  const client = plivoClient(context)
  return openPlivoAccount({
    client,
    placeResult,
    lookUp: (call) => lookUp(client, call),
    bindInbound: (address, bind) => bindPlivoNumber(client, address, bind),
    check: () => check(client),
    readWebhook: (request) => readPlivoWebhook(request, client.authToken),
  })
}

/**
 * A finished call's record appears some time after its end, and an id may be that of the request: nothing found never
 * means that there is no such call.
 */
async function lookUp(client: PlivoClient, { providerCallId }: CallRef): Promise<LookUp> {
  if (!providerCallId) return { kind: 'unsure', reason: 'Plivo finds calls by its own id only' }
  const path = `Call/${encodeURIComponent(providerCallId)}/`
  for (const query of ['?status=live', '?status=queued', '']) {
    const answer = await client.ask('GET', path + query)
    if (succeeded(answer)) return foundCall(asRecord(answer.json), textAt(answer.json, 'call_uuid') ?? providerCallId)
    if (!hasStatus(answer, 404)) return { kind: 'unsure', reason: `Plivo could not be asked (${told(answer)})` }
  }
  return { kind: 'unsure', reason: 'Plivo shows no such call' }
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
