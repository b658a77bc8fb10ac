import { randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'

/** A word that tells this installation's call ids from another's at the same PBX. Made once, the same on every node. */
export async function installationKey(db: Database): Promise<string> {
  await db
    .insertInto('installation')
    .values({ key: randomBytes(4).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('installation').select('key').executeTakeFirstOrThrow()).key
}
