/** Routes for calls under the paths that clients of other, compatible programs use. */
import { z } from 'zod'
import { CHECK_DESPITE_OTHER_FAULTS, checkDialableField } from '../addresses/schemas.ts'
import { type Route, route } from '../http/route.ts'
import { customIssue, id, optional, text, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { findWorkflow, findWorkflowId } from '../workflows/queries.ts'
import { initiateCall } from './initiate-call.ts'
import { CALLS_PAGE_QUERY, CALLS_RANGE_QUERY, pageOfCalls } from './page-of-calls.ts'
import { callOfPreparedRun, insertPreparedRun, PREPARED_RUN_DAYS } from './prepared-runs.ts'
import { findCall } from './queries.ts'
import { type CallRouteDeps, callerNumberField, INITIATE_ERRORS } from './routes.ts'
import { RUN_EXAMPLE, RUNS_EXAMPLE, runShape, runsShape, serializeRun } from './shapes.ts'

const TAG = 'Calls'
const RUNS = '/api/v1/workflow/{workflow_id}/runs'
/** The same as for `variables` of `POST /api/v1/telephony/initiate-call`. */
const VARIABLE_LENGTH_MAX = 4096
const TOO_LONG = `a variable may have at most ${VARIABLE_LENGTH_MAX} characters, objects and lists written as JSON`

const publicRequest = z
  .object({
    phone_number: text({ minimum: 1, maximum: 255 }),
    initial_context: optional(z.record(z.string(), z.unknown())).meta({
      description: 'Variables of the conversation.',
    }),
    telephony_configuration_id: optional(id()),
    from_phone_number_id: callerNumberField(),
  })
  .superRefine(({ initial_context: variables }, context) => {
    const refuse = (error: string, ...path: string[]) =>
      context.addIssue({ ...customIssue('value_error', `Value error, ${error}`, { error }), path })
    for (const [name, words] of Object.entries(textsOf(variables ?? {}))) {
      if (words.length > VARIABLE_LENGTH_MAX) refuse(TOO_LONG, 'initial_context', name)
    }
  })
  .superRefine(checkDialableField('phone_number'), CHECK_DESPITE_OTHER_FAULTS)

export function clientCallRoutes(deps: CallRouteDeps): Route[] {
  const { db } = deps
  return [
    route({
      method: 'GET',
      path: RUNS,
      operation: 'listWorkflowRuns',
      tag: TAG,
      summary: 'The calls of one workflow, newest first',
      description: 'The same as `GET /api/v1/calls?workflow_id=…`.',
      params: z.object({ workflow_id: id() }),
      query: z.object({ ...CALLS_PAGE_QUERY, ...CALLS_RANGE_QUERY }),
      answer: { schema: runsShape, example: RUNS_EXAMPLE },
      errors: ['workflow_not_found'],
      async handle({ principal: { organizationId }, params, query }) {
        if (!(await findWorkflow(db, organizationId, params.workflow_id))) throw new ApiError('workflow_not_found')
        const filter = { workflowId: params.workflow_id, from: query.from, to: query.to }
        return pageOfCalls(deps, organizationId, filter, query)
      },
    }),
    route({
      method: 'GET',
      path: `${RUNS}/{run_id}`,
      operation: 'getWorkflowRun',
      tag: TAG,
      summary: 'One call of a workflow',
      description:
        '`GET /api/v1/calls/{call_id}` also has the transcript and the timeline. The id of a prepared run shows its call, once it has one.',
      params: z.object({ workflow_id: id(), run_id: id() }),
      answer: { schema: runShape, example: RUN_EXAMPLE },
      errors: ['call_not_found'],
      async handle({ principal, params }) {
        const { organizationId } = principal
        const callId = (await callOfPreparedRun(db, organizationId, params.run_id)) ?? params.run_id
        const call = await findCall(db, organizationId, callId)
        if (call?.workflow_id !== params.workflow_id) throw new ApiError('call_not_found')
        return serializeRun(call, deps.publicUrl)
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/organizations/usage/runs',
      operation: 'listUsageRuns',
      tag: TAG,
      summary: 'The calls of the organization, newest first',
      description: 'The same as `GET /api/v1/calls`.',
      query: z.object({ ...CALLS_PAGE_QUERY, ...CALLS_RANGE_QUERY }),
      answer: { schema: runsShape, example: RUNS_EXAMPLE },
      handle: ({ principal, query }) =>
        pageOfCalls(deps, principal.organizationId, { from: query.from, to: query.to }, query),
    }),
    prepareRunRoute(deps),
    publicCallRoute(deps),
  ]
}

const preparedRun = z
  .object({
    id: z.int(),
    workflow_id: z.int(),
    name: z.string(),
    mode: z.string(),
    created_at: timestamp(),
    definition_id: z.int(),
    initial_context: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'PreparedRun' })

function prepareRunRoute({ db, clock }: CallRouteDeps): Route {
  return route({
    method: 'POST',
    path: RUNS,
    operation: 'prepareWorkflowRun',
    tag: TAG,
    summary: 'Prepare one call of a workflow; nothing is dialed',
    description: `Pass its id as \`workflow_run_id\` to \`POST /api/v1/telephony/initiate-call\`, which places the call. A run is good for one call and is forgotten after ${PREPARED_RUN_DAYS} days. \`name\` and \`mode\` are returned as given: a call has the name of its workflow and the mode of its carrier.`,
    params: z.object({ workflow_id: id() }),
    body: z.object({ name: text({ minimum: 1, maximum: 255 }), mode: text({ minimum: 1, maximum: 64 }) }),
    bodyExample: { name: 'Call from the CRM', mode: 'twilio' },
    answer: {
      schema: preparedRun,
      example: {
        id: 42,
        workflow_id: 1,
        name: 'Call from the CRM',
        mode: 'twilio',
        created_at: '2026-11-15T09:30:00.123Z',
        definition_id: 3,
        initial_context: {},
      },
    },
    errors: ['workflow_not_found', 'workflow_archived'],
    async handle({ principal: { organizationId }, params, body }) {
      const workflow = await findWorkflow(db, organizationId, params.workflow_id)
      if (!workflow) throw new ApiError('workflow_not_found')
      if (workflow.status === 'archived') throw new ApiError('workflow_archived')
      const wanted = { ...body, workflow_id: workflow.id, created_at: new Date(clock.now()) }
      const run = await insertPreparedRun(db, organizationId, wanted)
      return { ...run, definition_id: workflow.current_definition_id, initial_context: {} }
    },
  })
}

function publicCallRoute(deps: CallRouteDeps): Route {
  const { db, log } = deps
  return route({
    method: 'POST',
    path: '/api/v1/public/agent/workflow/{workflow_uuid}',
    operation: 'callByWorkflowUuid',
    tag: TAG,
    summary: 'Call one number with the workflow of this uuid',
    description: 'The same as `POST /api/v1/telephony/initiate-call`, with the same key and the same rules.',
    audit: { fields: ['workflow_run_id'] },
    params: z.object({ workflow_uuid: text({ minimum: 1, maximum: 64 }) }),
    body: publicRequest,
    bodyExample: { phone_number: '+12025550100', initial_context: { first_name: 'Ada' } },
    answer: {
      schema: z
        .object({ status: z.literal('initiated'), workflow_run_id: z.int(), workflow_run_name: z.string() })
        .meta({ id: 'InitiatedCall' }),
      example: { status: 'initiated', workflow_run_id: 42, workflow_run_name: RUN_EXAMPLE.name },
    },
    errors: INITIATE_ERRORS,
    async handle({ principal: { organizationId }, params, body, request }) {
      const workflowId = await findWorkflowId(db, organizationId, params.workflow_uuid)
      if (workflowId === null) throw new ApiError('workflow_not_found')
      const callId = await initiateCall(deps, organizationId, {
        workflowId,
        phoneNumber: body.phone_number,
        telephonyConfigurationId: body.telephony_configuration_id,
        fromNumberId: body.from_phone_number_id,
        allowExtensions: false,
        variables: textsOf(body.initial_context ?? {}),
        override: null,
      })
      log.info(
        { request_id: request.id, call_id: callId, organization_id: organizationId },
        'a single call was requested',
      )
      const call = await findCall(db, organizationId, callId)
      if (!call) throw new ApiError('call_not_found')
      return {
        status: 'initiated',
        workflow_run_id: callId,
        workflow_run_name: serializeRun(call, deps.publicUrl).name,
      }
    },
  })
}

/** Variables of a conversation are text: objects and lists become JSON, null is left out. */
function textsOf(given: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(given).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    const words = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return [[name, words] as const]
  })
  return Object.fromEntries(entries)
}
