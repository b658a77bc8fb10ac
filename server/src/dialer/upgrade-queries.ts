/** What is left to do in a database that an earlier version has written, once no node of it is alive. */
import type pg from 'pg'

/** The index by which the version before found whom to call; as long as it is there, the change is not complete. */
export async function hasOldQueue(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('contacts_due') is not null as found`)
  return rows[0]?.found ?? false
}

/** The indexes by which the version before found the calls that are going on. */
export async function hasOldCalls(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select coalesce(to_regclass('live_calls'), to_regclass('one_live_call_per_contact')) is not null as found`,
  )
  return rows[0]?.found ?? false
}

/** Nodes of any version whose lease has not run out. */
export async function liveNodes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from nodes where lease_until > clock_timestamp()',
  )
  return rows[0]?.count ?? 0
}

/** Nodes that know neither the lanes nor the table of live calls, and may still write. */
export async function olderNodes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from nodes
      where coalesce(knows, '') < '0023-live' and lease_until > clock_timestamp() - interval '10 seconds'`,
  )
  return rows[0]?.count ?? 0
}

/** One that was frozen all the while gets no lease any more, and dials nobody. Fails if one has come back this moment. */
export async function shutOutOlderNodes(pool: pg.Pool): Promise<void> {
  await withShortLocks(pool, [
    `delete from nodes where knows is null and lease_until < clock_timestamp()`,
    'alter table nodes alter knows set not null',
  ])
}

/** Every node writes the table of live calls by itself: neither the triggers nor the indexes are needed any more. */
export async function dropOldCalls(pool: pg.Pool): Promise<void> {
  await withShortLocks(pool, ['drop function if exists live_follows_calls cascade'])
  await pool.query('drop index concurrently if exists one_live_call_per_contact')
  await pool.query('drop index concurrently if exists live_calls')
}

/** Whoever dials waits behind a lock that waits: it is given up soon, and tried again with the next run. */
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
