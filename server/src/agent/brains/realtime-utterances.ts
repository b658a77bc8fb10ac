import type { Clock, Timer } from '../../kernel/clock.ts'
import type { AudioFormat } from '../../telephony/media.ts'
import { countLetters, hasHeardQuestion } from '../rules/question-heard.ts'
import { wordsPlayedBeforeCut } from '../rules/words-played.ts'

interface Utterance {
  itemId: string
  contentIndex: number
  text: string
  audioMs: number
  /** The estimated end of the utterance's playback. */
  endsAtMs: number
  complete: boolean
  told: boolean
  timer: Timer | null
  /** Running number of the workflow step that the utterance belongs to. */
  step: number
}

export interface UtteranceTruncation {
  item_id: string
  content_index: number
  audio_end_ms: number
}

/** Maximum number of tracked utterances, more than can be playing at a time. */
const UTTERANCES_MAX = 50

/**
 * Tracks the model's utterances until it is known how much of them was heard. The words are reported once: all of them when the
 * audio should have been played, or those before the interruption.
 */
export class ModelUtterances {
  readonly #clock: Clock
  readonly #bytesPerMs: number
  readonly #tell: (text: string) => void
  readonly #known = new Map<string, Utterance>()
  #step = 0
  /** Whether the question of the current step was heard, determined when its words were interrupted or had been played. */
  #stepHeard = false

  constructor(clock: Clock, format: AudioFormat, tell: (text: string) => void) {
    this.#clock = clock
    this.#bytesPerMs = ((format.encoding === 'l16' ? 2 : 1) * format.sampleRateHz) / 1000
    this.#tell = tell
  }

  static idOf(event: { item_id: string; content_index: number }): string {
    return `${event.item_id}:${event.content_index}`
  }

  audio(event: { item_id: string; content_index: number }, bytes: number): void {
    const utterance = this.#of(event)
    const audioMs = bytes / this.#bytesPerMs
    const others = [...this.#known.values()].map(({ endsAtMs }) => endsAtMs)
    utterance.endsAtMs = Math.max(this.#clock.monotonic(), ...others) + audioMs
    utterance.audioMs += audioMs
  }

  words(event: { item_id: string; content_index: number }, words: string, whole: boolean): void {
    const utterance = this.#of(event)
    utterance.text = whole ? words : utterance.text + words
  }

  complete(id: string): void {
    const utterance = this.#known.get(id)
    if (utterance === undefined) return
    utterance.complete = true
    const leftMs = Math.max(0, utterance.endsAtMs - this.#clock.monotonic())
    utterance.timer = this.#clock.after(leftMs, () => {
      this.#told(utterance, utterance.text)
      // An endpoint may send no transcript; audio that was played to its end counts as heard.
      if (utterance.step === this.#step && !this.mayBePlaying) this.#stepHeard = true
    })
  }

  /** The truncation to report to the model after an interruption; null if everything was played. */
  cut(id: string, playedMs: number): UtteranceTruncation | null {
    const utterance = this.#known.get(id)
    if (utterance === undefined) return null
    const wholly = utterance.complete && playedMs >= Math.floor(utterance.audioMs)
    const share = utterance.audioMs === 0 ? 0 : playedMs / utterance.audioMs
    this.#stepHeard = this.questionHeard
    this.#told(utterance, wholly ? utterance.text : wordsPlayedBeforeCut(utterance.text, share))
    this.#known.delete(id)
    if (wholly) return null
    const endMs = Math.max(0, Math.floor(Math.min(playedMs, utterance.audioMs)))
    return { item_id: utterance.itemId, content_index: utterance.contentIndex, audio_end_ms: endMs }
  }

  /** Reports all remaining words at the end of the conversation, because they will be played. */
  tellAll(): void {
    for (const utterance of this.#known.values()) this.#told(utterance, utterance.text)
  }

  /** Begins a step: the next utterances belong to it. */
  beginStep(): void {
    this.#step += 1
    this.#stepHeard = false
  }

  /** Whether the person can have heard the question of the current step; false for a step that said nothing. */
  get questionHeard(): boolean {
    if (this.#stepHeard) return true
    const nowMs = this.#clock.monotonic()
    const said = [...this.#known.values()].filter(({ step }) => step === this.#step)
    const heard = said.map(({ text, audioMs, endsAtMs }) => {
      const playedMs = Math.min(audioMs, Math.max(0, audioMs - (endsAtMs - nowMs)))
      return wordsPlayedBeforeCut(text, audioMs === 0 ? 0 : playedMs / audioMs)
    })
    return hasHeardQuestion(said.map(({ text }) => text).join(' '), countLetters(heard.join(' ')))
  }

  /** Whether audio of the current step has been played. */
  get hasSounded(): boolean {
    return this.#stepHeard || [...this.#known.values()].some(({ step, audioMs }) => step === this.#step && audioMs > 0)
  }

  get mayBePlaying(): boolean {
    return [...this.#known.values()].some(({ told }) => !told)
  }

  close(): void {
    for (const { timer } of this.#known.values()) timer?.cancel()
    this.#known.clear()
  }

  #of(event: { item_id: string; content_index: number }): Utterance {
    const id = ModelUtterances.idOf(event)
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const begun: Utterance = {
      itemId: event.item_id,
      contentIndex: event.content_index,
      text: '',
      audioMs: 0,
      endsAtMs: 0,
      complete: false,
      told: false,
      timer: null,
      step: this.#step,
    }
    this.#known.set(id, begun)
    const [oldest] = this.#known.keys()
    if (this.#known.size > UTTERANCES_MAX && oldest !== undefined) this.#known.delete(oldest)
    return begun
  }

  #told(utterance: Utterance, text: string): void {
    utterance.timer?.cancel()
    if (utterance.told) return
    utterance.told = true
    if (text.trim() !== '') this.#tell(text.trim())
  }
}
