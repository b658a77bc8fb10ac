/** How rows of the simulated database change. */
import { type CampaignRow, type ContactChange, type LiveCall, NEVER_MS } from '../src/dialer/store.ts'
import { callRow, campaignRow, contactRow } from './memory-shapes.ts'
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

/** Copies, made by `shape`, in the order of the ids. */
export function rowsOf<T>(table: ReadonlyMap<number, T>, ids: readonly number[], shape: (row: T) => T): T[] {
  const rows: T[] = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = table.get(id)
    if (row) rows.push(shape(row))
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
  const saved = callRow(call)
  saved.nodeId = before.nodeId
  saved.claimedAtMs = before.claimedAtMs
  saved.deadlineAtMs = before.deadlineAtMs
  saved.contactId = before.contactId
  saved.campaignId = before.campaignId
  saved.organizationId = before.organizationId
  saved.attempt = before.attempt
  saved.talkedIn = before.talkedIn ?? null
  if (before.numbers) saved.numbers = before.numbers
  return saved
}

/** The engine's columns; the operator's (caps, retries, hours) are never written by it. */
export function savedCampaign(before: CampaignRow, row: CampaignRow): CampaignRow {
  const saved = campaignRow(before)
  saved.state = row.state
  saved.processedRows = row.processedRows
  saved.failedRows = row.failedRows
  saved.outcomes = row.outcomes
  saved.attempts = row.attempts
  saved.executedCount = row.executedCount
  saved.totalQueuedCount = row.totalQueuedCount
  saved.liveCalls = row.liveCalls
  saved.windowSaid = row.windowSaid
  saved.lastClaimedAtMs = row.lastClaimedAtMs
  saved.completedAtMs = row.completedAtMs
  saved.nextDueAtMs = row.nextDueAtMs
  return saved
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
  const changed = contactRow(contact)
  switch (change.kind) {
    case 'in_call':
      changed.state = 'in_call'
      changed.nextAttemptAtMs = null
      changed.callerNumberId = change.callerNumberId ?? contact.callerNumberId
      return changed
    case 'returned':
      changed.state = 'pending'
      changed.dials = change.dials
      changed.nextAttemptAtMs = change.nowMs
      return changed
    case 'aside':
      changed.state = 'pending'
      changed.dials = change.dials
      changed.nextAttemptAtMs = change.atMs
      if (change.forgetsCaller) changed.callerNumberId = null
      if (change.heldBy) {
        changed.heldBy = change.heldBy
        changed.heldUntilMs = change.atMs
      }
      return changed
    case 'retry':
      changed.state = 'pending'
      changed.dials = change.dials
      changed.outcome = change.outcome
      changed.nextAttemptAtMs = change.atMs
      if (change.forgetsCaller) changed.callerNumberId = null
      if (change.reachedAtMs !== undefined) changed.reachedAtMs = change.reachedAtMs
      return changed
    case 'reopened':
      changed.state = 'pending'
      changed.dials = change.dials
      changed.nextAttemptAtMs = change.atMs
      changed.finishedAtMs = null
      return changed
    case 'done':
      changed.state = 'done'
      changed.dials = change.dials
      changed.outcome = change.outcome
      changed.nextAttemptAtMs = null
      changed.finishedAtMs = change.nowMs
      changed.heldBy = change.heldBy ?? contact.heldBy ?? null
      return changed
  }
}
