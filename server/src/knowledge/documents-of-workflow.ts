/** Checks that the documents which a workflow names exist in its organization. */
import type { Queries } from '../storage/database.ts'
import { documentUuidsOf, referencedDocuments, type WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { Problem } from '../workflows/rules/problems.ts'
import { findDocuments } from './queries.ts'

/** Steps that name a document which the organization does not have; the model would answer without it. */
export async function documentProblems(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<Problem[]> {
  const known = new Set(
    (await findDocuments(db, organizationId, referencedDocuments(definition))).map(({ uuid }) => uuid),
  )
  return definition.nodes.flatMap((node) =>
    documentUuidsOf(node)
      .filter((uuid) => !known.has(uuid))
      .map((uuid): Problem => {
        const message = `Your organization has no document ${uuid}. Upload it first, or remove it here.`
        return { kind: 'node', id: node.id, field: 'document_uuids', message }
      }),
  )
}
