/**
 * Erases a person from the ledger by deleting the keys that lead from records to the number: no record changes. Only records of
 * earlier program versions contain the number itself. These records are rewritten but keep their hash; the record appended here
 * contains the hash of their new text.
 */
import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { appendRecords } from './append-records.ts'
import {
  deletePerson,
  findPersonKeys,
  readHead,
  recordsBySequence,
  recordsContaining,
  rewriteRecord,
} from './queries.ts'
import { erasedText, PERSON_ERASED, textHashOf } from './rules/chain.ts'
import { personHashOf } from './rules/person.ts'
import type { LedgerKeys } from './signing.ts'

interface ErasedFromLedger {
  organizationId: number
  number: string
  actor: string
  atMs: number
  /** Called in the transaction with the number of records. False: another node has erased the number in the meantime. */
  settle?(tx: Transaction<Schema>, records: number): Promise<boolean>
}

export async function eraseFromLedger(
  { db, keys }: { db: Database; keys: LedgerKeys },
  { organizationId, number, actor, atMs, settle }: ErasedFromLedger,
): Promise<number> {
  const seenUpTo = (await readHead(db, organizationId))?.sequence ?? 0
  // The records of one person stay linked by these hashes, which no longer lead to a number.
  const hashes = (await findPersonKeys(db, organizationId, number)).map((key) =>
    personHashOf(key, canonicalNumber(number)),
  )
  const [person = `erased-${randomBytes(8).toString('hex')}`, ...earlier] = hashes
  const before = { after: 0, upTo: seenUpTo }
  const inText = await recordsContaining(db, organizationId, number, before)
  let byHash = 0
  for (const hash of hashes) byHash += (await recordsContaining(db, organizationId, hash, before)).length
  await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const rewritten: Array<{ sequence: number; text_hash: string }> = []
    // A node of an earlier version may have written such records in the meantime.
    const upTo = (await readHead(tx, organizationId))?.sequence ?? 0
    inText.push(...(await recordsContaining(tx, organizationId, number, { after: seenUpTo, upTo })))
    if (settle && !(await settle(tx, inText.length + byHash))) return
    for (const { sequence, text } of await recordsBySequence(tx, organizationId, inText)) {
      const after = erasedText(text, number, person)
      await rewriteRecord(tx, organizationId, { sequence, text: after })
      rewritten.push({ sequence, text_hash: textHashOf(after) })
    }
    await deletePerson(tx, organizationId, number)
    const body = { person, rewritten, ...(earlier.length > 0 ? { earlier } : {}) }
    await appendRecords(tx, keys, organizationId, [{ kind: PERSON_ERASED, atMs, actor, body }])
  })
  return inText.length + byHash
}
