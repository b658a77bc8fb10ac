/** SQL of evaluation results. */
import type { Queries } from '../../storage/database.ts'
import type { EvaluationResult } from './evaluate.ts'

export const EVALUATIONS_KEPT = {
  /** Older ones of the same workflow are deleted. */
  perWorkflow: 50,
  days: 365,
} as const

export interface StoredEvaluation {
  id: number
  version_number: number | null
  definition_id: number | null
  created_at: Date
  result: EvaluationResult
}

const COLUMNS = ['id', 'version_number', 'definition_id', 'created_at'] as const

function evaluations(db: Queries, organizationId: number, workflowId: number) {
  return db
    .selectFrom('workflow_evaluations')
    .select(COLUMNS)
    .select((eb) => eb.ref('result').$castTo<EvaluationResult>().as('result'))
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

/** Stores the result and deletes the oldest ones above the limit. */
export async function insertEvaluation(
  db: Queries,
  row: {
    organizationId: number
    workflowId: number
    version: { definition_id: number; version_number: number } | null
    result: EvaluationResult
    now: Date
  },
): Promise<StoredEvaluation> {
  const { organizationId, workflowId, version, result, now } = row
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
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
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
  return { ...stored, result }
}
