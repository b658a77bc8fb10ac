/**
 * Erases a person from the ledger by deleting the key that leads from records to the number: no record changes. Only records of
 * earlier versions have the number in their text. Those are rewritten and keep the hash they had, and the record appended here
 * says what their text is from now on.
 */
import { randomBytes } from 'node:crypto'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database } from '../storage/database.ts'
import { appendRecords } from './append-records.ts'
import { deletePerson, findPersonKey, readHead, recordsBy, recordsNaming, rewriteRecord } from './queries.ts'
import { erasedText, PERSON_ERASED, textHashOf } from './rules/chain.ts'
import { personOf } from './rules/person.ts'
import type { LedgerKeys } from './signing.ts'

export async function eraseFromLedger(
  { db, keys }: { db: Database; keys: LedgerKeys },
  { organizationId, number, actor, atMs }: { organizationId: number; number: string; actor: string; atMs: number },
): Promise<number> {
  const seenUpTo = (await readHead(db, organizationId))?.sequence ?? 0
  const found = await recordsNaming(db, organizationId, number, 0)
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const key = await findPersonKey(tx, organizationId, number)
    const later = await recordsNaming(tx, organizationId, number, seenUpTo)
    // Records of one person still belong together, under a name that leads to nobody.
    const person = key ? personOf(key, number) : `erased-${randomBytes(8).toString('hex')}`
    const rewritten: Array<{ sequence: number; text_hash: string }> = []
    for (const { sequence, text } of await recordsBy(tx, organizationId, [...new Set([...found, ...later])])) {
      const after = erasedText(text, number, person)
      await rewriteRecord(tx, organizationId, { sequence, text: after })
      rewritten.push({ sequence, text_hash: textHashOf(after) })
    }
    await deletePerson(tx, organizationId, number)
    await appendRecords(tx, keys, organizationId, [{ kind: PERSON_ERASED, atMs, actor, body: { person, rewritten } }])
    return rewritten.length
  })
}
