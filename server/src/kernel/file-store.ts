/** Files that every node can read, by keys such as `3/41.wav`: in a shared folder, or in a bucket. */
import type { Readable, Transform } from 'node:stream'

export interface FileStore {
  /** The folder or the address of the bucket, for people. */
  readonly place: string
  /** Copies a local file into the store, through a stream if given, and keeps the original; a partial file is never visible. */
  put(key: string, file: string, through?: () => Transform): Promise<void>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Size of a file; null: it does not exist. */
  size(key: string): Promise<number | null>
  /** The whole file, or the bytes from `start` to `end`, inclusive. Null: the file does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Removes a file. A missing file is not an error. */
  remove(key: string): Promise<void>
  /** All files, in no particular order. */
  list(): AsyncIterable<StoredFile>
}

export interface StoredFile {
  key: string
  changedAtMs: number
}
