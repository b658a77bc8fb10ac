/** Adds a number to the list and the ledger, in one transaction. */
import { appendRecords } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database } from '../storage/database.ts'
import { appendSuppressionChange } from './append-change.ts'
import {
  findOpenCandidate,
  insertSuppression,
  type NewSuppression,
  type StoredCandidate,
  type StoredSuppression,
} from './queries.ts'

interface Deps {
  db: Database
  keys: LedgerKeys
}

export function addSuppression({ db, keys }: Deps, given: NewSuppression): Promise<StoredSuppression> {
  return db.transaction().execute((tx) => addSuppressionInTransaction(tx, keys, given))
}

/** Adds an entry in the caller's transaction. */
export async function addSuppressionInTransaction(
  tx: Parameters<typeof appendRecords>[0],
  keys: LedgerKeys,
  given: NewSuppression,
): Promise<StoredSuppression> {
  const { stored, added } = await insertSuppression(tx, given)
  const body = {
    phone_number: stored.phone_number,
    reason: given.reason,
    source: given.source,
    call_id: given.callId,
    expires_at: given.expiresAt?.toISOString() ?? null,
    // The entry keeps its first reason and the later expiry; each later request is recorded in the ledger too.
    ...(added ? {} : { in_force_until: stored.expires_at?.toISOString() ?? null }),
  }
  const kind = given.callId !== null ? 'opt_out' : added ? 'suppression_added' : 'suppression_renewed'
  await appendRecords(tx, keys, given.organizationId, [{ kind, atMs: given.now.getTime(), actor: given.author, body }])
  await appendSuppressionChange(tx, {
    ...given,
    change: added ? 'added' : 'renewed',
    entries: added ? 1 : 0,
    by: given.author,
  })
  return stored
}

/** Adds the number of an undecided proposal when its person is erased, because the person may have asked not to be called. */
export async function suppressOpenCandidate(
  tx: Parameters<typeof appendRecords>[0],
  keys: LedgerKeys,
  { phoneNumber, ...given }: Pick<NewSuppression, 'organizationId' | 'phoneNumber' | 'author' | 'now'>,
): Promise<void> {
  const open = await findOpenCandidate(tx, given.organizationId, phoneNumber)
  if (!open) return
  const { phone_number, source } = open
  const reason = reasonOfCandidate(source)
  await addSuppressionInTransaction(tx, keys, {
    ...given,
    phoneNumber: phone_number,
    source,
    reason,
    callId: null,
    expiresAt: null,
  })
}

export function reasonOfCandidate(source: StoredCandidate['source']): string {
  return source === 'carrier' ? 'marked_as_unwanted' : 'asked_during_call'
}

/** Adds a number on the person's request during a call. The entry is permanent, and its first reason stays. */
export async function suppressNumber(
  deps: Deps,
  call: { organizationId: number; phoneNumber: string; callId: number },
  now: Date,
): Promise<void> {
  await addSuppression(deps, {
    ...call,
    reason: 'asked_during_call',
    source: 'call',
    author: `call ${call.callId}`,
    expiresAt: null,
    now,
  })
}
