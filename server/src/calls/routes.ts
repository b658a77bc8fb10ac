import { z } from 'zod'
import { numberSearchPrefixes } from '../addresses/rules/number-search-prefixes.ts'
import { allowExtensionsField, CHECK_DESPITE_OTHER_FAULTS, checkDialableField } from '../addresses/schemas.ts'
import { costOfCall } from '../costs/queries.ts'
import { OUTCOMES } from '../dialer/rules/outcomes.ts'
import { type Principal, type Route, route } from '../http/route.ts'
import { bool, id, integer, optional, text } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, type ErrorCode, ValidationError } from '../kernel/errors.ts'
import type { FileStore } from '../kernel/file-store.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { SealedFileError } from '../storage/sealed-file.ts'
import { type HangUpDeps, hangUpCall } from './hang-up.ts'
import { type InitiateDeps, initiateCall } from './initiate-call.ts'
import { CALLS_PAGE_QUERY, CALLS_RANGE_QUERY, pageOfCalls } from './page-of-calls.ts'
import { recordingPeaks } from './peaks.ts'
import { findCall, type StoredCall } from './queries.ts'
import { openRecording, RECORDING_LINK_LIFE_SECONDS, readRecordingUrl, recordingUrl } from './recordings.ts'
import { reducePeaks } from './rules/peaks.ts'
import {
  CALL_EXAMPLE,
  callShape,
  RUN_EXAMPLE,
  RUNS_EXAMPLE,
  runShape,
  runsShape,
  serializeCall,
  serializeRun,
} from './shapes.ts'

const TAG = 'Calls'
const TOO_SHORT = 'Value error, write at least three characters of the number'
const CALL_PATH = z.object({ call_id: id() })

/** The caller number in a request for one call. */
export const callerNumberField = () =>
  optional(id()).meta({
    description:
      'The caller number; it decides the telephony configuration. Refused where the configuration has other active numbers, among which it chooses.',
  })

const callRequest = z
  .object({
    workflow_id: id(),
    phone_number: text({ minimum: 1, maximum: 255 }),
    telephony_configuration_id: optional(id()),
    from_phone_number_id: callerNumberField(),
    workflow_run_id: optional(id()).meta({
      description:
        'A run prepared by `POST /api/v1/workflow/{workflow_id}/runs`. It is good for one call: repeating the request is refused with `run_already_called`.',
    }),
    allow_extensions: allowExtensionsField(),
    variables: optional(z.record(z.string(), text({ maximum: 4096 }))),
    override_reason: optional(text({ minimum: 1, maximum: 255 })).meta({
      description:
        'The calling rules of the organization hold for this call too. For your own phone they can be set aside: say why. This needs an admin key, or a number in `/organizations/own-phones`. The ledger keeps it with your key. The do-not-call list cannot be set aside.',
    }),
  })
  .superRefine(checkDialableField('phone_number'), CHECK_DESPITE_OTHER_FAULTS)

/** Errors for which a single call is refused. */
export const INITIATE_ERRORS: ErrorCode[] = [
  'workflow_not_found',
  'workflow_archived',
  'workflow_needs_a_model',
  'speech_unavailable',
  'language_unavailable',
  'workflow_material_missing',
  'quota_exceeded',
  'telephony_configuration_not_found',
  'run_not_found',
  'run_already_called',
  'call_not_allowed',
  'override_not_allowed',
  'number_suppressed',
  'no_caller_id',
  'number_in_another_call',
  'number_limits_reached',
  'public_url_unreachable',
  'no_free_slot',
  'spend_limit_reached',
  'prices_missing',
  'carrier_backing_off',
  'unavailable',
]

export interface CallRouteDeps extends InitiateDeps, Pick<HangUpDeps, 'accounts' | 'refer'> {
  log: Log
  clock: Clock
  secrets: SecretBox
  publicUrl: string
  recordings: FileStore
}

export function callRoutes(deps: CallRouteDeps): Route[] {
  const { db, log } = deps

  async function find(organizationId: number, callId: number) {
    const call = await findCall(db, organizationId, callId)
    if (!call) throw new ApiError('call_not_found')
    return call
  }

  return [
    route({
      method: 'GET',
      path: '/api/v1/calls',
      operation: 'listCalls',
      tag: TAG,
      summary: 'List calls, newest first',
      query: z.object({
        ...CALLS_PAGE_QUERY,
        campaign_id: optional(id()),
        workflow_id: optional(id()),
        ...CALLS_RANGE_QUERY,
        outcome: optional(z.enum(OUTCOMES)),
        disposition: optional(text({ maximum: 200 })).meta({ description: 'The result of the conversation.' }),
        call_type: optional(z.enum(['inbound', 'outbound'])),
        live: optional(bool()).meta({
          description: '`true`: only calls under way; `false`: only those that are over.',
        }),
        q: optional(text({ maximum: 64 })).meta({
          description:
            'The beginning of a number, written in any way; at least three characters unless `live` is true.',
        }),
      }),
      answer: { schema: runsShape, example: RUNS_EXAMPLE },
      async handle({ principal, query }) {
        const { campaign_id: campaignId, outcome, disposition, call_type: direction, live } = query
        const numbers = query.q === undefined ? undefined : numberSearchPrefixes(query.q)
        if (query.q !== undefined && !live && query.q.replace(/[^\w@]/g, '').length < 3) {
          throw new ValidationError([faultAt(['query', 'q'], 'value_error', TOO_SHORT, query.q)])
        }
        const range = { workflowId: query.workflow_id, from: query.from, to: query.to }
        const filter = { campaignId, outcome, disposition, direction, live, numbers, ...range }
        return pageOfCalls(deps, principal.organizationId, filter, query)
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/calls/{call_id}',
      operation: 'getCall',
      tag: TAG,
      summary: 'Read a call: transcript, gathered values, timeline',
      params: CALL_PATH,
      answer: { schema: callShape, example: CALL_EXAMPLE },
      errors: ['call_not_found'],
      handle: async ({ principal, params }) =>
        serializeCall(
          await find(principal.organizationId, params.call_id),
          await costOfCall(deps.db, principal.organizationId, params.call_id),
          deps.publicUrl,
        ),
    }),
    route({
      method: 'GET',
      path: '/api/v1/calls/{call_id}/recording',
      audit: 'read',
      operation: 'getCallRecording',
      tag: TAG,
      summary: 'A link to the recording of a call, signed and good for a quarter of an hour',
      params: CALL_PATH,
      answer: {
        schema: z.object({ download_url: z.string(), expires_in: z.int() }),
        example: {
          download_url: 'https://calls.example.com/api/v1/recordings/1.42.1763199000000.q0vG3b8LxW5t.Zk3…',
          expires_in: RECORDING_LINK_LIFE_SECONDS,
        },
      },
      errors: ['call_not_found', 'recording_not_found'],
      async handle({ principal, params }) {
        const call = await find(principal.organizationId, params.call_id)
        if (call.recording === null) throw new ApiError('recording_not_found')
        const address = { organizationId: principal.organizationId, callId: call.id }
        return {
          download_url: recordingUrl(deps, address, deps.clock.now()),
          expires_in: RECORDING_LINK_LIFE_SECONDS,
        }
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/calls/{call_id}/hang-up',
      operation: 'hangUpCall',
      tag: TAG,
      summary: 'Hang up a live call',
      description:
        'The carrier is asked to end the call. The answer does not prove that it did: the call is over when its `state` is `ended` (event `call_ended`). A conversation counts as answered. A call that was still ringing ends as the carrier reports it, and the contact is called again as the retry settings say.',
      params: CALL_PATH,
      answer: { schema: callShape, example: CALL_EXAMPLE },
      errors: ['call_not_found', 'call_not_live', 'call_not_placed', 'hang_up_impossible'],
      audit: { fields: ['id', 'state', 'campaign_id', 'contact_id'] },
      handle: async ({ principal, params }) =>
        serializeCall(await hangUpCall(deps, principal.organizationId, params.call_id), null, deps.publicUrl),
    }),
    peaksRoute(deps, find),
    route({
      method: 'GET',
      path: '/api/v1/recordings/{token}',
      operation: 'downloadRecording',
      tag: TAG,
      summary: 'The recording itself, by a signed link',
      access: 'none',
      params: z.object({ token: z.string() }),
      description: 'A `Range` of bytes is answered with 206, so that a player can begin anywhere.',
      answer: { contentType: 'audio/wav', description: 'Stereo WAV: the person on the left, the agent on the right.' },
      errors: ['link_expired', 'recording_not_found', 'recording_unreadable'],
      async handle({ params, request, reply }) {
        const address = readRecordingUrl(deps.secrets, params.token, deps.clock.now())
        if (!address) throw new ApiError('link_expired')
        const call = await findCall(db, address.organizationId, address.callId)
        const { range } = request.headers
        const opened = () => openRecording(deps.recordings, address, range)
        const recording = call?.recording ? await reportUnreadable(log, address.callId, opened) : null
        if (!call || !recording) throw new ApiError('recording_not_found')
        reply.header('content-type', 'audio/wav').header('content-length', recording.bytes)
        reply.header('accept-ranges', 'bytes')
        if (recording.part !== null) reply.code(206).header('content-range', recording.part)
        reply.header('content-disposition', `attachment; filename="call-${call.id}.wav"`)
        recording.content.once('error', (error) => logUnreadable(log, call.id, error))
        return reply.send(recording.content)
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/telephony/initiate-call',
      operation: 'initiateCall',
      tag: TAG,
      summary: 'Call one number with a workflow, without a campaign',
      audit: { fields: ['id', 'workflow_id', 'campaign_id', 'definition_id', 'override_reason'] },
      body: callRequest,
      bodyExample: { workflow_id: 1, phone_number: '+12025550100', override_reason: 'a test on my own phone' },
      answer: { schema: runShape, example: { ...RUN_EXAMPLE, state: 'claimed', is_completed: false, outcome: null } },
      errors: INITIATE_ERRORS,
      async handle({ principal, body, request }) {
        const callId = await initiateCall(deps, principal.organizationId, {
          workflowId: body.workflow_id,
          phoneNumber: body.phone_number,
          telephonyConfigurationId: body.telephony_configuration_id,
          fromNumberId: body.from_phone_number_id,
          runId: body.workflow_run_id,
          allowExtensions: body.allow_extensions ?? false,
          variables: body.variables ?? {},
          override: overrideOf(principal, body.override_reason),
        })
        // Later log lines contain only the call id; this line connects it with the request.
        log.info(
          { request_id: request.id, call_id: callId, organization_id: principal.organizationId },
          'a single call was requested',
        )
        return serializeRun(await find(principal.organizationId, callId), deps.publicUrl)
      },
    }),
  ]
}

function overrideOf({ author, scope }: Principal, reason: string | undefined) {
  return reason ? { reason, by: author, forAnyNumber: scope === 'admin' } : null
}

/** The reason names keys and is not for clients. Says whether it was one: a client that goes away is no fault of the file. */
function logUnreadable(log: Log, callId: number, error: unknown): boolean {
  if (!(error instanceof SealedFileError)) return false
  log.error({ call_id: callId, err: error }, 'failed to decrypt a recording')
  return true
}

async function reportUnreadable<T>(log: Log, callId: number, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (logUnreadable(log, callId, error)) throw new ApiError('recording_unreadable')
    throw error
  }
}

const PEAKS = { default: 800, most: 4000 }

const level = () => z.array(z.int()).meta({ description: 'From 0, silence, to 255; one for each point.' })

const peaksShape = z
  .object({ call_id: z.int(), duration_seconds: z.number(), points: z.int(), person: level(), agent: level() })
  .meta({ id: 'CallPeaks' })

function peaksRoute(
  deps: Pick<CallRouteDeps, 'recordings' | 'log'>,
  find: (organizationId: number, callId: number) => Promise<StoredCall>,
): Route {
  return route({
    method: 'GET',
    path: '/api/v1/calls/{call_id}/peaks',
    operation: 'getCallPeaks',
    tag: TAG,
    summary: 'The outline of a recording, the person and the agent apart',
    params: CALL_PATH,
    query: z.object({
      limit: optional(integer({ minimum: 1, maximum: PEAKS.most })).meta({
        description: 'Points at most; 800 if left out. There are never more than 20 a second.',
      }),
    }),
    answer: {
      schema: peaksShape,
      example: { call_id: 42, duration_seconds: 17.2, points: 4, person: [0, 12, 190, 0], agent: [201, 180, 0, 96] },
    },
    errors: ['call_not_found', 'recording_not_found', 'recording_unreadable'],
    async handle({ principal, params, query }) {
      const call = await find(principal.organizationId, params.call_id)
      const address = { organizationId: principal.organizationId, callId: call.id }
      const read = () => recordingPeaks(deps.recordings, address)
      const peaks = call.recording === null ? null : await reportUnreadable(deps.log, call.id, read)
      if (!peaks) throw new ApiError('recording_not_found')
      const limit = query.limit ?? PEAKS.default
      const [person, agent] = [reducePeaks(peaks.person, limit), reducePeaks(peaks.agent, limit)]
      return { call_id: call.id, duration_seconds: peaks.durationSeconds, points: person.length, person, agent }
    },
  })
}
