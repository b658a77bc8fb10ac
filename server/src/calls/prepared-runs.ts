/**
 * SQL of runs that a client prepares first and calls later, as clients of other, compatible programs do. A prepared run is good
 * for one call: a request that is repeated does not ring a second time.
 */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

/** A prepared run is deleted after this time. */
export const PREPARED_RUN_DAYS = 30

export interface PreparedRun {
  id: number
  workflow_id: number
  name: string
  mode: string
  created_at: Date
}

/** Stores the run, and deletes the organization's runs that are too old. */
export async function insertPreparedRun(
  db: Queries,
  organizationId: number,
  { workflow_id, name, mode, created_at }: Omit<PreparedRun, 'id'>,
): Promise<PreparedRun> {
  const oldest = new Date(created_at.getTime() - PREPARED_RUN_DAYS * 86_400_000)
  await sql`delete from prepared_runs where organization_id = ${organizationId} and created_at < ${oldest}`.execute(db)
  return db
    .insertInto('prepared_runs')
    .values({ organization_id: organizationId, workflow_id, name, mode, created_at })
    .returning(['id', 'workflow_id', 'name', 'mode', 'created_at'])
    .executeTakeFirstOrThrow()
}

export type TakeRunResult = 'taken' | 'used' | 'unknown'

/** Atomic: of two requests with the same run only one gets `taken`. */
export async function takePreparedRun(
  db: Queries,
  organizationId: number,
  { id, workflowId, now }: { id: number; workflowId: number; now: Date },
): Promise<TakeRunResult> {
  const run = { organizationId, id }
  const { numUpdatedRows } = await one(db, run)
    .set({ used_at: now })
    .where('workflow_id', '=', workflowId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'taken'
  const known = await db
    .selectFrom('prepared_runs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('id', '=', id)
    .executeTakeFirst()
  return known ? 'used' : 'unknown'
}

/** The call was refused before anything was dialed: the run can be used again. */
export async function giveBackPreparedRun(db: Queries, organizationId: number, id: number): Promise<void> {
  await one(db, { organizationId, id }).set({ used_at: null }).where('call_id', 'is', null).execute()
}

export async function setCallOfRun(db: Queries, organizationId: number, id: number, callId: number): Promise<void> {
  await one(db, { organizationId, id }).set({ call_id: callId }).execute()
}

/** Null: there is no such prepared run, or it has no call yet. */
export async function callOfPreparedRun(db: Queries, organizationId: number, id: number): Promise<number | null> {
  const found = await db
    .selectFrom('prepared_runs')
    .select('call_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.call_id ?? null
}

function one(db: Queries, { organizationId, id }: { organizationId: number; id: number }) {
  return db.updateTable('prepared_runs').where('organization_id', '=', organizationId).where('id', '=', id)
}
