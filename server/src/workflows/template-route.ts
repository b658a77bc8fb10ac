import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { text } from '../http/schemas.ts'
import { ValidationError } from '../kernel/errors.ts'
import { draftWorkflow } from './rules/draft-workflow.ts'
import { checkDefinition } from './rules/validate-definition.ts'
import { createWorkflow, type WorkflowDeps } from './save-workflow.ts'
import type { VersionShapes } from './version-routes.ts'

export function templateRoute(deps: WorkflowDeps, shapes: VersionShapes): Route {
  return route({
    method: 'POST',
    path: '/api/v1/workflow/create/template',
    operation: 'createWorkflowFromTemplate',
    tag: 'Workflows',
    summary: 'Create a first draft of a workflow from a description',
    description:
      'A greeting, one step that a language model leads with `activity_description` as its prompt, and two endings. No model is asked and nothing is added to your words. Edit it, and evaluate it, before it calls.',
    body: z.object({
      call_type: z.enum(['inbound', 'outbound']),
      use_case: text({ minimum: 1, maximum: 200 }).meta({ description: 'Its name; the greeting says it.' }),
      activity_description: text({ minimum: 1, maximum: 10_000 }).meta({
        description: 'What the agent does in the conversation.',
      }),
    }),
    bodyExample: {
      call_type: 'outbound',
      use_case: 'your dental appointment',
      activity_description:
        'Ask whether the appointment on {{appointment_date}} suits, and write down another time if it does not.',
    },
    answer: { schema: shapes.workflow, example: shapes.example },
    errors: [],
    async handle({ principal, body }) {
      const draft = draftWorkflow({
        callType: body.call_type,
        useCase: body.use_case,
        activity: body.activity_description,
      })
      const checked = checkDefinition(draft)
      if (checked.definition === null)
        throw new ValidationError(
          checked.faults.map(({ path, message, ...fault }) => ({
            ...fault,
            loc: ['body'],
            msg: `Value error, in the draft ${path.join('.')}: ${message}`,
          })),
        )
      const request = { name: body.use_case, definition: checked.definition, scope: principal.scope }
      return shapes.shown(await createWorkflow(deps, principal.organizationId, request))
    },
  })
}
