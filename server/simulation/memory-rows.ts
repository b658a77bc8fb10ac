/** How rows of the simulated database change. */
import { type CampaignRow, type ContactChange, type LiveCall, NEVER_MS } from '../src/dialer/store.ts'
import type { MemoryContact } from './memory-tables.ts'

/** Due retries first, oldest first; then those not dialed yet, in list order. */
export function byDueTime(a: MemoryContact, b: MemoryContact): number {
  const [first, second] = [a.nextAttemptAtMs ?? NEVER_MS, b.nextAttemptAtMs ?? NEVER_MS]
  return first - second || a.id - b.id
}

/** At most `limit` of these lanes, the lane with the earliest contact first, each in order of its due times. */
export function laneByLane(lanes: Iterable<MemoryContact[]>, limit: number): MemoryContact[] {
  const byFirst = [...lanes]
    .filter((lane) => lane.length > 0)
    .map((lane) => ({ lane, first: lane.reduce((a, b) => (byDueTime(a, b) <= 0 ? a : b)) }))
    .sort((a, b) => byDueTime(a.first, b.first))
  const taken: MemoryContact[] = []
  for (const { lane } of byFirst) {
    if (taken.length >= limit) break
    for (const contact of lane.sort(byDueTime)) taken.push(contact)
  }
  return taken.slice(0, limit)
}

export function rowsOf<T extends object>(table: ReadonlyMap<number, T>, ids: readonly number[]): T[] {
  const rows: T[] = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = table.get(id)
    if (row) rows.push({ ...row })
  }
  return rows
}

/** The call as a node inserted it, if the row has not been changed since; else null. */
export function unchanged(inserted: LiveCall | undefined, row: LiveCall): LiveCall | null {
  const isSame =
    inserted?.claimedAtMs === row.claimedAtMs &&
    inserted.nodeId === row.nodeId &&
    row.state === 'claimed' &&
    row.lastEventAtMs === row.claimedAtMs &&
    [row.providerCallId, row.cause, row.machine, row.placedAtMs, row.answeredAtMs, row.agentAtMs].every(isNull) &&
    isNull(row.talkedIn)
  return isSame ? inserted : null
}

function isNull(value: unknown): boolean {
  return value === null || value === undefined
}

/** What settling changes; whose call it is and when it must be over stay as they were written first. */
export function savedCall(before: LiveCall, call: LiveCall): LiveCall {
  const { nodeId, claimedAtMs, deadlineAtMs, contactId, campaignId, organizationId, attempt, talkedIn = null } = before
  const saved = {
    ...call,
    nodeId,
    claimedAtMs,
    deadlineAtMs,
    contactId,
    campaignId,
    organizationId,
    attempt,
    talkedIn,
  }
  if (before.numbers) saved.numbers = before.numbers
  return saved
}

/** The engine's columns; the operator's (caps, retries, hours) are never written by it. */
export function savedCampaign(before: CampaignRow, row: CampaignRow): CampaignRow {
  return {
    ...before,
    state: row.state,
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
  }
}

/** A campaign of which nobody has been called yet. */
export function newCampaignRow(
  id: number,
  campaign: Pick<CampaignRow, 'organizationId' | 'name' | 'maxConcurrency' | 'retry' | 'schedule' | 'breaker'> &
    Partial<CampaignRow>,
): CampaignRow {
  return {
    state: 'draft',
    workflowId: 1,
    definitionId: 1,
    configurationId: null,
    keepOpen: false,
    finishOnInbound: true,
    vouchedDuties: 'every',
    totalRows: 0,
    processedRows: 0,
    outcomes: {},
    attempts: {},
    failedRows: 0,
    executedCount: 0,
    totalQueuedCount: 0,
    liveCalls: 0,
    windowSaid: null,
    lastClaimedAtMs: null,
    completedAtMs: null,
    nextDueAtMs: null,
    ...campaign,
    id,
  }
}

export function changedContact(contact: MemoryContact, change: ContactChange): MemoryContact {
  switch (change.kind) {
    case 'in_call':
      return {
        ...contact,
        state: 'in_call',
        nextAttemptAtMs: null,
        callerNumberId: change.callerNumberId ?? contact.callerNumberId,
      }
    case 'returned':
      return {
        ...contact,
        state: 'pending',
        dials: change.dials,
        nextAttemptAtMs: change.nowMs,
      }
    case 'aside':
      return {
        ...contact,
        state: 'pending',
        dials: change.dials,
        nextAttemptAtMs: change.atMs,
        ...(change.forgetsCaller ? { callerNumberId: null } : {}),
        ...(change.heldBy ? { heldBy: change.heldBy, heldUntilMs: change.atMs } : {}),
      }
    case 'retry':
      return {
        ...contact,
        state: 'pending',
        dials: change.dials,
        outcome: change.outcome,
        nextAttemptAtMs: change.atMs,
        ...(change.forgetsCaller ? { callerNumberId: null } : {}),
        ...(change.reachedAtMs === undefined ? {} : { reachedAtMs: change.reachedAtMs }),
      }
    case 'reopened':
      return { ...contact, state: 'pending', dials: change.dials, nextAttemptAtMs: change.atMs, finishedAtMs: null }
    case 'done':
      return {
        ...contact,
        state: 'done',
        dials: change.dials,
        outcome: change.outcome,
        nextAttemptAtMs: null,
        finishedAtMs: change.nowMs,
        heldBy: change.heldBy ?? contact.heldBy ?? null,
      }
  }
}
