/** Records a consent or its revocation, and appends it to the ledger, in one transaction. */
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { findSameConsent, insertConsent, type NewConsent, type StoredConsent } from './queries.ts'

interface Deps {
  db: Database
  keys: LedgerKeys
}

/** `then`: applies the consent to waiting contacts, in the same transaction, under the organization's lock. */
export function recordConsent(
  { db, keys }: Deps,
  given: NewConsent,
  then: (tx: Transaction<Schema>) => Promise<void> = async () => {},
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const stored = await insertConsent(tx, given)
    if (!stored) {
      requireSame(given, await findSameConsent(tx, given))
      await lockOrganization(tx, given.organizationId)
      return then(tx)
    }
    const body = {
      phone_number: stored.phone_number,
      consent_id: stored.id,
      consent: given.kind,
      given_at: given.at.toISOString(),
      expires_at: given.expiresAt?.toISOString() ?? null,
      source: given.source,
      // A ledger record can never be changed, so it contains only a hash of the link to the person's form.
      proof_sha256: given.proof === null ? null : createHash('sha256').update(given.proof).digest('hex'),
      call_id: given.callId,
    }
    const kind = given.kind === 'revoked' ? 'consent_revoked' : 'consent_recorded'
    await appendRecords(tx, keys, given.organizationId, [
      { kind, atMs: given.now.getTime(), actor: given.author, body },
    ])
    await then(tx)
  })
}

/** Throws if the repeated statement differs from the stored one: the change would seem to be recorded although it is not. */
function requireSame(given: NewConsent, stored: StoredConsent | undefined): void {
  if (!stored || given.kind === 'revoked') return
  const { expires_at, source, proof } = stored
  const isSame =
    expires_at?.getTime() === given.expiresAt?.getTime() && source === given.source && proof === given.proof
  if (!isSame) throw new ApiError('consent_differs')
}

/** The person asked in a call not to be called again: all earlier consents end. */
export function revokeConsentInCall(
  deps: Deps,
  call: { organizationId: number; phoneNumber: string; callId: number },
  now: Date,
): Promise<void> {
  return recordConsent(deps, {
    ...call,
    kind: 'revoked',
    at: now,
    expiresAt: null,
    source: 'call',
    proof: null,
    author: `call ${call.callId}`,
    now,
  })
}
