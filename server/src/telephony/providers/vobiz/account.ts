import { isSurelyAbsent } from '../../carrier-kit/find-call.ts'
import { hasStatus, succeeded, textAt } from '../../carrier-kit/http.ts'
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

/** `status` is required, and the paths of live calls have no slash where those of queued ones have. */
const WHERE = [
  { list: 'Call?status=live', one: (id: string) => `Call/${encodeURIComponent(id)}?status=live` },
  { list: 'Call/?status=queued', one: (id: string) => `Call/${encodeURIComponent(id)}/?status=queued` },
] as const

/** Records of calls that are over can be asked for nowhere: nothing found only means that it is over, or was never there. */
async function lookUp(client: VobizClient, { providerCallId }: CallRef, trace?: CallTrace): Promise<LookUp> {
  if (!providerCallId) {
    return trace ? findCall(client, trace) : { kind: 'unsure', reason: 'Vobiz finds calls by its own id only' }
  }
  for (const { one } of WHERE) {
    const answer = await client.ask('GET', one(providerCallId))
    if (succeeded(answer)) return foundCall(shownCall(answer.json), providerCallId)
    if (!hasStatus(answer, 404)) return { kind: 'unsure', reason: `Vobiz could not be asked (${told(answer)})` }
  }
  return notShown(client, trace)
}

function notShown(client: VobizClient, trace: CallTrace | undefined): LookUp {
  return trace && isSurelyAbsent(trace, client.context.clock.now())
    ? { kind: 'absent' }
    : { kind: 'unsure', reason: 'Vobiz shows no such call' }
}

/** So many are looked at: some lists name only ids, and each call is then to be asked for. */
const LISTED_CALLS_MAX = 40

async function findCall(client: VobizClient, trace: CallTrace): Promise<LookUp> {
  let looked = 0
  for (const { list, one } of WHERE) {
    const answer = await client.ask('GET', list)
    if (!succeeded(answer)) return { kind: 'unsure', reason: `Vobiz did not list its calls (${told(answer)})` }
    const { calls } = asRecord(answer.json)
    for (const entry of Array.isArray(calls) ? calls : []) {
      if (++looked > LISTED_CALLS_MAX) return { kind: 'unsure', reason: 'Vobiz lists too many calls' }
      const id = typeof entry === 'string' ? entry : textAt(entry, 'call_uuid')
      if (!id) continue
      const call = textAt(entry, 'to') ? asRecord(entry) : await callAt(client, one(id))
      if (digitsOf(call.to) === digitsOf(trace.to)) return foundCall(call, id)
    }
  }
  return notShown(client, trace)
}

/** Empty if it cannot be shown: it may have ended since it was listed. */
async function callAt(client: VobizClient, path: string): Promise<Record<string, unknown>> {
  const answer = await client.ask('GET', path)
  return succeeded(answer) ? shownCall(answer.json) : {}
}

function digitsOf(number: unknown): string {
  return String(number ?? '').replace(/^\+/, '')
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
