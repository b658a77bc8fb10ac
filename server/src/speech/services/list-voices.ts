/** Lists the voices that an account of a speech service can use. */
import { withTimeLimit } from '../../kernel/time-limit.ts'
import { AZURE_SETTINGS } from './azure/azure.ts'
import { CARTESIA_SETTINGS, headersOf } from './cartesia/cartesia.ts'
import { DEEPGRAM_SETTINGS, listenHeaders } from './deepgram/deepgram.ts'
import { ELEVENLABS_SETTINGS } from './elevenlabs/elevenlabs.ts'
import { readServiceAccount } from './google/account.ts'
import { accessTokenOf, GOOGLE_SETTINGS } from './google/google.ts'
import { type ServiceAccess, serviceEndpoint } from './open-service.ts'
import { asServiceError, errorOfStatus, SpeechServiceError } from './service-error.ts'

export const VOICE_LIST_LIMITS = {
  timeoutMs: 10_000,
  answerBytesMax: 8 * 1024 * 1024,
  pagesMax: 10,
  /** Maximum number of voices; if there are more, `is_cut` is true. */
  voicesMax: 1000,
} as const

export interface ListedVoice {
  /** Id of the voice as used in the settings. */
  id: string
  name: string
  /** BCP 47 or ISO 639 language; null if the service names none. */
  language: string | null
}

export interface VoiceList {
  voices: ListedVoice[]
  isCut: boolean
}

type Answer = Record<string, unknown>

interface ListDialect {
  /** `after`: the page token of the previous page. */
  request(access: ServiceAccess, after: string | null): Promise<ListRequest> | ListRequest
  read(answer: unknown): { voices: (ListedVoice | null)[]; next?: string | null }
}

interface ListRequest {
  url: string
  headers: Record<string, string>
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const first = (value: unknown): string | null => (Array.isArray(value) ? text(value[0]) : null)
const items = (value: unknown): Answer[] =>
  Array.isArray(value) ? value.filter((each): each is Answer => typeof each === 'object' && each !== null) : []
const voice = (id: unknown, name: unknown, language: unknown): ListedVoice | null => {
  const known = text(id)
  return known === null ? null : { id: known, name: text(name) ?? known, language: text(language) }
}

const LISTS: Readonly<Record<string, ListDialect>> = {
  deepgram: {
    request: (input) => {
      const { apiKey, baseUrl } = serviceEndpoint(input, DEEPGRAM_SETTINGS, 'http')
      return { url: `${baseUrl}/v1/models`, headers: listenHeaders(apiKey) }
    },
    read: (answer) => ({
      voices: items((answer as Answer).tts).map((each) => voice(each.canonical_name, each.name, first(each.languages))),
    }),
  },
  elevenlabs: {
    request: (input, after) => {
      const { apiKey, baseUrl } = serviceEndpoint(input, ELEVENLABS_SETTINGS, 'http')
      const page = after === null ? '' : `&next_page_token=${encodeURIComponent(after)}`
      return { url: `${baseUrl}/v2/voices?page_size=100${page}`, headers: { 'xi-api-key': apiKey } }
    },
    read: (answer) => {
      const { voices, has_more: hasMore, next_page_token: next } = answer as Answer
      return {
        voices: items(voices).map((each) => voice(each.voice_id, each.name, (each.labels as Answer | null)?.language)),
        next: hasMore === true ? text(next) : null,
      }
    },
  },
  cartesia: {
    request: (input, after) => {
      const { apiKey, baseUrl } = serviceEndpoint(input, CARTESIA_SETTINGS, 'http')
      const page = after === null ? '' : `&starting_after=${encodeURIComponent(after)}`
      return { url: `${baseUrl}/voices?limit=100${page}`, headers: headersOf(apiKey) }
    },
    read: (answer) => {
      const { data, has_more: hasMore } = answer as Answer
      const voices = items(data).map((each) => voice(each.id, each.name, each.language))
      return { voices, next: hasMore === true ? (voices.at(-1)?.id ?? null) : null }
    },
  },
  azure: {
    request: (input) => {
      const { apiKey, baseUrl } = serviceEndpoint(input, AZURE_SETTINGS, 'http')
      const host = baseUrl === '' ? AZURE_SETTINGS.voiceHost(input.region ?? '') : baseUrl
      return { url: `${host}/cognitiveservices/voices/list`, headers: { 'ocp-apim-subscription-key': apiKey } }
    },
    read: (answer) => ({
      voices: items(answer).map((each) => voice(each.ShortName, each.DisplayName, each.Locale)),
    }),
  },
  google: {
    async request(input) {
      const { apiKey, baseUrl } = serviceEndpoint(input, GOOGLE_SETTINGS, 'http')
      const account = readServiceAccount(apiKey)
      const headers: Record<string, string> =
        account === null
          ? { 'x-goog-api-key': apiKey }
          : { authorization: `Bearer ${await accessTokenOf(account, input.clock.now(), input.egress?.fetch ?? fetch)}` }
      return { url: `${baseUrl}/v1/voices`, headers }
    },
    read: (answer) => ({
      voices: items((answer as Answer).voices).map((each) => voice(each.name, each.name, first(each.languageCodes))),
    }),
  },
}

/** Throws a `SpeechServiceError` with a sentence for the operator. */
export async function listVoices(name: string, input: ServiceAccess): Promise<VoiceList> {
  const dialect = LISTS[name]
  if (dialect === undefined) throw new SpeechServiceError('This service has no list of voices.', false)
  try {
    return await withTimeLimit(input.clock, VOICE_LIST_LIMITS.timeoutMs, allPages(dialect, input))
  } catch (error) {
    throw asServiceError(error)
  }
}

async function allPages(dialect: ListDialect, input: ServiceAccess): Promise<VoiceList> {
  const found = new Map<string, ListedVoice>()
  let after: string | null = null
  for (let page = 0; page < VOICE_LIST_LIMITS.pagesMax; page++) {
    const { voices, next = null } = dialect.read(await ask(await dialect.request(input, after), input))
    for (const each of voices) if (each !== null) found.set(each.id, each)
    if (next === null || next === after) return cut([...found.values()], false)
    after = next
  }
  return cut([...found.values()], true)
}

const cut = (voices: ListedVoice[], hasMore: boolean): VoiceList => ({
  voices: voices.slice(0, VOICE_LIST_LIMITS.voicesMax),
  isCut: hasMore || voices.length > VOICE_LIST_LIMITS.voicesMax,
})

async function ask({ url, headers }: ListRequest, { egress }: ServiceAccess): Promise<unknown> {
  const response = await (egress?.fetchUpTo(VOICE_LIST_LIMITS.answerBytesMax) ?? fetch)(url, { headers })
  if (!response.ok) {
    await response.body?.cancel()
    throw errorOfStatus(response.status)
  }
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer !== 'object' || answer === null)
    throw new SpeechServiceError('The speech service answered with something unreadable.', false)
  return answer
}
