/** What happened, as lines and as one number: two runs of a seed are the same if their numbers are. */
export class Trace {
  readonly #keep: boolean
  readonly #now: () => number
  readonly lines: string[] = []
  readonly #startMs: number
  #hash = 0x811c9dc5
  count = 0

  constructor(now: () => number, keep: boolean) {
    this.#now = now
    this.#startMs = now()
    this.#keep = keep
  }

  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, '0')
  }

  write(text: string): void {
    const line = `${((this.#now() - this.#startMs) / 1000).toFixed(3)} ${text}`
    this.count++
    let hash = this.#hash
    for (let index = 0; index < line.length; index++) hash = Math.imul(hash ^ line.charCodeAt(index), 0x01000193)
    this.#hash = hash
    if (this.#keep) this.lines.push(line)
  }
}
