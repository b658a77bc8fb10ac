/** One request to a language model: its answer as events, including all failures. */
import type { ToolSet } from 'ai'
import type { Clock } from '../kernel/clock.ts'
import { CHAT_FAILOVER_LIMITS, PIPELINE_LIMITS } from './chat-limits.ts'
import { type ChatEndpoint, chatModel } from './chat-model.ts'
import { messageOfBody } from './endpoint-message.ts'

/** The arguments of a tool, as JSON Schema. */
export interface ObjectSchema {
  type: 'object'
  properties: Record<
    string,
    {
      type: 'string' | 'number' | 'boolean' | 'object' | 'array'
      description: string
      enum?: string[]
      /** Element schema of an array. OpenAI refuses the whole request without it. */
      items?: object
    }
  >
  required: string[]
  additionalProperties: false
}

export interface ChatTool {
  name: string
  description: string
  parameters: ObjectSchema
}

export interface ChatMessage {
  role: 'user' | 'assistant'
  content: string
}

export interface ModelFailure {
  /** Reason for the log and for the operator who tests the endpoint; does not contain the text of the answer. */
  reason: string
  /** The endpoint's own error text, only for the operator; absent if there was none. */
  words?: string
  /** When a retry may succeed; null if it would not. */
  retryAfterMs: number | null
  /** The endpoint is unreachable or refuses the account: other requests fail too. Otherwise the failure concerns this request. */
  away?: boolean
}

export type ModelEvent =
  | { kind: 'text'; text: string }
  | { kind: 'call'; name: string; input: unknown }
  | { kind: 'ended' }
  | { kind: 'aborted' }
  /** `isSilent`: the endpoint had sent nothing before the failure. */
  | { kind: 'failed'; failure: ModelFailure; isSilent?: boolean }

export interface ModelRequest {
  chat: ChatEndpoint
  instructions: string
  messages: ChatMessage[]
  tools: readonly ChatTool[]
  /** Name of the only tool, which the model must call. */
  forcedTool?: string
  watch?: ModelUsageListener | undefined
}

/** Observes the usage of each request, and which endpoint replaced another. */
export interface ModelUsageListener {
  /** Called when a request is sent. It is billed even if its answer is no longer needed. */
  asked(model: string): void
  used(usage: ModelUsage): void
  moved(move: { from: string; because: string; to: string }): void
}

export interface ModelUsage {
  model: string
  inputTokens: number
  outputTokens: number
}

export interface ChatAttemptOptions {
  clock: Clock
  signal: AbortSignal
  giveUpAfterMs: number
}

/**
 * Sends one request. The events end with `ended`, `aborted` or `failed`; it never throws and never waits longer than its time
 * limit. An endpoint that fails or is late before its first words is replaced by the next one.
 */
export async function* streamChatAttempt(
  request: ModelRequest,
  options: ChatAttemptOptions,
): AsyncGenerator<ModelEvent> {
  const { clock, giveUpAfterMs } = options
  const startedAtMs = clock.monotonic()
  const endpoints = awake(request.chat)
  for (const [at, chat] of endpoints.entries()) {
    const next = endpoints[at + 1]
    const leftMs = at === 0 ? giveUpAfterMs : Math.max(0, giveUpAfterMs - (clock.monotonic() - startedAtMs))
    const firstWithinMs = next === undefined ? null : (chat.answerWithinMs ?? CHAT_FAILOVER_LIMITS.answerWithinMs)
    let failure: ModelFailure | null = null
    request.watch?.asked(chat.model)
    for await (const event of attemptOne({ ...request, chat }, { ...options, giveUpAfterMs: leftMs, firstWithinMs })) {
      if (event.kind === 'failed' && event.isSilent === true && next !== undefined) failure = event.failure
      else yield event
      if (event.kind === 'text' || event.kind === 'call') chat.rests?.worked(chat)
    }
    if (failure === null || next === undefined) return
    if (failure.away === true) chat.rests?.failed(chat)
    request.watch?.moved({ from: nameOf(chat), because: failure.reason, to: nameOf(next) })
  }
}

/** The endpoints in order, without those whose circuit breaker is open; all of them if all are open. */
function awake(first: ChatEndpoint): ChatEndpoint[] {
  const all: ChatEndpoint[] = []
  for (let chat: ChatEndpoint | undefined = first; chat !== undefined; chat = chat.next) all.push(chat)
  const ready = all.filter((chat) => !chat.rests?.isResting(chat))
  return ready.length === 0 ? all : ready
}

/** Host and model of an endpoint for the operator, never a key. */
const nameOf = ({ baseUrl, model }: ChatEndpoint) =>
  `${URL.canParse(baseUrl) ? new URL(baseUrl).host : 'unknown host'} (${model})`

interface OneAttemptOptions extends ChatAttemptOptions {
  /** Time limit for the first words; null: only `giveUpAfterMs` applies. */
  firstWithinMs: number | null
}

async function* attemptOne(request: ModelRequest, options: OneAttemptOptions): AsyncGenerator<ModelEvent> {
  const { clock, signal } = options
  const events = new EventQueue()
  const abandon = new AbortController()
  const abort = () => events.cutShort({ kind: 'aborted' })
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const late: ModelFailure = { reason: 'The endpoint did not answer in time.', retryAfterMs: null, away: true }
  const deadline = clock.after(options.giveUpAfterMs, () => events.push({ kind: 'failed', failure: late }))
  const { firstWithinMs } = options
  const tooSlow =
    firstWithinMs === null || firstWithinMs >= options.giveUpAfterMs
      ? null
      : clock.after(firstWithinMs, () => events.push({ kind: 'failed', failure: late }))
  let isSilent = true
  pump(request, abandon.signal, events).catch(() => {
    const reason = 'The library for language models cannot be loaded.'
    events.push({ kind: 'failed', failure: { reason, retryAfterMs: null, away: true } })
  })
  try {
    for (;;) {
      let event = await events.next()
      if (event.kind === 'text' || event.kind === 'call') {
        isSilent = false
        tooSlow?.cancel()
      }
      // An empty answer counts as a failure, because the next endpoint may give a better one.
      if (event.kind === 'ended' && isSilent && firstWithinMs !== null) event = { kind: 'failed', failure: EMPTY }
      yield event.kind === 'failed' ? { ...event, isSilent } : event
      if (event.kind === 'ended' || event.kind === 'aborted' || event.kind === 'failed') return
    }
  } finally {
    // Also reached when the consumer stops early: the rest of the answer is neither needed nor billed.
    signal.removeEventListener('abort', abort)
    deadline.cancel()
    tooSlow?.cancel()
    abandon.abort()
  }
}

/** Anthropic requires a token limit. All its models accept this one, and no spoken answer is that long. */
const ANTHROPIC_TOKENS_MAX = 4096

const EMPTY: ModelFailure = { reason: 'The endpoint gave an empty answer.', retryAfterMs: PIPELINE_LIMITS.retryDelayMs }

async function pump(request: ModelRequest, signal: AbortSignal, events: EventQueue): Promise<void> {
  const ai = await import('ai')
  try {
    const { temperature } = request.chat
    const { fullStream } = ai.streamText({
      model: await chatModel(request.chat),
      system: request.instructions,
      messages: beginningOfCall(request),
      tools: toolSet(ai, request.tools),
      ...(request.forcedTool === undefined
        ? {}
        : { toolChoice: { type: 'tool' as const, toolName: request.forcedTool } }),
      ...(temperature === undefined ? {} : { temperature }),
      // Others get no token limit: current models refuse its older parameter name, and reasoning models exhaust it. Long answers
      // are cut off later.
      ...(request.chat.provider === 'anthropic' ? { maxOutputTokens: ANTHROPIC_TOKENS_MAX } : {}),
      maxRetries: 0,
      abortSignal: signal,
      onError: () => {},
    })
    for await (const part of fullStream) {
      if (part.type === 'text-delta') events.push({ kind: 'text', text: part.text })
      else if (part.type === 'tool-call') events.push({ kind: 'call', name: part.toolName, input: part.input })
      else if (part.type === 'finish-step') noteUsage(request, part.usage)
      else if (part.type === 'error')
        return events.push({ kind: 'failed', failure: failureWithWords(ai, part.error, request) })
    }
    events.push({ kind: 'ended' })
  } catch (error) {
    events.push({ kind: 'failed', failure: failureWithWords(ai, error, request) })
  }
}

/** Adds an opening user message: Anthropic and Gemini refuse a conversation that begins with the agent. */
function beginningOfCall({ chat, messages }: ModelRequest): ChatMessage[] {
  if ((chat.provider ?? 'openai') === 'openai' || messages[0]?.role === 'user') return messages
  return [{ role: 'user', content: '(The call begins.)' }, ...messages]
}

/** For endpoints that do not report token usage, only the requests are counted. */
function noteUsage(
  { chat, watch }: ModelRequest,
  usage: { inputTokens: number | undefined; outputTokens: number | undefined },
): void {
  const { inputTokens, outputTokens } = usage
  if (inputTokens === undefined && outputTokens === undefined) return
  watch?.used({ model: chat.model, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 })
}

/** Type of the `ai` package, which is loaded on first use. */
type Ai = typeof import('ai')

function toolSet(ai: Ai, tools: readonly ChatTool[]): ToolSet {
  const entries = tools.map(({ name, description, parameters }) => [
    name,
    ai.tool({ description, inputSchema: ai.jsonSchema(parameters) }),
  ])
  return Object.fromEntries(entries) as ToolSet
}

function failureWithWords(ai: Ai, error: unknown, { chat }: ModelRequest): ModelFailure {
  const failure = failureOf(ai, error)
  const words = ai.APICallError.isInstance(error) ? messageOfBody(error.responseBody, chat.apiKey) : undefined
  return words === undefined ? failure : { ...failure, words }
}

function failureOf({ APICallError }: Ai, error: unknown): ModelFailure {
  if (!APICallError.isInstance(error))
    return { reason: 'The endpoint answered with something unreadable.', retryAfterMs: PIPELINE_LIMITS.retryDelayMs }
  const { statusCode, responseHeaders } = error
  if (statusCode === undefined)
    return { reason: 'The endpoint could not be reached.', retryAfterMs: PIPELINE_LIMITS.retryDelayMs, away: true }
  if (statusCode === 401 || statusCode === 403)
    return { reason: 'The endpoint refused the key.', retryAfterMs: null, away: true }
  if (statusCode === 404) return { reason: 'The endpoint has no such address or model.', retryAfterMs: null }
  const reason = `The endpoint answered with status ${statusCode}.`
  if (statusCode === 429) return { reason, retryAfterMs: patience(responseHeaders), away: true }
  const away = statusCode >= 500 || statusCode === 408
  const retryable = away || (statusCode >= 200 && statusCode < 300)
  return { reason, retryAfterMs: retryable ? PIPELINE_LIMITS.retryDelayMs : null, away }
}

/** The wait of the `retry-after` header; a date, or a wait that is too long for a call, means no retry. */
function patience(headers: Record<string, string> | undefined): number | null {
  const asked = headers?.['retry-after']
  if (asked === undefined) return PIPELINE_LIMITS.retryDelayMs
  const waitMs = Number(asked) * 1000
  return waitMs >= 0 && waitMs <= PIPELINE_LIMITS.longestRetryAfterMs ? waitMs : null
}

/** A queue of events with an asynchronous consumer. */
export class EventQueue {
  readonly #events: ModelEvent[] = []
  #wake: (() => void) | null = null

  push(event: ModelEvent): void {
    this.#events.push(event)
    this.#wake?.()
  }

  /** Inserts before all queued events. */
  cutShort(event: ModelEvent): void {
    this.#events.length = 0
    this.push(event)
  }

  async next(): Promise<ModelEvent> {
    for (;;) {
      const event = this.#events.shift()
      if (event !== undefined) return event
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

/** Waits for `delayMs`; ends early when the signal aborts. */
export function abortableDelay(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      timer.cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.after(delayMs, end)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
