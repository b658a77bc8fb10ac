/** SQL of the conversation results of a campaign: each contact counts once, by its last call. */
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

export interface ResultRange {
  /** Only contacts whose last call is in this range of time; if left out, all contacts. */
  from?: Date | undefined
  to?: Date | undefined
}

export interface CountedValue {
  value: string
  contacts: number
}

export interface GatheredValue extends CountedValue {
  name: string
}

/** Contacts with their last call, as `t` and `k`. */
function lastCalls(campaign: { id: number; organizationId: number }, { from, to }: ResultRange): RawBuilder<unknown> {
  const conditions = [sql`t.campaign_id = ${campaign.id}`, sql`t.organization_id = ${campaign.organizationId}`]
  if (from) conditions.push(sql`k.claimed_at >= ${from}`)
  if (to) conditions.push(sql`k.claimed_at < ${to}`)
  return sql`contacts t
      left join lateral (select id, claimed_at, cause from calls where contact_id = t.id order by id desc limit 1) k on true
      left join call_records r on r.call_id = k.id
     where ${sql.join(conditions, sql` and `)}`
}

type Campaign = { id: number; organizationId: number }

export async function countContacts(db: Queries, campaign: Campaign, range: ResultRange): Promise<CountedValue[]> {
  const { rows } = await sql<CountedValue>`
    select case when t.state = 'done' then coalesce(t.outcome, 'canceled') else t.state end as value, count(*)::int as contacts
      from ${lastCalls(campaign, range)} group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

export async function countDispositions(db: Queries, campaign: Campaign, range: ResultRange): Promise<CountedValue[]> {
  const { rows } = await sql<CountedValue>`
    select value, count(*)::int as contacts
      from (select coalesce(r.disposition, case when k.cause in ('hung_up_early', 'no_agent') then k.cause
                     when k.cause like 'agent_failed%' then 'agent_failed' end) as value
              from ${lastCalls(campaign, range)}) x
     where value is not null group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

/** The most frequent values of each variable, and under `rest` how many contacts have another one. */
export async function countGathered(
  db: Queries,
  campaign: Campaign,
  range: ResultRange,
  most: number,
): Promise<Array<GatheredValue & { contactsOfName: number }>> {
  const { rows } = await sql<GatheredValue & { contactsOfName: number }>`
    with counted as (
      select g.key as name, g.value, count(*)::int as contacts
        from (select r.gathered from ${lastCalls(campaign, range)} and r.gathered <> '{}') x,
             jsonb_each_text(x.gathered) g
       where g.value is not null and g.value <> '' group by 1, 2),
    ranked as (
      select *, row_number() over (partition by name order by contacts desc, value) as place,
             (sum(contacts) over (partition by name))::int as of_name from counted)
    select name, value, contacts, of_name as "contactsOfName" from ranked where place <= ${most}
     order by name, contacts desc, value`.execute(db)
  return rows
}
