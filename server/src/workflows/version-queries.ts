/** SQL of the versions of a workflow. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import type { WorkflowDefinition } from './rules/definition.ts'

export interface StoredVersion {
  version_number: number
  definition_id: number
  is_current: boolean
  created_at: Date
  definition: WorkflowDefinition
}

function versions(db: Queries, organizationId: number, workflowId: number) {
  return db
    .selectFrom('workflow_definitions as d')
    .innerJoin('workflows as w', 'w.id', 'd.workflow_id')
    .select(['d.version_number', 'd.id as definition_id', 'd.created_at'])
    .select(sql<boolean>`d.id = w.current_definition_id`.as('is_current'))
    .select((eb) => eb.ref('d.definition').$castTo<WorkflowDefinition>().as('definition'))
    .where('w.organization_id', '=', organizationId)
    .where('w.id', '=', workflowId)
}

/** Newest first. */
export function listVersions(
  db: Queries,
  organizationId: number,
  workflowId: number,
  page: PageRequest,
): Promise<Page<StoredVersion>> {
  return readPage(versions(db, organizationId, workflowId), 'd.version_number', page, 'desc')
}

export function findVersion(
  db: Queries,
  organizationId: number,
  workflowId: number,
  versionNumber: number,
): Promise<StoredVersion | undefined> {
  return versions(db, organizationId, workflowId).where('d.version_number', '=', versionNumber).executeTakeFirst()
}
