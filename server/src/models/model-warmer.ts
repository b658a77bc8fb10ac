/**
 * The way to a chat endpoint is opened before it is needed: name, connection and encryption take as long as a short answer. An
 * idle connection is closed after four seconds (kernel/egress.ts), so this is done while it rings, and again when somebody begins to speak.
 */
import type { Clock } from '../kernel/clock.ts'
import { TimeUp } from '../kernel/time-limit.ts'
import type { ChatEndpoint } from './chat-model.ts'

/** Also how long one may take: never two are under way to the same endpoint. */
export const WARM_EVERY_MS = 3000

export class ModelWarmer {
  readonly #clock: Clock
  /** By address: calls that wait for the same endpoint share what is open. */
  readonly #warmedAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Asks for nothing, with no key, and takes any answer; resolves when it is there, or it took too long. Called with every
   * frame of a voice: nearly always it does nothing. Not by HEAD: the client closes the connection after one.
   */
  async warm({ baseUrl, fetch: reach }: ChatEndpoint): Promise<void> {
    const nowMs = this.#clock.monotonic()
    if (nowMs - (this.#warmedAtMs.get(baseUrl) ?? Number.NEGATIVE_INFINITY) < WARM_EVERY_MS) return
    this.#forgetOld(nowMs)
    this.#warmedAtMs.set(baseUrl, nowMs)
    if (!URL.canParse(baseUrl)) return
    const tooLong = new AbortController()
    const limit = this.#clock.after(WARM_EVERY_MS, () => tooLong.abort(new TimeUp('The endpoint did not answer.')))
    const load = Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
    // Read to its end: a connection with an answer on it is of no use to the next request.
    const answered = (reach ?? fetch)(baseUrl, { method: 'OPTIONS', signal: tooLong.signal })
      .then((response) => response.arrayBuffer())
      .finally(() => limit.cancel())
    // Whoever asks in earnest will say what is wrong.
    await Promise.all([load, answered]).catch(() => {})
  }

  #forgetOld(nowMs: number): void {
    for (const [address, atMs] of this.#warmedAtMs) if (nowMs - atMs >= WARM_EVERY_MS) this.#warmedAtMs.delete(address)
  }
}
