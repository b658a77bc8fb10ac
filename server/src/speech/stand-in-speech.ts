/** A speech service that fails or is late in mid-call is stood in for by this machine: the person hears another voice, not silence. */
import type { Clock } from '../kernel/clock.ts'
import { within } from '../kernel/time-limit.ts'
import type { DigitCount } from '../language/rules/spoken-digits.ts'
import type { Recognition, Recognizer } from './recognizer.ts'
import type { SpeakOptions, Synthesizer } from './synthesizer.ts'
import type { Urgency } from './worker-pool.ts'

export const STAND_IN = {
  /** Without audio by then the local synthesizer speaks. Well before a session gives a synthesizer up. */
  firstAudioMs: 3000,
} as const

export class FallbackSynthesizer implements Synthesizer {
  readonly #clock: Clock
  readonly #service: Synthesizer
  readonly #local: Synthesizer | null

  constructor(clock: Clock, service: Synthesizer, local: Synthesizer | null) {
    this.#clock = clock
    this.#service = service
    this.#local = local
  }

  async *speak(text: string, options: SpeakOptions): AsyncGenerator<Uint8Array> {
    if (options.staysHere) {
      if (this.#local === null) throw new Error('this machine has no voice of its own for what must stay here')
      return yield* this.#local.speak(text, { ...options, voice: undefined })
    }
    if (this.#local === null) return yield* this.#service.speak(text, options)
    const pieces = this.#service.speak(text, options)[Symbol.asyncIterator]()
    let first: IteratorResult<Uint8Array>
    try {
      first = await within(this.#clock, STAND_IN.firstAudioMs, pieces.next())
    } catch {
      options.signal?.throwIfAborted()
      // Not waited for: it may be what is hanging.
      void pieces.return?.().catch(() => {})
      return yield* this.#local.speak(text, { ...options, voice: undefined })
    }
    // Once a word has been heard, beginning again in another voice would be worse than an early end.
    try {
      for (let next = first; !next.done; next = await pieces.next()) yield next.value
    } finally {
      await pieces.return?.()
    }
  }

  warm(texts: readonly string[], options: SpeakOptions): Promise<void> {
    return this.#service.warm(texts, options)
  }

  /** The local synthesizer is not ours to close. */
  close(): Promise<void> {
    return this.#service.close()
  }
}

export class FallbackRecognizer implements Recognizer {
  readonly here: Recognizer | null
  readonly #service: Recognizer

  constructor(service: Recognizer, local: Recognizer | null) {
    this.#service = service
    this.here = local
  }

  async recognize(
    audio: Float32Array | Int16Array,
    signal?: AbortSignal,
    urgency?: Urgency,
    digits?: DigitCount,
  ): Promise<Recognition> {
    try {
      return await this.#service.recognize(audio, signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (this.here === null) throw error
      return this.here.recognize(audio, signal, urgency, digits)
    }
  }

  close(): Promise<void> {
    return this.#service.close()
  }
}
