/** Campaigns whose contacts are being copied: only their ids exist so far. */
import { sql } from 'kysely'
import type { Database, Queries } from '../storage/database.ts'

/** A copy without progress for this long was left by a program that died. */
const GIVEN_UP_AFTER = sql.raw(`interval '1 hour'`)

/** Marks the list as in use. Returns the id of the future campaign. */
export async function beginCopy(db: Queries, listId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into campaign_copies (campaign_id, list_id) values (nextval('campaigns_id_seq'), ${listId})
    returning campaign_id as id`.execute(db)
  return rows[0]?.id as number
}

/** Renews the time of a copy in progress; a copy without progress is given up. False: it was given up. */
export async function renewCopyLease(db: Queries, campaignId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update campaign_copies set begun_at = now() where campaign_id = ${campaignId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Runs in the transaction that creates the campaign. False: the copy took so long that it was given up. */
export async function finishCopy(db: Queries, campaignId: number): Promise<boolean> {
  const gone = await db.deleteFrom('campaign_copies').where('campaign_id', '=', campaignId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/**
 * Schedules the copied rows for removal, even if the recurring job has given the copy up before: rows may have been copied
 * since. False: the campaign exists. Its creation may be committing right now: the first statement waits for that commit, and
 * only the second one sees its result.
 */
export function abandonCopy(db: Database, campaignId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await finishCopy(tx, campaignId)
    const { rows } = await sql`
      insert into campaign_removals (campaign_id) select ${campaignId}::bigint
       where not exists (select from campaigns where id = ${campaignId})
      on conflict (campaign_id) do update set campaign_id = excluded.campaign_id returning campaign_id`.execute(tx)
    return rows.length > 0
  })
}

export async function abandonStaleCopies(db: Queries): Promise<void> {
  await sql`
    with gone as (delete from campaign_copies where begun_at < now() - ${GIVEN_UP_AFTER} returning campaign_id)
    insert into campaign_removals (campaign_id) select campaign_id from gone`.execute(db)
}
