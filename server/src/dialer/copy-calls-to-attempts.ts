/**
 * Copies past calls when a first policy is set, because limits per number count from the first call on and not from the day of
 * the policy.
 */
import { type RawBuilder, sql } from 'kysely'
import { canonicalNumberSql } from '../addresses/rules/canonical-number.ts'
import { runPortionUnderLock } from '../organizations/lock-organization.ts'
import { hasPolicy } from '../organizations/queries.ts'
import type { Database, Queries } from '../storage/database.ts'
import { PortionSize } from './rules/portion-size.ts'

/**
 * Number of calls copied in one transaction, at first and at most. The transaction holds the organization's lock, for which the
 * dialer waits.
 */
const PORTION = { first: 100, most: 500 }

/**
 * Called before the transaction of a first policy: copies the calls that have ended, so that few are left for the transaction.
 * Continues where an interrupted copy stopped. Does nothing if a policy is set.
 */
export async function copyEndedCallsToAttempts(db: Database, organizationId: number): Promise<void> {
  if (await hasPolicy(db, organizationId)) return
  const size = new PortionSize(PORTION)
  for (let more = true; more; ) {
    const { rows, statementMsMax } = size
    const portion = await runPortionUnderLock(db, organizationId, statementMsMax, (tx) =>
      copyPortion(tx, organizationId, rows),
    )
    if (portion.isCancelled) {
      size.cancelled()
      continue
    }
    more = portion.result === rows
    size.adapt(portion.result, portion.heldMs)
  }
}

/** Copies a portion unless a policy is set; returns how many calls it had. Live calls are copied with the first policy, because their end is not known yet. */
async function copyPortion(db: Queries, organizationId: number, most: number): Promise<number> {
  const { rows } = await sql<{ looked: number }>`
    with portion as materialized (
      select * from calls where organization_id = ${organizationId}
         and (select policy_version = 0 from organizations where id = ${organizationId})
         and id > coalesce((select up_to_call_id from attempt_copies where organization_id = ${organizationId}), 0)
       order by id limit ${most}),
    copied as (${copyOf(sql`portion`, sql`not c.live`)}),
    noted as (
      insert into attempt_copies as a (organization_id, up_to_call_id, live_call_ids)
      select ${organizationId}, max(id), coalesce(array_agg(id) filter (where live), '{}') from portion having count(*) > 0
      on conflict (organization_id) do update
        set up_to_call_id = excluded.up_to_call_id, live_call_ids = a.live_call_ids || excluded.live_call_ids)
    select count(*)::int as looked from portion`.execute(db)
  return rows[0]?.looked ?? 0
}

/** Called in the transaction of the first policy. From the next call on, the claim writes attempts itself. */
export async function copyRemainingCallsToAttempts(db: Queries, organizationId: number): Promise<void> {
  // Few calls are left, unless none were copied before the transaction.
  await sql`set local statement_timeout = 0`.execute(db)
  const { rows } = await sql<{ upTo: number; live: string[] }>`
    delete from attempt_copies where organization_id = ${organizationId}
    returning up_to_call_id as "upTo", live_call_ids as live`.execute(db)
  const { upTo, live } = rows[0] ?? { upTo: 0, live: [] }
  const left = sql`(
    select * from calls where organization_id = ${organizationId} and id > ${upTo}
    union all
    select * from calls where id = any(${live}::bigint[]))`
  await copyOf(left, sql`true`).execute(db)
}

/** SQL that creates the attempt of each of these calls `c`, with its end. */
function copyOf(calls: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const number = sql.raw(canonicalNumberSql('c.phone_number'))
  return sql`
    insert into number_attempts (call_id, organization_id, phone_number, at, what, refused, inbound, person_id, is_simulated)
    select c.id, c.organization_id, ${number}, c.claimed_at,
           case when c.outcome = 'answered' then 'conversation' when c.outcome = 'voicemail' then 'machine_detected'
                when c.cause = 'no_agent' or c.cause like 'agent_failed%' then 'abandoned' end,
           exists (select from suppressions s
                    where s.organization_id = c.organization_id and s.phone_number = ${number} and s.call_id = c.id),
           c.direction = 'inbound', t.person_id, c.provider = 'simulator'
      from ${calls} c left join contacts t on t.id = c.contact_id
     where ${which} and (c.direction = 'outbound' or c.outcome = 'answered')
    on conflict do nothing`
}
