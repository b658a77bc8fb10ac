/** An organization's model settings between request, database and brains. Keys are sealed at rest and masked in answers. */

import { maskSecret } from '../kernel/mask.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { ModelPrices } from './rules/usage-cost.ts'

export const BRAIN_KINDS = ['script', 'pipeline', 'realtime'] as const
export type BrainKind = (typeof BRAIN_KINDS)[number]
/** Services with their own key and address, for voice and recognition alike. */
export const SPEECH_SERVICES = ['deepgram', 'elevenlabs', 'cartesia', 'azure', 'google', 'openai_realtime'] as const
export type SpeechServiceName = (typeof SPEECH_SERVICES)[number]
/** Speech synthesis; `openai` is any endpoint with OpenAI's audio interface. */
export const SPEECH_ENGINES = ['local', 'openai', 'deepgram', 'elevenlabs', 'cartesia', 'azure', 'google'] as const
export type SpeechEngine = (typeof SPEECH_ENGINES)[number]
/** Speech recognition; `openai_realtime` is OpenAI's streaming transcription. */
export const RECOGNITION_ENGINES = [...SPEECH_ENGINES, 'openai_realtime'] as const
export type RecognitionEngine = (typeof RECOGNITION_ENGINES)[number]

/** Hosted services that may have a price: all engines except this machine's own. */
export const HOSTED_SPEECH = RECOGNITION_ENGINES.filter((engine) => engine !== 'local')

type Text = string | null

/** The protocol of a chat endpoint; `openai` is any endpoint with OpenAI's protocol. */
export const CHAT_PROVIDERS = ['openai', 'anthropic', 'gemini'] as const
export type ChatProvider = (typeof CHAT_PROVIDERS)[number]

export interface ChatSettings {
  provider: ChatProvider
  /** Address of the endpoint; null: the provider's own address, if it has one. */
  base_url: Text
  api_key: Text
  model: Text
  temperature: number | null
  extra_body: Record<string, unknown> | null
  /** Headers sent with every request. Their values are treated like keys. */
  headers: Record<string, string> | null
  /** After this time without a first word from this endpoint, the next one is asked. Null: `CHAT_FAILOVER_LIMITS.answerWithinMs`. */
  answer_within_ms: number | null
}

const NO_CHAT: ChatSettings = {
  provider: 'openai',
  base_url: null,
  api_key: null,
  model: null,
  temperature: null,
  extra_body: null,
  headers: null,
  answer_within_ms: null,
}

const OWN_ADDRESSES: Readonly<Record<ChatProvider, Text>> = {
  openai: null,
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
}

export const chatAddress = ({ base_url, provider }: Pick<ChatSettings, 'base_url' | 'provider'>): Text =>
  base_url ?? OWN_ADDRESSES[provider]

/** Fills in the fields that were left out. */
export const withChatDefaults = (given: Partial<ChatSettings> | undefined): ChatSettings => ({ ...NO_CHAT, ...given })

export interface ModelSettings {
  brain: BrainKind
  chat: ChatSettings
  /** Endpoints that are asked in this order when the chat endpoint fails. */
  chat_fallback: readonly ChatSettings[]
  realtime: { url: Text; api_key: Text; model: Text; voice: Text }
  /** `fallback`: the services to use, in this order, if the engine fails; local speech is always last. */
  speech: {
    engine: SpeechEngine
    voice: Text
    base_url: Text
    api_key: Text
    model: Text
    fallback: readonly SpeechEngine[]
  }
  recognition: {
    engine: RecognitionEngine
    base_url: Text
    api_key: Text
    model: Text
    fallback: readonly RecognitionEngine[]
  }
  services: Record<SpeechServiceName, SpeechServiceSettings>
  /** Settings for vectors of documents and questions. Without an address and a model, documents are searched by words only. */
  embeddings: EmbeddingSettings
  /** Prices of language models and speech services. */
  prices: ModelPrices
  filler_sentence: Text
  fallback_sentence: Text
  farewell_sentence: Text
}

export interface EmbeddingSettings {
  base_url: Text
  api_key: Text
  model: Text
  /** Requested length of a vector; null: the model's default. */
  dimensions: number | null
  /** Minimum similarity of a passage to a question. Null: the limit that the program measured for this model. */
  min_similarity: number | null
}

export interface SpeechServiceSettings {
  api_key: Text
  /** Address of the service; null: the vendor's own. */
  base_url: Text
  /** Region, for Azure and for Google's recognition. */
  region: Text
  voice: Text
  voice_model: Text
  recognition_model: Text
}

const NO_SERVICE: SpeechServiceSettings = {
  api_key: null,
  base_url: null,
  region: null,
  voice: null,
  voice_model: null,
  recognition_model: null,
}

function servicesOf(
  stored: Partial<Record<SpeechServiceName, Partial<SpeechServiceSettings>>> | undefined,
): ModelSettings['services'] {
  const entries = SPEECH_SERVICES.map((name) => [name, { ...NO_SERVICE, ...stored?.[name] }])
  return Object.fromEntries(entries) as ModelSettings['services']
}

export const SETTINGS_SECTIONS = ['chat', 'realtime', 'speech', 'recognition', 'embeddings'] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** The defaults of an organization: everything local. */
export const DEFAULT_SETTINGS: ModelSettings = {
  brain: 'script',
  chat: NO_CHAT,
  chat_fallback: [],
  realtime: { url: null, api_key: null, model: null, voice: null },
  speech: { engine: 'local', voice: null, base_url: null, api_key: null, model: null, fallback: [] },
  recognition: { engine: 'local', base_url: null, api_key: null, model: null, fallback: [] },
  services: servicesOf(undefined),
  embeddings: { base_url: null, api_key: null, model: null, dimensions: null, min_similarity: null },
  prices: { currency: null, models: [], speech: [] },
  filler_sentence: null,
  fallback_sentence: null,
  farewell_sentence: null,
}

/** Parses stored settings; keys are still encrypted. Fields added after the row was written get their defaults. */
export function sealedSettings(stored: unknown): ModelSettings {
  const row = (stored ?? {}) as Partial<ModelSettings>
  return {
    ...DEFAULT_SETTINGS,
    ...row,
    chat: withChatDefaults(row.chat),
    chat_fallback: (row.chat_fallback ?? []).map(withChatDefaults),
    realtime: { ...DEFAULT_SETTINGS.realtime, ...row.realtime },
    speech: { ...DEFAULT_SETTINGS.speech, ...row.speech },
    recognition: { ...DEFAULT_SETTINGS.recognition, ...row.recognition },
    services: servicesOf(row.services),
    embeddings: { ...DEFAULT_SETTINGS.embeddings, ...row.embeddings },
    prices: { ...DEFAULT_SETTINGS.prices, ...row.prices },
  }
}

type KeyPlace = SettingsSection | `services/${SpeechServiceName}` | 'chat_fallback' | 'chat_headers'

/** The place that an encrypted key is bound to: moved to another organization or section, it cannot be decrypted. */
export const modelKeySealContext = (organizationId: number, section: KeyPlace) =>
  `model_configurations/${organizationId}/${section}`

export function openSettings(stored: unknown, secrets: SecretBox, organizationId: number): ModelSettings {
  return withKeys(sealedSettings(stored), (key, section) =>
    secrets.open(key, modelKeySealContext(organizationId, section)),
  )
}

/** Settings with decrypted keys. A key that was encrypted with a lost SECRET_KEY counts as missing. */
export function openReadableSettings(stored: unknown, secrets: SecretBox, organizationId: number): ModelSettings {
  return withKeys(sealedSettings(stored), (key, section) => {
    try {
      return secrets.open(key, modelKeySealContext(organizationId, section))
    } catch {
      return null
    }
  })
}

export function sealSettings(settings: ModelSettings, secrets: SecretBox, organizationId: number): string {
  return JSON.stringify(
    withKeys(settings, (key, section) => secrets.seal(key, modelKeySealContext(organizationId, section))),
  )
}

/** The same keys, encrypted with the newest key for their place; null if they already are. */
export function resealedSettings(stored: unknown, secrets: SecretBox, organizationId: number): string | null {
  let changed = false
  const settings = withKeys(sealedSettings(stored), (key, section) => {
    const resealed = secrets.reseal(key, modelKeySealContext(organizationId, section))
    changed ||= resealed !== null
    return resealed ?? key
  })
  return changed ? JSON.stringify(settings) : null
}

export function maskSettings(settings: ModelSettings): ModelSettings {
  return withKeys(settings, maskSecret)
}

function withKeys(settings: ModelSettings, change: (key: string, place: KeyPlace) => string | null): ModelSettings {
  const changed = structuredClone(settings)
  const changeKey = (key: Text, place: KeyPlace) => (key === null || key === '' ? null : change(key, place))
  for (const section of SETTINGS_SECTIONS) changed[section].api_key = changeKey(changed[section].api_key, section)
  for (const name of SPEECH_SERVICES) {
    changed.services[name].api_key = changeKey(changed.services[name].api_key, `services/${name}`)
  }
  for (const chat of changed.chat_fallback) chat.api_key = changeKey(chat.api_key, 'chat_fallback')
  for (const chat of [changed.chat, ...changed.chat_fallback]) {
    if (chat.headers === null) continue
    const headers = Object.entries(chat.headers).map(
      ([name, value]) => [name, changeKey(value, 'chat_headers')] as const,
    )
    chat.headers = Object.fromEntries(headers.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  }
  return changed
}

/** Whether this brain has its required settings; a workflow's own model counts. */
export function isBrainSetUp(settings: ModelSettings, brain: BrainKind, workflowModel: Text = null): boolean {
  const { chat, realtime } = settings
  switch (brain) {
    case 'script':
      return true
    case 'pipeline':
      return Boolean(chatAddress(chat) && (workflowModel || chat.model))
    case 'realtime':
      return Boolean(realtime.url && (workflowModel || realtime.model))
  }
}
