import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { optional, text } from '../http/schemas.ts'
import type { InstalledModels } from '../speech/installed-models.ts'
import { MODEL_CATALOGUE } from '../speech/model-catalogue.ts'
import type { ModelDeps } from './change-settings.ts'
import { findModelConfiguration } from './queries.ts'
import { openReadableSettings, SPEECH_ENGINES } from './settings.ts'
import { availableVoices, type SampleDeps, VOICE_SAMPLE_LIMITS, VoiceSamples } from './voices.ts'

const PATH = '/api/v1/organizations/model-configuration/voices'
const TAG = 'Models'
const LANGUAGE_TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

export interface VoiceRouteDeps extends ModelDeps {
  models: InstalledModels
  localSynthesizer: SampleDeps['localSynthesizer']
}

const voice = z.object({
  engine: z.enum(SPEECH_ENGINES).meta({ description: 'For `speech.engine` of the model configuration.' }),
  id: z.string().meta({ description: 'For `speech.voice`.' }),
  name: z.string(),
  language: z.string().nullable(),
  is_local: z.boolean().meta({ description: 'Whether this machine speaks. Otherwise the text goes to the service.' }),
})

const answer = z
  .object({
    voices: z.array(voice),
    services: z
      .array(
        z.object({
          engine: z.enum(SPEECH_ENGINES),
          ok: z.boolean(),
          message: z.string(),
          is_cut: z.boolean().meta({ description: 'It has more voices than are listed.' }),
        }),
      )
      .meta({ description: 'The services with a key, and whether each could list its voices.' }),
    installable: z
      .array(
        z.object({
          name: z.string(),
          language: z.string().nullable(),
          description: z.string(),
          megabytes: z.int(),
          licence: z.string(),
          is_installed: z.boolean(),
        }),
      )
      .meta({ description: 'Natural voices for this machine: `outdial models add NAME` on the server.' }),
  })
  .meta({ id: 'VoiceList' })

const EXAMPLE = {
  voices: [
    { engine: 'local', id: 'slt', name: 'slt', language: 'en', is_local: true },
    { engine: 'elevenlabs', id: '21m00Tcm4TlvDq8ikWAM', name: 'Rachel', language: 'en', is_local: false },
  ],
  services: [{ engine: 'elevenlabs', ok: true, message: 'The service listed its voices.', is_cut: false }],
  installable: [
    {
      name: 'kokoro-en',
      language: 'en',
      description: 'English, 11 speakers',
      megabytes: 320,
      licence: 'Apache-2.0',
      is_installed: false,
    },
  ],
}

export function voiceRoutes(deps: VoiceRouteDeps): Route[] {
  const { clock, models, localSynthesizer } = deps
  const samples = new VoiceSamples({ clock, models, localSynthesizer })
  return [listRoute(deps), sampleRoute(deps, samples)]
}

async function settingsAndContext({ db, clock, secrets, egress }: VoiceRouteDeps, organizationId: number) {
  const row = await findModelConfiguration(db, organizationId)
  const settings = openReadableSettings(row?.settings, secrets, organizationId)
  return { settings, context: { clock, organizationId, egress: egress?.of(organizationId) } }
}

function listRoute(deps: VoiceRouteDeps): Route {
  return route({
    method: 'GET',
    path: PATH,
    operation: 'listVoices',
    tag: TAG,
    summary: 'The voices of this machine and of every speech service with a key',
    description:
      'Services are asked when this is read. An OpenAI-compatible endpoint has no list: its voices are entered by name.',
    answer: { schema: answer, example: EXAMPLE },
    async handle({ principal: { organizationId } }) {
      const { settings, context } = await settingsAndContext(deps, organizationId)
      const installed = new Set(deps.models.usable.map(({ name }) => name))
      return {
        ...(await availableVoices(settings, deps.models, context)),
        installable: MODEL_CATALOGUE.filter(({ use }) => use === 'voice').map((model) => {
          const { name, language, description, megabytes, licence } = model
          return { name, language, description, megabytes, licence, is_installed: installed.has(name) }
        }),
      }
    },
  })
}

function sampleRoute(deps: VoiceRouteDeps, samples: VoiceSamples): Route {
  return route({
    method: 'POST',
    path: `${PATH}/sample`,
    operation: 'sampleVoice',
    audit: 'none',
    tag: TAG,
    summary: 'Hear a voice say a short fixed sentence',
    description: `16-bit mono WAV at 16 kHz. Samples are kept for a while; an organization can ask for ${VOICE_SAMPLE_LIMITS.perHourMax} others in an hour, because a service charges for them.`,
    body: z.object({
      engine: z.enum(SPEECH_ENGINES),
      voice: text({ minimum: 1, maximum: 200 }),
      language: optional(z.string().regex(LANGUAGE_TAG, 'Must be a language tag, such as en or pt-BR.')).meta({
        description: 'A language tag. `en` if left out.',
      }),
    }),
    bodyExample: { engine: 'local', voice: 'slt', language: 'en' },
    answer: { contentType: 'audio/wav', description: 'The sample.' },
    errors: ['voice_not_found', 'too_many_voice_samples', 'voice_sample_failed'],
    async handle({ principal: { organizationId }, body, reply }) {
      const { settings, context } = await settingsAndContext(deps, organizationId)
      const request = { engine: body.engine, voice: body.voice, language: body.language ?? 'en' }
      const audio = await samples.sample(settings, request, context)
      reply.header('content-type', 'audio/wav')
      return reply.send(audio)
    },
  })
}
