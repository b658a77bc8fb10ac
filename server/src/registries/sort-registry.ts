/**
 * Converts the file of a registry to sorted blocks in constant memory: sorted runs are written to a file, then merged. Works
 * synchronously, so it must run in its own thread.
 */
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { BlockWriter, type NumberBlock, writeDeltaVarint } from './rules/number-blocks.ts'
import { type RegistryFormat, RegistryReader } from './rules/read-registry.ts'

/** Numbers sorted in memory at a time, in 16 MB. */
const RUN_NUMBERS_MAX = 2_000_000
/** Bytes read from each run at a time. The largest registry has some 125 runs. */
const READ_BYTES = 64 * 1024
const WRITE_BYTES = 256 * 1024
const DISTANCE_BYTES_MAX = 8

export interface RegistrySummary {
  /** Number of lines with a phone number. */
  rows: number
  sha256: string
}

interface Run {
  start: number
  end: number
}

export class RegistrySorter {
  readonly #directory: string
  readonly #runNumbersMax: number
  readonly #reader: RegistryReader
  readonly #hash = createHash('sha256')
  readonly #runs: Run[] = []
  #keys: Float64Array | null
  #held = 0
  #file: number | null = null
  #fileBytes = 0
  #merged: Generator<NumberBlock> | null = null
  #numbers = 0

  constructor(format: RegistryFormat, directory: string, runNumbersMax = RUN_NUMBERS_MAX) {
    this.#directory = directory
    this.#runNumbersMax = runNumbersMax
    this.#reader = new RegistryReader(format)
    this.#keys = new Float64Array(runNumbersMax)
  }

  /** Number of lines with a phone number so far. */
  get rows(): number {
    return this.#reader.numbers
  }

  /** Number of distinct phone numbers in the blocks returned so far. */
  get numbers(): number {
    return this.#numbers
  }

  push(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    this.#reader.push(bytes, this.#take)
  }

  end(): RegistrySummary {
    this.#reader.end(this.#take)
    this.#spill()
    this.#keys = null
    this.#merged = this.#merge()
    return { rows: this.rows, sha256: this.#hash.digest('hex') }
  }

  /** The next blocks in order; empty: there are no more. */
  nextBlocks(count: number): NumberBlock[] {
    const blocks: NumberBlock[] = []
    while (blocks.length < count) {
      const next = this.#merged?.next()
      if (!next || next.done) break
      this.#numbers += next.value.numbers
      blocks.push(next.value)
    }
    return blocks
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  readonly #take = (key: number): void => {
    const keys = this.#keys as Float64Array
    keys[this.#held++] = key
    if (this.#held === this.#runNumbersMax) this.#spill()
  }

  /** Sorts the numbers in memory and appends them to the file as one run. */
  #spill(): void {
    if (this.#held === 0) return
    const keys = (this.#keys as Float64Array).subarray(0, this.#held).sort()
    this.#held = 0
    this.#file ??= openNamelessFile(this.#directory)
    const start = this.#fileBytes
    const buffer = new Uint8Array(WRITE_BYTES + DISTANCE_BYTES_MAX)
    let length = 0
    let before = 0
    for (const key of keys) {
      if (key === before) continue
      length = writeDeltaVarint(key - before, buffer, length)
      before = key
      if (length >= WRITE_BYTES) {
        this.#append(buffer, length)
        length = 0
      }
    }
    this.#append(buffer, length)
    this.#runs.push({ start, end: this.#fileBytes })
  }

  #append(buffer: Uint8Array, length: number): void {
    for (let written = 0; written < length; ) {
      written += writeSync(this.#file as number, buffer, written, length - written, this.#fileBytes + written)
    }
    this.#fileBytes += length
  }

  *#merge(): Generator<NumberBlock> {
    const heap = new RunHeap(this.#runs.map((run) => new RunReader(this.#file as number, run)))
    const writer = new BlockWriter()
    let before = 0
    for (let key = heap.next(); key !== null; key = heap.next()) {
      if (key === before) continue
      before = key
      const block = writer.add(key)
      if (block) yield block
    }
    const last = writer.finish()
    if (last) yield last
  }
}

/** The file is unlinked immediately, so that it disappears when it is closed, even after a crash. */
function openNamelessFile(directory: string): number {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, `${randomUUID()}.sort`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return file
}

/** Reads the numbers of one sorted run from the file. */
class RunReader {
  /** Current number; `POSITIVE_INFINITY`: the run has ended. */
  key = 0
  readonly #file: number
  readonly #end: number
  readonly #buffer = new Uint8Array(READ_BYTES)
  #position: number
  #at = 0
  #length = 0

  constructor(file: number, { start, end }: Run) {
    this.#file = file
    this.#position = start
    this.#end = end
    this.advance()
  }

  advance(): void {
    let scale = 1
    let distance = 0
    for (;;) {
      if (this.#at === this.#length && !this.#fill()) {
        this.key = Number.POSITIVE_INFINITY
        return
      }
      const byte = this.#buffer[this.#at++] as number
      if (byte < 128) {
        this.key += distance + byte * scale
        return
      }
      distance += (byte - 128) * scale
      scale *= 128
    }
  }

  #fill(): boolean {
    const wanted = Math.min(READ_BYTES, this.#end - this.#position)
    if (wanted === 0) return false
    this.#length = readSync(this.#file, this.#buffer, 0, wanted, this.#position)
    if (this.#length === 0) throw new Error('the sorted numbers of a registry ended early on disk')
    this.#position += this.#length
    this.#at = 0
    return true
  }
}

/** Heap of runs, ordered by their next number. */
class RunHeap {
  readonly #runs: RunReader[]

  constructor(runs: RunReader[]) {
    this.#runs = runs
    for (let index = Math.floor(runs.length / 2) - 1; index >= 0; index--) this.#sink(index)
  }

  /** The smallest next number; null: all runs have ended. */
  next(): number | null {
    const first = this.#runs[0]
    if (!first || first.key === Number.POSITIVE_INFINITY) return null
    const { key } = first
    first.advance()
    this.#sink(0)
    return key
  }

  #sink(start: number): void {
    const runs = this.#runs
    const sinking = runs[start] as RunReader
    let index = start
    for (;;) {
      let child = 2 * index + 1
      const left = runs[child]
      if (!left) break
      const right = runs[child + 1]
      if (right && right.key < left.key) child++
      const smaller = runs[child] as RunReader
      if (smaller.key >= sinking.key) break
      runs[index] = smaller
      index = child
    }
    runs[index] = sinking
  }
}
