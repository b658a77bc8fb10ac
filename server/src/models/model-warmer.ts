/**
 * Opens the connection to a chat endpoint before it is needed: name resolution, connection and encryption take as long as a
 * short answer. An idle connection is closed after four seconds (kernel/egress.ts), so this is done while the phone rings, and
 * again when the person begins to speak.
 */
import type { Clock } from '../kernel/clock.ts'
import { TimeLimitExceeded } from '../kernel/time-limit.ts'
import type { ChatEndpoint } from './chat-model.ts'

/** Minimum interval, and time limit of one request: there are never two concurrent requests to the same endpoint. */
export const WARM_EVERY_MS = 3000

export class ModelWarmer {
  readonly #clock: Clock
  /** Time of the last warm-up by address: calls to the same endpoint share connections. */
  readonly #warmedAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Sends an empty request without a key and accepts any answer; resolves when it arrives or takes too long. Called with every
   * frame of speech, so it nearly always does nothing. HEAD is not used, because the client closes the connection after it.
   */
  async warm({ baseUrl, fetch: reach }: ChatEndpoint): Promise<void> {
    const nowMs = this.#clock.monotonic()
    if (nowMs - (this.#warmedAtMs.get(baseUrl) ?? Number.NEGATIVE_INFINITY) < WARM_EVERY_MS) return
    this.#forgetOld(nowMs)
    this.#warmedAtMs.set(baseUrl, nowMs)
    if (!URL.canParse(baseUrl)) return
    const tooLong = new AbortController()
    const limit = this.#clock.after(WARM_EVERY_MS, () =>
      tooLong.abort(new TimeLimitExceeded('The endpoint did not answer.')),
    )
    const load = Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
    // The answer is read to the end: a connection with a pending answer cannot be reused.
    const answered = (reach ?? fetch)(baseUrl, { method: 'OPTIONS', signal: tooLong.signal })
      .then((response) => response.arrayBuffer())
      .finally(() => limit.cancel())
    // Errors are ignored here: the real request reports them.
    await Promise.all([load, answered]).catch(() => {})
  }

  #forgetOld(nowMs: number): void {
    for (const [address, atMs] of this.#warmedAtMs) if (nowMs - atMs >= WARM_EVERY_MS) this.#warmedAtMs.delete(address)
  }
}
