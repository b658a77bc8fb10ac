import type { ReadinessDeps } from '../../src/calls/ready-to-dial.ts'
import { postgresCampaignStore } from '../../src/campaigns/store-postgres.ts'
import { openDialerPool } from '../../src/dialer/dialer-pool.ts'
import { PostgresDialerStore } from '../../src/dialer/store-postgres.ts'
import { toMsSql } from '../../src/dialer/store-postgres-rows.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { ChainedRecord } from '../../src/ledger/rules/chain.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import {
  BREAKER,
  campaignFigures,
  RETRY,
  type SeenContact,
  type SeenMinute,
  type StoreFixture,
} from './store-fixture.ts'

const KEYS = openLedgerKeys({ derive: () => [Buffer.alloc(32, 1)] })
/** Whether a campaign is ready is decided elsewhere. */
const unasked = () => Promise.reject(new Error('not asked here'))
const UNASKED: ReadinessDeps = {
  providers: new Map(),
  checkedPublicUrl: null,
  hasModel: unasked,
  speechUnavailableReason: unasked,
  speechProblems: unasked,
  materialProblems: unasked,
}

export async function postgresFixture(database?: TestDatabase): Promise<StoreFixture> {
  const { pool } = database ?? (await testDatabase())
  let names = 0
  const insert = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(`${text} returning id`, values)).rows[0]?.id as number

  return {
    campaigns: () => postgresCampaignStore({ db: openDatabase(pool), ledgerKeys: KEYS, ...UNASKED }),
    store: new PostgresDialerStore(openDialerPool(pool), systemClock, KEYS),
    addOrganization: (maxConcurrency) =>
      insert('insert into organizations (name, max_concurrency, created_at) values ($1, $2, now())', [
        `organization ${++names}`,
        maxConcurrency,
      ]),
    addConfiguration: (organizationId, callsPerSecond, account = `account ${++names}`) =>
      insert(
        `insert into telephony_configurations (organization_id, name, provider, account_id, credentials, created_at, updated_at)
         values ($1, $2, 'simulator', $3, $4, now(), now())`,
        [
          organizationId,
          `configuration ${++names}`,
          account,
          { calls_per_second: callsPerSecond, ring_timeout_seconds: 30, max_call_seconds: 1800 },
        ],
      ),
    async addCampaign(organizationId, configurationId, state) {
      const workflowId = await insert(
        `insert into workflows (organization_id, name, created_at, updated_at) values ($1, 'workflow', now(), now())`,
        [organizationId],
      )
      const listId = await insert(
        `insert into contact_lists (organization_id, source_id, filename, status, created_at)
         values ($1, $2, 'list.csv', 'ready', now())`,
        [organizationId, `list-${++names}`],
      )
      const { totalRows, totalQueuedCount } = campaignFigures(100)
      return insert(
        `insert into campaigns (organization_id, name, workflow_id, definition_id, state, source_type, source_id, list_id,
                telephony_configuration_id, max_concurrency, retry_config, circuit_breaker, total_rows,
                total_queued_count, created_at, updated_at)
         values ($1, $2, $3, 1, $4, 'csv', 'list', $5, $6, 10, $7, $8, $9, $10, now(), now())`,
        [
          organizationId,
          `campaign ${++names}`,
          workflowId,
          state,
          listId,
          configurationId,
          RETRY,
          BREAKER,
          totalRows,
          totalQueuedCount,
        ],
      )
    },
    async setRoute(campaignId, configurationIds) {
      const steps = configurationIds.map((id) => ({
        telephony_configuration_id: id,
        prefixes: [],
        countries: [],
        takes: [],
      }))
      await pool.query('update campaigns set route = $2, route_ids = $3 where id = $1', [
        campaignId,
        JSON.stringify(steps),
        configurationIds,
      ])
    },
    async addContact(organizationId, contact) {
      await pool.query('insert into campaign_lanes values ($1, 0, 0, $2) on conflict do nothing', [
        contact.campaignId,
        organizationId,
      ])
      await pool.query(
        `insert into list_contacts (id, organization_id, list_id, row_number, phone_number, address_type, variables)
         overriding system value values (1, $1, 1, 1, '+15550100', 'pstn', '{}') on conflict do nothing`,
        [organizationId],
      )
      return insert(
        `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, next_attempt_at,
                dials, caller_number_id, not_before, not_after, numbers, passed_numbers)
         values ($1, $2, 1, $3, 'pstn', coalesce(to_timestamp($4::float8 / 1000), '-infinity'), $5, $6,
                 to_timestamp($7::float8 / 1000), to_timestamp($8::float8 / 1000), $9, $10)`,
        [
          organizationId,
          contact.campaignId,
          contact.phoneNumber,
          contact.nextAttemptAtMs ?? null,
          contact.dials ?? 0,
          contact.callerNumberId ?? null,
          contact.notBeforeMs ?? null,
          contact.notAfterMs ?? null,
          contact.numbers?.all ?? null,
          contact.numbers ? JSON.stringify(contact.numbers.passed) : null,
        ],
      )
    },
    addNumber: (organizationId, configurationId, number) => {
      const { address, isDefault = false, isActive = true, maxCallsAtOnce = null, maxCallsPerDay = null } = number
      return insert(
        `insert into phone_numbers (organization_id, telephony_configuration_id, provider, account_id, address,
                address_normalized, address_type, is_active, is_default_caller_id, max_calls_at_once, max_calls_per_day,
                created_at, updated_at)
         values ($1, $2, 'simulator', 'demo', $3, $3, 'pstn', $4, $5, $6, $7, now(), now())`,
        [organizationId, configurationId, address, isActive, isDefault, maxCallsAtOnce, maxCallsPerDay],
      )
    },
    async suppress(organizationId, phoneNumber) {
      await insert(
        `insert into suppressions (organization_id, phone_number, reason, created_at) values ($1, $2, 'asked', now())`,
        [organizationId, phoneNumber],
      )
    },
    async contact(id) {
      const { rows } = await pool.query<SeenContact>(
        `select state, dials, outcome, ${toMsSql('next_attempt_at')} as "nextAttemptAtMs",
                caller_number_id as "callerNumberId", ${toMsSql('finished_at')} as "finishedAtMs"
           from contacts where id = $1`,
        [id],
      )
      if (!rows[0]) throw new Error(`no contact ${id}`)
      return rows[0]
    },
    async contactsOf(campaignId) {
      const { rows } = await pool.query<SeenContact & { phoneNumber: string }>(
        `select phone_number as "phoneNumber", state, dials, outcome, ${toMsSql('next_attempt_at')} as "nextAttemptAtMs",
                caller_number_id as "callerNumberId", ${toMsSql('finished_at')} as "finishedAtMs"
           from contacts where campaign_id = $1 order by id`,
        [campaignId],
      )
      return rows
    },
    async minutes(organizationId) {
      const { rows } = await pool.query<SeenMinute>(
        `select ${toMsSql('minute')} as "minuteMs", nullif(campaign_id, 0) as "campaignId", direction, outcome, calls, seconds
           from call_minutes where organization_id = $1 order by minute, outcome`,
        [organizationId],
      )
      return rows
    },
    async breakerRows(campaignId) {
      const text = 'select count(*) as count from breaker_seconds where campaign_id = $1'
      return (await pool.query<{ count: number }>(text, [campaignId])).rows[0]?.count ?? 0
    },
    async callCount() {
      const { rows } = await pool.query<{ count: number }>('select count(*) as count from calls')
      return rows[0]?.count ?? 0
    },
    async logEvents(campaignId) {
      const { rows } = await pool.query<{ event: string }>(
        'select event from campaign_logs where campaign_id = $1 order by id',
        [campaignId],
      )
      return rows.map((row) => row.event)
    },
    async setPolicy(organizationId, campaignId, policy) {
      await insert(
        `insert into policies (organization_id, campaign_id, version, policy, author, created_at)
         select $1, $2, 1 + count(*), $3, 'test', now() from policies
          where organization_id = $1 and campaign_id is not distinct from $2`,
        [organizationId, campaignId, policy],
      )
      await pool.query('update organizations set policy_version = policy_version + 1 where id = $1', [organizationId])
    },
    async place(name, contactIds) {
      const id = await insert(
        'insert into zone_sets (name) values ($1) on conflict (name) do update set name = excluded.name',
        [name],
      )
      await pool.query('update contacts set zones_id = $1 where id = any($2)', [id, contactIds])
      await pool.query(
        `insert into campaign_zones (organization_id, campaign_id, zones_id, contacts)
         select organization_id, campaign_id, $1, count(*) from contacts where id = any($2) group by 1, 2`,
        [id, contactIds],
      )
      await pool.query(
        `insert into campaign_lanes (organization_id, campaign_id, zones_id, next_id)
         select distinct organization_id, campaign_id, $1::int, 0 from contacts where id = any($2)`,
        [id, contactIds],
      )
      return id
    },
    async isPerson(contactId, personId) {
      await pool.query('update contacts set person_id = $2 where id = $1', [contactId, personId])
    },
    async heldBy(contactId) {
      const { rows } = await pool.query<{ held_by: string | null }>('select held_by from contacts where id = $1', [
        contactId,
      ])
      return rows[0]?.held_by ?? null
    },
    async ledger(organizationId) {
      const { rows } = await pool.query<ChainedRecord>(
        'select sequence, record as text, hash from ledger_records where organization_id = $1 order by sequence',
        [organizationId],
      )
      return rows
    },
    async eventTypes(organizationId) {
      const { rows } = await pool.query<{ type: string }>(
        'select type from events where organization_id = $1 order by id',
        [organizationId],
      )
      return rows.map((row) => row.type)
    },
  }
}
