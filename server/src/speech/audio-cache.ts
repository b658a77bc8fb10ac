/** LRU cache of synthesized audio. Campaigns say the same prompts thousands of times. */
export const AUDIO_CACHE_LIMIT_BYTES = 64 * 1024 * 1024

export class AudioCache {
  readonly #limitBytes: number
  readonly #entries = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(limitBytes: number = AUDIO_CACHE_LIMIT_BYTES) {
    this.#limitBytes = limitBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Uint8Array | undefined {
    const audio = this.#entries.get(key)
    if (audio === undefined) return undefined
    // A Map keeps insertion order, so an entry that is inserted again becomes the most recent.
    this.#entries.delete(key)
    this.#entries.set(key, audio)
    return audio
  }

  set(key: string, audio: Uint8Array): void {
    if (audio.byteLength > this.#limitBytes) return
    this.#forget(key)
    this.#entries.set(key, audio)
    this.#bytes += audio.byteLength
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limitBytes) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.byteLength ?? 0
    this.#entries.delete(key)
  }
}
