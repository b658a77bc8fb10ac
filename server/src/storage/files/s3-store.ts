/** A bucket of Amazon S3 or of a compatible service. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini, S3ServiceError } from 's3mini'
import type { FileStore } from '../../kernel/file-store.ts'

export interface S3Settings {
  /** With the bucket in the path or in the host name: `https://s3.eu-central-1.amazonaws.com/recordings`. */
  bucketUrl: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Larger files are sent in parts of this size, four at a time. */
const PART_BYTES = 8 * 1024 * 1024
/** Until the first byte of an answer; reading takes as long as its reader. */
const ANSWER_MS_MAX = 60_000
const TYPE = 'application/octet-stream'

export interface S3Options {
  fetcher?: typeof fetch
  /** Keys per answer to a listing. */
  page?: number
}

export function s3Store(
  { bucketUrl, ...settings }: S3Settings,
  { fetcher = fetch, page = 1000 }: S3Options = {},
): FileStore {
  const bucket = new S3mini({
    ...settings,
    endpoint: bucketUrl,
    minPartSize: PART_BYTES,
    fetch: answeringInTime(fetcher),
  })

  return {
    place: bucketUrl,
    async put(key, file) {
      const { size } = await stat(file)
      if (size <= PART_BYTES) await bucket.putObject(key, await readFile(file), TYPE)
      else await bucket.putAnyObject(key, Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream, TYPE)
    },
    async write(key, bytes) {
      await bucket.putObject(key, bytes, TYPE)
    },
    size: (key) => absent(() => bucket.getContentLength(key)),
    read: (key, range) =>
      absent(async () => {
        const answer = await bucket.getObjectRaw(key, !range, range?.start, range && range.end + 1)
        return answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([])
      }),
    async remove(key) {
      await absent(() => bucket.deleteObject(key))
    },
    async *list() {
      let after: string | undefined
      do {
        const found = await bucket.listObjectsPaged('/', '', page, after)
        if (!found) throw new Error(`There is no bucket at ${bucketUrl}.`)
        for (const { Key, LastModified } of found.objects ?? [])
          yield { key: Key, changedAtMs: new Date(LastModified).getTime() }
        after = found.nextContinuationToken
      } while (after !== undefined)
    },
  }
}

/** A failing store is not the same as a missing file. */
async function absent<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    for (let each: unknown = error; each instanceof Error; each = each.cause)
      if (each instanceof S3ServiceError && each.status === 404) return null
    throw error
  }
}

function answeringInTime(fetcher: typeof fetch): typeof fetch {
  return async (input, init) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new Error('the store of recordings does not answer')), ANSWER_MS_MAX)
    try {
      return await fetcher(input, { ...init, signal: limit.signal })
    } finally {
      clearTimeout(timer)
    }
  }
}
