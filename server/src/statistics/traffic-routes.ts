import { z } from 'zod'
import { simulatedFilter, simulatedQuery } from '../calls/simulated.ts'
import { type Route, route } from '../http/route.ts'
import { id, integer, optional, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { findWorkflow } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { outcomesByWorkflow, type WorkflowTrafficRow, workflowTrafficOf } from './traffic-queries.ts'

const TAG = 'Statistics'
const DAY_MS = 24 * 60 * 60_000
const DAYS = { default: 30, most: 365 }

const days = () =>
  optional(integer({ minimum: 1, maximum: DAYS.most })).meta({ description: 'How far back; 30 if left out.' })

const traffic = z
  .object({
    workflow_id: z.int(),
    from: timestamp(),
    calls: z.int().meta({ description: 'Conversations that began.' }),
    steps: z.array(
      z.object({
        node: z.string(),
        calls: z.int().meta({ description: 'Conversations that reached this step.' }),
        ended: z.int().meta({ description: 'Conversations that ended at this step, regardless of who hung up.' }),
      }),
    ),
    exits: z
      .array(
        z.object({
          edge: z.string(),
          source: z.string(),
          target: z.string(),
          calls: z.int(),
          share: z.number().nullable().meta({ description: 'Share of the conversations that reached the source.' }),
          shared: z.boolean().meta({
            description: 'Several exits of the step lead to the same one: `calls` is of all of them together.',
          }),
        }),
      )
      .meta({
        description: "Exits of the workflow's current version; each conversation counts once for each exit it took.",
      }),
  })
  .meta({ id: 'WorkflowTraffic' })

const workflowOutcomes = z.object({
  workflow_id: z.int(),
  calls: z.int(),
  outcomes: z.record(z.string(), z.int()),
})

export function trafficRoutes({ db, clock }: { db: Database; clock: Clock }): Route[] {
  const since = (wanted: number | undefined) => new Date(clock.now() - (wanted ?? DAYS.default) * DAY_MS)
  return [
    route({
      method: 'GET',
      path: '/api/v1/workflow/{workflow_id}/traffic',
      scope: 'report',
      operation: 'getWorkflowTraffic',
      tag: TAG,
      summary: 'How many conversations reached each step of a workflow and took each exit',
      description: 'Conversations on the simulated carrier are not counted.',
      params: z.object({ workflow_id: id() }),
      query: z.object({ days: days() }),
      answer: {
        schema: traffic,
        example: {
          workflow_id: 1,
          from: '2026-10-16T09:30:00.123Z',
          calls: 410,
          steps: [{ node: 'greeting', calls: 410, ended: 61 }],
          exits: [{ edge: 'yes', source: 'greeting', target: 'confirmed', calls: 287, share: 0.7, shared: false }],
        },
      },
      errors: ['workflow_not_found'],
      async handle({ principal: { organizationId }, params, query }) {
        const workflow = await findWorkflow(db, organizationId, params.workflow_id)
        if (!workflow) throw new ApiError('workflow_not_found')
        const from = since(query.days)
        const rows = await workflowTrafficOf(db, organizationId, workflow.id, from)
        return { workflow_id: workflow.id, from, ...shownTraffic(workflow.definition, rows) }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/statistics/workflows',
      scope: 'report',
      operation: 'getWorkflowStatistics',
      tag: TAG,
      summary: 'How the campaign calls of each workflow ended',
      description: 'Workflows without such a call are left out.',
      query: z.object({ days: days(), simulated: simulatedQuery() }),
      answer: {
        schema: z.object({ from: timestamp(), simulated: simulatedFilter, workflows: z.array(workflowOutcomes) }),
        example: {
          from: '2026-10-16T09:30:00.123Z',
          simulated: 'exclude',
          workflows: [{ workflow_id: 1, calls: 612, outcomes: { answered: 410, no_answer: 202 } }],
        },
      },
      async handle({ principal, query }) {
        const from = since(query.days)
        const { simulated = 'exclude' } = query
        const rows = await outcomesByWorkflow(db, principal.organizationId, { from, simulated })
        const ids = [...new Set(rows.map((row) => row.workflow_id))]
        return {
          from,
          simulated,
          workflows: ids.map((workflow_id) => {
            const own = rows.filter((row) => row.workflow_id === workflow_id)
            const outcomes = Object.fromEntries(own.map(({ outcome, calls }) => [outcome, calls]))
            return { workflow_id, calls: own.reduce((sum, row) => sum + row.calls, 0), outcomes }
          }),
        }
      },
    }),
  ]
}

/** Figures are stored as edges between steps; the exits shown are those of the current definition. */
function shownTraffic(definition: WorkflowDefinition, rows: readonly WorkflowTrafficRow[]) {
  const between = (source: string, target: string) =>
    rows.find((row) => row.source === source && row.target === target)?.calls ?? 0
  const began = rows.filter(({ source }) => source === '').reduce((sum, { calls }) => sum + calls, 0)
  // A conversation that arrived by two edges counts for both, so the sum is limited to the number of conversations.
  const reached = (node: string) =>
    Math.min(
      began,
      rows.filter(({ target }) => target === node).reduce((sum, { calls }) => sum + calls, 0),
    )
  return {
    calls: began,
    steps: definition.nodes
      .filter((node) => reached(node.id) > 0)
      .map((node) => ({ node: node.id, calls: reached(node.id), ended: between(node.id, '') })),
    exits: definition.edges.map((edge) => {
      const calls = between(edge.source, edge.target)
      const from = reached(edge.source)
      const twins = definition.edges.filter(({ source, target }) => source === edge.source && target === edge.target)
      return {
        edge: edge.id,
        source: edge.source,
        target: edge.target,
        calls,
        share: from === 0 ? null : Math.round((calls / from) * 1000) / 1000,
        shared: twins.length > 1,
      }
    }),
  }
}
