import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { timestamp } from '../http/schemas.ts'
import { changeSettings, type ModelDeps } from './change-settings.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { settingsBody } from './merge-settings.ts'
import { findModelConfiguration, type StoredModelConfiguration } from './queries.ts'
import {
  BRAIN_KINDS,
  DEFAULT_SETTINGS,
  maskSettings,
  RECOGNITION_ENGINES,
  readableSettings,
  SPEECH_ENGINES,
  SPEECH_SERVICES,
  type SpeechServiceName,
} from './settings.ts'

const PATH = '/api/v1/organizations/model-configuration'
const TAG = 'Models'
const words = () => z.string().nullable()
const key = () => words().meta({ description: 'Masked.' })

const FALLBACK = 'Asked in this order when the engine fails. This machine is always last.'
const service = z.object({
  api_key: key(),
  base_url: words().meta({ description: "Null: the service's own address." }),
  region: words().meta({ description: "Of Azure, and of Google's recognition." }),
  voice: words(),
  voice_model: words(),
  recognition_model: words(),
})

const configuration = z
  .object({
    brain: z.enum(BRAIN_KINDS),
    chat: z.object({
      base_url: words(),
      api_key: key(),
      model: words(),
      temperature: z.number().nullable(),
      extra_body: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({ description: 'Fields added to every request, for what only this endpoint knows.' }),
    }),
    realtime: z.object({ url: words(), api_key: key(), model: words(), voice: words() }),
    speech: z.object({
      engine: z.enum(SPEECH_ENGINES),
      voice: words(),
      base_url: words(),
      api_key: key(),
      model: words(),
      fallback: z.array(z.enum(SPEECH_ENGINES)).meta({ description: FALLBACK }),
    }),
    recognition: z.object({
      engine: z.enum(RECOGNITION_ENGINES),
      base_url: words(),
      api_key: key(),
      model: words(),
      fallback: z.array(z.enum(RECOGNITION_ENGINES)).meta({ description: FALLBACK }),
    }),
    services: z
      .object(
        Object.fromEntries(SPEECH_SERVICES.map((name) => [name, service])) as Record<SpeechServiceName, typeof service>,
      )
      .meta({ description: 'Key, address and choices of each speech service, for voice and recognition alike.' }),
    filler_sentence: words(),
    fallback_sentence: words(),
    farewell_sentence: words(),
    updated_at: timestamp().nullable(),
  })
  .meta({ id: 'ModelConfiguration' })

const EXAMPLE = {
  brain: 'pipeline',
  chat: {
    base_url: 'https://llm.example.com/v1',
    api_key: '**********************cret',
    model: 'qwen3-8b',
    temperature: 0.3,
    extra_body: { reasoning_effort: 'low' },
  },
  realtime: { url: null, api_key: null, model: null, voice: null },
  speech: { engine: 'local', voice: 'slt', base_url: null, api_key: null, model: null, fallback: [] },
  recognition: {
    engine: 'deepgram',
    base_url: null,
    api_key: null,
    model: null,
    fallback: [],
  },
  services: {
    ...DEFAULT_SETTINGS.services,
    deepgram: { ...DEFAULT_SETTINGS.services.deepgram, api_key: '************************8f21' },
  },
  filler_sentence: 'One moment, please.',
  fallback_sentence: 'I am sorry, could you say that again?',
  farewell_sentence: null,
  updated_at: '2026-11-15T09:30:00.123Z',
}

const check = z.object({ ok: z.boolean(), message: z.string(), ms: z.int() })

export function modelRoutes(deps: ModelDeps): Route[] {
  const { db, clock, secrets } = deps
  const shown = (organizationId: number, row: StoredModelConfiguration | undefined) => ({
    ...maskSettings(readableSettings(row?.settings, secrets, organizationId)),
    updated_at: row?.updated_at ?? null,
  })
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'getModelConfiguration',
      tag: TAG,
      summary: 'What leads conversations, and the endpoints it uses; keys masked',
      description: 'An organization that has set up nothing has the script brain and the speech of this machine.',
      answer: { schema: configuration, example: EXAMPLE },
      handle: async ({ principal: { organizationId } }) =>
        shown(organizationId, await findModelConfiguration(db, organizationId)),
    }),
    route({
      method: 'PUT',
      path: PATH,
      operation: 'updateModelConfiguration',
      scope: 'admin',
      tag: TAG,
      summary: 'Update the model configuration; omitted fields keep their values',
      description:
        "Send only what changes. A masked key sent back unchanged keeps the stored one, so that the answer of GET can be sent back as it is. An empty text empties a field. `chat.temperature: null` means the endpoint's own default.",
      body: settingsBody,
      bodyExample: {
        brain: 'pipeline',
        chat: { base_url: 'https://llm.example.com/v1', api_key: 'a long secret', model: 'qwen3-8b', temperature: 0.3 },
        filler_sentence: 'One moment, please.',
      },
      answer: { schema: configuration, example: EXAMPLE },
      handle: async ({ principal: { organizationId }, body }) =>
        shown(organizationId, await changeSettings(deps, organizationId, body)),
    }),
    route({
      method: 'POST',
      path: `${PATH}/test`,
      operation: 'testModelConfiguration',
      tag: TAG,
      summary: 'Ask the chosen endpoints for a little of what a call asks of them',
      description: 'Always 200. `ok` says whether everything works, `details` has the result of each part.',
      answer: {
        schema: z.object({ ok: z.boolean(), message: z.string(), details: z.record(z.string(), check) }),
        example: {
          ok: false,
          message: 'chat: The endpoint refused the key.',
          details: {
            chat: { ok: false, message: 'The endpoint refused the key.', ms: 84 },
            speech: { ok: true, message: 'Works on this machine.', ms: 0 },
            recognition: { ok: true, message: 'Works on this machine.', ms: 0 },
          },
        },
      },
      async handle({ principal }) {
        const row = await findModelConfiguration(db, principal.organizationId)
        return checkEndpoints(
          readableSettings(row?.settings, secrets, principal.organizationId),
          clock,
          deps.egress?.of(principal.organizationId),
        )
      },
    }),
  ]
}
