/** Calls without a campaign: ordered by hand, or inbound. They use slots and rate limits like all other calls. */

import type { ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { isBudgetSpent, spendingToday } from '../costs/rules/spend-limits.ts'
import { deadlineOf } from '../workflows/rules/call-duration.ts'
import { type ClaimedCall, claimedCallFrom } from './claimed-call.ts'
import { isSimulatedProvider, type PolicyCache } from './policy-cache.ts'
import { RETURNED_CALL_DAYS } from './returned-calls.ts'
import { chooseCaller, dayStartOf } from './rules/choose-caller.ts'
import { dialRecord, NO_POLICY } from './rules/dial-record.ts'
import { consumeDialTokens, nextDialAt, slotsLeft } from './rules/may-dial.ts'
import { SINGLE_CALL_TOKEN_WAIT_MS_MAX } from './rules/pacing.ts'
import { type BlockingRule, blockingRules, zoneSetOfNumber } from './rules/single-call-policy.ts'
import type {
  CallingContact,
  ConfigurationRow,
  DialerTransaction,
  NewSingleCall,
  NumberInCall,
  OrganizationRow,
} from './store.ts'
import { UnitOfWork } from './unit-of-work.ts'

const DAY_MS = 24 * 3_600_000

export interface SingleCallOrder {
  organizationId: number
  configurationId: number
  workflowId: number
  definitionId: number
  phoneNumber: string
  addressType: NewSingleCall['addressType']
  needsCallerId: boolean
  variables: Record<string, string>
  /**
   * Overrides the rules because the user who orders the call takes responsibility, for example for a call to their own phone.
   * Recorded in the ledger.
   */
  override: { reason: string; by: string } | null
  /** The call that the transfer target, who is called here, takes over. */
  transferOf?: number
}

export type SingleCallResult =
  /** `inMs`: delay until the rate limit of the configuration allows the dial. */
  | { kind: 'claimed'; claimed: ClaimedCall; inMs: number }
  | {
      kind: 'refused'
      code:
        | 'no_free_slot'
        | 'no_caller_id'
        | 'number_limits_reached'
        | 'number_in_another_call'
        | 'prices_missing'
        | 'spend_limit_reached'
        | 'telephony_configuration_not_found'
    }
  | { kind: 'refused'; code: 'carrier_backing_off'; untilMs: number }
  | { kind: 'refused'; code: 'call_not_allowed'; because: BlockingRule[] }

export interface SingleCallDeps {
  nodeId: string
  /** Current time of the database. */
  now(): number
  decidedAtMs: number
  /** Filled while the transaction runs, so that the call is known even if the commit is in doubt. */
  written: { callId: number | null; atMs: number }
  policies: PolicyCache
}

export async function claimSingleCall(
  tx: DialerTransaction,
  order: SingleCallOrder,
  deps: SingleCallDeps,
): Promise<SingleCallResult> {
  const work = await openForOne(tx, order, deps.now)
  const { nowMs } = work
  const organization = work.organizations.get(order.organizationId)
  const configuration = work.configurations.get(order.configurationId)
  if (!organization || !configuration) return { kind: 'refused', code: 'telephony_configuration_not_found' }
  if (slotsLeft(organization) < 1) return { kind: 'refused', code: 'no_free_slot' }
  const overSpent = order.transferOf === undefined ? spendRefusal(organization, configuration, nowMs) : null
  if (overSpent) return overSpent
  if ((configuration.backoffUntilMs ?? 0) > nowMs) {
    return { kind: 'refused', code: 'carrier_backing_off', untilMs: configuration.backoffUntilMs as number }
  }
  // For a transfer the person on the line asked for it, and the operator configured the number.
  const isTransfer = order.transferOf !== undefined
  // A transfer goes to the operator's number, where many people may answer, so it may be in several calls at a time.
  if (!isTransfer && (await tx.callsWithNumber(order.organizationId, order.phoneNumber)).length > 0) {
    return { kind: 'refused', code: 'number_in_another_call' }
  }
  const asked = isTransfer ? null : await askPolicy(work, organization, configuration, order, deps.policies)
  if (asked && asked.against.length > 0 && order.override === null) {
    return { kind: 'refused', code: 'call_not_allowed', because: asked.against }
  }
  // The rate-limit token is spent immediately, so that no other call gets the same one.
  const turnMs = nextDialAt(configuration, nowMs)
  if (turnMs - nowMs > SINGLE_CALL_TOKEN_WAIT_MS_MAX)
    return { kind: 'refused', code: 'carrier_backing_off', untilMs: turnMs }
  const numbers = work.numbers.get(configuration.id) ?? []
  // Limits of caller IDs do not apply to a transfer: they keep a caller ID from ringing too many strangers.
  const caller = chooseCaller(
    isTransfer ? numbers.map((number) => ({ ...number, leftAtOnce: null, leftToday: null, resting: false })) : numbers,
    null,
    new Map(),
  )
  if (!caller && numbers.length > 0) return { kind: 'refused', code: 'number_limits_reached' }
  if (!caller && order.needsCallerId) return { kind: 'refused', code: 'no_caller_id' }
  const { needsCallerId: _needed, override: _override, ...ordered } = order
  const call: NewSingleCall = {
    ...ordered,
    direction: 'outbound',
    inboundId: null,
    provider: configuration.provider,
    callerNumber: caller?.address ?? null,
    callerNumberId: caller?.id ?? null,
    nodeId: deps.nodeId,
    claimedAtMs: nowMs,
    deadlineAtMs: deadlineOf(turnMs, configuration),
  }
  const { id } = await tx.insertSingleCall(call)
  deps.written.callId = id
  deps.written.atMs = nowMs
  if (caller) await tx.markNumbersUsed([caller.id], nowMs, dayStartOf(organization, nowMs))
  await recordDial(work, { ...call, id }, order, asked, configuration)
  takeSlot(work, order.organizationId)
  work.changeConfiguration(configuration.id, (row) => consumeDialTokens(row, nowMs, 1))
  await work.write()
  const claimed = claimedCallFrom(id, { ...call, campaignId: null }, asked?.ringing ?? configuration, deps.decidedAtMs)
  return { kind: 'claimed', claimed, inMs: turnMs - nowMs }
}

/** The daily spend limit applies to single calls too: it protects against a stolen key. */
function spendRefusal(
  organization: OrganizationRow,
  configuration: ConfigurationRow,
  nowMs: number,
): Extract<SingleCallResult, { kind: 'refused' }> | null {
  const today = spendingToday(organization.spending, nowMs)
  if (today === null) return null
  if (configuration.unpriced) return { kind: 'refused', code: 'prices_missing' }
  return isBudgetSpent(today) ? { kind: 'refused', code: 'spend_limit_reached' } : null
}

interface AskedPolicy {
  set: ZoneSet
  /** The person who has the number; null: unknown, or several persons. */
  personId: string | null
  version: string
  against: BlockingRule[]
  verdicts: string[]
  /** The configuration with the ring time that the rules require. */
  ringing: ConfigurationRow
}

/** The verdict of the organization's rules, which apply to single calls too; null: no policy is set. */
async function askPolicy(
  work: UnitOfWork,
  organization: OrganizationRow,
  configuration: ConfigurationRow,
  { phoneNumber }: SingleCallOrder,
  policies: PolicyCache,
): Promise<AskedPolicy | null> {
  if (organization.policyVersion === 0) return null
  const { nowMs, tx } = work
  const known = await policies.of(tx, organization)
  const { rules, version } = known.rulesOf(null, configuration)
  const { history, personId } = await tx.historyOf(organization.id, phoneNumber)
  const set = zoneSetOfNumber(phoneNumber)
  return {
    set,
    personId,
    version,
    against: blockingRules(rules, set, history, nowMs),
    verdicts: rules.passed(set.group, history, nowMs),
    ringing: { ...configuration, ringTimeoutSeconds: Math.ceil(rules.ringMs(set.group, nowMs) / 1000) },
  }
}

async function recordDial(
  { tx, nowMs }: UnitOfWork,
  call: NewSingleCall & { id: number },
  { organizationId, phoneNumber, override, transferOf }: SingleCallOrder,
  asked: AskedPolicy | null,
  configuration: ConfigurationRow,
): Promise<void> {
  const policyVersion = asked?.version ?? NO_POLICY
  if (asked) {
    const isSimulated = isSimulatedProvider(configuration.provider)
    const dialed = { callId: call.id, organizationId, phoneNumber, atMs: nowMs, policyVersion, isSimulated }
    await tx.insertAttempts([{ ...dialed, personId: asked.personId }])
  }
  const against = asked?.against.map(({ message }) => message) ?? []
  const overridden = override && against.length > 0
  const draft = dialRecord({
    nowMs,
    callId: call.id,
    campaignId: null,
    contactId: null,
    attempt: 1,
    phoneNumber,
    callerNumber: call.callerNumber,
    set: asked?.set ?? null,
    policyVersion,
    ringSeconds: configuration.ringTimeoutSeconds,
    simulated: isSimulatedProvider(configuration.provider),
    verdicts: overridden ? [] : (asked?.verdicts ?? []),
    ...(overridden ? { override: { reason: override.reason, against } } : {}),
    ...(transferOf === undefined ? {} : { transferOf }),
  })
  await tx.appendLedger(organizationId, [overridden ? { ...draft, actor: override.by } : draft])
}

export interface InboundCallRequest {
  organizationId: number
  configurationId: number
  workflowId: number
  definitionId: number
  /** The carrier's id of the call: two requests with the same id are the same call. */
  inboundId: string
  from: string
  to: string
  numberId: number
  variables: Record<string, string>
}

export interface ClaimedInboundCall {
  callId: number
  /** Unanswered outbound calls to the person who is calling; they are withdrawn. */
  dials: NumberInCall[]
}

/**
 * Inserts an inbound call, which takes a slot like all others. Null: rejected, because no slot is free. It is accepted even while
 * the organization dials the caller's number, because a person who calls must not be rejected for that.
 */
export async function claimInboundCall(
  tx: DialerTransaction,
  order: InboundCallRequest,
  deps: Pick<SingleCallDeps, 'nodeId' | 'now'>,
): Promise<ClaimedInboundCall | null> {
  const work = await openForOne(tx, order, deps.now)
  const configuration = work.configurations.get(order.configurationId)
  const organization = work.organizations.get(order.organizationId)
  if (!configuration || !organization || organization.liveCalls >= organization.maxConcurrency) return null
  const sinceMs = work.nowMs - RETURNED_CALL_DAYS * DAY_MS
  const contact = await tx.contactCalling(order.organizationId, order.from, sinceMs)
  const others = await tx.callsWithNumber(order.organizationId, order.from, contact?.id)
  const { id, added } = await tx.insertSingleCall({
    organizationId: order.organizationId,
    configurationId: order.configurationId,
    workflowId: order.workflowId,
    definitionId: order.definitionId,
    variables: contact ? { ...order.variables, ...namesOf(contact), ...contact.variables } : order.variables,
    ...(contact ? { returnsContactId: contact.id } : {}),
    direction: 'inbound',
    inboundId: order.inboundId,
    provider: configuration.provider,
    phoneNumber: order.from,
    addressType: 'pstn',
    callerNumber: order.to,
    callerNumberId: order.numberId,
    nodeId: deps.nodeId,
    claimedAtMs: work.nowMs,
    deadlineAtMs: deadlineOf(work.nowMs, configuration),
  })
  if (added) takeSlot(work, order.organizationId)
  if (added && contact?.moves) work.moveNumber({ contactId: contact.id, ...contact.moves })
  await work.write()
  const dials = others.filter(({ direction, state }) => direction === 'outbound' && state !== 'answered')
  return { callId: id, dials: added ? dials : [] }
}

/** The variables about the contact that a call of the campaign would also have. */
function namesOf({ id, campaignName }: CallingContact): Record<string, string> {
  return { campaign_name: campaignName, contact_id: String(id) }
}

function openForOne(
  tx: DialerTransaction,
  { organizationId, configurationId }: { organizationId: number; configurationId: number },
  now: () => number,
): Promise<UnitOfWork> {
  const request = { organizationIds: [organizationId], configurationIds: [configurationId], wait: true }
  return UnitOfWork.open(tx, now, request)
}

function takeSlot(work: UnitOfWork, organizationId: number): void {
  work.changeOrganization(organizationId, (row) => {
    row.liveCalls++
  })
}
