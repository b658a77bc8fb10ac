/**
 * Copies of rows with all their columns in one order, also those that a row leaves out.
 *
 * A copy by spreading takes the hidden class of its source, changed at each place that spreads. After a few such places V8 gives up
 * and stores rows of more than a dozen columns as hash tables; every later read and copy of them is several times slower. Rows
 * that all come from one literal keep one class.
 */
import type { CampaignRow, ConfigurationRow, LiveCall, OrganizationRow } from '../src/dialer/store.ts'
import type { MemoryContact } from './memory-tables.ts'

/** Every column has to be named; a column that the row leaves out is undefined. */
type Complete<T> = { [K in keyof Required<T>]: T[K] | undefined }

export function callRow(row: LiveCall): LiveCall {
  const copy: Complete<LiveCall> = {
    id: row.id,
    organizationId: row.organizationId,
    campaignId: row.campaignId,
    contactId: row.contactId,
    attempt: row.attempt,
    configurationId: row.configurationId,
    provider: row.provider,
    providerCallId: row.providerCallId,
    direction: row.direction,
    phoneNumber: row.phoneNumber,
    returnsContactId: row.returnsContactId,
    callerNumberId: row.callerNumberId,
    state: row.state,
    outcome: row.outcome,
    cause: row.cause,
    endedBy: row.endedBy,
    machine: row.machine,
    agentAtMs: row.agentAtMs,
    nodeId: row.nodeId,
    claimedAtMs: row.claimedAtMs,
    placedAtMs: row.placedAtMs,
    answeredAtMs: row.answeredAtMs,
    endedAtMs: row.endedAtMs,
    lastEventAtMs: row.lastEventAtMs,
    deadlineAtMs: row.deadlineAtMs,
    durationSeconds: row.durationSeconds,
    talkedIn: row.talkedIn,
    numbers: row.numbers,
  }
  return copy as LiveCall
}

export function campaignRow(row: CampaignRow): CampaignRow {
  const copy: Complete<CampaignRow> = {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    state: row.state,
    workflowId: row.workflowId,
    definitionId: row.definitionId,
    configurationId: row.configurationId,
    maxConcurrency: row.maxConcurrency,
    retry: row.retry,
    schedule: row.schedule,
    breaker: row.breaker,
    keepOpen: row.keepOpen,
    finishOnInbound: row.finishOnInbound,
    vouchedDuties: row.vouchedDuties,
    totalRows: row.totalRows,
    processedRows: row.processedRows,
    failedRows: row.failedRows,
    outcomes: row.outcomes,
    attempts: row.attempts,
    executedCount: row.executedCount,
    totalQueuedCount: row.totalQueuedCount,
    liveCalls: row.liveCalls,
    windowSaid: row.windowSaid,
    lastClaimedAtMs: row.lastClaimedAtMs,
    completedAtMs: row.completedAtMs,
    nextDueAtMs: row.nextDueAtMs,
    spending: row.spending,
    route: row.route,
    callerPool: row.callerPool,
    experiment: row.experiment,
  }
  return copy as CampaignRow
}

export function configurationRow(row: ConfigurationRow): ConfigurationRow {
  const copy: Complete<ConfigurationRow> = {
    id: row.id,
    provider: row.provider,
    callsPerSecond: row.callsPerSecond,
    ringTimeoutSeconds: row.ringTimeoutSeconds,
    maxCallSeconds: row.maxCallSeconds,
    pacedUntilMs: row.pacedUntilMs,
    account: row.account,
    backoffUntilMs: row.backoffUntilMs,
    backoffs: row.backoffs,
    failing: row.failing,
    priceVersion: row.priceVersion,
    unpriced: row.unpriced,
  }
  return copy as ConfigurationRow
}

export function organizationRow(row: OrganizationRow): OrganizationRow {
  const copy: Complete<OrganizationRow> = {
    id: row.id,
    maxConcurrency: row.maxConcurrency,
    liveCalls: row.liveCalls,
    policyVersion: row.policyVersion,
    timeZone: row.timeZone,
    dayStartMs: row.dayStartMs,
    spending: row.spending,
  }
  return copy as OrganizationRow
}

export function contactRow(row: MemoryContact): MemoryContact {
  const copy: Complete<MemoryContact> = {
    id: row.id,
    organizationId: row.organizationId,
    campaignId: row.campaignId,
    phoneNumber: row.phoneNumber,
    numbers: row.numbers,
    addressType: row.addressType,
    state: row.state,
    nextAttemptAtMs: row.nextAttemptAtMs,
    dials: row.dials,
    outcome: row.outcome,
    callerNumberId: row.callerNumberId,
    finishedAtMs: row.finishedAtMs,
    personId: row.personId,
    notBeforeMs: row.notBeforeMs,
    notAfterMs: row.notAfterMs,
    zonesId: row.zonesId,
    heldBy: row.heldBy,
    heldUntilMs: row.heldUntilMs,
    reachedAtMs: row.reachedAtMs,
  }
  return copy as MemoryContact
}

/** Keeps a copy of each row, made by `shape`. */
export class RowTable<T> extends Map<number, T> {
  readonly #shape: (row: T) => T

  constructor(shape: (row: T) => T) {
    super()
    this.#shape = shape
  }

  override set(id: number, row: T): this {
    return super.set(id, this.#shape(row))
  }
}
