import { documentProblems } from '../knowledge/documents-of-workflow.ts'
import { recordingProblems } from '../recorded-audio/recordings-of-workflow.ts'
import type { Queries } from '../storage/database.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { Problem } from '../workflows/rules/problems.ts'

/** Recordings and documents that a workflow refers to but that cannot be used. */
export async function workflowAssetProblems(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<Problem[]> {
  return [
    ...(await recordingProblems(db, organizationId, definition)),
    ...(await documentProblems(db, organizationId, definition)),
  ]
}
