/** Campaigns whose contacts are being copied: only their ids exist so far. */
import { sql } from 'kysely'
import type { Database, Queries } from '../storage/database.ts'

/** A copy without progress for this long was left by a program that died. */
const GIVEN_UP_AFTER = sql.raw(`interval '1 hour'`)

/** The future campaign. */
export interface CopiedCampaign {
  id: number
  organizationId: number
}

/** Marks the list as in use. */
export async function beginCopy(db: Queries, organizationId: number, listId: number): Promise<CopiedCampaign> {
  const { rows } = await sql<{ id: number }>`
    insert into campaign_copies (organization_id, campaign_id, list_id)
    values (${organizationId}, nextval('campaigns_id_seq'), ${listId}) returning campaign_id as id`.execute(db)
  return { id: rows[0]?.id as number, organizationId }
}

/** Renews the time of a copy in progress; a copy without progress is given up. False: it was given up. */
export async function renewCopyLease(db: Queries, { id, organizationId }: CopiedCampaign): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update campaign_copies set begun_at = now() where organization_id = ${organizationId} and campaign_id = ${id}`.execute(
    db,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Runs in the transaction that creates the campaign. False: the copy took so long that it was given up. */
export async function finishCopy(db: Queries, { id, organizationId }: CopiedCampaign): Promise<boolean> {
  const gone = await db
    .deleteFrom('campaign_copies')
    .where('organization_id', '=', organizationId)
    .where('campaign_id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/**
 * Schedules the copied rows for removal, even if the recurring job has given the copy up before: rows may have been copied
 * since. False: the campaign exists. Its creation may be committing right now: the first statement waits for that commit, and
 * only the second one sees its result.
 */
export function abandonCopy(db: Database, campaign: CopiedCampaign): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await finishCopy(tx, campaign)
    const { rows } = await sql`
      with unmade as materialized (
        select ${campaign.organizationId}::bigint as organization_id, ${campaign.id}::bigint as campaign_id
         where not exists (select from campaigns where id = ${campaign.id})),
      scheduled as (
        insert into campaign_removals (organization_id, campaign_id) select * from unmade on conflict do nothing)
      select from unmade`.execute(tx)
    return rows.length > 0
  })
}

export async function abandonStaleCopies(db: Queries): Promise<void> {
  await sql`
    with gone as (delete from campaign_copies where begun_at < now() - ${GIVEN_UP_AFTER} returning organization_id, campaign_id)
    insert into campaign_removals (organization_id, campaign_id) select organization_id, campaign_id from gone`.execute(
    db,
  )
}
