/** SQL of evaluations and their results. */
import type { Database, Queries } from '../storage/database.ts'
import { lockWorkflow } from '../workflows/queries.ts'
import type { EvaluationResult } from './evaluate.ts'

export const EVALUATIONS_KEPT = {
  /** Number of evaluations kept per workflow; older ones are deleted. */
  perWorkflow: 50,
  days: 365,
} as const

/** A running evaluation without a report for this long was interrupted, because its node stopped. */
export const NO_REPORT_MS_MAX = 60_000

/** The stored states. `interrupted` is only shown: see `NO_REPORT_MS_MAX`. */
export type EvaluationState = 'running' | 'ended' | 'failed'

export interface StoredEvaluation {
  id: number
  version_number: number | null
  definition_id: number | null
  created_at: Date
  state: EvaluationState
  /** Planned number of conversations; null: stored by an older version of the program. */
  planned: number | null
  reported_at: Date | null
  request: unknown
  result: EvaluationResult
}

const COLUMNS = ['id', 'version_number', 'definition_id', 'created_at', 'planned', 'reported_at', 'request'] as const

function evaluations(db: Queries, organizationId: number, workflowId: number) {
  return db
    .selectFrom('workflow_evaluations')
    .select(COLUMNS)
    .select((eb) => eb.ref('result').$castTo<EvaluationResult>().as('result'))
    .select((eb) => eb.ref('state').$castTo<EvaluationState>().as('state'))
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
}

export function listEvaluations(
  db: Queries,
  organizationId: number,
  workflowId: number,
  versionNumber?: number,
): Promise<StoredEvaluation[]> {
  const all = evaluations(db, organizationId, workflowId).orderBy('id', 'desc')
  return (versionNumber === undefined ? all : all.where('version_number', '=', versionNumber)).execute()
}

export function findEvaluation(
  db: Queries,
  organizationId: number,
  workflowId: number,
  id: number,
): Promise<StoredEvaluation | undefined> {
  return evaluations(db, organizationId, workflowId).where('id', '=', id).executeTakeFirst()
}

async function hasRunningEvaluation(
  db: Queries,
  organizationId: number,
  workflowId: number,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('workflow_evaluations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('state', '=', 'running')
    .where('reported_at', '>', new Date(now.getTime() - NO_REPORT_MS_MAX))
    .executeTakeFirst()
  return found !== undefined
}

export interface NewEvaluation {
  organizationId: number
  workflowId: number
  version: { definition_id: number; version_number: number } | null
  state: EvaluationState
  planned: number
  request: unknown
  result: EvaluationResult
  now: Date
}

/** Stores an evaluation and deletes the oldest ones above the limit. */
export async function insertEvaluation(db: Queries, row: NewEvaluation): Promise<StoredEvaluation> {
  const { organizationId, workflowId, version, result, state, now } = row
  const stored = await db
    .insertInto('workflow_evaluations')
    .values({
      organization_id: organizationId,
      workflow_id: workflowId,
      definition_id: version?.definition_id ?? null,
      version_number: version?.version_number ?? null,
      passed: result.passed,
      rate: result.rate,
      result: JSON.stringify(result),
      state,
      planned: row.planned,
      request: JSON.stringify(row.request),
      reported_at: now,
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await trim(db, organizationId, workflowId, now)
  return { ...stored, state, result }
}

/**
 * Begins an evaluation. Null: another one of this workflow is running. The lock on the workflow makes the check and the insert
 * one step.
 */
export function beginEvaluation(db: Database, row: NewEvaluation): Promise<StoredEvaluation | null> {
  return db.transaction().execute(async (tx) => {
    await lockWorkflow(tx, row.organizationId, row.workflowId)
    if (await hasRunningEvaluation(tx, row.organizationId, row.workflowId, row.now)) return null
    return insertEvaluation(tx, row)
  })
}

/** Stores a report only while the evaluation is running; an ended one is not changed again. */
export async function reportEvaluation(
  db: Queries,
  id: number,
  { state, result, now }: { state: EvaluationState; result: EvaluationResult; now: Date },
): Promise<void> {
  await db
    .updateTable('workflow_evaluations')
    .set({ state, passed: result.passed, rate: result.rate, result: JSON.stringify(result), reported_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

async function trim(db: Queries, organizationId: number, workflowId: number, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - EVALUATIONS_KEPT.days * 86_400_000)
  await db
    .deleteFrom('workflow_evaluations')
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', oldest),
        eb(
          'id',
          'not in',
          eb
            .selectFrom('workflow_evaluations as newest')
            .select('newest.id')
            .where('newest.workflow_id', '=', workflowId)
            .orderBy('newest.id', 'desc')
            .limit(EVALUATIONS_KEPT.perWorkflow),
        ),
      ]),
    )
    .execute()
}
