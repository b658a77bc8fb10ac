/** Chooses the version of a workflow that is evaluated or replayed: the current one, a stored one, or an unsaved one. */
import { z } from 'zod'
import { customIssue, optional, smallInteger } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { definitionField } from '../workflows/definition-field.ts'
import { findWorkflow, type StoredWorkflow } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { findVersion } from '../workflows/version-queries.ts'
import type { TryRouteDeps } from './routes.ts'

export const versionFields = {
  workflow_definition: optional(definitionField()).meta({ description: 'A definition that is not saved yet.' }),
  version_number: optional(smallInteger()).meta({ description: 'A stored version; the current one if left out.' }),
}

export const addValidationFault = (context: z.RefinementCtx, path: PropertyKey[], message: string) =>
  context.addIssue({ ...customIssue('value_error', `Value error, ${message}`, { error: message }), path })

export function requireOneVersion(
  { workflow_definition, version_number }: { workflow_definition?: unknown; version_number?: unknown },
  context: z.RefinementCtx,
): void {
  if (workflow_definition !== undefined && version_number !== undefined)
    addValidationFault(context, ['version_number'], 'give either workflow_definition or version_number')
}

const versionRequest = z.object(versionFields)
type VersionRequest = z.output<typeof versionRequest>

export interface ChosenVersion {
  workflow: StoredWorkflow
  definition: WorkflowDefinition
  /** The stored version; null: it is not saved. */
  stored: { definition_id: number; version_number: number } | null
}

export async function findChosenVersion(
  { db }: TryRouteDeps,
  organizationId: number,
  workflowId: number,
  { workflow_definition: given, version_number: number }: VersionRequest,
): Promise<ChosenVersion> {
  const workflow = await findWorkflow(db, organizationId, workflowId)
  if (!workflow) throw new ApiError('workflow_not_found')
  if (given) {
    // A definition without settings keeps the existing ones, as when it is saved.
    const { settings } = workflow.definition
    const definition = 'settings' in given || settings === undefined ? given : { ...given, settings }
    return { workflow, definition, stored: null }
  }
  if (number === undefined) {
    const { current_definition_id: definition_id, version_number } = workflow
    return { workflow, definition: workflow.definition, stored: { definition_id, version_number } }
  }
  const found = await findVersion(db, organizationId, workflowId, number)
  if (!found) throw new ApiError('workflow_version_not_found')
  return { workflow, definition: found.definition, stored: found }
}
