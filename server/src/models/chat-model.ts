import type { LanguageModel } from 'ai'
import { loadOptional, packageDirectory } from '../speech/availability.ts'
import type { EndpointCircuitBreaker } from './endpoint-circuit-breaker.ts'
import type { ChatProvider } from './settings.ts'

export interface ChatEndpoint {
  /** Left out: OpenAI's interface. */
  provider?: ChatProvider | undefined
  /** Up to and including the version, as in `https://api.openai.com/v1`. */
  baseUrl: string
  apiKey?: string | undefined
  model: string
  temperature?: number | undefined
  /** Additional request fields of this endpoint. */
  extraBody?: Readonly<Record<string, unknown>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** How it is reached. */
  fetch?: typeof fetch | undefined
  /** Asked when this one fails before it has said anything. */
  next?: ChatEndpoint | undefined
  /** How long `next` waits for the first words of this one. */
  answerWithinMs?: number | undefined
  /** Which endpoints are left alone for now, for all calls of this node. */
  rests?: EndpointCircuitBreaker | undefined
}

type CreateModel = (model: string) => Parameters<typeof import('ai')['wrapLanguageModel']>[0]['model']

/** What we use of the optional packages: their factories, and nothing that reads the environment. */
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
  // A key that is left out would be taken from the environment of the program.
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
    // Other endpoints may refuse the field: they report what they used by themselves, or by `extra_body`.
    includeUsage: URL.canParse(baseURL) && new URL(baseURL).host === OPENAI_HOST,
    ...(chat.apiKey ? { apiKey: chat.apiKey } : {}),
    ...headersOf(chat),
    ...(chat.fetch ? { fetch: chat.fetch } : {}),
    ...(chat.extraBody ? { transformRequestBody: (body) => ({ ...body, ...chat.extraBody }) } : {}),
  })
  return (model) => provider.chatModel(model)
}

const headersOf = ({ headers }: ChatEndpoint) => (headers ? { headers: { ...headers } } : {})

/** These packages cannot add fields to a request themselves. */
function fetchWithExtraBody({ extraBody, fetch: reach = fetch }: ChatEndpoint): typeof fetch {
  if (extraBody === undefined) return reach
  return (url, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    return reach(url, { ...init, body: JSON.stringify({ ...body, ...extraBody }) })
  }
}
