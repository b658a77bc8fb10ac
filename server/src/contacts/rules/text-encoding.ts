/** Decides whether text without a byte order mark is UTF-8, or Windows-1252 as western spreadsheets still save it. */

export class Utf8Detector {
  /** Number of continuation bytes still expected. */
  #awaited = 0
  #sequences = 0
  #faults = 0

  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#awaited > 0) {
        if ((byte & 0xc0) === 0x80) {
          if (--this.#awaited === 0) this.#sequences++
          continue
        }
        this.#awaited = 0
        this.#faults++
      }
      if (byte < 0x80) continue
      if (byte >= 0xc2 && byte <= 0xdf) this.#awaited = 1
      else if (byte >= 0xe0 && byte <= 0xef) this.#awaited = 2
      else if (byte >= 0xf0 && byte <= 0xf4) this.#awaited = 3
      else this.#faults++
    }
  }

  /**
   * True if no byte beyond ASCII is valid UTF-8. If some are, the file is UTF-8 with damaged characters, whose rows are rejected.
   */
  get isWindows1252(): boolean {
    return this.#faults + (this.#awaited > 0 ? 1 : 0) > 0 && this.#sequences === 0
  }
}
