/** Files that every node must be able to read, by keys such as `3/41.wav`: in a folder that all nodes see, or in a bucket. */
import type { Readable } from 'node:stream'

export interface FileStore {
  /** For people: the folder, or the bucket's address. */
  readonly place: string
  /** A file of this machine comes into the store, and stays where it lies; nobody ever reads half of it. */
  put(key: string, file: string): Promise<void>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Null: there is none. */
  size(key: string): Promise<number | null>
  /** The whole, or the bytes from `start` to `end`, both included. Null: there is none. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** One that is not there, or not there any more, is gone all the same. */
  remove(key: string): Promise<void>
  /** Everything there is, in no order. */
  list(): AsyncIterable<StoredFile>
}

export interface StoredFile {
  key: string
  changedAtMs: number
}
