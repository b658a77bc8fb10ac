/** All SQL of this room. */
import type { Queries } from '../storage/database.ts'

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
