/** Keeps the vectors of documents in memory: they do not change, and reading them takes longer than comparing them. */
import type { Queries } from '../storage/database.ts'
import { readVectors, type SimilarPassage } from './embedding-queries.ts'
import { KEPT_VECTOR_BYTES_MAX } from './rules/limits.ts'

interface DocumentVectors {
  ids: readonly number[]
  /** The numbers of all vectors, one vector after the other. */
  numbers: Float32Array
  dimensions: number
}

/** Maximum amount of numbers compared without yielding: the same thread carries the audio of calls. */
const COMPARED_AT_ONCE = 400_000
/** Vectors read without yielding, for the same reason. */
const READ_AT_ONCE = 50

export class VectorCache {
  readonly #bytesMax: number
  /** Vectors in memory, least recently used first. */
  readonly #kept = new Map<string, DocumentVectors>()
  /** Reads in progress, which concurrent calls share. */
  readonly #reading = new Map<string, Promise<DocumentVectors>>()
  #bytes = 0

  constructor(bytesMax = KEPT_VECTOR_BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** The most similar passages of these documents. Their vectors must be complete. */
  async similar(
    db: Queries,
    documentIds: readonly number[],
    { key, question, limit }: { key: string; question: Float32Array; limit: number },
  ): Promise<SimilarPassage[]> {
    const best: SimilarPassage[] = []
    for (const documentId of documentIds) {
      const { ids, numbers, dimensions } = await this.#vectorsOf(db, documentId, key)
      if (dimensions !== question.length) continue
      const portion = Math.max(1, Math.floor(COMPARED_AT_ONCE / dimensions))
      for (let from = 0; from < ids.length; from += portion) {
        for (let at = from; at < Math.min(ids.length, from + portion); at++) {
          const similarity = product(numbers, at * dimensions, question)
          best.push({ id: ids[at] as number, document_id: documentId, similarity })
        }
        best.sort((one, other) => other.similarity - one.similarity)
        best.length = Math.min(best.length, limit)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    return best
  }

  /** Reads the vectors of these documents before they are needed. */
  async load(db: Queries, documentIds: readonly number[], key: string): Promise<void> {
    for (const documentId of documentIds) await this.#vectorsOf(db, documentId, key)
  }

  async #vectorsOf(db: Queries, documentId: number, key: string): Promise<DocumentVectors> {
    const name = `${documentId} ${key}`
    const kept = this.#kept.get(name)
    if (kept !== undefined) {
      this.#kept.delete(name)
      this.#kept.set(name, kept)
      return kept
    }
    const reading = this.#reading.get(name) ?? this.#read(db, documentId, key, name)
    this.#reading.set(name, reading)
    return reading
  }

  async #read(db: Queries, documentId: number, key: string, name: string): Promise<DocumentVectors> {
    try {
      const portions: DocumentVectors[] = []
      for (let after = 0; ; ) {
        const rows = await readVectors(db, documentId, { key, after, limit: READ_AT_ONCE })
        portions.push(packed(rows))
        if (rows.length < READ_AT_ONCE) break
        after = rows.at(-1)?.id ?? after
      }
      const read = joined(portions)
      this.#keep(name, read)
      return read
    } finally {
      this.#reading.delete(name)
    }
  }

  #keep(name: string, vectors: DocumentVectors): void {
    if (vectors.numbers.byteLength > this.#bytesMax || this.#kept.has(name)) return
    this.#kept.set(name, vectors)
    this.#bytes += vectors.numbers.byteLength
    for (const [oldest, { numbers }] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) break
      this.#kept.delete(oldest)
      this.#bytes -= numbers.byteLength
    }
  }
}

/** PostgreSQL's binary array has five words before the elements, and a length before each element. */
const HEADER_BYTES = 20
const ELEMENT_BYTES = 8

function packed(rows: ReadonlyArray<{ id: number; numbers: Buffer }>): DocumentVectors {
  const dimensions = rows[0] === undefined ? 0 : (rows[0].numbers.length - HEADER_BYTES) / ELEMENT_BYTES
  const own = rows.filter(({ numbers }) => numbers.length === HEADER_BYTES + dimensions * ELEMENT_BYTES)
  const all = new Float32Array(own.length * dimensions)
  for (const [row, { numbers }] of own.entries()) {
    for (let at = 0; at < dimensions; at++)
      all[row * dimensions + at] = numbers.readFloatBE(HEADER_BYTES + at * ELEMENT_BYTES + 4)
  }
  return { ids: own.map(({ id }) => id), numbers: all, dimensions }
}

function joined(portions: readonly DocumentVectors[]): DocumentVectors {
  const dimensions = portions[0]?.dimensions ?? 0
  const own = portions.filter((portion) => portion.dimensions === dimensions)
  const numbers = new Float32Array(own.reduce((sum, portion) => sum + portion.numbers.length, 0))
  let at = 0
  for (const portion of own) {
    numbers.set(portion.numbers, at)
    at += portion.numbers.length
  }
  return { ids: own.flatMap(({ ids }) => ids), numbers, dimensions }
}

function product(numbers: Float32Array, from: number, question: Float32Array): number {
  let sum = 0
  for (let at = 0; at < question.length; at++) sum += (numbers[from + at] as number) * (question[at] as number)
  return sum
}
