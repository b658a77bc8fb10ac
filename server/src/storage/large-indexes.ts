/**
 * Indexes of tables that may have millions of rows. Migrations do not create them: writers would wait until they are built. If
 * the table is empty, as in a new database, they are created with the last migration; otherwise in the background, by one node
 * (build-indexes.ts), concurrently with writes. A new index for such a table is an entry here.
 */
import type pg from 'pg'
import { ORGANIZATION_KEYS } from './migrations/0123-organization-keys.ts'

export interface LargeIndex {
  name: string
  table: string
  definition: string
  unique?: true
  /** Statement that removes rows which were inserted without the index and which it would reject. */
  mend?: string
}

/** SQL condition: a postponed contact that waits for the route or for its arm of an experiment, or one of whose numbers was passed over. */
export const PUT_OFF_BY_CAMPAIGN = `held_until is not null
  and (held_by in ('no_route', 'arm_hours', 'arm_number') or passed_numbers is not null)`

/** Indexes in order of importance: the first is built first. */
export const LARGE_INDEXES: readonly LargeIndex[] = [
  // Contacts never dialed, after the position of their queue lane; without this index the dialer finds them in another way.
  { name: 'contacts_of_lane', table: 'contacts', definition: '(campaign_id, zones_id, id)' },
  // Until this index exists, the index of the previous version is used and kept.
  {
    name: 'contacts_to_retry',
    table: 'contacts',
    definition: `(campaign_id, zones_id, next_attempt_at, id) where next_attempt_at > '-infinity'`,
  },
  // Contacts that a rule postponed: a change of the policy reads only these instead of all waiting contacts.
  { name: 'contacts_put_off', table: 'contacts', definition: '(campaign_id) where held_until is not null' },
  // Those that a start or a restored route may make due: without this index it reads all postponed contacts under the lock.
  { name: 'contacts_put_off_by_campaign', table: 'contacts', definition: `(campaign_id) where ${PUT_OFF_BY_CAMPAIGN}` },
  // Calls to all numbers of one person.
  {
    name: 'number_attempts_of_person',
    table: 'number_attempts',
    definition: '(organization_id, person_id, at) where person_id is not null',
  },
  // Numbers of one person, whose calls without a person count too; without this index only numbers of earlier calls are known.
  {
    name: 'contacts_of_person',
    table: 'contacts',
    definition: '(organization_id, person_id) where person_id is not null',
  },
  // Erased contacts that still have the id of their person: none, except after an upgrade (privacy/clear-erased-persons.ts).
  {
    name: 'contacts_erased_with_person',
    table: 'contacts',
    definition: `(id) where phone_number = 'erased' and person_id is not null`,
  },
  // Attempts whose person was erased: a recurring job deletes them when no rule counts them any more.
  { name: 'number_attempts_erased', table: 'number_attempts', definition: '(organization_id, at) where erased' },
  {
    name: 'one_call_per_inbound_id',
    table: 'calls',
    definition: '(telephony_configuration_id, inbound_id) where inbound_id is not null',
    unique: true,
    mend: `update calls c set inbound_id = null from calls earlier
            where c.inbound_id = earlier.inbound_id and c.telephony_configuration_id = earlier.telephony_configuration_id
              and c.id > earlier.id`,
  },
  // Search by number prefix. Calls of campaigns are found through their contacts; only calls without one need an index, so that
  // the dialer's calls need none.
  { name: 'contacts_by_number', table: 'contacts', definition: '(organization_id, phone_number text_pattern_ops)' },
  {
    name: 'single_calls_by_number',
    table: 'calls',
    definition: '(organization_id, phone_number text_pattern_ops) where contact_id is null',
  },
  // Contacts with several numbers, by any of them; contacts with one number are not in it.
  { name: 'contacts_by_any_number', table: 'contacts', definition: 'using gin (numbers) where numbers is not null' },
  // Rows whose SIP URI may contain a phone number, by that number.
  {
    name: 'contacts_by_carried_number',
    table: 'contacts',
    definition: `(organization_id, callable_as(phone_number)) where phone_number like 'sip%'`,
  },
  {
    name: 'single_calls_by_carried_number',
    table: 'calls',
    definition: `(organization_id, callable_as(phone_number)) where contact_id is null and phone_number like 'sip%'`,
  },
  {
    name: 'suppressions_expiring',
    table: 'suppressions',
    definition: '(organization_id, expires_at) where expires_at is not null',
  },
  // The events of one campaign, in the table that held all events before they had ranges. Newer ranges are made with this index.
  {
    name: 'events_before_of_campaign',
    table: 'events_before',
    definition: '(campaign_id, id) where campaign_id is not null',
  },
  // Simulated calls, which figures leave out. Indexed by claim and not by end: an index on a changing column would make every
  // update of a call write all its indexes.
  {
    name: 'simulated_calls_by_claim',
    table: 'calls',
    definition: `(organization_id, claimed_at) where provider = 'simulator'`,
  },
  // Campaigns in progress and recently completed ones, which every node counts once a minute without reading all earlier ones.
  {
    name: 'campaigns_in_progress',
    table: 'campaigns',
    definition: `(organization_id) where state in ('running', 'paused')`,
  },
  { name: 'campaigns_completed', table: 'campaigns', definition: '(completed_at) where completed_at is not null' },
  // Total size of an organization's recordings, without reading its records.
  {
    name: 'call_records_recorded',
    table: 'call_records',
    definition: '(organization_id, recording_bytes) where recording_bytes is not null',
  },
  // Rows of one campaign, for its deletion: the keys of these tables begin with the organization.
  { name: 'campaign_lanes_of_campaign', table: 'campaign_lanes', definition: '(campaign_id)' },
  { name: 'campaign_zones_of_campaign', table: 'campaign_zones', definition: '(campaign_id)' },
  { name: 'campaign_quarters_of_campaign', table: 'campaign_quarters', definition: '(campaign_id)' },
  // They become the keys of their tables, see migration 0123; until then the earlier keys hold.
  ...ORGANIZATION_KEYS.map(
    ({ table, name, columns }): LargeIndex => ({ name, table, definition: `(${columns})`, unique: true }),
  ),
]

export function createIndex({ name, table, definition, unique }: LargeIndex, how: '' | 'concurrently'): string {
  return `create ${unique ? 'unique ' : ''}index ${how} if not exists ${name} on ${table} ${definition}`
}

export interface MissingIndex extends LargeIndex {
  /** Whether an invalid index of that name exists: its build is running, or was interrupted. */
  begun: boolean
}

/** Missing indexes of tables that exist. */
export async function missingIndexes(queries: Pick<pg.Pool, 'query'>): Promise<MissingIndex[]> {
  const { rows } = await queries.query<{ name: string; begun: boolean }>(
    `select x.name, i.indexrelid is not null as begun
       from unnest($1::text[], $2::text[]) with ordinality as x(name, of, place) left join pg_index i on i.indexrelid = to_regclass(x.name)
      where to_regclass(x.of) is not null and not coalesce(i.indisvalid, false) order by x.place`,
    [LARGE_INDEXES.map((index) => index.name), LARGE_INDEXES.map((index) => index.table)],
  )
  return rows.map(({ name, begun }) => ({
    ...(LARGE_INDEXES.find((index) => index.name === name) as LargeIndex),
    begun,
  }))
}

/** The statements that create the missing indexes of empty tables. */
export async function indexesOfEmptyTables(client: pg.ClientBase): Promise<string[]> {
  const statements: string[] = []
  for (const index of await missingIndexes(client)) {
    const { rowCount } = await client.query(`select from ${index.table} limit 1`)
    if (rowCount === 0 && !index.begun) statements.push(createIndex(index, ''))
  }
  return statements
}

export interface BuildProgress {
  table: string
  phase: string
  /** Progress as a share of the blocks of this phase; null: the phase does not count blocks. */
  percent: number | null
}

/** Index builds that are running in this database, started by any node. */
export async function buildsUnderWay(queries: Pick<pg.Pool, 'query'>): Promise<BuildProgress[]> {
  const { rows } = await queries.query<BuildProgress>(
    `select relid::regclass::text as table, phase,
            case when blocks_total > 0 then floor(100.0 * blocks_done / blocks_total)::int end as percent
       from pg_stat_progress_create_index where datname = current_database() and command = 'CREATE INDEX CONCURRENTLY'`,
  )
  return rows
}
