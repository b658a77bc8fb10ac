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

  /** These words followed by others; withheld if one of the two is. */
  followedBy(other: Utterance): Utterance {
    const isWithheld = this.isWithheld || other.isWithheld
    return new Utterance(`${this.#text} ${other.#text}`.trim(), { isWithheld, confidence: other.confidence })
  }

  /** The same words, withheld if `isWithheld` or if they were before. */
  withheldIf(isWithheld: boolean): Utterance {
    return isWithheld ? new Utterance(this.#text, { isWithheld, confidence: this.confidence }) : this
  }

  /** Applies a rule to the words. The result of `rule` must not contain the words, except a value that is then gathered as sensitive. */
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
