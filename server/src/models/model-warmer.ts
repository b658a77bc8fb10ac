/**
 * Opens the connection to a chat endpoint before it is needed: name resolution, connection and encryption take as long as a
 * short answer. An idle connection is closed after four seconds (kernel/egress.ts), so this is done while the phone rings, and
 * again when the person begins to speak.
 */
import type { Clock } from '../kernel/clock.ts'
import { TimeLimitExceeded } from '../kernel/time-limit.ts'
import type { ChatEndpoint } from './chat-model.ts'

/** Also the time limit of one request: never two run to the same endpoint. */
export const WARM_EVERY_MS = 3000

export class ModelWarmer {
  readonly #clock: Clock
  /** By address: calls to the same endpoint share connections. */
  readonly #warmedAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Sends an empty request without a key, and accepts any answer; resolves when it arrived or took too long. Called with every
   * frame of speech: it nearly always does nothing. Not by HEAD: the client closes the connection after one.
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
    // Read to the end: a connection with a pending answer cannot be reused.
    const answered = (reach ?? fetch)(baseUrl, { method: 'OPTIONS', signal: tooLong.signal })
      .then((response) => response.arrayBuffer())
      .finally(() => limit.cancel())
    // The real request will report what is wrong.
    await Promise.all([load, answered]).catch(() => {})
  }

  #forgetOld(nowMs: number): void {
    for (const [address, atMs] of this.#warmedAtMs) if (nowMs - atMs >= WARM_EVERY_MS) this.#warmedAtMs.delete(address)
  }
}
