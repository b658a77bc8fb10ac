import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { bool, decimal, id, integer, issue, optional, smallInteger, text, timestamp } from '../../http/schemas.ts'
import { ApiError } from '../../kernel/errors.ts'
import { packOf } from '../../language/packs/packs.ts'
import { definitionField } from '../../workflows/definition-field.ts'
import { listDialogues } from '../../workflows/dialogue-queries.ts'
import { answersWith, tryVariables } from '../../workflows/dialogue-routes.ts'
import { findWorkflow, type StoredWorkflow } from '../../workflows/queries.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import { scriptProblems } from '../../workflows/rules/script-problems.ts'
import { findVersion } from '../../workflows/version-queries.ts'
import type { Expectations } from '../rules/expectations.ts'
import { attemptedBy } from './attempted.ts'
import { EVALUATION, evaluate, type Persona } from './evaluate.ts'
import {
  EVALUATIONS_KEPT,
  findEvaluation,
  insertEvaluation,
  listEvaluations,
  type StoredEvaluation,
} from './evaluation-queries.ts'
import { REPLAY, type ReplayReport, replayCalls } from './replay-calls.ts'
import { line, type TryRouteDeps } from './routes.ts'

const TAG = 'Workflows'
const BASE = '/api/v1/workflow/{workflow_id}/evaluations'
const WORKFLOW_PATH = z.object({ workflow_id: id() })

const words = () => z.array(text({ minimum: 1, maximum: 1000 })).max(50)
const names = () => z.array(text({ minimum: 1, maximum: 200 })).max(50)

const expectations = () =>
  z.object({
    dispositions: optional(names()).meta({ description: 'It must end as one of these.' }),
    gathered: optional(z.record(z.string(), z.string().max(10_000))),
    reaches: optional(names()).meta({ description: 'Ids of steps that the conversation must reach.' }),
    never_reaches: optional(names()),
    says: optional(words()).meta({ description: 'Words that the agent must say.' }),
    never_says: optional(words()),
    do_not_call: optional(bool()).meta({ description: 'Whether the number must be put on the do-not-call list.' }),
    seconds_max: optional(integer({ minimum: 1, maximum: 86_400 })),
  })

const version = {
  workflow_definition: optional(definitionField()).meta({ description: 'A definition that is not saved yet.' }),
  version_number: optional(smallInteger()).meta({ description: 'A stored version; the current one if left out.' }),
}

const fault = (context: z.RefinementCtx, path: PropertyKey[], message: string) =>
  context.addIssue({ ...issue('value_error', `Value error, ${message}`, { error: message }), path })

function oneVersion(
  { workflow_definition, version_number }: { workflow_definition?: unknown; version_number?: unknown },
  context: z.RefinementCtx,
): void {
  if (workflow_definition !== undefined && version_number !== undefined)
    fault(context, ['version_number'], 'give either workflow_definition or version_number')
}

const evaluationBody = (people: TryRouteDeps['people']) =>
  z
    .object({
      ...version,
      runs: optional(integer({ minimum: 1, maximum: EVALUATION.runsMax })).meta({
        description: 'Conversations with each persona; 1 if left out. Dialogues that the script leads are held once.',
      }),
      minimum_rate: optional(decimal({ minimum: 0, maximum: 1 })).meta({
        description: 'The share of its conversations that each persona must pass; 1 if left out.',
      }),
      dialogues: optional(bool()).meta({ description: 'Whether the stored dialogues are run too; true if left out.' }),
      personas: optional(
        z
          .array(
            z.object({
              name: text({ minimum: 1, maximum: 255 }),
              person: optional(z.enum(people.map(({ name }) => name))).meta({
                description: 'One of the simulated people; each run draws other words. Needs no model.',
              }),
              prompt: optional(text({ minimum: 1, maximum: 10_000 })).meta({
                description: 'Who they are and what they want, played by the chat model of the organization.',
              }),
              answers_with: answersWith(),
              variables: tryVariables(),
              expect: optional(expectations()),
              judge: optional(text({ minimum: 1, maximum: 2000 })).meta({
                description: 'A criterion that the chat model checks the conversation against.',
              }),
            }),
          )
          .max(EVALUATION.personasMax),
      ),
      expect: optional(expectations()).meta({ description: 'Expected of every conversation with a persona.' }),
      judge: optional(text({ minimum: 1, maximum: 2000 })),
      brain: optional(z.enum(['script', 'pipeline'])),
    })
    .superRefine((body, context) => {
      oneVersion(body, context)
      for (const [at, persona] of (body.personas ?? []).entries()) {
        if ((persona.person === undefined) === (persona.prompt === undefined))
          fault(context, ['personas', at], 'give either person or prompt')
        if (persona.person !== undefined && persona.answers_with)
          fault(context, ['personas', at, 'answers_with'], 'a simulated person has a greeting of their own')
      }
    })

type EvaluationBody = z.output<ReturnType<typeof evaluationBody>>

const evaluatedCase = z.object({
  name: z.string(),
  kind: z.enum(['dialogue', 'person', 'prompt']),
  runs: z.int(),
  passed: z.int(),
  rate: z.number(),
  failures: z.array(z.object({ run: z.int(), message: z.string() })),
  dispositions: z.record(z.string(), z.int()).meta({ description: 'How many conversations ended so.' }),
  transcript: z
    .array(line)
    .meta({ description: 'The first conversation that failed, or the first one if none failed.' }),
})

const listed = z
  .object({
    id: z.int(),
    workflow_id: z.int(),
    version_number: z.int().nullable().meta({ description: 'Null: a definition that was not saved.' }),
    definition_id: z.int().nullable(),
    created_at: timestamp(),
    passed: z.boolean().meta({ description: 'Whether every case has reached `minimum_rate`.' }),
    rate: z.number(),
    minimum_rate: z.number(),
    runs: z.int(),
    conversations: z.int(),
    conversations_passed: z.int(),
  })
  .meta({ id: 'WorkflowEvaluationItem' })
const evaluation = listed.extend({ cases: z.array(evaluatedCase) }).meta({ id: 'WorkflowEvaluation' })

const LISTED_EXAMPLE = {
  id: 1,
  workflow_id: 1,
  version_number: 2,
  definition_id: 3,
  created_at: '2026-11-15T09:30:00.123Z',
  passed: false,
  rate: 0.9,
  minimum_rate: 1,
  runs: 10,
  conversations: 10,
  conversations_passed: 9,
}
const EXAMPLE = {
  ...LISTED_EXAMPLE,
  cases: [
    {
      name: 'Interrupts, then agrees',
      kind: 'person',
      runs: 10,
      passed: 9,
      rate: 0.9,
      failures: [{ run: 4, message: 'Expected to end as agreed; it ended as no_match.' }],
      dispositions: { agreed: 9, no_match: 1 },
      transcript: [{ who: 'agent', text: 'Hello Ada. Shall we call you back tomorrow?', heard: null, node: 'start' }],
    },
  ],
}
const BODY_EXAMPLE = {
  runs: 10,
  minimum_rate: 0.9,
  personas: [{ name: 'Interrupts, then agrees', person: 'interrupts', expect: { dispositions: ['agreed'] } }],
}

function shownItem(workflowId: number, { result, ...row }: StoredEvaluation) {
  const { cases, ...figures } = result
  return { ...row, workflow_id: workflowId, ...figures }
}

const shown = (workflowId: number, stored: StoredEvaluation) => ({
  ...shownItem(workflowId, stored),
  cases: stored.result.cases,
})

export function evaluationRoutes(deps: TryRouteDeps): Route[] {
  return [evaluateRoute(deps), ...storedRoutes(deps), replayRoute(deps)]
}

function evaluateRoute(deps: TryRouteDeps): Route {
  return route({
    method: 'POST',
    path: BASE,
    operation: 'evaluateWorkflow',
    audit: 'none',
    tag: TAG,
    summary: 'Hold many test conversations and report how many came out as expected',
    description: `Runs the stored dialogues, and \`runs\` conversations with each persona, without a phone: nothing is called, sent or suppressed. A persona is one of the simulated people, or a prompt that the chat model of the organization plays. \`expect\` and \`judge\` of the body apply to every persona, in addition to their own. A model that does not answer, or a judge without a verdict, fails the conversation. Models are asked for at most ${EVALUATION.longestMs / 60_000} minutes; conversations that still need one then fail. At most ${EVALUATION.conversationsMax} conversations, ${EVALUATION.withModelMax} where a model takes part. The answer comes when all have ended, and is stored: the newest ${EVALUATIONS_KEPT.perWorkflow} of each workflow, for ${EVALUATIONS_KEPT.days} days.`,
    params: WORKFLOW_PATH,
    body: evaluationBody(deps.people),
    bodyExample: BODY_EXAMPLE,
    answer: { schema: evaluation, example: EXAMPLE },
    errors: [
      'workflow_not_found',
      'workflow_version_not_found',
      'workflow_needs_a_model',
      'try_needs_a_microphone',
      'evaluation_needs_a_model',
      'evaluation_too_large',
    ],
    async handle({ principal: { organizationId }, params, body }) {
      const { workflow, definition, stored } = await versionOf(deps, organizationId, params.workflow_id, body)
      const tries = await deps.tries()
      const attemptedWith = (variables: Record<string, string>) =>
        attemptedBy(deps, organizationId, {
          workflow_definition: definition,
          workflowName: workflow.name,
          variables,
          brain: body.brain,
        })
      const { isLedByModel, chat } = tries.modelsFor(await attemptedWith({}))
      const personas = await personasOf(deps, organizationId, workflow.id, body)
      const runs = body.runs ?? 1
      requireFeasible(personas, runs, { isLedByModel, hasChat: chat !== null })
      const stop = new AbortController()
      const model = chat === null ? null : { chat, clock: deps.clock, signal: stop.signal }
      const wish = { personas, runs, minimumRate: body.minimum_rate ?? 1, isLedByModel, attemptedWith }
      const deadline = deps.clock.after(EVALUATION.longestMs, () => stop.abort())
      const result = await evaluate({ tries, people: tries.people, model }, wish).finally(() => deadline.cancel())
      const row = { organizationId, workflowId: workflow.id, version: stored, result }
      return shown(workflow.id, await insertEvaluation(deps.db, { ...row, now: new Date(deps.clock.now()) }))
    },
  })
}

function requireFeasible(
  personas: readonly Persona[],
  runs: number,
  { isLedByModel, hasChat }: { isLedByModel: boolean; hasChat: boolean },
): void {
  const asks = personas.filter(({ kind, judge }) => kind === 'prompt' || judge !== null)
  if (asks.length > 0 && !hasChat) throw new ApiError('evaluation_needs_a_model')
  const withModel = (isLedByModel ? personas : asks).length * runs
  if (personas.length * runs <= EVALUATION.conversationsMax && withModel <= EVALUATION.withModelMax) return
  throw new ApiError('evaluation_too_large', {
    message: `${new ApiError('evaluation_too_large').message} The limits are ${EVALUATION.conversationsMax}, and ${EVALUATION.withModelMax} with a model.`,
  })
}

async function personasOf(
  { db }: TryRouteDeps,
  organizationId: number,
  workflowId: number,
  body: EvaluationBody,
): Promise<Persona[]> {
  const kept = body.dialogues === false ? [] : await listDialogues(db, organizationId, workflowId)
  const dialogues = kept.map(({ name, dialogue }): Persona => {
    const { variables } = dialogue
    return { kind: 'dialogue', name, dialogue, variables, expect: {}, judge: null }
  })
  const given = (body.personas ?? []).map((persona): Persona => {
    const { name, person, prompt, variables = {}, answers_with: answers } = persona
    const criteria = [body.judge, persona.judge].filter((each) => each !== undefined && each !== null)
    const shared = {
      name,
      variables: variables ?? {},
      expect: joined(body.expect, persona.expect),
      judge: criteria.length === 0 ? null : criteria.join('\n'),
    }
    if (person !== undefined) return { ...shared, kind: 'person', person }
    return { ...shared, kind: 'prompt', prompt: prompt ?? '', answersWith: answers ?? null }
  })
  return [...dialogues, ...given]
}

/** Merges the common expectations and those of one persona; if both have a list, both lists count. */
function joined(all: Expectations = {}, own: Expectations = {}): Expectations {
  const both = { ...all, ...own }
  for (const field of ['reaches', 'never_reaches', 'says', 'never_says'] as const) {
    const list = [...(all[field] ?? []), ...(own[field] ?? [])]
    if (list.length > 0) both[field] = list
  }
  return { ...both, gathered: { ...all.gathered, ...own.gathered } }
}

interface ChosenVersion {
  workflow: StoredWorkflow
  definition: WorkflowDefinition
  /** Null: not saved. */
  stored: { definition_id: number; version_number: number } | null
}

async function versionOf(
  { db }: TryRouteDeps,
  organizationId: number,
  workflowId: number,
  {
    workflow_definition: given,
    version_number: number,
  }: Pick<EvaluationBody, 'workflow_definition' | 'version_number'>,
): Promise<ChosenVersion> {
  const workflow = await findWorkflow(db, organizationId, workflowId)
  if (!workflow) throw new ApiError('workflow_not_found')
  if (given) {
    // As saving does: a definition without settings keeps the existing ones.
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

function storedRoutes({ db }: TryRouteDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listEvaluations',
      tag: TAG,
      summary: 'The evaluations of a workflow, newest first',
      params: WORKFLOW_PATH,
      query: z.object({ version_number: optional(smallInteger()) }),
      answer: {
        schema: z.object({ evaluations: z.array(listed) }),
        example: { evaluations: [LISTED_EXAMPLE] },
      },
      errors: ['workflow_not_found'],
      async handle({ principal: { organizationId }, params, query }) {
        if (!(await findWorkflow(db, organizationId, params.workflow_id))) throw new ApiError('workflow_not_found')
        const found = await listEvaluations(db, organizationId, params.workflow_id, query.version_number)
        return { evaluations: found.map((each) => shownItem(params.workflow_id, each)) }
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/{evaluation_id}`,
      operation: 'getEvaluation',
      tag: TAG,
      summary: 'Read one evaluation with its cases',
      params: z.object({ workflow_id: id(), evaluation_id: id() }),
      answer: { schema: evaluation, example: EXAMPLE },
      errors: ['evaluation_not_found'],
      async handle({ principal, params }) {
        const found = await findEvaluation(db, principal.organizationId, params.workflow_id, params.evaluation_id)
        if (!found) throw new ApiError('evaluation_not_found')
        return shown(params.workflow_id, found)
      },
    }),
  ]
}

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
      description: 'A model led them, their words are erased, or they were held by a version of Outdial before this.',
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

function replayRoute(deps: TryRouteDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/workflow/{workflow_id}/replay',
    operation: 'replayWorkflow',
    audit: 'none',
    tag: TAG,
    summary: 'Replay past conversations against another version, and report which would have gone another way',
    description: `What the people of past calls said, pressed and left unsaid is put to a version of the workflow, saved or not. The version that held a call takes the same way again. Behind the first step that differs the people answer other questions than they did: read what follows as a hint. Only conversations that the script brain led. The newest ${REPLAY.callsDefault} calls, at most ${REPLAY.callsMax}; up to ${REPLAY.listedMax} changes are listed.`,
    params: WORKFLOW_PATH,
    body: z
      .object({
        ...version,
        limit: optional(integer({ minimum: 1, maximum: REPLAY.callsMax })),
        call_ids: optional(z.array(id()).min(1).max(REPLAY.callsMax)).meta({ description: 'These calls only.' }),
      })
      .superRefine(oneVersion),
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
      const { workflow, definition, stored } = await versionOf(deps, organizationId, params.workflow_id, body)
      const wish = { workflow_definition: definition, workflowName: workflow.name }
      const attempted = await attemptedBy(deps, organizationId, wish)
      const tries = await deps.tries()
      if (tries.modelsFor(attempted).isLedByModel || scriptProblems(definition).length > 0)
        throw new ApiError('replay_needs_the_script')
      const report = await replayCalls(deps.db, {
        organizationId,
        workflowId: workflow.id,
        callIds: body.call_ids,
        limit: body.limit ?? REPLAY.callsDefault,
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
