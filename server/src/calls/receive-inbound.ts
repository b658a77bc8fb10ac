/** A call comes in: number → workflow, or a polite refusal. */
import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { CALL_MARGIN_MS } from '../dialer/claim-contacts.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { numberField } from '../telephony/fields.ts'
import type { Credentials, InboundCall, InboundDecision } from '../telephony/provider.ts'
import { inboundNumber, insertSingleCall, liveCallByProviderId } from './queries.ts'

export interface InboundDeps {
  db: Database
  clock: Clock
  log: Log
  nodeId: string
  refer(
    callId: number,
    providerCallId: string | null,
  ): { callId: number; callKey: string; providerCallId: string | null }
}

export interface InboundAccount {
  configurationId: number
  provider: string
  credentials: Credentials
}

export async function receiveInbound(
  deps: InboundDeps,
  account: InboundAccount,
  inbound: InboundCall,
): Promise<InboundDecision> {
  const { db, clock, log } = deps
  const { configurationId } = account
  // A carrier that got no answer in time asks again about the same call.
  const known = await liveCallByProviderId(db, configurationId, inbound.providerCallId)
  if (known !== null) return { kind: 'accept', call: deps.refer(known, inbound.providerCallId) }
  const number = await inboundNumber(db, configurationId, spellings(inbound.to))
  const reason = !number
    ? 'unknown number'
    : !number.is_active
      ? 'inactive number'
      : number.workflow_id === null
        ? 'no workflow'
        : null
  if (!number || reason !== null || number.workflow_id === null || number.definition_id === null) {
    log.info({ configuration_id: configurationId, reason }, 'an inbound call was turned away')
    return { kind: 'refuse', reason: reason ?? 'no workflow' }
  }
  const now = clock.now()
  const callId = await insertSingleCall(db, {
    organizationId: number.organization_id,
    direction: 'inbound',
    workflowId: number.workflow_id,
    definitionId: number.definition_id,
    configurationId,
    provider: account.provider,
    providerCallId: inbound.providerCallId,
    phoneNumber: inbound.from,
    addressType: 'pstn',
    callerNumber: inbound.to,
    callerNumberId: number.id,
    state: 'answered',
    nodeId: deps.nodeId,
    now: new Date(now),
    deadline: new Date(now + numberField(account.credentials, 'max_call_seconds') * 1000 + CALL_MARGIN_MS),
    variables: { caller_number: inbound.from, called_number: inbound.to },
  })
  return { kind: 'accept', call: deps.refer(callId, inbound.providerCallId) }
}

/** Carriers write the called number with and without plus, as a SIP URI, as an extension: all that ours may stand under. */
function spellings(to: string): string[] {
  const user = /^sips?:([^@;]+)/.exec(to)?.[1] ?? to
  const found = new Set<string>([to, user])
  for (const text of [to, user, `+${user.replace(/^\+|^00/, '')}`]) {
    const normalized = normalizeAddress(text, null)
    if (normalized.ok) found.add(normalized.normalized)
  }
  return [...found]
}
