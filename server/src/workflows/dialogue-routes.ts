import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { bool, customIssue, id, optional, text, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import {
  deleteDialogue,
  insertDialogue,
  listDialogues,
  type StoredDialogue,
  updateDialogue,
} from './dialogue-queries.ts'
import { findWorkflow } from './queries.ts'
import { type Dialogue, PERSON_ACTS } from './rules/dialogue.ts'
import { SAY_LENGTH_MAX } from './rules/limits.ts'
import type { WorkflowDeps } from './save-workflow.ts'

const TAG = 'Workflows'
const BASE = '/api/v1/workflow/{workflow_id}/dialogues'
const WORKFLOW_PATH = z.object({ workflow_id: id() })
const DIALOGUE_PATH = z.object({ workflow_id: id(), dialogue_id: id() })

export const DIALOGUE_LIMITS = { perWorkflowMax: 200, stepsMax: 100, keysMax: 64 } as const

const personActFields = {
  text: optional(text({ minimum: 1, maximum: SAY_LENGTH_MAX })),
  keys: optional(
    z
      .string()
      .regex(/^[0-9*#]+$/)
      .max(DIALOGUE_LIMITS.keysMax),
  ),
  silence: optional(bool()),
  machine: optional(bool()),
  hang_up: optional(bool()),
}

/** Refuses an input that does not contain exactly one act. */
function oneAct(given: Partial<Record<(typeof PERSON_ACTS)[number], unknown>>, context: z.RefinementCtx): void {
  const acts = PERSON_ACTS.filter((act) => given[act] !== undefined && given[act] !== false)
  if (acts.length === 1) return
  const message = `exactly one of ${PERSON_ACTS.join(', ')} is needed`
  context.addIssue(customIssue('value_error', `Value error, ${message}`, { error: message }))
}

/** An act of the person as a request body. */
export const personActBody = () => z.object(personActFields).superRefine(oneAct)

const stepShape = z
  .object({
    ...personActFields,
    expect: optional(z.object({ node: optional(text({ maximum: 200 })), says: optional(text({ maximum: 1000 })) })),
  })
  .superRefine(oneAct)

const variables = () => z.record(z.string(), z.string().max(10_000))

export const trialVariables = () => optional(variables())
export const answersWithField = () => optional(text({ minimum: 1, maximum: SAY_LENGTH_MAX }))

const dialogueBody = z.object({
  name: text({ minimum: 1, maximum: 255 }),
  variables: trialVariables(),
  answers_with: answersWithField().meta({ description: 'Said on picking up, while the greeting plays.' }),
  steps: z.array(stepShape).max(DIALOGUE_LIMITS.stepsMax),
  expect: optional(z.object({ disposition: optional(text({ maximum: 100 })), gathered: optional(variables()) })),
})

const shownDialogue = z
  .object({
    id: z.int(),
    name: z.string(),
    variables: z.record(z.string(), z.string()),
    answers_with: z.string().nullable(),
    steps: z.array(
      z.object({
        text: z.string().optional(),
        keys: z.string().optional(),
        silence: z.boolean().optional(),
        machine: z.boolean().optional(),
        hang_up: z.boolean().optional(),
        expect: z.object({ node: z.string().optional(), says: z.string().optional() }).optional(),
      }),
    ),
    expect: z.object({ disposition: z.string().optional(), gathered: z.record(z.string(), z.string()).optional() }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'WorkflowDialogue' })

const BODY_EXAMPLE = {
  name: 'Agrees',
  variables: { first_name: 'Ada' },
  answers_with: 'Yes, hello?',
  steps: [{ text: 'Yes, please.', expect: { node: 'yes', says: 'until tomorrow' } }],
  expect: { disposition: 'agreed' },
}
const EXAMPLE = {
  id: 1,
  ...BODY_EXAMPLE,
  created_at: '2026-11-15T09:30:00.123Z',
  updated_at: '2026-11-15T09:30:00.123Z',
}

function shown({ dialogue, ...row }: StoredDialogue) {
  return { ...row, ...dialogue }
}

function stored(body: z.output<typeof dialogueBody>): { name: string; dialogue: Dialogue } {
  const { name, steps, expect, answers_with, variables: given } = body
  const dialogue = { variables: given ?? {}, answers_with: answers_with ?? null, steps, expect: expect ?? {} }
  // The JSON round trip removes fields that were left out.
  return { name, dialogue: JSON.parse(JSON.stringify(dialogue)) as Dialogue }
}

export function dialogueRoutes(deps: WorkflowDeps): Route[] {
  const { db, clock } = deps
  const known = async (organizationId: number, workflowId: number) => {
    if (!(await findWorkflow(db, organizationId, workflowId))) throw new ApiError('workflow_not_found')
  }
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listDialogues',
      tag: TAG,
      summary: 'List the dialogues of a workflow',
      params: WORKFLOW_PATH,
      answer: { schema: z.object({ dialogues: z.array(shownDialogue) }), example: { dialogues: [EXAMPLE] } },
      errors: ['workflow_not_found'],
      async handle({ principal, params }) {
        await known(principal.organizationId, params.workflow_id)
        return { dialogues: (await listDialogues(db, principal.organizationId, params.workflow_id)).map(shown) }
      },
    }),
    route({
      method: 'POST',
      path: BASE,
      operation: 'createDialogue',
      tag: TAG,
      summary: 'Keep a dialogue with a workflow, as its regression test',
      description:
        'Each step is one action of the person: `text`, `keys`, `silence`, `machine` or `hang_up`, with what must come of it: the step of the workflow (`node`) and words that must be heard (`says`). `expect` at the end is about the whole call.',
      params: WORKFLOW_PATH,
      body: dialogueBody,
      bodyExample: BODY_EXAMPLE,
      answer: { schema: shownDialogue, example: EXAMPLE },
      errors: ['workflow_not_found', 'too_many_dialogues'],
      async handle({ principal: { organizationId }, params, body }) {
        return db.transaction().execute(async (tx) => {
          await lockOrganization(tx, organizationId)
          if (!(await findWorkflow(tx, organizationId, params.workflow_id))) throw new ApiError('workflow_not_found')
          const kept = await listDialogues(tx, organizationId, params.workflow_id)
          if (kept.length >= DIALOGUE_LIMITS.perWorkflowMax) throw new ApiError('too_many_dialogues')
          const row = { organization_id: organizationId, workflow_id: params.workflow_id, ...stored(body) }
          return shown(await insertDialogue(tx, { ...row, now: new Date(clock.now()) }))
        })
      },
    }),
    route({
      method: 'PUT',
      path: `${BASE}/{dialogue_id}`,
      operation: 'updateDialogue',
      tag: TAG,
      summary: 'Replace a dialogue',
      params: DIALOGUE_PATH,
      body: dialogueBody,
      bodyExample: BODY_EXAMPLE,
      answer: { schema: shownDialogue, example: EXAMPLE },
      errors: ['dialogue_not_found'],
      async handle({ principal: { organizationId }, params, body }) {
        const where = { organizationId, workflowId: params.workflow_id, id: params.dialogue_id }
        const changed = await updateDialogue(db, where, { ...stored(body), now: new Date(clock.now()) })
        if (!changed) throw new ApiError('dialogue_not_found')
        return shown(changed)
      },
    }),
    route({
      method: 'DELETE',
      path: `${BASE}/{dialogue_id}`,
      operation: 'deleteDialogue',
      tag: TAG,
      summary: 'Delete a dialogue',
      params: DIALOGUE_PATH,
      answer: { schema: shownDialogue, example: EXAMPLE },
      errors: ['dialogue_not_found'],
      async handle({ principal: { organizationId }, params }) {
        const where = { organizationId, workflowId: params.workflow_id, id: params.dialogue_id }
        const deleted = await deleteDialogue(db, where)
        if (!deleted) throw new ApiError('dialogue_not_found')
        return shown(deleted)
      },
    }),
  ]
}
