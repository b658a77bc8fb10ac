/**
 * Erases one person everywhere except the do-not-call list, the time at which they revoked their consents, and the times of calls
 * that a calling rule still counts. It works in steps rather than in one transaction, because files and a long ledger are
 * involved. The main transaction erases what the person is found by, and stores what is left to do (`finish-erasures.ts`): after
 * an interruption the repeated request or a recurring job does it.
 */
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { deleteTasksOf } from '../after-calls/queries.ts'
import { removeCallRecords } from '../calls/queries.ts'
import { deleteChecksOfNumber } from '../checks/queries.ts'
import { forgetConsents } from '../consents/queries.ts'
import { eraseFromLists, eraseFromRejections, eraseListRowsById } from '../contacts/erasure-queries.ts'
import { eraseAttempts, eraseCalls, eraseContacts, type PersonRows, rowsOfPerson } from '../dialer/erasure-queries.ts'
import { ApiError } from '../kernel/errors.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { loadHistoryNeeded } from '../policies/load-policy.ts'
import { forgetCandidates } from '../suppressions/queries.ts'
import { suppressOpenCandidate } from '../suppressions/suppress-number.ts'
import { deleteDeliveriesOf } from '../webhooks/delivery-queries.ts'
import { type ErasureDeps, finishErasure } from './finish-erasures.ts'
import { findErasure, insertErasure, openErasuresOf, type RemainingErasure } from './queries.ts'

export interface ErasureRequest {
  organizationId: number
  number: string
  author: string
  reason: string | null
}

/** Returns the erasure as it is shown: the one that an earlier request began, if nothing was found besides. */
export async function erasePerson(deps: ErasureDeps, request: ErasureRequest): ReturnType<typeof findErasure> {
  const { db } = deps
  const id = await beginErasure(deps, request)
  const open = await openErasuresOf(db, request.organizationId, canonicalNumber(request.number))
  for (const each of open) await finishErasure(deps, each)
  return findErasure(db, id)
}

/** Returns the id of the new erasure, or of an unfinished one of the same person if nothing was found besides. */
async function beginErasure(
  { db, keys, clock }: ErasureDeps,
  { organizationId, number, author, reason }: ErasureRequest,
): Promise<number> {
  if ((await rowsOfPerson(db, organizationId, number)).live) throw new ApiError('person_in_call')
  // Lists may be long, so they are erased without the lock, and before the queue: a campaign created in the meantime then does
  // not copy the person.
  const listRows = await eraseFromLists(db, organizationId, number)
  const rejections = await eraseFromRejections(db, organizationId, number)
  const now = new Date(clock.now())
  const counted = { now, needed: await loadHistoryNeeded(db, organizationId) }
  return db.transaction().execute(async (tx) => {
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
      await suppressOpenCandidate(tx, keys, { organizationId, phoneNumber, author, now })
      await forgetCandidates(tx, organizationId, phoneNumber)
      await forgetConsents(tx, organizationId, phoneNumber)
      await deleteChecksOfNumber(tx, organizationId, phoneNumber)
    }
    const erasedRows = await eraseListRowsById(tx, found.listContactIds)
    const counts = {
      contacts: found.contactIds.length,
      calls: found.callIds.length,
      list_rows: listRows + erasedRows + rejections,
      events: 0,
      // Done here, so that none of them is sent after an interruption.
      deliveries: await deleteDeliveriesOf(tx, organizationId, found),
      audit_events: 0,
      ledger_records: 0,
      // Call times that are not erased yet, because calling rules still count them.
      attempts_kept: attemptsKept,
    }
    const isRepetition = counts.contacts + counts.calls + counts.list_rows === 0
    const open = isRepetition ? (await openErasuresOf(tx, organizationId, canonicalNumber(number))).at(-1) : undefined
    if (open !== undefined) return open
    return insertErasure(tx, { organizationId, at: now, author, reason, counts, remaining: remainingOf(found) })
  })
}

function remainingOf({ contactIds, callIds, addresses }: PersonRows): RemainingErasure {
  return { contactIds, callIds, addresses, ledgerAddresses: addresses, eventsAfter: 0, auditAfter: 0 }
}
