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

export function allModelConfigurations(db: Queries): Promise<Array<{ organization_id: number; settings: unknown }>> {
  return db.selectFrom('model_configurations').select(['organization_id', 'settings']).execute()
}

/** Encrypts the keys of the same settings again; does nothing if they were changed in the meantime. */
export async function resealModelConfiguration(
  db: Queries,
  organizationId: number,
  before: string,
  settings: string,
): Promise<boolean> {
  const result = await db
    .updateTable('model_configurations')
    .set({ settings })
    .where('organization_id', '=', organizationId)
    .where((eb) => eb('settings', '=', eb.cast(eb.val(before), 'jsonb')))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
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
