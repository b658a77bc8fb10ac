/**
 * One request to a chat model within a conversation: its words are passed on clause by clause as they arrive, its tool calls at
 * the end. A second attempt is made only if nothing has been said yet.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { abortableDelay, type ModelFailure, type ModelRequest, streamChatAttempt } from '../../models/chat-attempt.ts'
import { PIPELINE_LIMITS } from '../../models/chat-limits.ts'
import type { BrainAction } from '../rules/turn.ts'
import type { ModelTool } from './model-tools.ts'
import { ClauseStream } from './pipeline-clauses.ts'
import { SpeculativeRequest } from './speculative-request.ts'

/** The request at a step, with the meaning of its tools. */
export interface StepRequest extends ModelRequest {
  tools: readonly ModelTool[]
  /** All tools, including those that are not offered at present. */
  known: readonly ModelTool[]
}

export interface ModelCall {
  tool: ModelTool
  input: unknown
}

export type ModelReply =
  | { kind: 'done'; calls: ModelCall[] }
  | { kind: 'aborted' }
  | { kind: 'failed'; failure: ModelFailure }

export interface ModelAskOptions {
  signal: AbortSignal
  /** Start of the turn: its time limit covers all requests of the turn. */
  startedAtMs: number
  /** Speaks these clauses; returns whether there were any. `first`: nothing of this answer was spoken before. */
  say(clauses: readonly string[], first: boolean): Generator<BrainAction, boolean>
}

export interface ModelAskerOptions {
  clock: Clock
  log: Log
  callId: number
}

type Acts<T> = AsyncGenerator<BrainAction, T>

export class ModelAsker {
  readonly #options: ModelAskerOptions
  readonly #ahead: SpeculativeRequest

  constructor(options: ModelAskerOptions) {
    this.#options = options
    this.#ahead = new SpeculativeRequest(options.clock)
  }

  /** Sends a speculative request; its answer is used only if the turn turns out to be the same. */
  askAhead(request: StepRequest, firstWords?: (text: string) => void): void {
    this.#ahead.ask(request, firstWords)
  }

  forget(): void {
    this.#ahead.forget()
  }

  async *ask(request: StepRequest, asking: ModelAskOptions): Acts<ModelReply> {
    const { clock, log, callId } = this.#options
    for (let tries = 0; ; tries += 1) {
      const { thought, silent } = yield* this.#attempt(request, asking)
      if (thought.kind !== 'failed') return thought
      const { reason, retryAfterMs } = thought.failure
      log.warn({ call_id: callId, reason, tries }, 'failed to get an answer from the language model')
      if (!silent || retryAfterMs === null || tries >= PIPELINE_LIMITS.retries || retryAfterMs >= this.#leftMs(asking))
        return thought
      await abortableDelay(clock, retryAfterMs, asking.signal)
      if (asking.signal.aborted) return { kind: 'aborted' }
    }
  }

  async *#attempt(request: StepRequest, asking: ModelAskOptions): Acts<{ thought: ModelReply; silent: boolean }> {
    const text = new ClauseStream()
    const calls: ModelCall[] = []
    let silent = true
    const events = this.#ahead.take(request, asking.signal) ?? streamChatAttempt(request, this.#limits(asking))
    for await (const event of events) {
      switch (event.kind) {
        case 'text':
          silent = !(yield* asking.say(text.push(event.text), silent)) && silent
          if (text.characters < PIPELINE_LIMITS.longestAnswerCharacters) break
          return { thought: { kind: 'done', calls }, silent }
        case 'call': {
          const tool = request.known.find(({ name }) => name === event.name)
          if (tool !== undefined) calls.push({ tool, input: event.input })
          break
        }
        case 'aborted':
          return { thought: { kind: 'aborted' }, silent }
        case 'failed':
          // A stream that breaks off after a complete sentence counts as answered.
          if (calls.length > 0 || (!silent && text.isBetweenClauses))
            return { thought: { kind: 'done', calls }, silent }
          return { thought: event, silent }
        case 'ended':
          silent = !(yield* asking.say(text.end(), silent)) && silent
          if (silent && calls.length === 0) return { thought: { kind: 'failed', failure: EMPTY }, silent }
          return { thought: { kind: 'done', calls }, silent }
      }
    }
    return { thought: { kind: 'failed', failure: EMPTY }, silent }
  }

  #limits(asking: ModelAskOptions) {
    return { clock: this.#options.clock, signal: asking.signal, giveUpAfterMs: this.#leftMs(asking) }
  }

  #leftMs({ startedAtMs }: ModelAskOptions): number {
    return Math.max(0, PIPELINE_LIMITS.totalMs - (this.#options.clock.monotonic() - startedAtMs))
  }
}

const EMPTY: ModelFailure = { reason: 'The endpoint gave an empty answer.', retryAfterMs: PIPELINE_LIMITS.retryDelayMs }
