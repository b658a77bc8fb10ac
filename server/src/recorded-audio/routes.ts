import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { customIssue, id, optional, text, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { requireQuota } from '../organizations/quotas.ts'
import { writeWav } from '../speech/wav.ts'
import { littleEndianBytes, littleEndianSamples } from '../speech/wire-audio.ts'
import type { Database, Queries } from '../storage/database.ts'
import {
  changeRecording,
  countRecordings,
  findRecording,
  insertRecording,
  listRecordings,
  readAudio,
  removeRecording,
  type StoredRecording,
  TRANSCRIPT_SOURCES,
} from './queries.ts'
import { type ReceiveDeps, receiveAudio } from './receive-recording.ts'
import { NAME_LENGTH_MAX, STORED_RATE_HZ, TRANSCRIPT_LENGTH_MAX } from './rules/limits.ts'

const RECORDINGS = '/api/v1/workflow-recordings/'
const RECORDING = '/api/v1/workflow-recordings/{recording_id}'
const TAG = 'Recorded audio'
const AUDIO_TYPES = ['audio/wav', 'audio/mpeg', 'multipart/form-data']

export interface RecordingRouteDeps extends ReceiveDeps {
  db: Database
  clock: Clock
  /** The transcript by the local recognizer; null if it does not support the language. */
  transcribe(language: string, samples: Int16Array): Promise<string | null>
  /** Names of the workflows that play a recording. */
  usersOf(db: Queries, organizationId: number, recordingId: string): Promise<string[]>
  /** Names of unfinished campaigns whose workflow version plays the recording. */
  pinnedBy(db: Queries, organizationId: number, recordingId: string): Promise<string[]>
  /** Ids of the recordings that a workflow uses. */
  namedBy(organizationId: number, workflowId: number): Promise<readonly string[]>
}

const recordingAnswer = z
  .object({
    id: z.int(),
    recording_id: z
      .string()
      .meta({ description: 'The id that steps refer to: `greeting_recording_id`, `say_recording_id`.' }),
    workflow_id: z.int().nullable().meta({ description: 'Always null: recordings belong to the organization.' }),
    organization_id: z.int(),
    tts_provider: z.string().nullable(),
    tts_model: z.string().nullable(),
    tts_voice_id: z.string().nullable(),
    transcript: z.string().meta({ description: 'The transcript.' }),
    transcript_source: z.enum(TRANSCRIPT_SOURCES).meta({
      description:
        '`recognized`: by the recognizer of this machine. Listen to the recording, then confirm or correct the transcript; a workflow cannot use it before.',
    }),
    storage_key: z.string(),
    storage_backend: z.string(),
    metadata: z.object({
      name: z.string(),
      format: z.enum(['wav', 'mp3']),
      duration_ms: z.int(),
      gain_db: z.number().meta({ description: 'By how much the file was made louder, or softer if negative.' }),
    }),
    created_by: z.int().nullable(),
    created_at: timestamp(),
    is_active: z.boolean(),
  })
  .meta({ id: 'WorkflowRecording' })

const EXAMPLE = {
  id: 3,
  recording_id: 'c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11',
  workflow_id: null,
  organization_id: 1,
  tts_provider: null,
  tts_model: null,
  tts_voice_id: null,
  transcript: 'Hello, this is Anna from Harbor Dental. I am calling about your appointment.',
  transcript_source: 'given',
  storage_key: 'workflow_recordings/c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11',
  storage_backend: 'database',
  metadata: { name: 'greeting.wav', format: 'wav', duration_ms: 4820, gain_db: 6.5 },
  created_by: 1,
  created_at: '2026-11-15T09:30:00.123Z',
  is_active: true,
}

const params = z.object({ recording_id: text({ minimum: 1, maximum: 64 }) })
const language = () =>
  optional(text({ minimum: 2, maximum: 35 })).meta({
    description: 'Language of the recording, such as `de`; English if left out.',
  })
/** Braces are not allowed: they would count as variables of the contact. */
const transcript = () =>
  text({ maximum: TRANSCRIPT_LENGTH_MAX }).refine(
    (given) => !given.includes('{{'),
    customIssue('value_error', 'Value error, write what is said in the recording: it cannot contain variables', {
      error: 'variables',
    }),
  )

export function recordingRoutes(deps: RecordingRouteDeps): Route[] {
  return [listRoute(deps), uploadRoute(deps), transcribeRoute(deps), ...oneRoutes(deps), deleteRoute(deps)]
}

function listRoute({ db, namedBy }: RecordingRouteDeps): Route {
  return route({
    method: 'GET',
    path: RECORDINGS,
    operation: 'listWorkflowRecordings',
    tag: TAG,
    summary: 'List recordings for workflows',
    description:
      '`workflow_id`: only those that the workflow plays. Filters by `tts_provider`, `tts_model` and `tts_voice_id` find nothing: recordings are uploaded, not synthesized.',
    query: z.object({
      workflow_id: optional(id()),
      tts_provider: optional(text({ maximum: 100 })),
      tts_model: optional(text({ maximum: 100 })),
      tts_voice_id: optional(text({ maximum: 200 })),
    }),
    answer: {
      schema: z.object({ recordings: z.array(recordingAnswer), total: z.int() }),
      example: { recordings: [EXAMPLE], total: 1 },
    },
    async handle({ principal: { organizationId }, query }) {
      const isForeign = query.tts_provider ?? query.tts_model ?? query.tts_voice_id
      const named = query.workflow_id === undefined ? null : await namedBy(organizationId, query.workflow_id)
      const found = isForeign ? [] : await listRecordings(db, organizationId, named)
      return { recordings: found.map(show), total: found.length }
    },
  })
}

function uploadRoute(deps: RecordingRouteDeps): Route {
  const { db, clock } = deps
  return route({
    method: 'POST',
    path: RECORDINGS,
    operation: 'uploadWorkflowRecording',
    tag: TAG,
    summary: 'Upload a recording that an agent plays',
    description:
      'The body is a WAV or MP3 file of at most 120 seconds, or a form with one file. It is stored as mono at 16 kHz with the loudness of telephone speech. Without `transcript` this machine writes down what it understands, where it has a recognizer for the language; listen to it and send the right transcript before you use the recording.',
    bodyKind: 'stream',
    bodyTypes: AUDIO_TYPES,
    query: z.object({
      name: optional(text({ minimum: 1, maximum: NAME_LENGTH_MAX })),
      transcript: optional(transcript()),
      language: language(),
    }),
    answer: { schema: recordingAnswer, example: EXAMPLE },
    errors: [
      'bad_request',
      'payload_too_large',
      'disk_full',
      'unsupported_media_type',
      'quota_exceeded',
      'too_many_uploads',
    ],
    async handle({ principal: { organizationId, apiKeyId }, query, request }) {
      const { decoded, filename } = await receiveAudio(deps, organizationId, request)
      const given = query.transcript?.trim() ?? ''
      const heard = given === '' ? await deps.transcribe(query.language ?? 'en', decoded.samples) : null
      const transcribed = plainTranscript(heard ?? '')
      const recordingId = randomUUID()
      return db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        const wouldBe = async () => (await countRecordings(tx, organizationId)) + 1
        await requireQuota(tx, organizationId, 'workflow_recordings', wouldBe)
        const stored = await insertRecording(tx, {
          recording_id: recordingId,
          organization_id: organizationId,
          name: (query.name ?? filename ?? `recording ${recordingId.slice(0, 8)}`).slice(0, NAME_LENGTH_MAX),
          transcript: given || transcribed,
          transcript_source: given !== '' ? 'given' : transcribed !== '' ? 'recognized' : 'none',
          source_format: decoded.format,
          duration_ms: decoded.durationMs,
          gain_db: decoded.gainDb,
          audio: Buffer.from(littleEndianBytes(decoded.samples)),
          created_by: apiKeyId,
          created_at: new Date(clock.now()),
        })
        return show(stored)
      })
    },
  })
}

function transcribeRoute(deps: RecordingRouteDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/workflow-recordings/transcribe',
    operation: 'transcribeRecording',
    tag: TAG,
    summary: 'Transcribe an audio file',
    description: 'By the recognizer of this machine. Nothing is stored.',
    audit: 'none',
    bodyKind: 'stream',
    bodyTypes: AUDIO_TYPES,
    query: z.object({ language: language() }),
    answer: {
      schema: z.object({ transcript: z.string(), duration_ms: z.int() }),
      example: { transcript: EXAMPLE.transcript, duration_ms: 4820 },
    },
    errors: [
      'bad_request',
      'payload_too_large',
      'disk_full',
      'unsupported_media_type',
      'transcription_unavailable',
      'too_many_uploads',
    ],
    async handle({ principal: { organizationId }, query, request }) {
      const { decoded } = await receiveAudio(deps, organizationId, request)
      const heard = await deps.transcribe(query.language ?? 'en', decoded.samples)
      if (heard === null) throw new ApiError('transcription_unavailable')
      return { transcript: heard, duration_ms: decoded.durationMs }
    },
  })
}

const usedBy = z.array(z.string()).meta({
  description: 'Names of the workflows that play it, also in a version that an unfinished campaign still calls with.',
})

function oneRoutes({ db, clock, pinnedBy, usersOf }: RecordingRouteDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: RECORDING,
      operation: 'getWorkflowRecording',
      tag: TAG,
      summary: 'One recording, with the workflows that play it',
      params,
      answer: { schema: recordingAnswer.extend({ used_by: usedBy }), example: { ...EXAMPLE, used_by: ['Reminder'] } },
      errors: ['workflow_recording_not_found'],
      handle: async ({ principal: { organizationId }, params: { recording_id } }) => ({
        ...show(await recordingOf(db, organizationId, recording_id)),
        used_by: await usersOf(db, organizationId, recording_id),
      }),
    }),
    route({
      method: 'GET',
      path: `${RECORDING}/audio`,
      operation: 'getWorkflowRecordingAudio',
      tag: TAG,
      summary: 'Listen to a recording',
      description: 'As it is stored and played: 16-bit mono WAV at 16 kHz.',
      params,
      answer: { contentType: 'audio/wav', description: 'The recording.' },
      errors: ['workflow_recording_not_found'],
      async handle({ principal, params: { recording_id }, reply }) {
        const audio = await readAudio(db, principal.organizationId, recording_id)
        if (audio === null) throw new ApiError('workflow_recording_not_found')
        reply.header('content-type', 'audio/wav')
        return reply.send(Buffer.from(writeWav({ samples: littleEndianSamples(audio), sampleRateHz: STORED_RATE_HZ })))
      },
    }),
    route({
      method: 'PATCH',
      path: RECORDING,
      operation: 'updateWorkflowRecording',
      tag: TAG,
      summary: 'Rename a recording or correct its transcript',
      description:
        'The audio stays. Conversations that begin afterwards use the new transcript. Its words cannot be changed while an unfinished campaign calls with it (409 with the names): a campaign keeps what it was started with. Sending the same transcript confirms one that was recognized.',
      params,
      body: z.object({
        name: optional(text({ minimum: 1, maximum: NAME_LENGTH_MAX })),
        transcript: optional(
          transcript().refine(
            (given) => given.trim() !== '',
            customIssue('value_error', 'Value error, the transcript cannot be empty', { error: 'empty' }),
          ),
        ),
      }),
      bodyExample: { transcript: EXAMPLE.transcript },
      answer: { schema: recordingAnswer, example: EXAMPLE },
      errors: ['workflow_recording_not_found', 'workflow_recording_in_use'],
      async handle({ principal: { organizationId }, params: { recording_id }, body }) {
        const words = body.transcript?.trim()
        return db.transaction().execute(async (tx) => {
          // Starting a campaign takes the same lock, so none can start with the old state in the meantime.
          await lockOrganization(tx, organizationId)
          const before = await recordingOf(tx, organizationId, recording_id)
          if (words !== undefined && words !== before.transcript) {
            const campaigns = await pinnedBy(tx, organizationId, recording_id)
            if (campaigns.length > 0) throw pinned(campaigns)
          }
          const changed = await changeRecording(tx, before.id, {
            ...(body.name === undefined ? {} : { name: body.name }),
            ...(words === undefined ? {} : { transcript: words, transcript_source: 'given' as const }),
            updated_at: new Date(clock.now()),
          })
          return show(changed)
        })
      },
    }),
  ]
}

function deleteRoute({ db, usersOf }: RecordingRouteDeps): Route {
  return route({
    method: 'DELETE',
    path: RECORDING,
    operation: 'deleteWorkflowRecording',
    tag: TAG,
    summary: 'Delete a recording',
    description: 'Refused with 409 and the names of the workflows while a workflow or an unfinished campaign plays it.',
    params,
    answer: {
      schema: z.object({ success: z.literal(true), message: z.string() }),
      example: { success: true, message: 'The recording is deleted.' },
    },
    errors: ['workflow_recording_not_found', 'workflow_recording_in_use'],
    async handle({ principal: { organizationId }, params: { recording_id } }) {
      return db.transaction().execute(async (tx) => {
        // Saving a workflow takes the same lock, so no workflow can begin to use the recording in the meantime.
        await lockOrganization(tx, organizationId)
        const { id: found } = await recordingOf(tx, organizationId, recording_id)
        const workflows = await usersOf(tx, organizationId, recording_id)
        if (workflows.length > 0) {
          const message = `These workflows play this recording: ${workflows.join(', ')}. Remove it there first.`
          throw new ApiError('workflow_recording_in_use', { message, details: { workflows } })
        }
        await removeRecording(tx, found)
        return { success: true, message: 'The recording is deleted.' }
      })
    },
  })
}

function pinned(campaigns: string[]): ApiError {
  const message = `These campaigns call with this recording: ${campaigns.join(', ')}. Finish them first, or upload the recording again with the right transcript.`
  return new ApiError('workflow_recording_in_use', { message, details: { campaigns } })
}

const plainTranscript = (heard: string) =>
  heard.replaceAll('{', '(').replaceAll('}', ')').slice(0, TRANSCRIPT_LENGTH_MAX)

async function recordingOf(db: Queries, organizationId: number, recordingId: string): Promise<StoredRecording> {
  const found = await findRecording(db, organizationId, recordingId)
  if (!found) throw new ApiError('workflow_recording_not_found')
  return found
}

function show(recording: StoredRecording) {
  const { recording_id, name, source_format: format, duration_ms, gain_db } = recording
  return {
    id: recording.id,
    recording_id,
    workflow_id: null,
    organization_id: recording.organization_id,
    tts_provider: null,
    tts_model: null,
    tts_voice_id: null,
    transcript: recording.transcript,
    transcript_source: recording.transcript_source,
    storage_key: `workflow_recordings/${recording_id}`,
    storage_backend: 'database',
    metadata: { name, format, duration_ms, gain_db },
    created_by: recording.created_by,
    created_at: recording.created_at.toISOString(),
    is_active: true,
  }
}
