/** The fields of the model settings, part by part; the server's names with the console's labels. */
import type { MetadataField } from '../../forms/metadata-fields.tsx'
import { engineWords as e } from '../../words/model.ts'
import { modelWords as w } from '../../words/models.ts'

export const MODEL_PARTS = ['chat', 'realtime', 'speech', 'recognition', 'embeddings'] as const
export type ModelPart = (typeof MODEL_PARTS)[number]

export const field = (name: string, label: string, more: Partial<MetadataField> = {}): MetadataField => ({
  name,
  label,
  type: 'string',
  required: false,
  ...more,
})

const key = field('api_key', e.key, { type: 'password', sensitive: true, description: e.keptEncrypted })

/** Display names of speech services, spelled as by their vendors. */
export const SERVICE_NAMES: Readonly<Record<string, string>> = {
  deepgram: 'Deepgram',
  elevenlabs: 'ElevenLabs',
  cartesia: 'Cartesia',
  azure: 'Azure',
  google: 'Google',
  openai_realtime: 'OpenAI (realtime transcription)',
  openai: 'OpenAI',
}

const engineOf = (services: readonly string[]) =>
  field('engine', e.where, {
    required: true,
    options: [
      { value: 'local', label: e.here },
      { value: 'openai', label: e.compatible },
      ...services.map((value) => ({ value, label: SERVICE_NAMES[value] ?? value })),
    ],
  })
const SPEAKING = ['deepgram', 'elevenlabs', 'cartesia', 'azure', 'google']

export const MODEL_PART_TITLES: Record<ModelPart, { title: string; says: string }> = {
  chat: { title: e.parts.chat, says: e.says.chat },
  realtime: { title: e.parts.realtime, says: e.says.realtime },
  speech: { title: e.parts.speech, says: e.says.speech },
  recognition: { title: e.parts.recognition, says: e.says.recognition },
  embeddings: { title: w.embeddings, says: w.embeddingsHelp },
}

/** The fields of a chat endpoint except its headers. */
export const CHAT_FIELDS: MetadataField[] = [
  field('provider', w.fields.provider, {
    required: true,
    default: 'openai',
    options: [
      { value: 'openai', label: w.fields.openai },
      { value: 'anthropic', label: 'Anthropic' },
      { value: 'gemini', label: 'Gemini' },
    ],
  }),
  field('base_url', w.fields.address, { type: 'url', placeholder: w.fields.ownAddress }),
  field('api_key', w.fields.key, { type: 'password', sensitive: true, description: w.fields.keyHelp }),
  field('model', w.fields.model),
  field('answer_within_ms', w.fields.within, { type: 'integer', description: w.fields.withinHelp }),
]

export const MODEL_PART_FIELDS: Record<ModelPart, MetadataField[]> = {
  chat: [...CHAT_FIELDS, field('temperature', e.temperature, { type: 'number', minimum: 0, maximum: 2 })],
  realtime: [
    field('url', e.address, { placeholder: 'wss://api.openai.com/v1/realtime' }),
    key,
    field('model', e.model),
    field('voice', e.voice),
  ],
  speech: [
    engineOf(SPEAKING),
    field('voice', e.voice, {
      placeholder: 'slt',
      description: e.voiceHelp,
    }),
    field('base_url', e.address, { type: 'url' }),
    key,
    field('model', e.model),
  ],
  recognition: [
    engineOf([...SPEAKING, 'openai_realtime']),
    field('base_url', e.address, { type: 'url' }),
    key,
    field('model', e.model),
  ],
  embeddings: [
    field('base_url', w.fields.address, {
      type: 'url',
      placeholder: 'https://api.openai.com/v1',
      description: w.embeddingFields.sent,
    }),
    field('api_key', w.fields.key, { type: 'password', sensitive: true, description: w.fields.keyHelp }),
    field('model', w.fields.model),
    field('dimensions', w.embeddingFields.numbers, {
      type: 'integer',
      minimum: 1,
      maximum: 4096,
      description: w.embeddingFields.numbersHelp,
    }),
    field('min_similarity', w.embeddingFields.similarity, {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: w.embeddingFields.similarityHelp,
    }),
  ],
}

export type Brain = 'script' | 'pipeline' | 'realtime'

export const BRAINS: { key: Brain; label: string; needs: string; parts: ModelPart[] }[] = [
  {
    key: 'script',
    label: e.engines.script,
    needs: e.needs.script,
    parts: ['speech', 'recognition'],
  },
  {
    key: 'pipeline',
    label: e.engines.pipeline,
    needs: e.needs.pipeline,
    parts: ['chat', 'speech', 'recognition', 'embeddings'],
  },
  {
    key: 'realtime',
    label: e.engines.realtime,
    needs: e.needs.realtime,
    parts: ['realtime', 'embeddings'],
  },
]

export const SENTENCE_FIELDS = [
  field('filler_sentence', e.filler, { description: e.fillerHelp }),
  field('fallback_sentence', e.fallback, { description: e.fallbackHelp }),
  field('farewell_sentence', e.farewell, { description: e.farewellHelp }),
]
