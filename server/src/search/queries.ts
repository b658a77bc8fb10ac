/** All SQL of this room: a few rows of each kind, by an index or from a small table. */
import { sql } from 'kysely'
import { hasAnyPrefixSql } from '../calls/queries.ts'
import type { Queries } from '../storage/database.ts'

export interface SearchRequest {
  organizationId: number
  /** The search text as typed. */
  text: string
  /** The text as an id, if it can be one. */
  id: number | null
  /** Prefixes of a number; empty if the text cannot be one. */
  numbers: readonly string[]
  limit: number
}

export interface FoundName {
  id: number
  name: string
  state: string
}

/** Finds by name: prefix matches before other matches, then the newest. */
async function byName(
  db: Queries,
  table: 'campaigns' | 'workflows',
  state: string,
  wanted: SearchRequest,
): Promise<FoundName[]> {
  const like = wanted.text.replace(/[\\%_]/g, '\\$&')
  const { rows } = await sql<FoundName>`
    select id, name, ${sql.ref(state)} as state from ${sql.table(table)}
     where organization_id = ${wanted.organizationId} and (name ilike ${`%${like}%`} or id = ${wanted.id})
     order by id = ${wanted.id} desc nulls last, name ilike ${`${like}%`} desc, id desc limit ${wanted.limit}`.execute(
    db,
  )
  return rows
}

export const findCampaigns = (db: Queries, wanted: SearchRequest) => byName(db, 'campaigns', 'state', wanted)
export const findWorkflows = (db: Queries, wanted: SearchRequest) => byName(db, 'workflows', 'status', wanted)

export interface FoundContact {
  id: number
  campaign_id: number
  campaign_name: string
  phone_number: string
  state: string
  outcome: string | null
  variables: Record<string, string>
}

/** Maximum number of contacts read in a search by name or last digits, newest campaigns first: the columns have no index. */
const SEARCHED_CONTACTS_MAX = 100_000
const SEARCHED_CAMPAIGNS_MAX = 500

/** Finds contacts by words in their columns, or by the last digits of their number. `isComplete`: every contact was searched. */
export async function searchContacts(
  db: Queries,
  wanted: SearchRequest,
  lastDigits: string | null,
): Promise<{ contacts: FoundContact[]; isComplete: boolean }> {
  const words = wanted.text.split(/\s+/).filter(Boolean)
  const contains = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const named = sql.join(
    words.map(
      (word) => sql`(l.variables::text ilike ${contains(word)} and exists (
        select 1 from jsonb_each_text(l.variables) cell where cell.value ilike ${contains(word)}))`,
    ),
    sql` and `,
  )
  const matches =
    lastDigits === null
      ? named
      : sql`(t.phone_number like ${`%${lastDigits}`}
        or exists (select from unnest(t.numbers) as u(number) where u.number like ${`%${lastDigits}`}) or (${named}))`
  const { rows } = await sql<{ contacts: FoundContact[]; searched: number; campaigns: number }>`
    with searched_campaigns as materialized (
      select id, name from campaigns where organization_id = ${wanted.organizationId}
       order by id desc limit ${SEARCHED_CAMPAIGNS_MAX}),
    looked as materialized (
      select t.id, t.campaign_id, k.name as campaign_name, t.phone_number, t.numbers, t.state, t.outcome, t.list_contact_id
        from searched_campaigns k
        cross join lateral (select * from contacts where campaign_id = k.id order by id limit ${SEARCHED_CONTACTS_MAX}) t
       limit ${SEARCHED_CONTACTS_MAX}),
    hits as (
      select t.id, t.campaign_id, t.campaign_name, t.phone_number, t.state, t.outcome, l.variables
        from looked t join list_contacts l on l.id = t.list_contact_id
       where ${matches} order by t.id desc limit ${wanted.limit})
    select coalesce((select json_agg(h) from hits h), '[]') as contacts,
           (select count(*)::int from looked) as searched,
           (select count(*)::int from searched_campaigns) as campaigns`.execute(db)
  const { contacts, searched, campaigns } = rows[0] ?? { contacts: [], searched: 0, campaigns: 0 }
  // If the limit was reached, some contacts are unread: an empty result then does not mean "never called".
  return { contacts, isComplete: searched < SEARCHED_CONTACTS_MAX && campaigns < SEARCHED_CAMPAIGNS_MAX }
}

export async function findContacts(db: Queries, wanted: SearchRequest): Promise<FoundContact[]> {
  if (wanted.numbers.length === 0) return []
  const { rows } = await sql<FoundContact>`
    select t.id, t.campaign_id, c.name as campaign_name, t.phone_number, t.state, t.outcome,
           (select variables from list_contacts where id = t.list_contact_id) as variables
      from (select * from contacts where organization_id = ${wanted.organizationId}
               and (${hasAnyPrefixSql(sql`phone_number`, wanted.numbers)} or numbers && ${wanted.numbers as string[]}::text[])
             limit ${wanted.limit}) t
      join campaigns c on c.id = t.campaign_id order by t.phone_number, t.id`.execute(db)
  return rows
}

export interface FoundNumber {
  id: number
  telephony_configuration_id: number
  configuration_name: string
  address: string
  label: string | null
}

export async function findNumbers(db: Queries, wanted: SearchRequest): Promise<FoundNumber[]> {
  const label = `%${wanted.text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<FoundNumber>`
    select n.id, n.telephony_configuration_id, t.name as configuration_name, n.address_normalized as address, n.label
      from telephony_configurations t join phone_numbers n on n.telephony_configuration_id = t.id
     where t.organization_id = ${wanted.organizationId}
       and (n.label ilike ${label} or ${hasAnyPrefixSql(sql`n.address_normalized`, wanted.numbers.length > 0 ? wanted.numbers : [wanted.text])})
     order by n.id limit ${wanted.limit}`.execute(db)
  return rows
}

export interface FoundCall {
  id: number
  campaign_id: number | null
  contact_id: number | null
  phone_number: string
  state: string
  outcome: string | null
  created_at: Date
}

const CALL = sql`id, campaign_id, contact_id, phone_number, state, outcome, claimed_at as created_at`

/** Finds a call by its id, the last call of each contact with such a number, and single calls to it. */
export async function findCalls(db: Queries, wanted: SearchRequest): Promise<FoundCall[]> {
  const { organizationId, limit } = wanted
  const byId = await sql<FoundCall>`
    select ${CALL} from calls where id = ${wanted.id} and organization_id = ${organizationId}`.execute(db)
  if (wanted.numbers.length === 0) return byId.rows
  const begins = hasAnyPrefixSql(sql`phone_number`, wanted.numbers)
  const byNumber = await sql<FoundCall>`
    select k.* from (select id from contacts
                     where organization_id = ${organizationId} and (${begins} or numbers && ${wanted.numbers as string[]}::text[])
                     limit ${limit}) t
     cross join lateral (select ${CALL} from calls where contact_id = t.id order by id desc limit 1) k
    union all
    (select ${CALL} from calls where organization_id = ${organizationId} and contact_id is null and ${begins} limit ${limit})
     order by id desc limit ${limit}`.execute(db)
  const others = byNumber.rows.filter((row) => row.id !== byId.rows[0]?.id)
  return [...byId.rows, ...others].slice(0, limit)
}
