/**
 * Every append continues at the stored head. A head that this installation did not seal was written without the secret key: the
 * append continues, so that dialing is still recorded, but first adds a permanent mark to the chain.
 */
import type { StoredHead } from './queries.ts'
import { CHAIN_BROKEN, CHAIN_START, type ChainHead, type RecordDraft } from './rules/chain.ts'
import type { LedgerKeys } from './signing.ts'

export async function checkLedgerHead(
  keys: Pick<LedgerKeys, 'isSealed'>,
  organizationId: number,
  stored: StoredHead | null,
  atMs: number,
  /** Called only if the head is wrong. Null: there are no records. */
  lastRecord: () => Promise<ChainHead | null>,
): Promise<{ before: ChainHead; mark: RecordDraft[] }> {
  if (stored && keys.isSealed(organizationId, stored, stored.seal)) {
    return { before: { sequence: stored.sequence, hash: stored.hash }, mark: [] }
  }
  const last = await lastRecord()
  if (!stored && !last) return { before: CHAIN_START, mark: [] }
  const body = { head: stored?.sequence ?? null, last_record: last?.sequence ?? 0 }
  return { before: last ?? CHAIN_START, mark: [{ kind: CHAIN_BROKEN, atMs, actor: 'ledger', body }] }
}
