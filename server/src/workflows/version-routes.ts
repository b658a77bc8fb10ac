import { z } from 'zod'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { id, optional, smallInteger, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { inTurns } from '../kernel/in-turns.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { serializeDefinition } from './definition-field.ts'
import { findWorkflow, type StoredWorkflow } from './queries.ts'
import { type Comparison, compareDefinitions } from './rules/compare-definitions.ts'
import type { WorkflowDefinition } from './rules/definition.ts'
import { checkingSteps } from './rules/validate-definition.ts'
import { changeWorkflow, type WorkflowDeps } from './save-workflow.ts'
import { maskHeaders, openHeadersIfReadable, secretsOfWorkflow } from './secret-headers.ts'
import { findVersion, listVersions, type StoredVersion } from './version-queries.ts'

const TAG = 'Workflows'
const BASE = '/api/v1/workflow/{workflow_id}/versions'
const WORKFLOW_PATH = z.object({ workflow_id: id() })
const VERSION_PATH = z.object({ workflow_id: id(), version_number: smallInteger() })

const listed = z
  .object({
    version_number: z.int(),
    definition_id: z.int().meta({ description: 'The `definition_id` of calls with this version.' }),
    is_current: z.boolean(),
    created_at: timestamp(),
    total_nodes: z.int(),
  })
  .meta({ id: 'WorkflowVersionItem' })

const version = listed.extend({ workflow_definition: serializeDefinition }).meta({ id: 'WorkflowVersion' })

const field = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
const thing = z.object({
  id: z.string(),
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  fields: z.array(field),
})
const comparison = z
  .object({
    version_number: z.int(),
    with_version_number: z.int(),
    is_same: z.boolean(),
    nodes: z.array(thing),
    edges: z.array(thing),
    settings: z.array(field),
  })
  .meta({ id: 'WorkflowComparison' })

const LISTED_EXAMPLE = {
  version_number: 2,
  definition_id: 3,
  is_current: true,
  created_at: '2026-11-15T09:30:00.123Z',
  total_nodes: 3,
}

export interface VersionShapes {
  workflow: z.ZodType
  example: { workflow_definition: unknown }
  shown(stored: StoredWorkflow): unknown
}

function shownListed({ definition, ...listedVersion }: StoredVersion) {
  return { ...listedVersion, total_nodes: definition.nodes.length }
}

/** Compares headers in their decrypted form, and shows them masked. */
function comparedInSecret(before: WorkflowDefinition, after: WorkflowDefinition, secrets: SecretBox): Comparison {
  const found = compareDefinitions(openHeadersIfReadable(before, secrets), openHeadersIfReadable(after, secrets))
  const masked = { before: headersById(maskHeaders(before, secrets)), after: headersById(maskHeaders(after, secrets)) }
  const nodes = found.nodes.map((node) => ({
    ...node,
    fields: node.fields.map((change) =>
      change.field === 'headers'
        ? { ...change, before: masked.before.get(node.id) ?? null, after: masked.after.get(node.id) ?? null }
        : change,
    ),
  }))
  return { ...found, nodes }
}

function headersById({ nodes }: WorkflowDefinition): Map<string, unknown> {
  return new Map(nodes.map((node) => [node.id, node.type === 'webhook' ? node.data.headers : null]))
}

export function versionRoutes(deps: WorkflowDeps, shapes: VersionShapes): Route[] {
  const { db, secrets } = deps
  const { workflow_definition } = shapes.example
  async function find(organizationId: number, workflowId: number, number: number): Promise<StoredVersion> {
    const found = await findVersion(db, organizationId, workflowId, number)
    if (!found) throw new ApiError('workflow_version_not_found')
    return found
  }
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listWorkflowVersions',
      tag: TAG,
      summary: 'The versions of a workflow, newest first',
      params: WORKFLOW_PATH,
      query: z.object(pageQuery),
      answer: pageAnswer('versions', listed, LISTED_EXAMPLE),
      errors: ['workflow_not_found'],
      async handle({ principal: { organizationId }, params, query }) {
        if (!(await findWorkflow(db, organizationId, params.workflow_id))) throw new ApiError('workflow_not_found')
        const { rows, next_cursor } = await listVersions(db, organizationId, params.workflow_id, query)
        return { versions: rows.map(shownListed), next_cursor }
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/{version_number}`,
      operation: 'getWorkflowVersion',
      tag: TAG,
      summary: 'Read one version of a workflow',
      params: VERSION_PATH,
      answer: { schema: version, example: { ...LISTED_EXAMPLE, workflow_definition } },
      errors: ['workflow_version_not_found'],
      async handle({ principal, params }) {
        const found = await find(principal.organizationId, params.workflow_id, params.version_number)
        return {
          ...shownListed(found),
          workflow_definition: maskHeaders(found.definition, secretsOfWorkflow(secrets, params.workflow_id)),
        }
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/{version_number}/compare`,
      operation: 'compareWorkflowVersions',
      tag: TAG,
      summary: 'Compare this version with another one',
      description: '`with` is the version to compare with; by default the previous one. Positions are not compared.',
      params: VERSION_PATH,
      query: z.object({ with: optional(smallInteger()) }),
      answer: {
        schema: comparison,
        example: {
          version_number: 2,
          with_version_number: 1,
          is_same: false,
          nodes: [
            {
              id: 'start',
              name: 'Greeting',
              change: 'changed',
              fields: [{ field: 'greeting', before: 'Hello.', after: 'Good day.' }],
            },
          ],
          edges: [],
          settings: [{ field: 'language', before: null, after: 'en' }],
        },
      },
      errors: ['workflow_version_not_found'],
      async handle({ principal: { organizationId }, params, query }) {
        const after = await find(organizationId, params.workflow_id, params.version_number)
        const number = query.with ?? Math.max(1, after.version_number - 1)
        const before = await find(organizationId, params.workflow_id, number)
        return {
          version_number: after.version_number,
          with_version_number: before.version_number,
          ...comparedInSecret(before.definition, after.definition, secretsOfWorkflow(secrets, params.workflow_id)),
        }
      },
    }),
    route({
      method: 'POST',
      path: `${BASE}/{version_number}/restore`,
      operation: 'restoreWorkflowVersion',
      tag: TAG,
      summary: 'Make an earlier version the current one again, as the next version',
      description:
        'Nothing is lost: the present one stays among the versions. Running campaigns keep theirs. A version that today’s rules refuse is answered with 409 and the reason.',
      params: VERSION_PATH,
      answer: { schema: shapes.workflow, example: shapes.example },
      errors: ['workflow_version_not_found', 'workflow_version_invalid'],
      async handle({ principal: { organizationId, scope }, params }) {
        const { definition } = await find(organizationId, params.workflow_id, params.version_number)
        const [fault] = (await inTurns(checkingSteps(definition))).faults
        if (fault) {
          const message = `${new ApiError('workflow_version_invalid').message} ${fault.message}`
          throw new ApiError('workflow_version_invalid', { message })
        }
        const request = { restored: definition, scope }
        return shapes.shown(await changeWorkflow(deps, organizationId, params.workflow_id, request))
      },
    }),
  ]
}
