/**
 * Every append continues at the stored head. A head that this installation did not seal was written without the secret key: the
 * append continues, so that dialing is still recorded, but first adds a permanent mark to the chain.
 */
import type { StoredHead } from './queries.ts'
import { BEGINNING, BROKEN_HERE, type Head, type RecordDraft } from './rules/chain.ts'
import type { LedgerKeys } from './signing.ts'

export async function checkHead(
  keys: Pick<LedgerKeys, 'isSealed'>,
  organizationId: number,
  stored: StoredHead | null,
  atMs: number,
  /** Called only if the head is wrong. Null: there are no records. */
  lastRecord: () => Promise<Head | null>,
): Promise<{ before: Head; mark: RecordDraft[] }> {
  if (stored && keys.isSealed(organizationId, stored, stored.seal)) {
    return { before: { sequence: stored.sequence, hash: stored.hash }, mark: [] }
  }
  const last = await lastRecord()
  if (!stored && !last) return { before: BEGINNING, mark: [] }
  const body = { head: stored?.sequence ?? null, last_record: last?.sequence ?? 0 }
  return { before: last ?? BEGINNING, mark: [{ kind: BROKEN_HERE, atMs, actor: 'ledger', body }] }
}
