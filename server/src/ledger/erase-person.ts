/**
 * A person's number goes out of the ledger; what was done stays, under a name that leads to nobody. A record that was rewritten says so,
 * keeps the hash it had, and is believed because the record appended here names it.
 */
import { randomBytes } from 'node:crypto'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database } from '../storage/database.ts'
import { appendRecords } from './append-records.ts'
import { readHead, recordsBy, recordsNaming, rewriteRecord } from './queries.ts'
import { erasedText, PERSON_ERASED } from './rules/chain.ts'
import type { LedgerKeys } from './signing.ts'

export async function eraseFromLedger(
  { db, keys }: { db: Database; keys: LedgerKeys },
  { organizationId, number, actor, atMs }: { organizationId: number; number: string; actor: string; atMs: number },
): Promise<number> {
  const seenUpTo = (await readHead(db, organizationId))?.sequence ?? 0
  const found = await recordsNaming(db, organizationId, number, 0)
  // The same within this erasure, so that records of one person still belong together; unlike any other.
  const person = `erased-${randomBytes(8).toString('hex')}`
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const later = await recordsNaming(tx, organizationId, number, seenUpTo)
    const sequences = [...new Set([...found, ...later])]
    for (const { sequence, text } of await recordsBy(tx, organizationId, sequences)) {
      await rewriteRecord(tx, organizationId, { sequence, text: erasedText(text, number, person) })
    }
    await appendRecords(tx, keys, organizationId, [{ kind: PERSON_ERASED, atMs, actor, body: { person, sequences } }])
    return sequences.length
  })
}
