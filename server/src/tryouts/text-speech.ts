/** Speech without audio: words take as long as if spoken, and are recognized as written. */

import type { AudioInputListener, SpeechSegment, TurnInput } from '../agent/audio-input.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SpeakOptions, Synthesizer } from '../speech/synthesizer.ts'

export const TEXT_SPEECH_PACE = {
  /** Speaking time, about sixteen characters a second. */
  msPerCharacter: 60,
  shortestMs: 400,
} as const

export function estimatedSpeechMs(text: string): number {
  return Math.max(TEXT_SPEECH_PACE.shortestMs, text.length * TEXT_SPEECH_PACE.msPerCharacter)
}

export const silentSynthesizer: Synthesizer = {
  async *speak(text: string, { format, signal }: SpeakOptions): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted()
    const bytesPerSample = format.encoding === 'l16' ? 2 : 1
    yield new Uint8Array(Math.round((estimatedSpeechMs(text) * format.sampleRateHz) / 1000) * bytesPerSample)
  },
  async warm() {},
  async close() {},
}

/** The person's words as text. The caller lets the speaking time pass. */
export class TextInput implements TurnInput {
  readonly #clock: Clock
  readonly #listener: AudioInputListener
  #startedAtMs: number | null = null

  constructor(clock: Clock, listener: AudioInputListener) {
    this.#clock = clock
    this.#listener = listener
  }

  get someoneSpeaks(): boolean {
    return this.#startedAtMs !== null
  }

  recognizeWith(): void {}

  endTurnAfter(): void {}

  expectDigits(): void {}

  hear(): void {}

  event(digit: string): void {
    this.#listener.key(digit)
  }

  async finish(): Promise<void> {
    this.#startedAtMs = null
  }

  begin(): void {
    this.#startedAtMs = this.#clock.monotonic()
    this.#listener.speechStarted(this.#startedAtMs)
  }

  speakOn(): void {
    if (this.#startedAtMs === null) return
    this.#listener.speaking(this.#startedAtMs, this.#clock.monotonic() - this.#startedAtMs)
  }

  end(text: string): void {
    if (this.#startedAtMs === null) return
    const speech: SpeechSegment = { startedAtMs: this.#startedAtMs, lastVoiceAtMs: this.#clock.monotonic(), cut: false }
    this.#startedAtMs = null
    this.#listener.speechEnded(speech)
    this.#listener.understood({ speech, text, confidence: 1, onlyKeys: false })
  }
}
