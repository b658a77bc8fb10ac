import { z } from 'zod'
import type { ConversationExpectations } from '../agent/rules/conversation-expectations.ts'
import { type Route, route } from '../http/route.ts'
import { bool, decimal, id, integer, optional, smallInteger, text, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { listDialogues } from '../workflows/dialogue-queries.ts'
import { answersWithField, trialVariables } from '../workflows/dialogue-routes.ts'
import { findWorkflow } from '../workflows/queries.ts'
import { resultSoFar, runInBackground } from './background-evaluation.ts'
import {
  addValidationFault,
  type ChosenVersion,
  findChosenVersion,
  requireOneVersion,
  versionFields,
} from './chosen-version.ts'
import { countConversations, EVALUATION_LIMITS, type EvaluationRequest, evaluate, type Persona } from './evaluate.ts'
import {
  beginEvaluation,
  EVALUATIONS_KEPT,
  findEvaluation,
  insertEvaluation,
  listEvaluations,
  NO_REPORT_MS_MAX,
  type StoredEvaluation,
} from './evaluation-queries.ts'
import { loadTrialWorkflow } from './load-trial-workflow.ts'
import { replayRoute } from './replay-route.ts'
import { type TryRouteDeps, transcriptLineShape } from './routes.ts'

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

const evaluationBody = (people: TryRouteDeps['people']) =>
  z
    .object({
      ...versionFields,
      runs: optional(integer({ minimum: 1, maximum: EVALUATION_LIMITS.runsMax })).meta({
        description: 'Conversations with each persona; 1 if left out. Dialogues that the script leads run once.',
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
              answers_with: answersWithField(),
              variables: trialVariables(),
              expect: optional(expectations()),
              judge: optional(text({ minimum: 1, maximum: 2000 })).meta({
                description: 'A criterion that the chat model checks the conversation against.',
              }),
            }),
          )
          .max(EVALUATION_LIMITS.personasMax),
      ),
      expect: optional(expectations()).meta({ description: 'Expected of every conversation with a persona.' }),
      judge: optional(text({ minimum: 1, maximum: 2000 })),
      brain: optional(z.enum(['script', 'pipeline'])),
      wait: optional(bool()).meta({
        description: 'Whether the answer waits for the end; true if left out. If false, read its progress with `GET`.',
      }),
    })
    .superRefine((body, context) => {
      requireOneVersion(body, context)
      for (const [at, persona] of (body.personas ?? []).entries()) {
        if ((persona.person === undefined) === (persona.prompt === undefined))
          addValidationFault(context, ['personas', at], 'give either person or prompt')
        if (persona.person !== undefined && persona.answers_with)
          addValidationFault(
            context,
            ['personas', at, 'answers_with'],
            'a simulated person has a greeting of their own',
          )
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
  dispositions: z.record(z.string(), z.int()).meta({ description: 'Number of conversations that ended in this way.' }),
  transcript: z
    .array(transcriptLineShape)
    .meta({ description: 'The first conversation that failed, or the first one if none failed.' }),
})

const listed = z
  .object({
    id: z.int(),
    workflow_id: z.int(),
    version_number: z.int().nullable().meta({ description: 'Null: a definition that was not saved.' }),
    definition_id: z.int().nullable(),
    created_at: timestamp(),
    state: z.enum(['running', 'ended', 'failed', 'interrupted']).meta({
      description:
        '`failed`: an error of the program, see its log. `interrupted`: its node stopped. Neither has passed.',
    }),
    conversations_planned: z.int().nullable().meta({
      description: '`conversations` of them have ended. Null for evaluations before this field existed.',
    }),
    passed: z.boolean().meta({ description: 'Whether every case has reached `minimum_rate`.' }),
    rate: z.number(),
    minimum_rate: z.number(),
    runs: z.int(),
    conversations: z.int(),
    conversations_passed: z.int(),
  })
  .meta({ id: 'WorkflowEvaluationItem' })
const evaluation = listed
  .extend({
    cases: z.array(evaluatedCase).meta({ description: 'Empty until it has ended.' }),
    request: z.record(z.string(), z.unknown()).nullable().meta({
      description: 'The body of the request, without a definition, so that it can be repeated.',
    }),
  })
  .meta({ id: 'WorkflowEvaluation' })

const LISTED_EXAMPLE = {
  id: 1,
  workflow_id: 1,
  version_number: 2,
  definition_id: 3,
  created_at: '2026-11-15T09:30:00.123Z',
  state: 'ended',
  conversations_planned: 10,
  passed: false,
  rate: 0.9,
  minimum_rate: 1,
  runs: 10,
  conversations: 10,
  conversations_passed: 9,
}
const BODY_EXAMPLE = {
  runs: 10,
  minimum_rate: 0.9,
  personas: [{ name: 'Interrupts, then agrees', person: 'interrupts', expect: { dispositions: ['agreed'] } }],
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
  request: BODY_EXAMPLE,
}

function shownItem(
  workflowId: number,
  { result, request, state, planned, reported_at, ...row }: StoredEvaluation,
  now: number,
) {
  const { cases, ...figures } = result
  const isSilent = state === 'running' && now - (reported_at?.getTime() ?? 0) > NO_REPORT_MS_MAX
  return {
    ...row,
    workflow_id: workflowId,
    state: isSilent ? ('interrupted' as const) : state,
    conversations_planned: planned,
    ...figures,
    passed: state === 'ended' && figures.passed,
  }
}

const shown = (workflowId: number, stored: StoredEvaluation, now: number) => ({
  ...shownItem(workflowId, stored, now),
  cases: stored.result.cases,
  request: stored.request as Record<string, unknown> | null,
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
    summary: 'Run many test conversations and report how many ended as expected',
    description: `Runs the stored dialogues, and \`runs\` conversations with each persona, without a phone: nothing is called, sent or suppressed. A persona is one of the simulated people, or a prompt that the chat model of the organization plays. \`expect\` and \`judge\` of the body apply to every persona, in addition to their own. A model that does not answer, or a judge without a verdict, fails the conversation. Models are asked for at most ${EVALUATION_LIMITS.longestMs / 60_000} minutes; conversations that still need one then fail. At most ${EVALUATION_LIMITS.conversationsMax} conversations, ${EVALUATION_LIMITS.withModelMax} where a model takes part. The answer comes when all have ended, or immediately with \`wait: false\`: then one evaluation of a workflow runs at a time. It is stored: the newest ${EVALUATIONS_KEPT.perWorkflow} of each workflow, for ${EVALUATIONS_KEPT.days} days.`,
    params: WORKFLOW_PATH,
    body: evaluationBody(deps.people),
    validatesBodyInTurns: true,
    bodyExample: BODY_EXAMPLE,
    answer: { schema: evaluation, example: EXAMPLE },
    errors: [
      'workflow_not_found',
      'workflow_version_not_found',
      'workflow_needs_a_model',
      'try_needs_a_microphone',
      'evaluation_needs_a_model',
      'evaluation_running',
      'evaluation_too_large',
    ],
    async handle({ principal: { organizationId }, params, body }) {
      const chosen = await findChosenVersion(deps, organizationId, params.workflow_id, body)
      const { input, hold } = await prepared(deps, organizationId, chosen, body)
      const { workflow_definition, wait, ...request } = body
      const workflowId = chosen.workflow.id
      const row = { organizationId, workflowId, version: chosen.stored, planned: countConversations(input), request }
      const stored = (given: Pick<StoredEvaluation, 'state' | 'result'>) => ({
        ...row,
        ...given,
        now: new Date(deps.clock.now()),
      })
      if (wait !== false) {
        const ended = await insertEvaluation(deps.db, stored({ state: 'ended', result: await hold() }))
        return shown(workflowId, ended, deps.clock.now())
      }
      const result = resultSoFar(input, { conversations: 0, passed: 0 })
      const begun = await beginEvaluation(deps.db, stored({ state: 'running', result }))
      if (begun === null) throw new ApiError('evaluation_running')
      // Never rejects: a failure is stored and logged.
      void runInBackground(deps, begun.id, input, hold)
      return shown(workflowId, begun, deps.clock.now())
    },
  })
}

/** Refuses an evaluation that cannot run, before anything is stored. */
async function prepared(
  deps: TryRouteDeps,
  organizationId: number,
  { workflow, definition }: ChosenVersion,
  body: EvaluationBody,
) {
  const tries = await deps.tries()
  const attemptedWith = (variables: Record<string, string>) =>
    loadTrialWorkflow(deps, organizationId, {
      workflow_definition: definition,
      workflowName: workflow.name,
      variables,
      brain: body.brain,
    })
  const { isLedByModel, chat } = tries.modelsFor(await attemptedWith({}))
  const personas = await personasOf(deps, organizationId, workflow.id, body)
  const runs = body.runs ?? 1
  requireFeasible(personas, runs, { isLedByModel, hasChat: chat !== null })
  const input = { personas, runs, minimumRate: body.minimum_rate ?? 1, isLedByModel, attemptedWith }
  const hold = (onProgress?: EvaluationRequest['onProgress']) => {
    const stop = new AbortController()
    const model = chat === null ? null : { chat, clock: deps.clock, signal: stop.signal }
    const deadline = deps.clock.after(EVALUATION_LIMITS.longestMs, () => stop.abort())
    return evaluate(
      { tries, people: tries.people, model },
      { ...input, ...(onProgress ? { onProgress } : {}) },
    ).finally(() => deadline.cancel())
  }
  return { input, hold }
}

function requireFeasible(
  personas: readonly Persona[],
  runs: number,
  { isLedByModel, hasChat }: { isLedByModel: boolean; hasChat: boolean },
): void {
  const asks = personas.filter(({ kind, judge }) => kind === 'prompt' || judge !== null)
  if (asks.length > 0 && !hasChat) throw new ApiError('evaluation_needs_a_model')
  const withModel = (isLedByModel ? personas : asks).length * runs
  if (personas.length * runs <= EVALUATION_LIMITS.conversationsMax && withModel <= EVALUATION_LIMITS.withModelMax)
    return
  throw new ApiError('evaluation_too_large', {
    message: `${new ApiError('evaluation_too_large').message} The limits are ${EVALUATION_LIMITS.conversationsMax}, and ${EVALUATION_LIMITS.withModelMax} with a model.`,
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
function joined(all: ConversationExpectations = {}, own: ConversationExpectations = {}): ConversationExpectations {
  const both = { ...all, ...own }
  for (const field of ['reaches', 'never_reaches', 'says', 'never_says'] as const) {
    const list = [...(all[field] ?? []), ...(own[field] ?? [])]
    if (list.length > 0) both[field] = list
  }
  return { ...both, gathered: { ...all.gathered, ...own.gathered } }
}

function storedRoutes({ db, clock }: TryRouteDeps): Route[] {
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
        return { evaluations: found.map((each) => shownItem(params.workflow_id, each, clock.now())) }
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
        return shown(params.workflow_id, found, clock.now())
      },
    }),
  ]
}
