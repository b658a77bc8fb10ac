/** Campaigns whose contacts are being copied: so far only their ids exist. */
import { sql } from 'kysely'
import type { Database, Queries } from '../storage/database.ts'

/** A copy so old was left by a program that died. */
const GIVEN_UP_AFTER = sql.raw(`interval '1 hour'`)

/** From here on the list is in use. Answers with the id of the campaign to be. */
export async function beginCopy(db: Queries, listId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into campaign_copies (campaign_id, list_id) values (nextval('campaigns_id_seq'), ${listId})
    returning campaign_id as id`.execute(db)
  return rows[0]?.id as number
}

/** False: it has been given up. It counts as begun from here on: only a copy that stands still is given up. */
export async function goOnCopying(db: Queries, campaignId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update campaign_copies set begun_at = now() where campaign_id = ${campaignId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** In the transaction that makes the campaign. False: it took so long that it was given up. */
export async function finishCopy(db: Queries, campaignId: number): Promise<boolean> {
  const gone = await db.deleteFrom('campaign_copies').where('campaign_id', '=', campaignId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/**
 * What was copied is to be removed, also if the duty has given it up before: something may have been copied since. False:
 * the campaign is there. Its making may still be at its commit; the first statement waits for that, and only the second,
 * which sees what was committed meanwhile, can tell.
 */
export function giveUpCopy(db: Database, campaignId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await finishCopy(tx, campaignId)
    const { rows } = await sql`
      insert into campaign_removals (campaign_id) select ${campaignId}::bigint
       where not exists (select from campaigns where id = ${campaignId})
      on conflict (campaign_id) do update set campaign_id = excluded.campaign_id returning campaign_id`.execute(tx)
    return rows.length > 0
  })
}

export async function giveUpOldCopies(db: Queries): Promise<void> {
  await sql`
    with gone as (delete from campaign_copies where begun_at < now() - ${GIVEN_UP_AFTER} returning campaign_id)
    insert into campaign_removals (campaign_id) select campaign_id from gone`.execute(db)
}
