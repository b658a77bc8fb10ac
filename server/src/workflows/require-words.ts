import { ApiError } from '../kernel/errors.ts'
import type { WorkflowDefinition } from './rules/definition.ts'
import { scriptProblems } from './rules/script-problems.ts'

/** Whether a language model speaks for a workflow; without one, every node needs words of its own. */
export type HasModel = (organizationId: number, definition: WorkflowDefinition) => Promise<boolean>

/** Nobody is called by a workflow that has nothing to say: asked at the start of a campaign and of a single call alike. */
export async function requireWords(
  hasModel: HasModel,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<void> {
  const problems = scriptProblems(definition)
  if (problems.length === 0 || (await hasModel(organizationId, definition))) return
  const nodes = problems.map((problem) => problem.id).join(', ')
  throw new ApiError('workflow_needs_a_model', {
    message: `${new ApiError('workflow_needs_a_model').message} Nodes: ${nodes}.`,
  })
}
