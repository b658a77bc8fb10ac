import { z } from 'zod'
import { pageQuery, rowsWithCursor } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { customIssue, documentedAs, id, optional, smallInteger, text, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { inTurns } from '../kernel/in-turns.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { contextVariables } from './context-variables.ts'
import { definitionField, serializeDefinition, uncheckedDefinition } from './definition-field.ts'
import { dialogueRoutes } from './dialogue-routes.ts'
import { importRoute } from './import-route.ts'
import { nodeTypeRoutes } from './node-type-routes.ts'
import {
  countWorkflows,
  findWorkflow,
  listWorkflows,
  type StoredWorkflow,
  summarizeWorkflows,
  type WorkflowStatus,
} from './queries.ts'
import { checkingSteps, validationSteps } from './rules/validate-definition.ts'
import { changeWorkflow, createWorkflow, type WorkflowDeps } from './save-workflow.ts'
import { maskHeaders, secretsOfWorkflow } from './secret-headers.ts'
import { templateRoute } from './template-route.ts'
import { versionRoutes } from './version-routes.ts'

const BASE = '/api/v1/workflow'
const TAG = 'Workflows'
const STATUSES = ['active', 'archived'] as const
const name = () => text({ minimum: 1, maximum: 255 })
const status = () => z.enum(STATUSES)
const WORKFLOW_PATH = z.object({ workflow_id: id() })

const listedWorkflow = z
  .object({
    id: z.int(),
    name: z.string(),
    status: status(),
    created_at: timestamp(),
    total_runs: z.int().meta({ description: 'Calls made or taken with this workflow.' }),
    workflow_uuid: z.string(),
  })
  .meta({ id: 'WorkflowListItem' })

const problem = z.object({
  kind: z.enum(['node', 'edge', 'workflow']),
  id: z.string().nullable(),
  field: z.string().nullable(),
  message: z.string(),
})

const workflow = z
  .object({
    id: z.int(),
    name: z.string(),
    status: status(),
    created_at: timestamp(),
    workflow_uuid: z.string().meta({ description: 'For `POST /api/v1/public/agent/workflow/{workflow_uuid}`.' }),
    workflow_definition: serializeDefinition,
    current_definition_id: z.int(),
    template_context_variables: z.record(z.string(), z.string().nullable()).meta({
      description: 'The variables a contact list may fill, with their defaults; null: every contact needs a value.',
    }),
    total_runs: z.int(),
    version_number: z.int().meta({ description: 'Each save of a changed definition makes the next version.' }),
    warnings: z.array(problem).meta({
      description:
        'Parts of the definition that have no effect, or need a language model: misspelt fields, fields of other programs.',
    }),
  })
  .meta({ id: 'Workflow' })

const validation = z
  .object({ is_valid: z.boolean(), errors: z.array(problem), warnings: z.array(problem) })
  .meta({ id: 'WorkflowValidation' })

const DEFINITION_EXAMPLE = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: { name: 'Greeting', greeting: 'Hello {{first_name | there}}. Shall we call you back tomorrow?' },
    },
    {
      id: 'yes',
      type: 'endCall',
      position: { x: -200, y: 200 },
      data: { name: 'Agreed', say: 'Until tomorrow then.' },
    },
    { id: 'no', type: 'endCall', position: { x: 200, y: 200 }, data: { name: 'Declined', say: 'Good-bye.' } },
  ],
  edges: [
    { id: 'start-yes', source: 'start', target: 'yes', data: { label: 'Yes', examples: ['yes', 'sure'], keys: ['1'] } },
    { id: 'start-no', source: 'start', target: 'no', data: { label: 'no_match' } },
  ],
}

const LIST_EXAMPLE = {
  id: 1,
  name: 'Call back',
  status: 'active',
  created_at: '2026-11-15T09:30:00.123Z',
  total_runs: 42,
  workflow_uuid: '7b0f3a6e-2f3c-4c7c-9f52-0f6f3f1f0a11',
}

const EXAMPLE = {
  ...LIST_EXAMPLE,
  workflow_definition: DEFINITION_EXAMPLE,
  current_definition_id: 3,
  template_context_variables: { first_name: 'there' },
  version_number: 2,
  warnings: [],
}

const VALIDATION_EXAMPLE = {
  is_valid: false,
  errors: [{ kind: 'node', id: 'no', field: null, message: 'This step cannot be reached.' }],
  warnings: [],
}

/** Parses a filter: `active`, `archived`, or both separated by a comma. */
function statusFilter() {
  const words = z.string().transform((given, context): WorkflowStatus[] => {
    const wanted = given.split(',').map((word) => word.trim())
    if (wanted.every((word) => (STATUSES as readonly string[]).includes(word))) return wanted as WorkflowStatus[]
    const expected = STATUSES.map((word) => `'${word}'`).join(' or ')
    context.addIssue(customIssue('literal_error', `Input should be ${expected}`, { expected }))
    return z.NEVER
  })
  return optional(documentedAs(words, z.string().regex(/^(active|archived)(,(active|archived))*$/)))
}

function shownBy({ secrets }: Pick<WorkflowDeps, 'secrets'>) {
  return (stored: StoredWorkflow) => shown(stored, secrets)
}

async function shown(stored: StoredWorkflow, secrets: SecretBox) {
  return {
    id: stored.id,
    name: stored.name,
    status: stored.status,
    created_at: stored.created_at,
    workflow_uuid: stored.workflow_uuid,
    workflow_definition: maskHeaders(stored.definition, secretsOfWorkflow(secrets, stored.id)),
    current_definition_id: stored.current_definition_id,
    template_context_variables: contextVariables(stored.definition),
    total_runs: stored.total_runs,
    version_number: stored.version_number,
    warnings: (await inTurns(validationSteps(stored.definition))).warnings,
  }
}

export function workflowRoutes(deps: WorkflowDeps): Route[] {
  return [
    ...readingRoutes(deps),
    ...savingRoutes(deps),
    statusRoute(deps),
    ...validatingRoutes(deps),
    templateRoute(deps, { workflow, example: EXAMPLE, shown: shownBy(deps) }),
    importRoute(deps, { workflow, example: EXAMPLE, shown: shownBy(deps) }),
    ...versionRoutes(deps, { workflow, example: EXAMPLE, shown: shownBy(deps) }),
    ...dialogueRoutes(deps),
    ...nodeTypeRoutes(),
  ]
}

async function find({ db }: Pick<WorkflowDeps, 'db'>, organizationId: number, workflowId: number) {
  const stored = await findWorkflow(db, organizationId, workflowId)
  if (!stored) throw new ApiError('workflow_not_found')
  return stored
}

function readingRoutes(deps: WorkflowDeps): Route[] {
  const query = z.object({ status: statusFilter(), ...pageQuery })
  return [
    route({
      method: 'GET',
      path: `${BASE}/fetch`,
      operation: 'listWorkflows',
      tag: TAG,
      summary: 'List workflows',
      query,
      answer: { schema: z.array(listedWorkflow), example: [LIST_EXAMPLE] },
      async handle({ principal, query: wanted, reply }) {
        const page = { ...wanted, statuses: wanted.status }
        return rowsWithCursor(reply, await listWorkflows(deps.db, principal.organizationId, page))
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/summary`,
      operation: 'summarizeWorkflows',
      tag: TAG,
      summary: 'List ids and names of workflows',
      query,
      answer: {
        schema: z.array(z.object({ id: z.int(), name: z.string() }).meta({ id: 'WorkflowSummary' })),
        example: [{ id: 1, name: 'Call back' }],
      },
      async handle({ principal, query: wanted, reply }) {
        const page = { ...wanted, statuses: wanted.status }
        return rowsWithCursor(reply, await summarizeWorkflows(deps.db, principal.organizationId, page))
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/count`,
      operation: 'countWorkflows',
      tag: TAG,
      summary: 'How many workflows there are',
      answer: {
        schema: z.object({ total: z.int(), active: z.int(), archived: z.int() }).meta({ id: 'WorkflowCount' }),
        example: { total: 3, active: 2, archived: 1 },
      },
      async handle({ principal }) {
        const { active, archived } = await countWorkflows(deps.db, principal.organizationId)
        return { total: active + archived, active, archived }
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/fetch/{workflow_id}`,
      operation: 'getWorkflow',
      tag: TAG,
      summary: 'Read a workflow with its current definition',
      params: WORKFLOW_PATH,
      answer: { schema: workflow, example: EXAMPLE },
      errors: ['workflow_not_found'],
      handle: async ({ principal, params }) =>
        shown(await find(deps, principal.organizationId, params.workflow_id), deps.secrets),
    }),
  ]
}

function savingRoutes(deps: WorkflowDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: `${BASE}/create/definition`,
      operation: 'createWorkflow',
      tag: TAG,
      summary: 'Create a workflow from a definition',
      description:
        'A definition that cannot be run is refused with 422; each fault names its place below `workflow_definition`.',
      body: z.object({ name: name(), workflow_definition: definitionField() }),
      validatesBodyInTurns: true,
      bodyExample: { name: 'Call back', workflow_definition: DEFINITION_EXAMPLE },
      answer: {
        schema: workflow,
        example: { ...EXAMPLE, total_runs: 0, current_definition_id: 1, version_number: 1 },
      },
      handle: async ({ principal, body }) =>
        shown(
          await createWorkflow(deps, principal.organizationId, {
            name: body.name,
            definition: body.workflow_definition,
            scope: principal.scope,
          }),
          deps.secrets,
        ),
    }),
    route({
      method: 'PUT',
      path: `${BASE}/{workflow_id}`,
      operation: 'updateWorkflow',
      tag: TAG,
      summary: 'Update a workflow; omitted fields keep their values',
      description:
        'A changed definition becomes the next version. A definition without the key `settings` keeps the current settings; `null` clears them. A running campaign keeps the version it started with. `status` `archived` puts the workflow away, `active` brings it back; 409 `workflow_version_invalid` if it names a recording, document or tool that was deleted meanwhile.',
      params: WORKFLOW_PATH,
      body: z.object({
        name: optional(name()),
        workflow_definition: optional(definitionField()),
        status: optional(status()),
        base_version_number: optional(smallInteger()).meta({
          description:
            'Version that the change is based on. Where a newer one exists the answer is 409 `workflow_changed`, and nothing is saved.',
        }),
      }),
      validatesBodyInTurns: true,
      bodyExample: { name: 'Call back', workflow_definition: DEFINITION_EXAMPLE, base_version_number: 1 },
      answer: { schema: workflow, example: { ...EXAMPLE, warnings: [] } },
      errors: ['workflow_not_found', 'workflow_changed', 'workflow_version_invalid'],
      handle: async ({ principal, params, body }) =>
        shown(
          await changeWorkflow(deps, principal.organizationId, params.workflow_id, {
            baseVersionNumber: body.base_version_number,
            name: body.name,
            status: body.status,
            definition: body.workflow_definition,
            scope: principal.scope,
          }),
          deps.secrets,
        ),
    }),
  ]
}

function statusRoute(deps: WorkflowDeps): Route {
  return route({
    method: 'PUT',
    path: `${BASE}/{workflow_id}/status`,
    operation: 'setWorkflowStatus',
    tag: TAG,
    summary: 'Archive a workflow, or bring it back',
    description: 'The same as `status` in `PUT /api/v1/workflow/{workflow_id}`.',
    params: WORKFLOW_PATH,
    body: z.object({ status: status() }),
    bodyExample: { status: 'archived' },
    answer: { schema: workflow, example: { ...EXAMPLE, status: 'archived' } },
    errors: ['workflow_not_found', 'workflow_version_invalid'],
    handle: async ({ principal, params, body }) =>
      shown(await changeWorkflow(deps, principal.organizationId, params.workflow_id, body), deps.secrets),
  })
}

function validatingRoutes(deps: WorkflowDeps): Route[] {
  /** Problems found by the rules, and limits of the chosen speech. */
  async function judge(organizationId: number, given: unknown) {
    const judged = await inTurns(validationSteps(given))
    const { definition } = await inTurns(checkingSteps(given))
    const spoken = definition === null ? [] : await deps.problemsHere(deps.db, organizationId, definition)
    const replaced = definition === null ? [] : ((await deps.warningsHere?.(deps.db, organizationId, definition)) ?? [])
    return {
      is_valid: judged.is_valid && spoken.length === 0,
      errors: [...judged.errors, ...spoken],
      warnings: [...judged.warnings, ...replaced],
    }
  }
  return [
    route({
      method: 'POST',
      path: `${BASE}/validate`,
      operation: 'validateWorkflowDefinition',
      tag: TAG,
      summary: 'Validate a definition without saving it',
      audit: 'none',
      description: 'Warnings do not stop a save; some name what the agent cannot do without a language model.',
      body: z.object({ workflow_definition: uncheckedDefinition() }),
      bodyExample: { workflow_definition: DEFINITION_EXAMPLE },
      answer: { schema: validation, example: VALIDATION_EXAMPLE },
      handle: ({ principal, body }) => judge(principal.organizationId, body.workflow_definition),
    }),
    route({
      method: 'POST',
      path: `${BASE}/{workflow_id}/validate`,
      operation: 'validateWorkflow',
      tag: TAG,
      summary: 'Validate the current definition of a workflow',
      audit: 'none',
      params: WORKFLOW_PATH,
      answer: { schema: validation, example: { is_valid: true, errors: [], warnings: [] } },
      errors: ['workflow_not_found'],
      async handle({ principal: { organizationId }, params }) {
        return judge(organizationId, (await find(deps, organizationId, params.workflow_id)).definition)
      },
    }),
  ]
}
