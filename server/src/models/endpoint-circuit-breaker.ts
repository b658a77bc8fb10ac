/**
 * Circuit breaker for chat endpoints: skips a failed endpoint for a while, for all calls of this node, so that not every answer
 * waits for the same outage.
 */
import type { Clock } from '../kernel/clock.ts'
import { CHAT_FAILOVER_LIMITS } from './chat-limits.ts'
import type { ChatEndpoint } from './chat-model.ts'

export class EndpointCircuitBreaker {
  readonly #clock: Clock
  readonly #untilMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isResting(chat: ChatEndpoint): boolean {
    const until = this.#untilMs.get(keyOf(chat))
    return until !== undefined && until > this.#clock.monotonic()
  }

  failed(chat: ChatEndpoint): void {
    const nowMs = this.#clock.monotonic()
    for (const [key, until] of this.#untilMs) if (until <= nowMs) this.#untilMs.delete(key)
    this.#untilMs.set(keyOf(chat), nowMs + CHAT_FAILOVER_LIMITS.restMs)
  }

  worked(chat: ChatEndpoint): void {
    this.#untilMs.delete(keyOf(chat))
  }
}

/** Another key or address counts as another endpoint, so that a corrected one is tried immediately. */
const keyOf = ({ provider, baseUrl, model, apiKey, headers }: ChatEndpoint) =>
  JSON.stringify([provider ?? 'openai', baseUrl, model, apiKey ?? '', headers ?? {}])
