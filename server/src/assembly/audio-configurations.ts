/** Remembers which configurations' answered calls carry audio; this is known once their account has been opened. */
export class AudioConfigurations {
  readonly #speaking = new Set<number>()
  readonly #silent = new Set<number>()

  learn(configurationId: number, speaks: boolean): void {
    const [those, others] = speaks ? [this.#speaking, this.#silent] : [this.#silent, this.#speaking]
    those.add(configurationId)
    others.delete(configurationId)
  }

  carriesAudio(configurationId: number): boolean {
    return this.#speaking.has(configurationId)
  }

  /** Whether calls of this configuration may carry audio. True while its account has not been opened yet. */
  isPossible(configurationId: number): boolean {
    return !this.#silent.has(configurationId)
  }

  known(): number[] {
    return [...this.#speaking]
  }
}
