/** What is left to do in a database that an earlier version has written, once no node of it is alive. */
import type pg from 'pg'

/** The index by which the version before found whom to call; as long as it is there, the change is not complete. */
export async function hasOldQueue(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('contacts_due') is not null as found`)
  return rows[0]?.found ?? false
}

/** Nodes that began before the schema was changed and may still write. */
export async function olderNodes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from nodes
      where started_at < (select run_at from migrations where name = '0014-lanes')
        and lease_until > clock_timestamp() - interval '10 seconds'`,
  )
  return rows[0]?.count ?? 0
}

/** A campaign that the version before has made has no lanes, and would not be found by anybody after it. */
export async function addMissingLanes(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `insert into campaign_lanes (campaign_id, zones_id, next_id)
     select t.campaign_id, t.zones_id,
            coalesce(min(t.id) filter (where t.state = 'pending' and t.next_attempt_at = '-infinity') - 1, max(t.id))
       from campaigns c join contacts t on t.campaign_id = c.id
      where not exists (select from campaign_lanes l where l.campaign_id = c.id) group by 1, 2
     on conflict do nothing`,
  )
  return rowCount ?? 0
}

/** The version before put a claim that was given back at its old place in the list: behind the mark, where nobody looks. */
export async function requeueBehindMarks(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update contacts t set next_attempt_at = now() from campaign_lanes l
      where t.campaign_id = l.campaign_id and t.zones_id = l.zones_id and t.id <= l.next_id
        and t.state = 'pending' and t.next_attempt_at = '-infinity'`,
  )
  return rowCount ?? 0
}

/** It also left the time of the last retry with those who are called or finished. Some of them; answers with how many. */
export async function forgetPastRetries(pool: pg.Pool, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `update contacts set next_attempt_at = '-infinity' where id in (
       select t.id from campaigns c join contacts t on t.campaign_id = c.id
        where c.state <> 'completed' and t.state <> 'pending' and t.next_attempt_at > '-infinity' limit $1)`,
    [most],
  )
  return rowCount ?? 0
}

/** Beside whoever reads and writes meanwhile. */
export async function dropOldQueue(pool: pg.Pool): Promise<void> {
  await pool.query('drop index concurrently if exists contacts_due')
}
