/** A bucket of Amazon S3 or of a compatible service. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsV4Signer } from 'aws4fetch'
import { S3mini, S3ServiceError } from 's3mini'
import type { FileStore } from '../../kernel/file-store.ts'
import { type BucketKeys, type RoleSource, roleKeys } from './bucket-keys.ts'

export interface S3Settings {
  /** Address with the bucket in the path or in the host name: `https://s3.eu-central-1.amazonaws.com/recordings`. */
  bucketUrl: string
  region: string
  keys: BucketKeys | RoleSource
  /** How the service encrypts stored files; null: as configured for the bucket. */
  encryption: BucketEncryption | null
}

export type BucketEncryption = { algorithm: 'AES256' } | { algorithm: 'aws:kms'; keyId: string | null }

/** Larger files are sent in parts of this size, four at a time. */
const PART_BYTES = 8 * 1024 * 1024
/** Time limit until the first byte of an answer; reading the answer has no limit. */
const ANSWER_MS_MAX = 60_000
const TYPE = 'application/octet-stream'

export interface S3Options {
  fetcher?: typeof fetch
  /** Number of keys per page of a listing. */
  page?: number
  now?: () => number
}

export function s3Store(
  settings: S3Settings,
  { fetcher = fetch, page = 1000, now = Date.now }: S3Options = {},
): FileStore {
  const { bucketUrl, region, keys } = settings
  const currentKeys = 'kind' in keys ? roleKeys(keys, { fetcher, now }) : async () => keys
  const bucket = new S3mini({
    // Empty, because `signing` signs requests: keys may expire, and this client signs neither their token nor the encryption
    // headers.
    accessKeyId: '',
    secretAccessKey: '',
    region,
    endpoint: bucketUrl,
    minPartSize: PART_BYTES,
    fetch: signing(answeringInTime(fetcher), settings, currentKeys),
  })

  return {
    place: bucketUrl,
    async put(key, file, through) {
      const { size } = await stat(file)
      const source = createReadStream(file)
      // Errors are ignored here, because the reader of the last stream gets them.
      const content = through ? pipeline(source, through(), () => {}) : source
      if (size <= PART_BYTES) await bucket.putObject(key, Buffer.concat(await content.toArray()), TYPE)
      else await bucket.putAnyObject(key, Readable.toWeb(content) as globalThis.ReadableStream, TYPE)
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

/** Null for a missing file; any other error of the store is thrown. */
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

function signing(
  fetcher: typeof fetch,
  { region, encryption }: S3Settings,
  currentKeys: () => Promise<BucketKeys>,
): typeof fetch {
  return async (input, init) => {
    const keys = await currentKeys()
    const [url, method] = [String(input), init?.method ?? 'GET']
    const headers = new Headers(init?.headers)
    if (encryption && beginsObject(method, new URL(url).searchParams)) {
      headers.set('x-amz-server-side-encryption', encryption.algorithm)
      const keyId = encryption.algorithm === 'aws:kms' ? encryption.keyId : null
      if (keyId) headers.set('x-amz-server-side-encryption-aws-kms-key-id', keyId)
    }
    // The content is not part of the signature, because hashing parts of 8 MiB would delay live calls.
    const { accessKeyId, secretAccessKey, sessionToken } = keys
    const signer = new AwsV4Signer({
      ...{ method, url, headers, accessKeyId, secretAccessKey, region, service: 's3' },
      ...(sessionToken === undefined ? {} : { sessionToken }),
    })
    const signed = await signer.sign()
    return fetcher(signed.url, { ...init, headers: signed.headers })
  }
}

/** Whether the request begins an object: encryption is specified then, and must not be specified for further parts. */
function beginsObject(method: string, query: URLSearchParams): boolean {
  return (method === 'PUT' && !query.has('partNumber')) || (method === 'POST' && query.has('uploads'))
}
