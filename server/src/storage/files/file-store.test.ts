/** One suite for every store: a folder, and a bucket of a real S3-compatible server. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leftOut } from '../../../test/drawn.ts'
import { startMetadata } from '../../../test/s3/metadata-server.ts'
import { type S3Server, startS3Server } from '../../../test/s3/s3-server.ts'
import type { FileStore } from '../../kernel/file-store.ts'
import type { BucketKeys } from './bucket-keys.ts'
import { folderStore } from './folder-store.ts'
import { openFileStore } from './open-file-store.ts'
import { s3Store } from './s3-store.ts'

let folder: string
let server: S3Server | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outdial-files-'))
  server = leftOut() ? null : await startS3Server()
}, 120_000)

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const STORAGE_KEY = Buffer.alloc(32, 1)

const STORES: Record<string, () => Promise<FileStore | null>> = {
  folder: () => openFileStore({ kind: 'folder', directory: join(folder, 'store') }),
  encrypted: () =>
    openFileStore({ kind: 'folder', directory: join(folder, 'encrypted') }, { storageKeys: [STORAGE_KEY] }),
  s3: async () => server && s3Store(server, { page: 10 }),
}

async function textOf(store: FileStore, key: string, range?: { start: number; end: number }): Promise<string | null> {
  const content = await store.read(key, range)
  return content && Buffer.concat(await content.toArray()).toString()
}

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

describe.each(Object.keys(STORES))('%s', (kind) => {
  let store: FileStore | null

  beforeAll(async () => {
    store = await (STORES[kind] as () => Promise<FileStore | null>)()
  })

  test('gives back what was put into it, whole and in parts, also when it was put twice; the file stays where it lay', async ({
    skip,
  }) => {
    if (!store) return skip()
    const file = join(folder, `${kind}.wav`)
    await writeFile(file, '0123456789')
    for (const _time of ['once', 'again']) await store.put('3/41.wav', file)
    expect(existsSync(file)).toBe(true)
    expect((await keysOf(store)).filter((key) => key !== '3/42.peaks')).toEqual(['3/41.wav'])
    await rm(file)
    expect(await store.size('3/41.wav')).toBe(10)
    expect(await textOf(store, '3/41.wav')).toBe('0123456789')
    expect(await textOf(store, '3/41.wav', { start: 2, end: 4 })).toBe('234')
    expect(await textOf(store, '3/41.wav', { start: 9, end: 9 })).toBe('9')
  })

  test('what is written again is what is read', async ({ skip }) => {
    if (!store) return skip()
    await store.write('3/42.peaks', Buffer.from('first'))
    await store.write('3/42.peaks', Buffer.from('second'))
    expect([await textOf(store, '3/42.peaks'), await store.size('3/42.peaks')]).toEqual(['second', 6])
  })

  test('what is not there is null, and may be removed', async ({ skip }) => {
    if (!store) return skip()
    expect(await store.size('4/1.wav')).toBeNull()
    expect(await store.read('4/1.wav')).toBeNull()
    expect(await store.read('4/1.wav', { start: 0, end: 3 })).toBeNull()
    await store.remove('4/1.wav')
    await store.write('4/1.wav', Buffer.from('x'))
    await store.remove('4/1.wav')
    expect(await store.size('4/1.wav')).toBeNull()
  })

  test('lists everything with its age, also beyond one page', async ({ skip }) => {
    if (!store) return skip()
    const keys = Array.from({ length: 25 }, (_, index) => `7/${100 + index}.wav`)
    await Promise.all(keys.map((key) => store?.write(key, Buffer.from('x'))))
    expect((await keysOf(store)).filter((key) => key.startsWith('7/'))).toEqual(keys)
    for await (const { changedAtMs } of store.list()) {
      expect(Math.abs(Date.now() - changedAtMs)).toBeLessThan(120_000)
      break
    }
  })

  test('takes a file that is sent in several parts', async ({ skip }) => {
    if (!store) return skip()
    const file = join(folder, `${kind}-long.wav`)
    const bytes = Buffer.alloc(20 * 1024 * 1024 + 17)
    for (let at = 0; at < bytes.length - 4; at += 4096) bytes.writeUInt32LE(at, at)
    await writeFile(file, bytes)
    await store.put('5/1.wav', file)
    const content = await store.read('5/1.wav')
    expect(Buffer.concat((await content?.toArray()) ?? []).equals(bytes)).toBe(true)
  })
})

test('an encrypted bucket: parts of a large file are byte-exact, nothing in it is plain, and a file is bound to its name', async ({
  skip,
}) => {
  if (!server) return skip()
  const [plain, store] = [
    s3Store(server),
    await openFileStore({ kind: 's3', ...server }, { storageKeys: [STORAGE_KEY] }),
  ]
  const file = join(folder, 'encrypted-long.wav')
  const bytes = Buffer.alloc(9 * 1024 * 1024 + 17, 'RIFF of a call ')
  await writeFile(file, bytes)
  for (const [key, size] of [
    ['8/1.wav', bytes.length],
    ['8/2.wav', 100],
  ] as const) {
    await writeFile(file, bytes.subarray(0, size))
    await store.put(key, file)
    expect(await store.size(key)).toBe(size)
    const raw = Buffer.concat((await (await plain.read(key))?.toArray()) ?? [])
    expect([raw.length > size, raw.includes('of a call')]).toEqual([true, false])
    const whole = Buffer.concat((await (await store.read(key))?.toArray()) ?? [])
    expect(whole.equals(bytes.subarray(0, size))).toBe(true)
    const [start, end] = [Math.floor(size / 3), Math.floor(size / 3) + 60]
    const part = Buffer.concat((await (await store.read(key, { start, end }))?.toArray()) ?? [])
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
  }
  const raw = Buffer.concat((await (await plain.read('8/2.wav'))?.toArray()) ?? [])
  await plain.write('8/3.wav', raw)
  await expect(textOf(store, '8/3.wav')).rejects.toMatchObject({ reason: 'damaged' })
  await plain.write('trash/2026-11-18/8/2.wav', raw)
  expect((await textOf(store, 'trash/2026-11-18/8/2.wav'))?.length).toBe(100)
  const closed = await openFileStore({ kind: 's3', ...server })
  await expect(closed.size('8/2.wav')).rejects.toMatchObject({ reason: 'locked' })
  await expect(closed.read('8/2.wav')).rejects.toMatchObject({ reason: 'locked' })
})

test('a folder keeps its files from others on the machine, and half a file is never listed', async () => {
  const directory = join(folder, 'closed')
  const store = folderStore(directory)
  await store.write('3/1.wav', Buffer.from('x'))
  expect((await stat(join(directory, '3/1.wav'))).mode & 0o077).toBe(0)
  expect((await stat(join(directory, '3'))).mode & 0o077).toBe(0)
  await writeFile(join(directory, '3', '.half.draft'), 'x')
  expect(await keysOf(store)).toEqual(['3/1.wav'])
})

test('half a file whose writer died is personal too: it goes after a day, and nothing else with a dot does', async () => {
  const directory = join(folder, 'dead')
  await folderStore(directory).write('3/1.wav', Buffer.from('x'))
  const [draft, foreign] = [join(directory, '3', '.0b6f-11.draft'), join(directory, '.nfs0001')]
  for (const file of [draft, foreign]) await writeFile(file, 'x')
  const lookedAfter = async (ms: number) => {
    await keysOf(folderStore(directory, { now: () => Date.now() + ms }))
    return [existsSync(draft), existsSync(foreign)]
  }
  expect(await lookedAfter(23 * 3_600_000)).toEqual([true, true])
  expect(await lookedAfter(25 * 3_600_000)).toEqual([false, true])
})

test('a store that does not answer, or does not let us in, is not an empty one', async ({ skip }) => {
  if (!server) return skip()
  const strangers = await openFileStore({
    kind: 's3',
    ...server,
    keys: { ...(server.keys as BucketKeys), secretAccessKey: 'a wrong one' },
  })
  await expect(strangers.size('3/41.wav')).rejects.toThrow()
  await expect(strangers.read('3/41.wav')).rejects.toThrow()
  const nowhere = await openFileStore({ kind: 's3', ...server, bucketUrl: 'http://127.0.0.1:9/recordings' })
  await expect(nowhere.size('3/41.wav')).rejects.toThrow()
  const missing = await openFileStore({ kind: 's3', ...server, bucketUrl: `${server.bucketUrl}-none` })
  await expect(keysOf(missing)).rejects.toThrow()
})

test('keys of a role sign with their token, and a real store accepts the signature', async ({ skip }) => {
  if (!server) return skip()
  const sent: Headers[] = []
  const fetcher: typeof fetch = (input, init) => {
    if (String(input).startsWith((server as S3Server).bucketUrl)) sent.push(new Headers(init?.headers))
    return fetch(input, init)
  }
  const metadata = await startMetadata(server.keys as BucketKeys)
  try {
    const store = s3Store({ ...server, keys: { kind: 'instance', url: metadata.url } }, { fetcher })
    await store.write('8/1.wav', Buffer.from('by a role'))
    expect(await textOf(store, '8/1.wav')).toBe('by a role')
    expect(metadata.given).toBe(1)
    for (const headers of sent) {
      expect(headers.get('x-amz-security-token')).toBe('session 1')
      expect(headers.get('authorization')).toMatch(/SignedHeaders=[^,]*x-amz-security-token/)
    }
  } finally {
    await metadata.close()
  }
})

test('encryption is named where an object begins, once', async ({ skip }) => {
  if (!server) return skip()
  const named: string[] = []
  const fetcher: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    const request = headers.get('x-amz-server-side-encryption')
    if (request) named.push(`${init?.method} ${request} ${headers.get('x-amz-server-side-encryption-aws-kms-key-id')}`)
    return fetch(input, init)
  }
  const store = s3Store({ ...server, encryption: { algorithm: 'aws:kms', keyId: 'key-1' } }, { fetcher })
  const file = join(folder, 'encrypted.wav')
  await writeFile(file, Buffer.alloc(9 * 1024 * 1024))
  // The server of the tests knows no encryption and may refuse it; what was asked for is what counts here.
  await store.write('8/2.wav', Buffer.from('x')).catch(() => {})
  await store.put('8/3.wav', file).catch(() => {})
  expect(named).toEqual(['PUT aws:kms key-1', 'POST aws:kms key-1'])
})
