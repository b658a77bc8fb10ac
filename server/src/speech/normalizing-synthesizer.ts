/** A synthesizer for text as written: it speaks symbols as words of the language. */
import type { LanguagePack } from '../language/packs/pack.ts'
import {
  applyPronunciations,
  type PronounceableLetters,
  type Pronunciation,
  toSpokenForm,
} from '../language/rules/spoken-form.ts'
import type { SpeakOptions, Synthesizer } from './synthesizer.ts'

export interface TextNormalizationOptions {
  pack: LanguagePack
  letters: PronounceableLetters
  /** The author's pronunciations of certain words. */
  pronunciations: readonly Pronunciation[]
}

export class NormalizingSynthesizer implements Synthesizer {
  /** The wrapped synthesizer, shared by many calls. */
  readonly behind: Synthesizer
  readonly #options: TextNormalizationOptions

  constructor(synthesizer: Synthesizer, options: TextNormalizationOptions) {
    this.behind = synthesizer
    this.#options = options
  }

  speak(text: string, options: SpeakOptions): AsyncIterable<Uint8Array> {
    return this.behind.speak(this.#spoken(text).text, options)
  }

  warm(texts: readonly string[], options: SpeakOptions): Promise<void> {
    return this.behind.warm(
      texts.map((text) => this.#spoken(text).text),
      options,
    )
  }

  get makesAhead(): boolean {
    return this.behind.makesAhead ?? false
  }

  unsayable(text: string): readonly string[] {
    return this.#spoken(text).unsayable
  }

  /** The wrapped synthesizer is shared and therefore not closed here. */
  async close(): Promise<void> {}

  #spoken(text: string) {
    const { pack, letters, pronunciations } = this.#options
    return toSpokenForm(applyPronunciations(text, pronunciations), pack, letters)
  }
}
