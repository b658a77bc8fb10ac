/** All SQL of this room. */
import { sql } from 'kysely'
import type { Queries } from '../../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../../storage/read-page.ts'
import type { AttestationLevel } from '../provider.ts'
import type { RatedNumber } from './rules/weak-numbers.ts'

/** Maximum number of an organization's calls from which answer rates of numbers are computed. */
export const ANSWER_RATE_CALLS_MAX = 20_000

export interface StoredNumber {
  id: number
  telephony_configuration_id: number
  provider: string
  address: string
  address_normalized: string
  address_type: string
  country_code: string | null
  label: string | null
  inbound_workflow_id: number | null
  inbound_workflow_name: string | null
  is_active: boolean
  is_default_caller_id: boolean
  extra_metadata: unknown
  inbound_url: string | null
  max_calls_at_once: number | null
  max_calls_per_day: number | null
  resting_since: Date | null
  resting_reason: string | null
  attestation: AttestationLevel | null
  attested_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface NumberKey {
  organizationId: number
  configurationId: number
  id: number
}

/** The query for numbers, which every read uses. */
function numbersOf(db: Queries, organizationId: number, configurationId: number) {
  return db
    .selectFrom('phone_numbers as n')
    .leftJoin('workflows as w', 'w.id', 'n.inbound_workflow_id')
    .select([
      'n.id',
      'n.telephony_configuration_id',
      'n.provider',
      'n.address',
      'n.address_normalized',
      'n.address_type',
      'n.country_code',
      'n.label',
      'n.inbound_workflow_id',
      'w.name as inbound_workflow_name',
      'n.is_active',
      'n.is_default_caller_id',
      'n.extra_metadata',
      'n.inbound_url',
      'n.max_calls_at_once',
      'n.max_calls_per_day',
      'n.resting_since',
      'n.resting_reason',
      sql<AttestationLevel | null>`n.attestation`.as('attestation'),
      'n.attested_at',
      'n.created_at',
      'n.updated_at',
    ])
    .where('n.organization_id', '=', organizationId)
    .where('n.telephony_configuration_id', '=', configurationId)
}

export function listNumbers(
  db: Queries,
  organizationId: number,
  configurationId: number,
  page: PageRequest,
): Promise<Page<StoredNumber>> {
  return readPage(numbersOf(db, organizationId, configurationId), 'n.id', page)
}

export function findNumber(db: Queries, key: NumberKey): Promise<StoredNumber | undefined> {
  return numbersOf(db, key.organizationId, key.configurationId).where('n.id', '=', key.id).executeTakeFirst()
}

export function lockNumber(db: Queries, key: NumberKey): Promise<StoredNumber | undefined> {
  return numbersOf(db, key.organizationId, key.configurationId)
    .where('n.id', '=', key.id)
    .forUpdate('n')
    .executeTakeFirst()
}

export async function configurationExists(db: Queries, organizationId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('telephony_configurations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the configuration while a number is added or becomes the default: its account cannot change in the meantime, and
 * concurrent changes of the default are serialized.
 */
export function lockConfiguration(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<{ provider: string; account_id: string } | undefined> {
  return db
    .selectFrom('telephony_configurations')
    .select(['provider', 'account_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function isActiveWorkflow(db: Queries, organizationId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('workflows')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

export async function clearDefaultCaller(db: Queries, organizationId: number, configurationId: number): Promise<void> {
  await db
    .updateTable('phone_numbers')
    .set({ is_default_caller_id: false })
    .where('organization_id', '=', organizationId)
    .where('telephony_configuration_id', '=', configurationId)
    .where('is_default_caller_id', '=', true)
    .execute()
}

export async function insertNumber(
  db: Queries,
  row: {
    organization_id: number
    telephony_configuration_id: number
    provider: string
    account_id: string
    address: string
    address_normalized: string
    address_type: string
    country_code: string | null
    label: string | null
    inbound_workflow_id: number | null
    is_active: boolean
    is_default_caller_id: boolean
    extra_metadata: string
    max_calls_at_once: number | null
    max_calls_per_day: number | null
    created_at: Date
    updated_at: Date
  },
): Promise<number> {
  return (await db.insertInto('phone_numbers').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateNumber(
  db: Queries,
  key: NumberKey,
  change: {
    address_normalized?: string
    address_type?: string
    country_code?: string
    label?: string
    inbound_workflow_id?: number | null
    is_active?: boolean
    is_default_caller_id?: boolean
    extra_metadata?: string
    max_calls_at_once?: number | null
    max_calls_per_day?: number | null
    resting_since?: null
    resting_reason?: null
    updated_at: Date
  },
): Promise<void> {
  await db
    .updateTable('phone_numbers')
    .set(change)
    .where('organization_id', '=', key.organizationId)
    .where('telephony_configuration_id', '=', key.configurationId)
    .where('id', '=', key.id)
    .execute()
}

export async function deleteNumber(db: Queries, key: NumberKey): Promise<void> {
  await db
    .deleteFrom('phone_numbers')
    .where('organization_id', '=', key.organizationId)
    .where('telephony_configuration_id', '=', key.configurationId)
    .where('id', '=', key.id)
    .execute()
}

/** Configurations of these providers that have a number with inbound calls, in all organizations. */
export async function configurationsWithInbound(db: Queries, providers: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('phone_numbers as n')
    .innerJoin('telephony_configurations as c', 'c.id', 'n.telephony_configuration_id')
    .select('c.id')
    .distinct()
    .where('c.provider', 'in', [...providers])
    .where('n.is_active', '=', true)
    .where('n.inbound_workflow_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function anyInboundNumber(db: Queries): Promise<boolean> {
  const row = await db
    .selectFrom('phone_numbers')
    .select('id')
    .where('is_active', '=', true)
    .where('inbound_workflow_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Workflow versions that answer calls to bound numbers, newest first. */
export async function inboundDefinitions(db: Queries, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('phone_numbers as n')
    .innerJoin('workflows as w', 'w.id', 'n.inbound_workflow_id')
    .select('w.current_definition_id as id')
    .distinct()
    .where('n.is_active', '=', true)
    .where('w.status', '=', 'active')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/** A number whose inbound calls the carrier sends to this server. */
export interface BoundNumber {
  address: string
  provider: string
  accountId: string
}

/** The bound numbers of one configuration. */
export function boundNumbersOf(db: Queries, configurationId: number): Promise<BoundNumber[]> {
  return db
    .selectFrom('phone_numbers')
    .select(['address_normalized as address', 'provider', 'account_id as accountId'])
    .where('telephony_configuration_id', '=', configurationId)
    .where('inbound_workflow_id', 'is not', null)
    .execute()
}

/** Whether any configuration of the account has this number bound. */
export async function isNumberBound(db: Queries, { address, provider, accountId }: BoundNumber): Promise<boolean> {
  const row = await db
    .selectFrom('phone_numbers')
    .select('id')
    .where('provider', '=', provider)
    .where('account_id', '=', accountId)
    .where('address_normalized', '=', address)
    .where('inbound_workflow_id', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Moves the numbers with their configuration to the new account; throws if one already exists there. */
export async function moveNumbers(db: Queries, configurationId: number, accountId: string): Promise<void> {
  await db
    .updateTable('phone_numbers')
    .set({ account_id: accountId })
    .where('telephony_configuration_id', '=', configurationId)
    .execute()
}

/** The configuration of an active number. `isOnly`: the configuration has no other caller ID. */
export async function configurationOfNumber(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<{ configurationId: number; isOnly: boolean } | null> {
  const { rows } = await sql<{ configurationId: number; isOnly: boolean }>`
    select n.telephony_configuration_id as "configurationId",
           not exists (select 1 from phone_numbers other
                        where other.telephony_configuration_id = n.telephony_configuration_id
                          and other.is_active and other.id <> n.id) as "isOnly"
      from phone_numbers n where n.organization_id = ${organizationId} and n.id = ${id} and n.is_active`.execute(db)
  return rows[0] ?? null
}

export async function hasActiveNumber(db: Queries, configurationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('phone_numbers')
    .select('id')
    .where('telephony_configuration_id', '=', configurationId)
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the address that the carrier has for the number's inbound calls; null: none of this server. */
export async function saveInboundUrl(db: Queries, key: Omit<NumberKey, 'id'>, address: string, url: string | null) {
  await db
    .updateTable('phone_numbers')
    .set({ inbound_url: url })
    .where('organization_id', '=', key.organizationId)
    .where('telephony_configuration_id', '=', key.configurationId)
    .where('address_normalized', '=', address)
    .execute()
}

/** Bound numbers of all organizations, with the address that their carrier has; for the comparison at start-up. */
export async function boundNumbers(db: Queries, providers: readonly string[]) {
  if (providers.length === 0) return []
  return db
    .selectFrom('phone_numbers')
    .select(['organization_id', 'telephony_configuration_id', 'inbound_url'])
    .where('inbound_workflow_id', 'is not', null)
    .where('is_active', '=', true)
    .where('provider', 'in', [...providers])
    .execute()
}

export interface AnswerRate {
  placed: number
  answered: number
}

/** For the organization's last calls: the number of outbound calls per caller ID, and how many of them a person answered. */
export async function answerRates(
  db: Queries,
  organizationId: number,
  configurationId: number,
): Promise<Map<number, AnswerRate>> {
  const { rows } = await sql<{ id: number; placed: number; answered: number }>`
    select c.caller_number_id as id, count(*)::int as placed, (count(*) filter (where c.outcome = 'answered'))::int as answered
      from (select caller_number_id, outcome, telephony_configuration_id, direction, live from calls
             where organization_id = ${organizationId} order by id desc limit ${ANSWER_RATE_CALLS_MAX}) c
     where c.telephony_configuration_id = ${configurationId} and c.direction = 'outbound' and not c.live
       and c.caller_number_id is not null and c.outcome in ('answered', 'voicemail', 'busy', 'no_answer', 'declined')
     group by 1`.execute(db)
  return new Map(rows.map(({ id, placed, answered }) => [id, { placed, answered }]))
}

/** Organizations with at least two numbers in use in one configuration of a real carrier. */
export async function organizationsWithPools(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct organization_id as id from phone_numbers
     where is_active and resting_since is null and provider <> 'simulator'
     group by organization_id, telephony_configuration_id having count(*) > 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** By configuration: the numbers in use, with those of the organization's last calls that rang or were answered. */
export async function ratedNumbers(db: Queries, organizationId: number): Promise<Map<number, RatedNumber[]>> {
  const { rows } = await sql<RatedNumber & { configurationId: number }>`
    select n.id, n.telephony_configuration_id as "configurationId", count(c.outcome)::int as placed,
           (count(*) filter (where c.outcome = 'answered'))::int as answered
      from phone_numbers n
      left join (select caller_number_id, outcome, claimed_at from calls
                  where organization_id = ${organizationId} order by id desc limit ${ANSWER_RATE_CALLS_MAX}) c
        on c.caller_number_id = n.id and c.outcome in ('answered', 'voicemail', 'busy', 'no_answer', 'declined')
       and c.claimed_at > coalesce(n.woken_at, '-infinity')
     where n.organization_id = ${organizationId} and n.is_active and n.resting_since is null and n.provider <> 'simulator'
     group by n.id order by n.id`.execute(db)
  const found = new Map<number, RatedNumber[]>()
  for (const { configurationId, ...number } of rows)
    found.set(configurationId, [...(found.get(configurationId) ?? []), number])
  return found
}

/** Null: the number rests already, or is gone. */
export async function markNumberResting(
  db: Queries,
  organizationId: number,
  number: { id: number; reason: string },
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ address: string }>`
    update phone_numbers set resting_since = ${now}, resting_reason = ${number.reason}
     where id = ${number.id} and organization_id = ${organizationId} and resting_since is null
    returning address_normalized as address`.execute(db)
  return rows[0]?.address ?? null
}

/** The active numbers of several configurations, and whether each rests. */
export async function activeNumbersOf(db: Queries, organizationId: number, configurationIds: readonly number[]) {
  const { rows } = await sql<{ id: number; configurationId: number; resting: boolean }>`
    select n.id, n.telephony_configuration_id as "configurationId", n.resting_since is not null as resting
      from phone_numbers n
     where n.organization_id = ${organizationId} and n.is_active
       and n.telephony_configuration_id = any(${configurationIds.map(String)}::bigint[])`.execute(db)
  return rows
}
