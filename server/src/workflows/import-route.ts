import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { bool, customIssue, optional, text } from '../http/schemas.ts'
import { ValidationError } from '../kernel/errors.ts'
import { inTurns } from '../kernel/in-turns.ts'
import { serializeDefinition } from './definition-field.ts'
import type { WorkflowDefinition } from './rules/definition.ts'
import { IMPORT_SOURCES, importForeign } from './rules/import/import-foreign.ts'
import { checkingSteps } from './rules/validate-definition.ts'
import { createWorkflow, type WorkflowDeps } from './save-workflow.ts'
import type { VersionShapes } from './version-routes.ts'

const UNREADABLE =
  'this is neither a workflow of Dograh, nor an assistant or workflow of Vapi, nor an agent of Retell. Name it in source if it is one'

const importBody = z
  .object({
    name: optional(text({ minimum: 1, maximum: 255 })).meta({ description: 'In place of the name that it has.' }),
    source: optional(z.enum(IMPORT_SOURCES)).meta({ description: 'Where it comes from; found out if left out.' }),
    definition: z.unknown().meta({ description: 'The JSON that the other program exports.' }),
    dry_run: optional(bool()).meta({ description: 'Only says what would become of it; nothing is saved.' }),
  })
  .transform((body, context) => {
    const imported = importForeign(body.definition, body.source ?? null)
    if (imported === null) {
      context.addIssue({
        ...customIssue('value_error', `Value error, ${UNREADABLE}`, { error: UNREADABLE }),
        path: ['definition'],
      })
      return z.NEVER
    }
    return { ...body, imported }
  })

export function importRoute(deps: WorkflowDeps, shapes: VersionShapes): Route {
  return route({
    method: 'POST',
    path: '/api/v1/workflow/import',
    operation: 'importWorkflow',
    tag: 'Workflows',
    summary: 'Create a workflow from one of Dograh, Vapi or Retell',
    description:
      'Takes the JSON that the other program exports, and lists in `dropped` what has no counterpart here or no effect: tools, documents, recordings and credentials of the other installation are never taken over. A workflow that cannot be saved is refused with 422 and nothing is created. Read the result in the editor before you place calls with it.',
    body: importBody,
    bodyExample: {
      source: 'vapi',
      definition: { name: 'Reminder', firstMessage: 'Hello, this is the clinic.', model: { messages: [] } },
    },
    answer: {
      schema: z
        .object({
          source: z.enum(IMPORT_SOURCES),
          name: z.string(),
          dropped: z.array(z.object({ path: z.string(), message: z.string() })),
          workflow_definition: serializeDefinition,
          workflow: shapes.workflow.nullable().meta({ description: 'Null with `dry_run`.' }),
        })
        .meta({ id: 'WorkflowImport' }),
      example: {
        source: 'vapi',
        name: 'Reminder',
        dropped: [{ path: 'voice', message: 'It has no counterpart here.' }],
        workflow_definition: shapes.example.workflow_definition,
        workflow: shapes.example,
      },
    },
    async handle({ principal, body }) {
      const { source, dropped, definition, name: itsName } = body.imported
      const name = body.name ?? itsName ?? 'Imported workflow'
      const wanted = await savable(definition)
      const answer = { source, name, dropped, workflow_definition: wanted }
      if (body.dry_run) return { ...answer, workflow: null }
      const input = { name, definition: wanted, scope: principal.scope }
      const stored = await createWorkflow(deps, principal.organizationId, input)
      return { ...answer, workflow: await shapes.shown(stored) }
    },
  })
}

/** The faults refer to the converted definition: its paths differ from those of the request. */
async function savable(definition: WorkflowDefinition): Promise<WorkflowDefinition> {
  const checked = await inTurns(checkingSteps(definition))
  if (checked.definition !== null) return checked.definition
  throw new ValidationError(
    checked.faults.map(({ path, message, ...fault }) => ({
      ...fault,
      loc: ['body', 'definition'],
      msg: `Value error, after the import ${path.join('.')}: ${message}`,
    })),
  )
}
