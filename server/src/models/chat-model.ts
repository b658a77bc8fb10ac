import type { LanguageModel } from 'ai'
import { loadOptional, packageDirectory } from '../speech/availability.ts'
import type { EndpointCircuitBreaker } from './endpoint-circuit-breaker.ts'
import type { ChatProvider } from './settings.ts'

export interface ChatEndpoint {
  /** Provider of the endpoint; if left out, OpenAI's protocol. */
  provider?: ChatProvider | undefined
  /** Address up to and including the version, as in `https://api.openai.com/v1`. */
  baseUrl: string
  apiKey?: string | undefined
  model: string
  temperature?: number | undefined
  /** Additional request fields of this endpoint. */
  extraBody?: Readonly<Record<string, unknown>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** The `fetch` function for requests to the endpoint. */
  fetch?: typeof fetch | undefined
  /** The endpoint that is asked if this one fails before its first words. */
  next?: ChatEndpoint | undefined
  /** After this time without a first word from this endpoint, `next` is asked. */
  answerWithinMs?: number | undefined
  /** Circuit breaker with the endpoints that are skipped for now, shared by all calls of this node. */
  rests?: EndpointCircuitBreaker | undefined
}

type CreateModel = (model: string) => Parameters<typeof import('ai')['wrapLanguageModel']>[0]['model']

/** The part of the optional packages that is used here: their factories, and nothing that reads the environment. */
interface ProviderOptions {
  baseURL: string
  apiKey: string
  headers?: Readonly<Record<string, string>>
  fetch: typeof fetch
}

const PACKAGES = { anthropic: '@ai-sdk/anthropic', gemini: '@ai-sdk/google' } as const

/** Why this provider cannot be used by this installation; null if it can. */
export function missingPackage(provider: ChatProvider): string | null {
  if (provider === 'openai' || packageDirectory(PACKAGES[provider]) !== undefined) return null
  return `the optional package ${PACKAGES[provider]} is not installed. Install it with npm`
}

/**
 * Loaded on first use: programs without a model start sooner. Some local models put their reasoning in `<think>`, which must
 * not be spoken.
 */
export async function chatModel(chat: ChatEndpoint): Promise<LanguageModel> {
  const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai')
  const create = await modelFactory(chat)
  return wrapLanguageModel({
    model: create(chat.model),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  })
}

async function modelFactory(chat: ChatEndpoint): Promise<CreateModel> {
  const baseURL = chat.baseUrl.replace(/\/+$/u, '')
  // An empty key is passed explicitly, because the package would otherwise read a key from the environment.
  const options = { baseURL, apiKey: chat.apiKey ?? '', ...headersOf(chat), fetch: fetchWithExtraBody(chat) }
  switch (chat.provider ?? 'openai') {
    case 'openai':
      return openAiCompatible(chat, baseURL)
    case 'anthropic': {
      type Package = { createAnthropic(options: ProviderOptions): CreateModel }
      return (await loadOptional<Package>(PACKAGES.anthropic)).createAnthropic(options)
    }
    case 'gemini': {
      type Package = { createGoogleGenerativeAI(options: ProviderOptions): CreateModel }
      return (await loadOptional<Package>(PACKAGES.gemini)).createGoogleGenerativeAI(options)
    }
  }
}

const OPENAI_HOST = 'api.openai.com'

async function openAiCompatible(chat: ChatEndpoint, baseURL: string): Promise<CreateModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'chat',
    baseURL,
    // Only OpenAI gets this field, because other endpoints may refuse it; they report usage automatically or with `extra_body`.
    includeUsage: URL.canParse(baseURL) && new URL(baseURL).host === OPENAI_HOST,
    ...(chat.apiKey ? { apiKey: chat.apiKey } : {}),
    ...headersOf(chat),
    ...(chat.fetch ? { fetch: chat.fetch } : {}),
    ...(chat.extraBody ? { transformRequestBody: (body) => ({ ...body, ...chat.extraBody }) } : {}),
  })
  return (model) => provider.chatModel(model)
}

const headersOf = ({ headers }: ChatEndpoint) => (headers ? { headers: { ...headers } } : {})

/** Adds fields to the request in `fetch`, because these packages cannot add them. */
function fetchWithExtraBody({ extraBody, fetch: reach = fetch }: ChatEndpoint): typeof fetch {
  if (extraBody === undefined) return reach
  return (url, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    return reach(url, { ...init, body: JSON.stringify({ ...body, ...extraBody }) })
  }
}
