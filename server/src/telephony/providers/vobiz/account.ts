import { isSurelyAbsent } from '../../carrier-kit/find-call.ts'
import { hasStatus, succeeded } from '../../carrier-kit/http.ts'
import { openPlivoAccount } from '../../carrier-kit/plivo-account.ts'
import { asRecord, foundCall, scalar, told } from '../../carrier-kit/plivo-api.ts'
import { numberField } from '../../fields.ts'
import type { AccountContext, CallRef, CallTrace, CarrierAccount, CheckResult, LookUp } from '../../provider.ts'
import { type VobizClient, vobizClient } from './client.ts'
import { bindVobizNumber, vobizNumbers } from './inbound.ts'
import { placeResult } from './verdicts.ts'
import { VobizWebhooks } from './webhook.ts'

export function openVobiz(context: AccountContext): CarrierAccount {
  const client = vobizClient(context)
  const webhooks = new VobizWebhooks(client.authToken)
  return openPlivoAccount({
    client,
    placeResult,
    lookUp: (call, trace) => lookUp(client, call, trace),
    bindInbound: (address, bind) => bindVobizNumber(client, address, bind),
    check: () => check(client),
    ownNumbers: () => vobizNumbers(client),
    readWebhook: (request) => webhooks.read(request),
  })
}

/**
 * `status` is required, and the path of a live call has no slash where that of a queued one has. Records of calls that
 * are over can be asked for nowhere, so that nothing found only means that it is over, or was never there.
 */
async function lookUp(client: VobizClient, { providerCallId }: CallRef, trace?: CallTrace): Promise<LookUp> {
  if (!providerCallId) return { kind: 'unsure', reason: 'Vobiz finds calls by its own id only' }
  const id = encodeURIComponent(providerCallId)
  for (const path of [`Call/${id}?status=live`, `Call/${id}/?status=queued`]) {
    const answer = await client.ask('GET', path)
    if (succeeded(answer)) return foundCall(shownCall(answer.json), providerCallId)
    if (!hasStatus(answer, 404)) return { kind: 'unsure', reason: `Vobiz could not be asked (${told(answer)})` }
  }
  return trace && isSurelyAbsent(trace, client.context.clock.now())
    ? { kind: 'absent' }
    : { kind: 'unsure', reason: 'Vobiz shows no such call' }
}

async function check(client: VobizClient): Promise<CheckResult> {
  const answer = await client.askApi('GET', '/auth/me')
  if (hasStatus(answer, 401)) {
    return { ok: false, message: 'Vobiz does not accept the Auth ID and token.', details: {} }
  }
  if (!succeeded(answer)) return { ok: false, message: `Vobiz could not be asked (${told(answer)}).`, details: {} }
  // Chosen one by one: the answer also holds a secret of the account.
  const { account_type, is_active, is_trial_account, cps_limit, concurrent_calls_limit } = asRecord(answer.json)
  const details = {
    account_type: scalar(account_type),
    is_active: scalar(is_active),
    is_trial_account: scalar(is_trial_account),
    cps_limit: scalar(cps_limit),
    concurrent_calls_limit: scalar(concurrent_calls_limit),
  }
  if (is_active === false) return { ok: false, message: 'Vobiz has deactivated the account.', details }
  if (typeof cps_limit === 'number' && numberField(client.context.credentials, 'calls_per_second') > cps_limit) {
    const message = `Vobiz accepts the credentials, but allows ${cps_limit} calls per second, less than configured.`
    return { ok: false, message, details }
  }
  return { ok: true, message: 'Vobiz accepts the credentials.', details }
}

/** Live calls come alone on one page and in a list on another, records in `data`. */
function shownCall(json: unknown): Record<string, unknown> {
  const { calls, data } = asRecord(json)
  return asRecord((Array.isArray(calls) ? calls[0] : data) ?? json)
}
