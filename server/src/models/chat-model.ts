import type { LanguageModel } from 'ai'

export interface ChatEndpoint {
  /** Up to and including the version, as in `https://api.openai.com/v1`. */
  baseUrl: string
  apiKey?: string | undefined
  model: string
  temperature?: number | undefined
  /** Additional request fields of this endpoint. */
  extraBody?: Readonly<Record<string, unknown>> | undefined
  /** How it is reached. */
  fetch?: typeof fetch | undefined
}

/**
 * Loaded on first use: programs without a model start sooner. Some local models put their reasoning in `<think>`, which must
 * not be spoken.
 */
export async function chatModel(chat: ChatEndpoint): Promise<LanguageModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai')
  const provider = createOpenAICompatible({
    name: 'chat',
    baseURL: chat.baseUrl.replace(/\/+$/u, ''),
    ...(chat.apiKey ? { apiKey: chat.apiKey } : {}),
    ...(chat.fetch ? { fetch: chat.fetch } : {}),
    ...(chat.extraBody ? { transformRequestBody: (body) => ({ ...body, ...chat.extraBody }) } : {}),
  })
  return wrapLanguageModel({
    model: provider.chatModel(chat.model),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  })
}
