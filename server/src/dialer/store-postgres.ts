/**
 * The dialer's store on PostgreSQL. Important statements are written out as SQL, and named so that they are planned once per
 * connection.
 */
import pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { NEWEST_MIGRATION } from '../storage/migrate.ts'
import { destroyConnection, runPipeline, type Statement } from '../storage/pipeline.ts'
import { setConfigStatement } from '../storage/shared-connections.ts'
import {
  type CallOwner,
  DatabaseUnavailable,
  type DialerStore,
  type DialerTransaction,
  type Heartbeat,
  type OrphanedCall,
  type OverlookedCampaign,
  type StaleCall,
} from './store.ts'
import { neverDialed, type QueueLayout, queueLayoutName } from './store-postgres-lanes.ts'
import {
  backoffEndSql,
  fromMsSql,
  IS_LIVE_SQL,
  JOIN_LIVE_CALL,
  LIVE_CALL_COLUMNS,
  type LiveCallRecord,
  ofOrganizations,
  readLiveCall,
  toMsSql,
} from './store-postgres-rows.ts'
import { PostgresTransaction } from './store-postgres-transaction.ts'

/** Time limit of a transaction; then its connection is closed, because a server that would enforce its own limit may be gone. */
const TRANSACTION_MS_MAX = 8000
/** Time limit of single queries: a heartbeat must leave time for another one within the lease. */
const QUERY_MS_MAX = 3000

const BEGIN: Statement = { name: 'dialer-look-begin', text: 'begin', values: [] }
const COMMIT: Statement = { name: 'dialer-look-commit', text: 'commit', values: [] }
const ALLOW_SCANS: Statement = {
  name: 'dialer-allow-scans',
  text: setConfigStatement({
    enable_seqscan: 'on',
    enable_bitmapscan: 'on',
    enable_hashjoin: 'on',
    enable_mergejoin: 'on',
  }),
  values: [],
}

function withoutKeys(): never {
  throw new Error('this store was opened without the keys of the ledger')
}

const NO_KEYS = { seal: withoutKeys, isSealed: withoutKeys }

export class PostgresDialerStore implements DialerStore {
  readonly #pool: pg.Pool
  readonly #clock: Clock
  readonly #keys: Pick<LedgerKeys, 'seal' | 'isSealed'>
  readonly #queue: QueueLayout

  /** A store that is opened without keys can neither dial nor settle, because both are recorded in the ledger. */
  constructor(
    pool: pg.Pool,
    clock: Clock,
    keys: Pick<LedgerKeys, 'seal' | 'isSealed'> = NO_KEYS,
    queue: QueueLayout = { byLanes: true },
  ) {
    this.#pool = pool
    this.#clock = clock
    this.#keys = keys
    this.#queue = queue
  }

  async transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T> {
    const outcome = await this.#withClient(TRANSACTION_MS_MAX, async (client) => {
      const tx = new PostgresTransaction(client, this.#keys, this.#queue)
      try {
        const result = await work(tx)
        await tx.commit()
        return { result }
      } catch (error) {
        if (await tx.rollBack()) return { error }
        throw error
      }
    })
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }

  /** Runs `work` on a connection that is closed at the time limit: an unreachable server does not even answer with an error. */
  async #withClient<T>(limitMs: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('the database cannot be reached', { cause: error })
    })
    let late = false
    const limit = this.#clock.after(limitMs, () => {
      late = true
      destroyConnection(client, 'the database did not answer in time')
    })
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      // A connection in an unknown state is not reused.
      client.release(true)
      if (late || isAway(error)) throw new DatabaseUnavailable((error as Error).message, { cause: error })
      throw error
    } finally {
      limit.cancel()
    }
  }

  async #query<T extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<T[]> {
    return this.#withClient(QUERY_MS_MAX, async (client) => (await client.query<T>(query)).rows)
  }

  async ownersOf(callIds: readonly number[]): Promise<CallOwner[]> {
    const rows = await this.#query<CallOwner>({
      name: 'dialer-owners',
      text: `select id as "callId", organization_id as "organizationId", campaign_id as "campaignId"
               from calls where id = any($1::bigint[])`,
      values: [callIds],
    })
    return rows
  }

  async organizationsToServe(byMs: number): Promise<Array<{ organizationId: number; dueAtMs: number | null }>> {
    return this.#query<{ organizationId: number; dueAtMs: number | null }>({
      name: 'dialer-to-serve',
      // Leaves out campaigns without free slots, which is the normal state by day: the end of a call starts their next claim.
      // A campaign whose carriers are all in back-off is due when the first back-off ends.
      text: `select k.organization_id as "organizationId", ${toMsSql('min(greatest(k.next_due_at, b.until))')} as "dueAtMs"
               from campaigns k join organizations o on o.id = k.organization_id
              cross join lateral (
                select min(${backoffEndSql('t.backoff_until', '$1::float8')}) as until from telephony_configurations t
                 where t.id = any(coalesce(k.route_ids, array[k.telephony_configuration_id]))) b
              where k.state = 'running' and k.next_due_at <= ${fromMsSql('$1::float8')}
                and k.live_calls < k.max_concurrency and o.live_calls < o.max_concurrency
                and o.suspended_at is null and (b.until is null or b.until <= ${fromMsSql('$1::float8')})
              group by 1 order by 1`,
      values: [byMs],
    })
  }

  async organizationsWithRunningCampaigns(): Promise<number[]> {
    const rows = await this.#query<{ id: number }>({
      name: 'dialer-running-organizations',
      text: `select organization_id as id from campaigns where state = 'running' group by 1 order by 1`,
    })
    return rows.map(({ id }) => id)
  }

  /**
   * Runs scans over all organizations, once a minute: allows the scans and joins that are otherwise disabled on these
   * connections.
   */
  async #lookOver<T>(look: Statement): Promise<T[]> {
    return this.#withClient(QUERY_MS_MAX, async (client) => {
      const results = await runPipeline(client, [BEGIN, ALLOW_SCANS, look, COMMIT])
      return results[2] as unknown as T[]
    })
  }

  async miscountedOrganizations(): Promise<number[]> {
    const rows = await this.#lookOver<{ id: number }>({
      values: [],
      name: 'dialer-miscounted',
      text: `with alive as materialized (
               select l.organization_id, c.campaign_id, count(*)::int as count
                 from calls_live l ${JOIN_LIVE_CALL} group by 1, 2)
             select o.id from organizations o
              where o.live_calls <> coalesce((select sum(a.count) from alive a where a.organization_id = o.id), 0)
             union
             select c.organization_id from campaigns c left join alive a on a.campaign_id = c.id
              where c.state in ('running', 'paused') and c.live_calls <> coalesce(a.count, 0)
             union
             select l.organization_id from calls_live l where not ${IS_LIVE_SQL}
             order by 1`,
    })
    return rows.map((row) => row.id)
  }

  async miscountedOutcomes(): Promise<Array<{ id: number; organizationId: number }>> {
    const rows = await this.#lookOver<{ id: number; organizationId: number }>({
      values: [],
      name: 'dialer-miscounted-outcomes',
      // Campaigns that completed long ago are left out: they were counted by this job or at completion. Two parts, because each
      // has its own index.
      text: `select id, organization_id as "organizationId"
               from (select id, organization_id, processed_rows, outcomes from campaigns where state in ('running', 'paused')
                     union all
                     select id, organization_id, processed_rows, outcomes from campaigns
                      where completed_at > now() - interval '1 day' and state not in ('running', 'paused')) c
              where processed_rows <> (select coalesce(sum(value::int), 0) from jsonb_each_text(outcomes)) order by id`,
    })
    return rows
  }

  async overlookedCampaigns(nowMs: number): Promise<OverlookedCampaign[]> {
    return this.#query<OverlookedCampaign>({
      name: `dialer-overlooked${queueLayoutName(this.#queue)}`,
      // With a policy set, contacts of closed zones are due and wait correctly; no earlier version dials there.
      text: `select c.id, c.organization_id as "organizationId", c.schedule_config as schedule,
                    (t.credentials->>'ring_timeout_seconds')::int as "ringTimeoutSeconds"
               from campaigns c join organizations o on o.id = c.organization_id and o.policy_version = 0
                    join telephony_configurations t on t.id = c.telephony_configuration_id
              where c.state = 'running' and c.next_due_at > ${fromMsSql('$1::float8')}
                and exists (select from campaign_lanes l where l.organization_id = c.organization_id and l.campaign_id = c.id
                               and (exists (${neverDialed('1', this.#queue)} limit 1)
                                    or exists (select from contacts r where r.campaign_id = c.id and r.zones_id = l.zones_id
                                                  and r.state = 'pending' and r.next_attempt_at > '-infinity'
                                                  and r.next_attempt_at <= ${fromMsSql('$1::float8')})))
              order by c.id`,
      values: [nowMs],
    })
  }

  async heartbeat(nodeId: string, leaseMs: number, room: number | null = null): Promise<Heartbeat> {
    const rows = await this.#query<{
      now: number
      live: number
      set_back: boolean
      own: Record<string, number> | null
    }>({
      name: 'dialer-heartbeat',
      text: `with mine as (
               insert into nodes (id, started_at, lease_until, room, schema_version)
               values ($1, clock_timestamp(), clock_timestamp() + $2 * interval '1 millisecond', $3, $4)
               on conflict (id) do update set lease_until = excluded.lease_until, room = excluded.room
               returning id)
             select extract(epoch from clock_timestamp()) * 1000 as now,
                    -- By the primary key: there is no index of leases, and a scan of the table is forbidden here.
                    1 + (select count(*) from nodes where id > '' and lease_until > clock_timestamp() and id <> $1) as live,
                    exists (select from nodes where id > '' and id <> $1
                               and lease_until > clock_timestamp() + 2 * $2 * interval '1 millisecond') as set_back,
                    (select json_object_agg(c.configuration, c.calls)
                       from (select c.telephony_configuration_id as configuration, count(*) as calls
                               from calls_live l ${JOIN_LIVE_CALL}
                              where l.organization_id > 0 and l.node_id = $1 and c.node_id = $1 group by 1) c) as own
               from mine`,
      values: [nodeId, leaseMs, room, NEWEST_MIGRATION],
    })
    const [row] = rows
    if (!row) throw new Error('the heartbeat wrote nothing')
    const ownCalls = new Map(Object.entries(row.own ?? {}).map(([id, calls]) => [Number(id), calls]))
    return { databaseNowMs: Number(row.now), liveNodes: row.live, wasSetBack: row.set_back, ownCalls }
  }

  async leave(nodeId: string): Promise<void> {
    await this.#query({
      // By the other name no call is the node's any more, and a node that claims ahead still sees that it is not the only one.
      text: `with gone as (delete from nodes where id = $1 returning started_at, schema_version)
             insert into nodes (id, started_at, lease_until, schema_version)
             select 'left ' || $1, started_at, clock_timestamp(), schema_version from gone
             on conflict (id) do update set lease_until = excluded.lease_until`,
      values: [nodeId],
    })
    // Rows of nodes that are long gone are useless, because an unlisted node counts as gone too.
    await this.#query({ text: `delete from nodes where lease_until < clock_timestamp() - interval '1 day'` })
  }

  async staleCalls(
    nodeId: string,
    quietSinceMs: number,
    orphanedBeforeMs: number,
    limit: number,
  ): Promise<StaleCall[]> {
    const rows = await this.#query<LiveCallRecord & { orphaned: boolean; ring_timeout_seconds: number }>({
      name: 'dialer-stale',
      // Two queries with separate limits, because many quiet calls of this node must not hide those of a dead one.
      text: `select ${LIVE_CALL_COLUMNS}, orphaned,
                    (select (t.credentials->>'ring_timeout_seconds')::int from telephony_configurations t
                      where t.id = c.telephony_configuration_id) as ring_timeout_seconds
               from ((select c.*, false as orphaned from calls_live l ${JOIN_LIVE_CALL}
                       where l.organization_id > 0 and l.node_id = $1 and c.node_id = $1 and c.news_at < to_timestamp($2::float8 / 1000)
                       order by c.news_at, c.id limit $4)
                     union all
                     (select c.*, true from calls_live l ${JOIN_LIVE_CALL} left join nodes n on n.id = c.node_id
                       where l.organization_id > 0 and l.node_id is distinct from $1 and c.node_id <> $1
                         and coalesce(n.lease_until, c.claimed_at) < to_timestamp($3::float8 / 1000)
                       order by c.news_at, c.id limit $4)) c
              order by c.news_at, c.id`,
      values: [nodeId, quietSinceMs, orphanedBeforeMs, limit],
    })
    return rows.map((row) => ({
      ...readLiveCall(row),
      orphaned: row.orphaned,
      ringTimeoutSeconds: row.ring_timeout_seconds,
    }))
  }

  async adopt(nodeId: string, calls: readonly OrphanedCall[], nowMs: number): Promise<number[]> {
    const rows = await this.#query<{ id: number }>({
      name: 'dialer-adopt',
      text: `with mine as (
               update calls c set node_id = $1, news_at = least(c.news_at, to_timestamp($3::float8 / 1000))
                where c.id = any($2::bigint[]) and ${ofOrganizations('c', '$4')} and c.live and c.node_id <> $1
                  and not exists (select 1 from nodes n where n.id = c.node_id and n.lease_until > clock_timestamp())
               returning c.id, c.organization_id),
             moved as (
               update calls_live l set node_id = $1 from mine
                where l.organization_id = mine.organization_id and l.call_id = mine.id)
             select id from mine`,
      values: [
        nodeId,
        calls.map(({ id }) => id),
        nowMs,
        [...new Set(calls.map(({ organizationId }) => organizationId))],
      ],
    })
    return rows.map((row) => row.id)
  }

  async unplacedCalls(organizationId: number, campaignId: number, fenceMs: number): Promise<number> {
    const rows = await this.#query<{ count: number }>({
      name: 'dialer-unplaced',
      text: `select count(*) as count from calls_live l ${JOIN_LIVE_CALL} join nodes n on n.id = c.node_id
              where l.organization_id = $1 and c.campaign_id = $2 and c.state = 'claimed'
                and n.lease_until > clock_timestamp() - $3 * interval '1 millisecond'`,
      values: [organizationId, campaignId, fenceMs],
    })
    return rows[0]?.count ?? 0
  }
}

/**
 * Whether the database is unavailable: errors about the server itself (shutting down, no connections left, a standby not promoted
 * yet, a cancelled transaction), and all errors that are not from the server.
 */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return /^(08|53|57P|25006|25P03)/.test(error.code ?? '')
  return /connection|terminated|timeout|socket|ECONN|EPIPE|did not answer/i.test(error.message)
}
