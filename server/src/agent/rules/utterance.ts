/**
 * Words or keys of the person. Those of a sensitive step are withheld: rules may read their meaning, but transcript, timeline,
 * models and logs only get `shown`. The text itself is private to this class, so each use has to choose one of these ways.
 */

/** Text that is shown instead of sensitive words. */
export const WITHHELD = '(withheld)'

export class Utterance {
  readonly #text: string
  readonly isWithheld: boolean
  /** Confidence of the recognizer, 0 to 1; null for keys. */
  readonly confidence: number | null

  constructor(text: string, { isWithheld, confidence = null }: { isWithheld: boolean; confidence?: number | null }) {
    this.#text = text
    this.isWithheld = isWithheld
    this.confidence = confidence
  }

  /** The text that may be stored, sent and displayed. */
  get shown(): string {
    return this.isWithheld ? WITHHELD : this.#text
  }

  get isEmpty(): boolean {
    return this.#text.trim() === ''
  }

  /** Applies a rule to the words. The result of `rule` must not contain the words. */
  judge<T>(rule: (text: string) => T): T {
    return rule(this.#text)
  }

  toString(): string {
    return this.shown
  }

  toJSON(): string {
    return this.shown
  }
}
