/** The body of an update, and how it is merged with the stored settings. */
import { z } from 'zod'
import { AMOUNT_PATTERN, CURRENCY_PATTERN } from '../costs/rules/money.ts'
import { decimal, freeObject, integer, optional, text } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import type { ValidationDetail } from '../kernel/errors.ts'
import { looksMasked, maskSecret } from '../kernel/mask.ts'
import { isServiceAccount } from '../speech/services/google/account.ts'
import { missingPackage } from './chat-model.ts'
import { EMBEDDING_NUMBERS_MAX } from './embed-texts.ts'
import {
  BRAIN_KINDS,
  CHAT_PROVIDERS,
  type ChatSettings,
  chatAddress,
  HOSTED_SPEECH,
  isBrainSetUp,
  type ModelSettings,
  RECOGNITION_ENGINES,
  SETTINGS_SECTIONS,
  type SettingsSection,
  SPEECH_ENGINES,
  SPEECH_SERVICES,
  type SpeechServiceName,
  withChatDefaults,
} from './settings.ts'

/** The file of a Google service account has about 2,400 characters. */
const KEY_MAX = 4096
const SENTENCE_MAX = 300

const name = () => optional(text({ maximum: 200 }))
const key = () => optional(text({ maximum: KEY_MAX }))
const sentence = () => optional(text({ maximum: SENTENCE_MAX }))
const address = (protocols: readonly string[]) =>
  optional(
    text({ maximum: 2000 }).refine((value) => value === '' || isAddress(value, protocols), {
      message: `the address must begin with ${protocols.map((one) => `${one}//`).join(' or ')} and hold no password`,
    }),
  )

const WEB = ['http:', 'https:'] as const
const SOCKET = ['ws:', 'wss:'] as const

/** A password in an address would be shown again; keys have separate fields. */
function isAddress(value: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return protocols.includes(protocol) && username === '' && password === ''
}

const FALLBACK_MAX = 5
const HEADERS_MAX = 20
const HEADER_NAME = /^[a-z0-9][a-z0-9-]{0,99}$/iu
/** Headers that the connection itself sets. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'content-type', 'transfer-encoding'])

const headers = () =>
  z
    .record(
      z.string().refine((name) => HEADER_NAME.test(name) && !OWN_HEADERS.has(name.toLowerCase()), {
        message:
          'the name of a header has letters, digits and hyphens, and is not a header that the connection sets itself',
      }),
      text({ minimum: 1, maximum: 2000 }).refine((value) => /^[\x20-\x7e]+$/u.test(value), {
        message: 'the value of a header has printable ASCII characters only',
      }),
    )
    .refine((given) => Object.keys(given).length <= HEADERS_MAX, { message: `at most ${HEADERS_MAX} headers` })
    .nullish()

const chatBody = () =>
  z.object({
    provider: optional(z.enum(CHAT_PROVIDERS)),
    base_url: address(WEB),
    api_key: key(),
    model: name(),
    temperature: decimal({ minimum: 0, maximum: 2 }).nullish(),
    extra_body: freeObject().nullish(),
    headers: headers(),
    answer_within_ms: integer({ minimum: 500, maximum: 15_000 }).nullish(),
  })

/** A region becomes part of a host name, so only safe characters are allowed. */
const region = () =>
  optional(
    text({ maximum: 60 }).refine((value) => /^[a-z0-9-]*$/u.test(value), {
      message: 'a region has small letters, digits and hyphens, such as westeurope',
    }),
  )

const serviceBody = () =>
  optional(
    z.object({
      api_key: key(),
      base_url: address([...WEB, ...SOCKET]),
      region: region(),
      voice: name(),
      voice_model: name(),
      recognition_model: name(),
    }),
  )
type ServiceBodies = Record<SpeechServiceName, ReturnType<typeof serviceBody>>

const MODEL_PRICES_MAX = 100
const modelPrice = () =>
  z.object({
    model: text({ minimum: 1, maximum: 200 }),
    input_per_million: z.string().regex(AMOUNT_PATTERN),
    output_per_million: z.string().regex(AMOUNT_PATTERN),
  })

const speechPrice = () =>
  z.object({
    service: z.enum(HOSTED_SPEECH),
    recognition_per_minute: z.string().regex(AMOUNT_PATTERN).nullable(),
    voice_per_million_characters: z.string().regex(AMOUNT_PATTERN).nullable(),
  })

export const settingsBody = z.object({
  brain: optional(z.enum(BRAIN_KINDS)),
  chat: optional(chatBody()),
  chat_fallback: optional(z.array(chatBody()).max(FALLBACK_MAX)),
  realtime: optional(z.object({ url: address(SOCKET), api_key: key(), model: name(), voice: name() })),
  speech: optional(
    z.object({
      engine: optional(z.enum(SPEECH_ENGINES)),
      voice: name(),
      base_url: address(WEB),
      api_key: key(),
      model: name(),
      fallback: optional(z.array(z.enum(SPEECH_ENGINES)).max(FALLBACK_MAX)),
    }),
  ),
  recognition: optional(
    z.object({
      engine: optional(z.enum(RECOGNITION_ENGINES)),
      base_url: address(WEB),
      api_key: key(),
      model: name(),
      fallback: optional(z.array(z.enum(RECOGNITION_ENGINES)).max(FALLBACK_MAX)),
    }),
  ),
  embeddings: optional(
    z.object({
      base_url: address(WEB),
      api_key: key(),
      model: name(),
      dimensions: integer({ minimum: 1, maximum: EMBEDDING_NUMBERS_MAX }).nullish(),
      min_similarity: decimal({ minimum: 0, maximum: 1 }).nullish(),
    }),
  ),
  services: optional(
    z.object(Object.fromEntries(SPEECH_SERVICES.map((each) => [each, serviceBody()])) as ServiceBodies),
  ),
  prices: optional(
    z
      .object({
        currency: z.string().regex(CURRENCY_PATTERN).nullish(),
        models: z.array(modelPrice()).max(MODEL_PRICES_MAX),
        speech: optional(z.array(speechPrice()).max(HOSTED_SPEECH.length)),
      })
      .refine(
        ({ currency, models, speech = [] }) => models.length + speech.length === 0 || typeof currency === 'string',
        {
          message: 'prices need a currency, such as USD',
          path: ['currency'],
        },
      )
      .refine(({ models }) => new Set(models.map(({ model }) => model)).size === models.length, {
        message: 'each model may have one price',
        path: ['models'],
      })
      .refine(({ speech = [] }) => new Set(speech.map(({ service }) => service)).size === speech.length, {
        message: 'each service may have one price',
        path: ['speech'],
      })
      .transform(({ currency, models, speech }) => ({ currency: currency ?? null, models, speech })),
  ),
  filler_sentence: sentence(),
  fallback_sentence: sentence(),
  farewell_sentence: sentence(),
})

export type SettingsChange = z.output<typeof settingsBody>

export type MergedSettings = { settings: ModelSettings; faults: [] } | { settings: null; faults: ValidationDetail[] }

/** Missing fields stay unchanged; an empty text clears the field; a masked key keeps the stored key. */
export function mergeSettings(stored: ModelSettings, change: SettingsChange): MergedSettings {
  const { chat, chat_fallback, realtime, speech, recognition, embeddings, services, prices, ...plain } = change
  const settings: ModelSettings = {
    ...laidOver(stored, plain),
    chat: laidOver(stored.chat, chat),
    chat_fallback: chat_fallback?.map((each) => laidOver(withChatDefaults(undefined), each)) ?? stored.chat_fallback,
    realtime: laidOver(stored.realtime, realtime),
    speech: laidOver(stored.speech, speech),
    recognition: laidOver(stored.recognition, recognition),
    embeddings: laidOver(stored.embeddings, embeddings),
    prices: laidOver(stored.prices, prices),
    services: Object.fromEntries(
      SPEECH_SERVICES.map((each) => [each, laidOver(stored.services[each], services?.[each])]),
    ) as ModelSettings['services'],
  }
  const faults = [
    ...SPEECH_SERVICES.flatMap((each) => serviceKeyFaults(stored, settings, each, services?.[each]?.api_key)),
    ...SETTINGS_SECTIONS.flatMap((section) => keyFaults(stored, settings, section, change[section]?.api_key)),
    ...headerFaults(stored.chat, settings.chat, chat?.headers !== undefined, ['chat']),
    ...(chat_fallback === undefined ? [] : fallbackFaults(stored, settings.chat_fallback)),
    ...missing(settings),
  ]
  return faults.length === 0 ? { settings, faults: [] } : { settings: null, faults }
}

function laidOver<T extends object>(stored: T, change: object | undefined): T {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined)
  const emptied = given.map(([field, value]) => [field, value === '' ? null : value])
  return { ...stored, ...Object.fromEntries(emptied) }
}

/**
 * A user who changes an address must send the key again: otherwise a stored key could be sent to an address of that user's
 * choice.
 */
function moved(before: ModelSettings[SettingsSection], after: ModelSettings[SettingsSection]): boolean {
  const addressOf = (section: ModelSettings[SettingsSection]) => {
    if ('provider' in section) return chatAddress(section)
    return 'url' in section ? section.url : section.base_url
  }
  return addressOf(before) !== null && addressOf(before) !== addressOf(after)
}

function keyFaults(
  stored: ModelSettings,
  settings: ModelSettings,
  section: SettingsSection,
  sent: string | null | undefined,
): ValidationDetail[] {
  const isMoved = moved(stored[section], settings[section])
  return faultsOfKey(stored[section], settings[section], isMoved, sent, [section])
}

/** A service without an address uses its vendor's, so any change of the address would send the key elsewhere. */
function serviceKeyFaults(
  stored: ModelSettings,
  settings: ModelSettings,
  service: SpeechServiceName,
  sent: string | null | undefined,
): ValidationDetail[] {
  const [before, after] = [stored.services[service], settings.services[service]]
  const isMoved = before.base_url !== after.base_url || before.region !== after.region
  return faultsOfKey(before, after, isMoved, sent, ['services', service])
}

/** The list is sent as a whole. A masked key is accepted only for an endpoint whose address is unchanged. */
function fallbackFaults(stored: ModelSettings, endpoints: readonly ChatSettings[]): ValidationDetail[] {
  const known = [stored.chat, ...stored.chat_fallback]
  return endpoints.flatMap((endpoint, at) => {
    const place = ['chat_fallback', String(at)]
    const there = known.filter((each) => chatAddress(each) === chatAddress(endpoint))
    const twin = there.find(({ api_key }) => api_key !== null && maskSecret(api_key) === endpoint.api_key)
    const before = { ...withChatDefaults(undefined), ...(twin ?? there[0]) }
    return [
      ...faultsOfKey(before, endpoint, false, endpoint.api_key, place),
      ...headerFaults(before, endpoint, true, place),
    ]
  })
}

/** Header values are treated like keys: a mask keeps the stored value, and only for the same address. */
function headerFaults(
  before: ChatSettings,
  after: ChatSettings,
  isSent: boolean,
  place: readonly string[],
): ValidationDetail[] {
  const isMoved = chatAddress(before) !== null && chatAddress(before) !== chatAddress(after)
  const fault = (name: string, message: string) =>
    faultAt(['body', ...place, 'headers', name], 'value_error', `Value error, ${message}`, null)
  const headers = { ...after.headers }
  const faults = Object.entries(headers).flatMap(([name, value]) => {
    if (!isSent) return isMoved ? [fault(name, 'the address has changed; send this header again')] : []
    if (!looksMasked(value)) return []
    const kept = before.headers?.[name]
    if (isMoved || kept === undefined || maskSecret(kept) !== value)
      return [fault(name, 'this is a masked value; send the header itself')]
    headers[name] = kept
    return []
  })
  if (after.headers !== null) after.headers = headers
  return faults
}

function faultsOfKey(
  stored: { api_key: string | null },
  settings: { api_key: string | null },
  isMoved: boolean,
  sent: string | null | undefined,
  place: readonly string[],
): ValidationDetail[] {
  const before = stored.api_key
  const { api_key: given } = settings
  const fault = (message: string) => [
    faultAt(['body', ...place, 'api_key'], 'value_error', `Value error, ${message}`, given),
  ]
  if (before !== null && given !== null && isMoved) {
    if (typeof sent === 'string' && !looksMasked(sent)) return []
    return fault('the address has changed; send this key again')
  }
  if (given === null || given === before) return []
  if (before !== null && given === maskSecret(before)) {
    settings.api_key = before
    return []
  }
  if (!looksMasked(given)) return []
  return fault('this is a masked value; send the key itself, or leave the field out to keep the stored one')
}

/** Every chosen engine must have its required fields. */
function missing(settings: ModelSettings): ValidationDetail[] {
  const { brain, chat, realtime, speech, recognition } = settings
  const faults: ValidationDetail[] = []
  const need = (section: SettingsSection, fields: Record<string, unknown>, who: string) => {
    for (const [field, value] of Object.entries(fields))
      if (!value) faults.push(faultAt(['body', section, field], 'value_error', `Value error, ${who} needs this`, value))
  }
  const endpoints = [
    ...(brain === 'pipeline' ? [{ chat, place: ['chat'] }] : []),
    ...settings.chat_fallback.map((each, at) => ({ chat: each, place: ['chat_fallback', String(at)] })),
  ]
  for (const endpoint of endpoints) faults.push(...lackingChat(endpoint.chat, endpoint.place))
  if (!isBrainSetUp(settings, brain)) {
    if (brain === 'realtime') need('realtime', { url: realtime.url, model: realtime.model }, 'the realtime brain')
  }
  const { base_url: embedder, model: embeddingModel } = settings.embeddings
  if (embedder || embeddingModel)
    need('embeddings', { base_url: embedder, model: embeddingModel }, 'searching by meaning')
  const voices = [speech.engine, ...speech.fallback]
  const recognizers = [recognition.engine, ...recognition.fallback]
  const { base_url, model, voice } = speech
  if (voices.includes('openai')) need('speech', { base_url, model, voice }, 'the openai engine')
  if (recognizers.includes('openai'))
    need('recognition', { base_url: recognition.base_url, model: recognition.model }, 'the openai engine')
  for (const name of SPEECH_SERVICES) {
    const speaks = voices.some((engine) => engine === name)
    if (!speaks && !recognizers.includes(name)) continue
    const lacking = lackingOf(settings, name, speaks, recognizers.includes(name))
    for (const [field, why] of lacking)
      faults.push(faultAt(['body', 'services', name, field], 'value_error', `Value error, ${why}`, null))
  }
  return faults
}

function lackingChat(chat: ChatSettings, place: readonly string[]): ValidationDetail[] {
  const who = place[0] === 'chat' ? 'the pipeline brain' : 'a chat endpoint'
  const fault = (field: string, why: string) =>
    faultAt(['body', ...place, field], 'value_error', `Value error, ${why}`, null)
  const faults: ValidationDetail[] = []
  if (!chatAddress(chat)) faults.push(fault('base_url', `${who} needs this`))
  if (!chat.model) faults.push(fault('model', `${who} needs this`))
  if (chat.provider !== 'openai' && !chat.api_key) faults.push(fault('api_key', `${chat.provider} needs this`))
  const missing = missingPackage(chat.provider)
  if (missing !== null) faults.push(fault('provider', missing))
  return faults
}

/** Required fields that a service lacks, and why they are required. */
function lackingOf(
  { services, speech }: ModelSettings,
  name: SpeechServiceName,
  speaks: boolean,
  understands: boolean,
): [string, string][] {
  const service = services[name]
  const lacking: [string, string][] = []
  if (!service.api_key) lacking.push(['api_key', `${name} needs this`])
  const hasVoice = Boolean(service.voice || (speech.engine === name && speech.voice))
  if (speaks && !hasVoice && VOICE_NEEDED.includes(name)) lacking.push(['voice', `${name} needs the id of a voice`])
  if (name === 'azure' && !service.region && !service.base_url)
    lacking.push(['region', 'azure needs the region of the resource, such as westeurope'])
  if (name === 'google' && understands && service.api_key && !isServiceAccount(service.api_key))
    lacking.push(['api_key', "google's recognition needs the JSON file of a service account, not an API key"])
  return lacking
}

/** Services without a default voice; the others have one. */
const VOICE_NEEDED: readonly SpeechServiceName[] = ['elevenlabs', 'cartesia', 'azure', 'google']
