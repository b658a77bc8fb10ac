import { z } from 'zod'
import { type EdgeReason, UNCLEAR_REASONS } from '../agent/rules/turn.ts'
import { type Route, route } from '../http/route.ts'
import { bool, customIssue, id, optional, text, timestamp } from '../http/schemas.ts'
import type { SocketEndpoint, SocketHandler } from '../http/socket-endpoints.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, invalidReferenceError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { SemanticSearch } from '../knowledge/semantic-search.ts'
import type { RecordingLoader } from '../recorded-audio/load-recordings.ts'
import type { Database } from '../storage/database.ts'
import { definitionField } from '../workflows/definition-field.ts'
import { listDialogues } from '../workflows/dialogue-queries.ts'
import { answersWithField, personActBody, trialVariables } from '../workflows/dialogue-routes.ts'
import { findWorkflow } from '../workflows/queries.ts'
import type { TrialUpdate } from './conversation.ts'
import { loadTrialWorkflow } from './load-trial-workflow.ts'
import type { OpenTrials, TrialWorkflow } from './open-trials.ts'
import { trialInputOf } from './person-input.ts'
import type { SimulatedPeople } from './simulated-people.ts'

const TAG = 'Workflows'
const BASE = '/api/v1/workflow/try'
const TRY_PATH = z.object({ try_id: text({ minimum: 1, maximum: 64 }) })
const zoneNames = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

export interface TryRouteDeps {
  db: Database
  clock: Clock
  log: Log
  recordings: RecordingLoader
  meaning?: SemanticSearch | undefined
  publicUrl: string
  people: SimulatedPeople['list']
  /** Loaded on first use, because brains use more memory than everything else together. */
  tries(): Promise<OpenTrials>
}

export const EDGE_REASONS: Readonly<Record<EdgeReason, string>> = {
  key: 'The keys that were pressed choose this edge.',
  spoken_key: 'A key of this edge was named aloud.',
  yes_no: 'The words mean yes or no, as this edge does.',
  example: 'The words are similar to an example of this edge.',
  label: 'The words are similar to the name of this edge.',
  value: 'The value that was asked for was given.',
  confirmed: 'The person confirmed it with a yes.',
  only_way: 'This step asks nothing, and this is its only exit.',
  no_input: 'The person said nothing, even when asked again.',
  no_match: 'The answers could not be understood.',
  voicemail: 'An answering machine picked up.',
  screening: 'A service asked who is calling.',
  ivr: 'A menu answered.',
  model: 'The language model chose this edge.',
  tool: 'The tool of this step answered.',
  tool_failed: 'The tool of this step failed.',
}

export const transcriptLineShape = z.object({
  who: z.enum(['agent', 'person']),
  text: z.string(),
  heard: z.string().nullable().meta({ description: 'The part that was heard, if it was interrupted.' }),
  node: z.string().nullable(),
})

const tried = z
  .object({
    try_id: z.string(),
    expires_at: timestamp(),
    state: z.enum(['waiting', 'ended', 'awaiting_audio']),
    said: z.array(transcriptLineShape).meta({ description: 'What both sides said since the last answer.' }),
    node: z.string().nullable().meta({ description: 'Where in the workflow the conversation is.' }),
    steps: z
      .array(
        z.object({
          node: z.string(),
          name: z.string(),
          edge: z.string().nullable().meta({ description: 'The edge that led there; null at the start.' }),
          label: z.string().nullable(),
          because: z.enum(Object.keys(EDGE_REASONS) as [EdgeReason, ...EdgeReason[]]).nullable(),
          why: z.string().nullable().meta({ description: 'The same in a sentence.' }),
          score: z.number().nullable().meta({ description: 'How similar the words were, 0 to 1.' }),
        }),
      )
      .meta({ description: 'The steps reached since the last answer.' }),
    not_understood: z.enum(UNCLEAR_REASONS).nullable(),
    gathered: z.record(z.string(), z.string()),
    actions: z
      .array(z.object({ kind: z.enum(['do_not_call', 'transfer']), destination: z.string().optional() }))
      .meta({ description: 'Actions that a real call would have carried out. None of them is carried out here.' }),
    missing_variables: z.array(z.string()),
    disposition: z.string().nullable(),
    ended_by: z.enum(['agent', 'person', 'system']).nullable(),
    elapsed_ms: z.int().meta({ description: 'Duration of the conversation, as it would have been on a phone.' }),
    audio_url: z.string().nullable().meta({
      description:
        'With `audio`: a single-use websocket address. Binary messages are signed 16-bit little-endian mono audio at 16 kHz both ways; texts from us are JSON with `type` `progress`, `clear` (drop what is not yet played) or `ended`; texts to us are `{"keys": "1"}` or `{"hang_up": true}`.',
    }),
  })
  .meta({ id: 'TriedConversation' })

const OPENED_EXAMPLE = {
  try_id: 'Zm9vYmFyYmF6cXV4MTIzNDU2',
  expires_at: '2026-11-15T09:45:00.123Z',
  state: 'waiting',
  said: [{ who: 'agent', text: 'Hello Ada. Shall we call you back tomorrow?', heard: null, node: 'start' }],
  node: 'start',
  steps: [{ node: 'start', name: 'Greeting', edge: null, label: null, because: null, why: null, score: null }],
  not_understood: null,
  gathered: {},
  actions: [],
  missing_variables: [],
  disposition: null,
  ended_by: null,
  elapsed_ms: 2580,
  audio_url: null,
}

const SAID_EXAMPLE = {
  ...OPENED_EXAMPLE,
  state: 'ended',
  said: [
    { who: 'person', text: 'Sure.', heard: null, node: 'start' },
    { who: 'agent', text: 'Until tomorrow then.', heard: null, node: 'yes' },
  ],
  node: 'yes',
  steps: [
    {
      node: 'yes',
      name: 'Agreed',
      edge: 'start-yes',
      label: 'Yes',
      because: 'yes_no',
      why: EDGE_REASONS.yes_no,
      score: null,
    },
  ],
  disposition: 'agreed',
  ended_by: 'agent',
  elapsed_ms: 4900,
}

const openBody = (people: SimulatedPeople['list']) =>
  z
    .object({
      workflow_id: optional(id()),
      workflow_definition: optional(definitionField()),
      variables: trialVariables(),
      answers_with: answersWithField().meta({ description: 'Said on picking up, while the greeting plays.' }),
      timezone: optional(text({ maximum: 64 })).meta({
        description: 'Time zone of the person, for words such as “tomorrow”; UTC if left out.',
      }),
      brain: optional(z.enum(['script', 'pipeline', 'realtime'])).meta({
        description: 'Instead of the workflow’s own.',
      }),
      audio: optional(bool()).meta({ description: 'Talk by a microphone instead of texts.' }),
      person: optional(z.enum(people.map(({ name }) => name))).meta({
        description:
          'A simulated person answers instead of you. By text the whole conversation runs immediately and is returned as ended, with an empty `try_id`; with `audio` it runs in real time, and the websocket plays both voices.',
      }),
    })
    .superRefine(({ workflow_id, workflow_definition, timezone, person, answers_with }, context) => {
      const fault = (path: string, message: string) =>
        context.addIssue({ ...customIssue('value_error', `Value error, ${message}`, { error: message }), path: [path] })
      if ((workflow_id === undefined) === (workflow_definition === undefined)) {
        fault('workflow_id', 'give either workflow_id or workflow_definition')
      }
      if (timezone !== undefined && !zoneNames.has(timezone)) fault('timezone', `${timezone} is not a time zone`)
      if (person !== undefined && answers_with) fault('answers_with', 'a simulated person has a greeting of their own')
    })

function shown(id: string, expiresAtMs: number, news: TrialUpdate) {
  return {
    try_id: id,
    expires_at: new Date(expiresAtMs),
    state: news.state,
    said: news.said,
    node: news.node,
    steps: news.steps.map((step) => ({ ...step, why: step.because === null ? null : EDGE_REASONS[step.because] })),
    not_understood: news.notUnderstood,
    gathered: news.gathered,
    actions: news.actions,
    missing_variables: news.missingVariables,
    disposition: news.disposition,
    ended_by: news.endedBy,
    elapsed_ms: news.elapsedMs,
    audio_url: null,
  }
}

export function tryRoutes(deps: TryRouteDeps): Route[] {
  return [peopleRoute(deps), openRoute(deps), ...conversationRoutes(deps), dialoguesRoute(deps)]
}

function peopleRoute({ people }: TryRouteDeps): Route {
  return route({
    method: 'GET',
    path: `${BASE}/people`,
    operation: 'listSimulatedPeople',
    tag: TAG,
    summary: 'List the simulated people who can answer in a test conversation',
    description:
      'The same people answer on the simulated carrier. They do not understand what is said: each gives the next answer of a list.',
    answer: {
      schema: z.object({
        people: z.array(z.object({ name: z.string(), title: z.string(), description: z.string() })),
      }),
      example: {
        people: [
          { name: 'interrupts', title: 'Interrupts, then agrees', description: 'Asks in mid-sentence who is calling.' },
        ],
      },
    },
    async handle() {
      return { people }
    },
  })
}

function openRoute(deps: TryRouteDeps): Route {
  return route({
    method: 'POST',
    path: BASE,
    operation: 'tryWorkflow',
    audit: 'none',
    tag: TAG,
    summary: 'Try a workflow without a telephone',
    description:
      'Opens a conversation with a saved workflow or with a definition, and returns its first words. Continue with `…/say`, or let one of the people of `…/people` answer. It runs in virtual time. Nothing is stored, and no call, transfer or suppression takes place. The conversation exists on the node that opened it and expires 15 minutes after its last use. An organization may have 10 open conversations.',
    body: openBody(deps.people),
    validatesBodyInTurns: true,
    bodyExample: { workflow_id: 1, variables: { first_name: 'Ada' } },
    answer: { schema: tried, example: OPENED_EXAMPLE },
    errors: ['workflow_not_found', 'workflow_needs_a_model', 'try_needs_a_microphone', 'too_many_tries'],
    async handle({ principal, body }) {
      const { person } = body
      const attempted = { ...(await loadTrialWorkflow(deps, principal.organizationId, body)), person }
      const tries = await deps.tries()
      if (body.audio) return awaitingAudio(deps, tries, attempted)
      // The conversation is already finished: it cannot be continued, and its id is empty.
      if (person !== undefined) return shown('', deps.clock.now(), await tries.watch({ ...attempted, person }))
      const { id: tryId, expiresAtMs, news } = await tries.open(attempted, body.answers_with ?? null)
      return shown(tryId, expiresAtMs, news)
    },
  })
}

function conversationRoutes(deps: TryRouteDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: `${BASE}/{try_id}/say`,
      operation: 'sayInTry',
      audit: 'none',
      tag: TAG,
      summary: 'Continue a test conversation: say something, press keys, or say nothing',
      description:
        'Exactly one of `text`, `keys`, `silence`, `machine` and `hang_up`. The answer has what was said since, where the conversation is, what was gathered, and why each edge was taken.',
      params: TRY_PATH,
      body: personActBody(),
      bodyExample: { text: 'Sure.' },
      answer: { schema: tried, example: SAID_EXAMPLE },
      errors: ['try_not_found'],
      async handle({ principal, params, body }) {
        const tries = await deps.tries()
        const { expiresAtMs, news } = await tries.say(principal.organizationId, params.try_id, trialInputOf(body))
        return shown(params.try_id, expiresAtMs, news)
      },
    }),
    route({
      method: 'DELETE',
      path: `${BASE}/{try_id}`,
      operation: 'endTry',
      audit: 'none',
      tag: TAG,
      summary: 'End a test conversation',
      params: TRY_PATH,
      answer: { schema: z.object({ try_id: z.string() }), example: { try_id: OPENED_EXAMPLE.try_id } },
      errors: ['try_not_found'],
      async handle({ principal, params }) {
        const tries = await deps.tries()
        tries.end(principal.organizationId, params.try_id)
        return { try_id: params.try_id }
      },
    }),
  ]
}

const AUDIO_PATH = new RegExp(`^${BASE}/([^/]+)/audio$`)

/** Accepts the browser with the ticket of a voice conversation. */
export function microphoneEndpoint(open: (tryId: string, token: string) => SocketHandler | null): SocketEndpoint {
  return {
    name: 'microphone',
    async admit({ url = '' }) {
      const [path = '', query] = url.split('?', 2)
      const tryId = AUDIO_PATH.exec(path)?.[1]
      if (tryId === undefined) return null
      return open(tryId, new URLSearchParams(query).get('token') ?? '') ?? '404 Not Found'
    },
  }
}

function awaitingAudio({ publicUrl }: TryRouteDeps, tries: OpenTrials, attempted: TrialWorkflow) {
  const { id: tryId, token, expiresAtMs } = tries.openForMicrophone(attempted)
  return {
    ...OPENED_EXAMPLE,
    try_id: tryId,
    expires_at: new Date(expiresAtMs),
    state: 'awaiting_audio',
    said: [],
    node: null,
    steps: [],
    elapsed_ms: 0,
    audio_url: `${publicUrl.replace(/^http/, 'ws')}${BASE}/${tryId}/audio?token=${token}`,
  }
}

const dialogueResult = z.object({
  dialogue_id: z.int(),
  name: z.string(),
  passed: z.boolean(),
  failures: z.array(z.object({ step: z.int().nullable(), message: z.string() })),
  disposition: z.string().nullable(),
  gathered: z.record(z.string(), z.string()),
  transcript: z.array(transcriptLineShape),
})

function dialoguesRoute(deps: TryRouteDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/workflow/{workflow_id}/dialogues/run',
    operation: 'runDialogues',
    audit: 'none',
    tag: TAG,
    summary: 'Run the dialogues of a workflow and report which results changed',
    description:
      'Against the current version, or against a `workflow_definition` that is not saved yet. `dialogue_ids` chooses some.',
    params: z.object({ workflow_id: id() }),
    body: z.object({
      workflow_definition: optional(definitionField()),
      dialogue_ids: optional(z.array(id()).max(1000)),
      brain: optional(z.enum(['script', 'pipeline'])),
    }),
    validatesBodyInTurns: true,
    bodyExample: { dialogue_ids: [1] },
    answer: {
      schema: z
        .object({ passed: z.int(), failed: z.int(), results: z.array(dialogueResult) })
        .meta({ id: 'DialogueRun' }),
      example: {
        passed: 0,
        failed: 1,
        results: [
          {
            dialogue_id: 1,
            name: 'Agrees',
            passed: false,
            failures: [{ step: null, message: 'Expected to end as agreed; it ended as declined.' }],
            disposition: 'declined',
            gathered: {},
            transcript: OPENED_EXAMPLE.said,
          },
        ],
      },
    },
    errors: ['workflow_not_found', 'dialogue_not_found', 'workflow_needs_a_model', 'try_needs_a_microphone'],
    async handle({ principal: { organizationId }, params, body }) {
      const workflow = await findWorkflow(deps.db, organizationId, params.workflow_id)
      if (!workflow) throw new ApiError('workflow_not_found')
      const kept = await listDialogues(deps.db, organizationId, workflow.id)
      const wanted = body.dialogue_ids
      if (wanted?.some((one) => !kept.some((dialogue) => dialogue.id === one)))
        throw invalidReferenceError('dialogue_not_found')
      const chosen = wanted ? kept.filter((dialogue) => wanted.includes(dialogue.id)) : kept
      const tries = await deps.tries()
      const results = []
      for (const { id: dialogueId, name, dialogue } of chosen) {
        const attempted = await loadTrialWorkflow(deps, organizationId, {
          ...body,
          workflow_definition: body.workflow_definition ?? workflow.definition,
          variables: dialogue.variables,
          workflowName: workflow.name,
        })
        results.push({ dialogue_id: dialogueId, name, ...(await tries.hold(attempted, dialogue)) })
      }
      const passed = results.filter((result) => result.passed).length
      return { passed, failed: results.length - passed, results }
    },
  })
}
