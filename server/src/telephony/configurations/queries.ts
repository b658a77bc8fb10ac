/** All SQL of this room. */
import { sql } from 'kysely'
import type { Queries } from '../../storage/database.ts'
import { type PageRequest, readPage } from '../../storage/read-page.ts'

export interface StoredConfigurationRow {
  id: number
  organization_id: number
  name: string
  provider: string
  account_id: string
  credentials: unknown
  is_default_outbound: boolean
  created_at: Date
  updated_at: Date
}

const COLUMNS = [
  'id',
  'organization_id',
  'name',
  'provider',
  'account_id',
  'credentials',
  'is_default_outbound',
  'created_at',
  'updated_at',
] as const

export function listConfigurations(db: Queries, organizationId: number, page: PageRequest) {
  const query = db
    .selectFrom('telephony_configurations as c')
    .leftJoin('phone_numbers as n', 'n.telephony_configuration_id', 'c.id')
    .select(['c.id', 'c.name', 'c.provider', 'c.is_default_outbound', 'c.created_at', 'c.updated_at'])
    .select((eb) => eb.fn.count<number>('n.id').as('phone_number_count'))
    .where('c.organization_id', '=', organizationId)
    .groupBy('c.id')
  return readPage(query, 'c.id', page)
}

export function findConfiguration(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<StoredConfigurationRow | undefined> {
  return db
    .selectFrom('telephony_configurations')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Configurations of all organizations: for the account pool and for the operator of the installation. */
export function allConfigurations(db: Queries): Promise<StoredConfigurationRow[]> {
  return db.selectFrom('telephony_configurations').selectAll().orderBy('id').execute()
}

export function findConfigurationById(db: Queries, id: number): Promise<StoredConfigurationRow | undefined> {
  return db.selectFrom('telephony_configurations').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export function lockConfiguration(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<StoredConfigurationRow | undefined> {
  return db
    .selectFrom('telephony_configurations')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function clearDefault(db: Queries, organizationId: number): Promise<void> {
  await db
    .updateTable('telephony_configurations')
    .set({ is_default_outbound: false })
    .where('organization_id', '=', organizationId)
    .where('is_default_outbound', '=', true)
    .execute()
}

export function insertConfiguration(
  db: Queries,
  row: {
    organization_id: number
    name: string
    provider: string
    account_id: string
    credentials: string
    is_default_outbound: boolean
    created_at: Date
    updated_at: Date
  },
): Promise<StoredConfigurationRow> {
  return db.insertInto('telephony_configurations').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** Resets pace and back-off, which belong to the account: those of the old account must not delay the new one. */
export async function resetAccountPace(db: Queries, id: number): Promise<void> {
  const beforeAll = sql<Date>`'-infinity'`
  await db
    .updateTable('telephony_configurations')
    .set({ backoff_until: beforeAll, backoffs: 0, account_paced_until: beforeAll })
    .where('id', '=', id)
    .execute()
}

export function updateConfiguration(
  db: Queries,
  id: number,
  change: { name?: string; account_id?: string; credentials?: string; is_default_outbound?: boolean; updated_at: Date },
): Promise<StoredConfigurationRow> {
  return db
    .updateTable('telephony_configurations')
    .set(change)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Encrypts the secrets of the same credentials again; does nothing if they were changed in the meantime. */
export async function resealConfiguration(
  db: Queries,
  id: number,
  before: string,
  credentials: string,
): Promise<boolean> {
  const result = await db
    .updateTable('telephony_configurations')
    .set({ credentials })
    .where('id', '=', id)
    .where((eb) => eb('credentials', '=', eb.cast(eb.val(before), 'jsonb')))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteConfiguration(db: Queries, id: number): Promise<void> {
  await db.deleteFrom('telephony_configurations').where('id', '=', id).execute()
}

export async function defaultConfiguration(db: Queries, organizationId: number): Promise<number | null> {
  const row = await db
    .selectFrom('telephony_configurations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_default_outbound', '=', true)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function configurationProvider(db: Queries, organizationId: number, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('telephony_configurations')
    .select('provider')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.provider ?? null
}

/** This configuration, and the others of its organization that use the same account of the same carrier. */
export async function configurationsOfAccount(db: Queries, configurationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('telephony_configurations as asked')
    .innerJoin('telephony_configurations as sharing', (join) =>
      join
        .onRef('sharing.organization_id', '=', 'asked.organization_id')
        .onRef('sharing.provider', '=', 'asked.provider')
        .onRef('sharing.account_id', '=', 'asked.account_id'),
    )
    .select('sharing.id')
    .where('asked.id', '=', configurationId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts a change of the price table; nodes cache it until this version changes. 0 or less: there is no table. */
export async function incrementPriceVersion(db: Queries, id: number, hasPrices: boolean): Promise<void> {
  await db
    .updateTable('telephony_configurations')
    .set({ price_version: hasPrices ? sql`abs(price_version) + 1` : sql`-abs(price_version)` })
    .where('id', '=', id)
    .execute()
}

/** Configurations without a price table, whose calls cost an unknown amount. */
export function unpricedConfigurations(
  db: Queries,
  organizationId: number,
): Promise<Array<{ id: number; name: string }>> {
  return db
    .selectFrom('telephony_configurations')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('price_version', '<=', 0)
    .where('provider', '<>', 'simulator')
    .orderBy('id')
    .execute()
}
