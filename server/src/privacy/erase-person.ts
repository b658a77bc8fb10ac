/**
 * Erases one person everywhere except the do-not-call list, the time at which they revoked their consents, and the times of calls
 * that a calling rule still counts. It works in steps rather than in one transaction, because files and a long ledger are
 * involved. Every step is idempotent, so an interrupted request can be repeated.
 */
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import { deleteTasksOf } from '../after-calls/queries.ts'
import { removeCallRecords } from '../calls/queries.ts'
import { removeRecording } from '../calls/recordings.ts'
import { deleteChecksOfNumber } from '../checks/queries.ts'
import { forgetConsents } from '../consents/queries.ts'
import { eraseFromLists, eraseFromRejections, eraseListRowsById } from '../contacts/erasure-queries.ts'
import { eraseAttempts, eraseCalls, eraseContacts, rowsOfPerson } from '../dialer/erasure-queries.ts'
import { deleteEventsOf } from '../events/queries.ts'
import { ApiError } from '../kernel/errors.ts'
import type { FileStore } from '../kernel/file-store.ts'
import { eraseFromLedger } from '../ledger/erase-person.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { eraseCallsFromAudit, eraseFromAudit } from '../organizations/audit-queries.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { loadHistoryNeeded } from '../policies/load-policy.ts'
import type { Database } from '../storage/database.ts'
import { forgetCandidates } from '../suppressions/queries.ts'
import { suppressOpenCandidate } from '../suppressions/suppress-number.ts'
import { deleteDeliveriesOf } from '../webhooks/delivery-queries.ts'

export interface ErasureDeps {
  db: Database
  keys: LedgerKeys
  recordings: FileStore
}

export interface ErasureCounts extends Record<string, number> {
  contacts: number
  calls: number
  list_rows: number
  events: number
  deliveries: number
  audit_events: number
  ledger_records: number
  /** Call times that are not erased yet, because calling rules still count them. */
  attempts_kept: number
}

export async function erasePerson(
  { db, keys, recordings }: ErasureDeps,
  { organizationId, number, actor, atMs }: { organizationId: number; number: string; actor: string; atMs: number },
): Promise<ErasureCounts> {
  if ((await rowsOfPerson(db, organizationId, number)).live) throw new ApiError('person_in_call')
  // Lists may be long, so they are erased without the lock, and before the queue: a campaign created in the meantime then does
  // not copy the person.
  const listRows = await eraseFromLists(db, organizationId, number)
  const rejections = await eraseFromRejections(db, organizationId, number)
  const counted = { now: new Date(atMs), needed: await loadHistoryNeeded(db, organizationId) }
  const { rows, erasedRows, attemptsKept } = await db.transaction().execute(async (tx) => {
    // The lock keeps the dialer from claiming the person. Every query under the lock uses an index.
    await lockOrganization(tx, organizationId)
    const found = await rowsOfPerson(tx, organizationId, number)
    if (found.live) throw new ApiError('person_in_call')
    // Done first, so that post-call work in progress is finished before its rows are deleted.
    await deleteTasksOf(tx, found.callIds)
    await eraseContacts(tx, found.contactIds)
    if (found.callIds.length > 0) await removeCallRecords(tx, found.callIds)
    await eraseCalls(tx, found.callIds)
    const attemptsKept = await eraseAttempts(tx, organizationId, found, counted)
    for (const phoneNumber of found.numbers) {
      await suppressOpenCandidate(tx, keys, { organizationId, phoneNumber, author: actor, now: new Date(atMs) })
      await forgetCandidates(tx, organizationId, phoneNumber)
      await forgetConsents(tx, organizationId, phoneNumber)
      await deleteChecksOfNumber(tx, organizationId, phoneNumber)
    }
    return { rows: found, attemptsKept, erasedRows: await eraseListRowsById(tx, found.listContactIds) }
  })
  const events = await deleteEventsOf(db, organizationId, rows)
  const deliveries = await deleteDeliveriesOf(db, organizationId, rows)
  const counts = { list_rows: listRows + erasedRows + rejections, events, deliveries }
  for (const callId of rows.callIds) await removeRecording(recordings, { organizationId, callId })
  let auditEvents = await eraseCallsFromAudit(db, organizationId, rows.callIds)
  let ledgerRecords = 0
  for (const address of rows.addresses) {
    auditEvents += await eraseFromAudit(db, organizationId, address, ERASED_NUMBER)
    ledgerRecords += await eraseFromLedger({ db, keys }, { organizationId, number: address, actor, atMs })
  }
  return {
    contacts: rows.contactIds.length,
    calls: rows.callIds.length,
    ...counts,
    audit_events: auditEvents,
    ledger_records: ledgerRecords,
    attempts_kept: attemptsKept,
  }
}
