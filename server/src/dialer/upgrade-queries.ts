/** Remaining upgrade steps in a database that an earlier version has written, executed when no node of that version is alive. */
import pg from 'pg'
import { OLDEST_WITH_KEYS } from '../storage/migrations/0123-organization-keys.ts'

/**
 * Whether the index exists by which the previous version found due contacts; until it is dropped, the upgrade is not complete.
 */
export async function hasOldQueue(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('contacts_due') is not null as found`)
  return rows[0]?.found ?? false
}

/** Whether the indexes exist by which the previous version found live calls. */
export async function hasOldCalls(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select coalesce(to_regclass('live_calls'), to_regclass('one_live_call_per_contact')) is not null as found`,
  )
  return rows[0]?.found ?? false
}

/** Number of nodes of any version whose lease has not expired. */
export async function liveNodes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from nodes where lease_until > clock_timestamp()',
  )
  return rows[0]?.count ?? 0
}

/** Number of nodes that know neither the lanes nor the table of live calls, and may still write. */
export const olderNodes = (pool: pg.Pool) => nodesBefore(pool, '0023-live', '10 seconds')

/** Number of nodes that need the earlier keys, and may still write or are just being restarted. */
export const nodesWithoutKeys = (pool: pg.Pool) => nodesBefore(pool, OLDEST_WITH_KEYS, '1 minute')

async function nodesBefore(pool: pg.Pool, version: string, within: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from nodes
      where coalesce(schema_version, '') < $1 and lease_until > clock_timestamp() - $2::interval`,
    [version, within],
  )
  return rows[0]?.count ?? 0
}

/** The tables that still have keys without the organization, see migration 0123; those that the dialer writes come last. */
export async function tablesWithEarlierKeys(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select of_table as name from organization_keys() with ordinality
      where to_regclass(earlier) is not null group by 1 order by min(ordinality)`,
  )
  return rows.map(({ name }) => name)
}

/** Fails if a node that needs the earlier keys has just come back. */
export async function shutOutNodesWithoutKeys(pool: pg.Pool): Promise<void> {
  await withShortLocks(pool, ['select shut_out_programs_without_keys()'])
}

/** Drops the keys of a table that do not begin with the organization. Reads no row, except in the small tables of 0121. */
export async function dropEarlierKeys(pool: pg.Pool, table: string): Promise<void> {
  await withShortLocks(pool, [`select drop_earlier_keys(${pg.escapeLiteral(table)})`])
}

/** Prevents nodes of the previous version that were frozen from getting a lease again. Fails if one has just come back. */
export async function shutOutOlderNodes(pool: pg.Pool): Promise<void> {
  await withShortLocks(pool, [
    `delete from nodes where schema_version is null and lease_until < clock_timestamp()`,
    'alter table nodes alter knows set not null',
  ])
}

/** Drops the triggers and the old indexes, because every node now writes the table of live calls itself. */
export async function dropOldCalls(pool: pg.Pool): Promise<void> {
  await withShortLocks(pool, ['drop function if exists live_follows_calls cascade'])
  await pool.query('drop index concurrently if exists one_live_call_per_contact')
  await pool.query('drop index concurrently if exists live_calls')
}

/**
 * Runs statements with a short lock timeout: a waiting lock blocks dialing nodes behind it, so it is given up soon and retried
 * with the next run.
 */
async function withShortLocks(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '500ms'`)
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Adds lanes to campaigns that the previous version created; without lanes, no claim would find their contacts. */
export async function addLanesToOldCampaigns(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `insert into campaign_lanes (organization_id, campaign_id, zones_id, next_id)
     select c.organization_id, t.campaign_id, t.zones_id,
            coalesce(min(t.id) filter (where t.state = 'pending' and t.next_attempt_at = '-infinity') - 1, max(t.id))
       from campaigns c join contacts t on t.campaign_id = c.id
      where not exists (select from campaign_lanes l where l.campaign_id = c.id) group by 1, 2, 3
     on conflict do nothing`,
  )
  return rowCount ?? 0
}

/**
 * Requeues contacts that the previous version returned to their old position in the list, before the mark, where no claim reads.
 */
export async function requeueBehindMarks(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update contacts t set next_attempt_at = now() from campaign_lanes l
      where t.campaign_id = l.campaign_id and t.zones_id = l.zones_id and t.id <= l.next_id
        and t.state = 'pending' and t.next_attempt_at = '-infinity'`,
  )
  return rowCount ?? 0
}

/**
 * Clears the time of the last retry, which the previous version kept on contacts that are in a call or finished. Handles some of
 * them; returns how many.
 */
export async function clearPastRetries(pool: pg.Pool, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `update contacts set next_attempt_at = '-infinity' where id in (
       select t.id from campaigns c join contacts t on t.campaign_id = c.id
        where c.state <> 'completed' and t.state <> 'pending' and t.next_attempt_at > '-infinity' limit $1)`,
    [most],
  )
  return rowCount ?? 0
}

/** Drops the index concurrently with reads and writes. */
export async function dropOldQueue(pool: pg.Pool): Promise<void> {
  await pool.query('drop index concurrently if exists contacts_due')
}
