/** The settings of models, part by part; the server's names with our labels. */
import type { MetadataField } from '../../forms/metadata-fields.tsx'
import { modelWords as w } from '../../words/models.ts'

export const PARTS = ['chat', 'realtime', 'speech', 'recognition', 'embeddings'] as const
export type Part = (typeof PARTS)[number]

const field = (name: string, label: string, more: Partial<MetadataField> = {}): MetadataField => ({
  name,
  label,
  type: 'string',
  required: false,
  ...more,
})

const key = field('api_key', 'API key', { type: 'password', sensitive: true, description: 'Kept encrypted.' })

/** As their makers write them. */
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
  field('engine', 'Where', {
    required: true,
    options: [
      { value: 'local', label: 'On this machine' },
      { value: 'openai', label: 'OpenAI-compatible endpoint' },
      ...services.map((value) => ({ value, label: SERVICE_NAMES[value] ?? value })),
    ],
  })
const SPEAKING = ['deepgram', 'elevenlabs', 'cartesia', 'azure', 'google']

export const TITLES: Record<Part, { title: string; says: string }> = {
  chat: { title: 'Language model', says: 'leads the conversation when the model leads; writes, does not speak' },
  realtime: { title: 'Speech to speech', says: 'listens and speaks by itself' },
  speech: { title: 'Voice', says: 'speaks what is written' },
  recognition: { title: 'Hearing', says: 'writes down what is said' },
  embeddings: { title: w.embeddings, says: w.embeddingsHelp },
}

/** The fields of a chat endpoint, but for its headers. */
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

export const FIELDS: Record<Part, MetadataField[]> = {
  chat: [...CHAT_FIELDS, field('temperature', 'Temperature', { type: 'number', minimum: 0, maximum: 2 })],
  realtime: [
    field('url', 'Address', { placeholder: 'wss://api.openai.com/v1/realtime' }),
    key,
    field('model', 'Model'),
    field('voice', 'Voice'),
  ],
  speech: [
    engineOf(SPEAKING),
    field('voice', 'Voice', {
      placeholder: 'slt',
      description:
        'On this machine slt, rms, awb, kal16 or kal in English, or the name of a voice that was installed for the language; elsewhere as the endpoint names it.',
    }),
    field('base_url', 'Address', { type: 'url' }),
    key,
    field('model', 'Model'),
  ],
  recognition: [
    engineOf([...SPEAKING, 'openai_realtime']),
    field('base_url', 'Address', { type: 'url' }),
    key,
    field('model', 'Model'),
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

export const BRAINS: { key: Brain; label: string; needs: string; parts: Part[] }[] = [
  {
    key: 'script',
    label: 'Script',
    needs:
      'Says the texts of the workflow word for word, and understands phrases and keys. Needs nothing but this machine.',
    parts: ['speech', 'recognition'],
  },
  {
    key: 'pipeline',
    label: 'Language model',
    needs: 'A model decides what to say from the prompts of the steps. Needs an endpoint of a language model.',
    parts: ['chat', 'speech', 'recognition', 'embeddings'],
  },
  {
    key: 'realtime',
    label: 'Speech to speech',
    needs: 'One model listens and speaks. Needs an endpoint that does both.',
    parts: ['realtime', 'embeddings'],
  },
]

export const SENTENCES = [
  field('filler_sentence', 'While it thinks', { description: 'Said when the model takes long.' }),
  field('fallback_sentence', 'When it fails', { description: 'Said when the model gives no answer.' }),
  field('farewell_sentence', 'Before hanging up', { description: 'Said when the longest call time is over.' }),
]
