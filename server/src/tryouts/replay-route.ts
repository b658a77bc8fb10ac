import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { id, integer, optional } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { packOf } from '../language/packs/packs.ts'
import { scriptProblems } from '../workflows/rules/script-problems.ts'
import { findChosenVersion, requireOneVersion, versionFields } from './chosen-version.ts'
import { loadTrialWorkflow } from './load-trial-workflow.ts'
import { REPLAY_LIMITS, type ReplayReport, replayCalls } from './replay-calls.ts'
import type { TryRouteDeps } from './routes.ts'

const step = z.object({ node: z.string(), edge: z.string().nullable() })
const replayed = z
  .object({
    workflow_id: z.int(),
    version_number: z.int().nullable(),
    calls: z.int().meta({ description: 'Number of answered calls that were examined.' }),
    same: z.int(),
    changed: z.int(),
    same_in_part: z.int().meta({ description: 'The same up to something that is not known; see `gaps`.' }),
    not_replayable: z.int().meta({
      description: 'A model led them, their words are erased, or an earlier version of Outdial held them.',
    }),
    gaps: z.object({
      withheld: z.int().meta({ description: 'The person said something sensitive, which is not stored.' }),
      tool: z.int().meta({ description: 'The version calls a tool that was not called then.' }),
    }),
    lost_do_not_call: z.int().meta({
      description:
        'Calls in which a step put the number on the do-not-call list and would not now. Spoken requests are recognized by every version.',
    }),
    endings: z.array(z.object({ before: z.string().nullable(), after: z.string().nullable(), calls: z.int() })),
    changes: z.array(
      z.object({
        call_id: z.int(),
        definition_id: z.int(),
        step: z.int().meta({ description: 'The first step that differs, counted from 1.' }),
        before: z.object({
          node: z.string().nullable(),
          path: z.array(step),
          disposition: z.string().nullable(),
          do_not_call: z.boolean(),
        }),
        after: z.object({
          node: z.string().nullable(),
          path: z.array(step),
          disposition: z.string().nullable().meta({ description: 'Null: it would still wait for an answer.' }),
          do_not_call: z.boolean(),
        }),
      }),
    ),
  })
  .meta({ id: 'WorkflowReplay' })

function shownReplay(report: ReplayReport) {
  const { sameInPart, notReplayable, lostDoNotCall, listed: changes, ...same } = report
  return {
    ...same,
    same_in_part: sameInPart,
    not_replayable: notReplayable,
    lost_do_not_call: lostDoNotCall,
    changes: changes.map(({ callId, definitionId, step: at, before, after }) => ({
      call_id: callId,
      definition_id: definitionId,
      step: at,
      before: {
        node: before.node,
        path: before.path,
        disposition: before.disposition,
        do_not_call: before.doNotCall,
      },
      after: { node: after.node, path: after.path, disposition: after.ending, do_not_call: after.doNotCall },
    })),
  }
}

export function replayRoute(deps: TryRouteDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/workflow/{workflow_id}/replay',
    operation: 'replayWorkflow',
    audit: 'none',
    tag: 'Workflows',
    summary: 'Replay past conversations against another version, and report which would have gone another way',
    description: `Sends what the people of past calls said and pressed, and their silences, to a version of the workflow, saved or not. The version that held a call takes the same steps again. After the first step that differs, the recorded answers belong to other questions: treat what follows as a hint. Only conversations that the script brain led. The newest ${REPLAY_LIMITS.callsDefault} calls, at most ${REPLAY_LIMITS.callsMax}; up to ${REPLAY_LIMITS.listedMax} changes are listed.`,
    params: z.object({ workflow_id: id() }),
    body: z
      .object({
        ...versionFields,
        limit: optional(integer({ minimum: 1, maximum: REPLAY_LIMITS.callsMax })),
        call_ids: optional(z.array(id()).min(1).max(REPLAY_LIMITS.callsMax)).meta({ description: 'These calls only.' }),
      })
      .superRefine(requireOneVersion),
    validatesBodyInTurns: true,
    bodyExample: { version_number: 2, limit: 500 },
    answer: {
      schema: replayed,
      example: {
        workflow_id: 1,
        version_number: 2,
        calls: 500,
        same: 497,
        changed: 1,
        same_in_part: 0,
        not_replayable: 2,
        gaps: { withheld: 0, tool: 0 },
        lost_do_not_call: 0,
        endings: [{ before: 'confirmed', after: null, calls: 1 }],
        changes: [
          {
            call_id: 42,
            definition_id: 1,
            step: 2,
            before: {
              node: 'yes',
              path: [
                { node: 'start', edge: null },
                { node: 'yes', edge: 'agrees' },
              ],
              disposition: 'confirmed',
              do_not_call: false,
            },
            after: { node: null, path: [{ node: 'start', edge: null }], disposition: null, do_not_call: false },
          },
        ],
      },
    },
    errors: ['workflow_not_found', 'workflow_version_not_found', 'replay_needs_the_script'],
    async handle({ principal: { organizationId }, params, body }) {
      const { workflow, definition, stored } = await findChosenVersion(deps, organizationId, params.workflow_id, body)
      const request = { workflow_definition: definition, workflowName: workflow.name }
      const attempted = await loadTrialWorkflow(deps, organizationId, request)
      const tries = await deps.tries()
      if (tries.modelsFor(attempted).isLedByModel || scriptProblems(definition).length > 0)
        throw new ApiError('replay_needs_the_script')
      const report = await replayCalls(deps.db, {
        organizationId,
        workflowId: workflow.id,
        callIds: body.call_ids,
        limit: body.limit ?? REPLAY_LIMITS.callsDefault,
        definition: attempted.definition,
        sentences: packOf(definition.settings?.language).sentences,
        tools: attempted.tools ?? [],
      })
      return {
        workflow_id: workflow.id,
        version_number: stored?.version_number ?? null,
        ...shownReplay(report),
      }
    },
  })
}
