/** All SQL of this room. */
import type { Queries } from '../../storage/database.ts'

export interface StoredModelConfiguration {
  settings: unknown
  updated_at: Date
}

export function findModelConfiguration(
  db: Queries,
  organizationId: number,
): Promise<StoredModelConfiguration | undefined> {
  return db
    .selectFrom('model_configurations')
    .select(['settings', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Whoever changes the settings holds this first: there may be no row yet that could be locked. */
export async function lockOrganization(db: Queries, organizationId: number): Promise<void> {
  await db.selectFrom('organizations').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute()
}

export function saveModelConfiguration(
  db: Queries,
  organizationId: number,
  row: { settings: string; updated_at: Date },
): Promise<StoredModelConfiguration> {
  return db
    .insertInto('model_configurations')
    .values({ organization_id: organizationId, ...row })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
    .returning(['settings', 'updated_at'])
    .executeTakeFirstOrThrow()
}
