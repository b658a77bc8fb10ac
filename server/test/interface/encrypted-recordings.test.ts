/** Recordings under a key of the installation: played as ever, and noise on the disk. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { encryptRecordings } from '../../src/calls/encrypt-recordings.ts'
import { saveCallRecord, saveRecordingKey } from '../../src/calls/queries.ts'
import { recordingKey, recordingUrl } from '../../src/calls/recordings.ts'
import { WAV_FORMAT, writeFully, writeHeader } from '../../src/calls/wav.ts'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { openFileStore } from '../../src/storage/files/open-file-store.ts'
import { storageKeyId } from '../../src/storage/sealed-file.ts'
import { type Json, memberWith, requester, type TestApp, testApp } from './app.ts'
import { completedCampaign, made } from './things.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const AUDIO = randomBytes(5 * 64 * 1024)
const base64 = (...keys: Buffer[]) => keys.map((key) => key.toString('base64')).join(',')
let world: TestApp
let calls: number[]

beforeAll(async () => {
  world = await testApp({ environment: { STORAGE_KEY: base64(first) } })
  const dialing = await world.again({ environment: { STORAGE_KEY: base64(first) } })
  await dialing.dialer.start()
  const campaign = await completedCampaign(world.a, ['00', '10'])
  const { runs } = await made<{ runs: Json[] }>(world.a.request('GET', `/api/v1/campaign/${campaign.id}/runs`))
  calls = runs.map(({ id }) => id as number)
})

const addressOf = (callId: number) => ({ organizationId: world.a.organizationId, callId })
const storedFile = (callId: number) => join(world.config.dataDir, 'recordings', recordingKey(addressOf(callId)))

/** As the agent of this node leaves it when the call has ended. */
async function record(callId: number): Promise<Buffer> {
  const file = join(world.config.dataDir, 'recordings-unfinished', recordingKey(addressOf(callId)))
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'w')
  await writeHeader(handle, AUDIO.length)
  await writeFully(handle, AUDIO, WAV_FORMAT.headerBytes)
  await handle.close()
  const earlier = new Date(Date.now() - 300_000)
  await utimes(file, earlier, earlier)
  await saveRecord(callId)
  return readFile(file)
}

async function saveRecord(callId: number): Promise<void> {
  const nothing = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: null }
  await saveCallRecord(world.app.db, world.a.organizationId, callId, nothing, new Date())
}

async function download(app: App, callId: number, range?: string): Promise<{ status: number; bytes: Buffer }> {
  const secrets = openSecretBox(world.config.secretKeys)
  const url = recordingUrl({ secrets, publicUrl: '' }, addressOf(callId), Date.now())
  const { statusCode, rawPayload } = await app.server.inject({ url, headers: range ? { range } : {} })
  return { status: statusCode, bytes: rawPayload }
}

test('a recording is encrypted on its way to the store and played whole, in parts and as an outline', async () => {
  const call = calls[0] as number
  const plain = await record(call)
  await world.app.start()
  const path = `/api/v1/calls/${call}/recording`
  await expect.poll(async () => (await world.a.request('GET', path)).status, { timeout: 10_000 }).toBe(200)
  const stored = await readFile(storedFile(call))
  expect([stored.includes('RIFF'), stored.includes(AUDIO.subarray(70_000, 70_032))]).toEqual([false, false])

  const whole = await download(world.app, call)
  expect([whole.status, whole.bytes.equals(plain)]).toEqual([200, true])
  const size = plain.length
  for (const [range, start, end] of [
    ['bytes=0-3', 0, 3],
    ['bytes=65530-65545', 65_530, 65_545],
    ['bytes=100000-', 100_000, size - 1],
    ['bytes=-20', size - 20, size - 1],
  ] as const) {
    const part = await download(world.app, call, range)
    expect([part.status, part.bytes.equals(plain.subarray(start, end + 1))]).toEqual([206, true])
  }
  await made(world.a.request('GET', `/api/v1/calls/${call}/peaks`))
  await made(world.a.request('GET', `/api/v1/calls/${call}/peaks`))
  const outline = await readFile(storedFile(call).replace('.wav', '.peaks'))
  expect(outline.subarray(0, 7).toString()).toBe('OUTDIAL')
})

test('a server without the key says that the recording is unreadable, and its log says which key is missing', async () => {
  const call = calls[0] as number
  const other = await world.again({ environment: { STORAGE_KEY: '' } })
  for (const range of [undefined, 'bytes=0-3']) {
    const answer = await download(other, call, range)
    expect([answer.status, JSON.parse(answer.bytes.toString()).code]).toEqual([503, 'recording_unreadable'])
  }
  const peaks = await memberWith(world.a, requester(other)).request('GET', `/api/v1/calls/${call}/peaks`)
  expect([peaks.status, peaks.body.code]).toEqual([503, 'recording_unreadable'])
  const wrong = await world.again({ environment: { STORAGE_KEY: base64(second) } })
  expect((await download(wrong, call)).status).toBe(503)
})

test('a file that was changed is not played as if it were whole, and the log says so', async () => {
  const call = calls[0] as number
  const whole = await readFile(storedFile(call))
  const changed = Buffer.from(whole)
  changed[changed.length - 100] = (changed[changed.length - 100] as number) ^ 1
  await writeFile(storedFile(call), changed)
  const logged = world.log.lines.length
  const answer = await download(world.app, call).catch(() => null)
  expect(answer?.bytes.length ?? 0).toBeLessThan(AUDIO.length)
  const lines = world.log.lines.slice(logged).map((line) => JSON.parse(line) as Json)
  expect(lines).toContainEqual(expect.objectContaining({ sentence: 'failed to decrypt a recording', call_id: call }))
  await writeFile(storedFile(call), whole)
  expect((await download(world.app, call)).status).toBe(200)
})

test('plain recordings stay readable, and a new key in front encrypts all of them again', async () => {
  const [call, old] = calls as [number, number]
  const plain = Buffer.from('RIFF, recorded before there was a key, and long enough to have a header')
  await writeFile(storedFile(old), plain)
  await saveRecord(old)
  await saveRecordingKey(world.app.db, addressOf(old), { key: recordingKey(addressOf(old)), bytes: plain.length })
  expect((await download(world.app, old)).bytes.equals(plain)).toBe(true)
  expect((await download(world.app, old, 'bytes=0-3')).bytes.toString()).toBe('RIFF')

  const rotated = await world.again({ environment: { STORAGE_KEY: base64(second, first) } })
  expect((await download(rotated, call)).status).toBe(200)
  const store = await openFileStore(world.config.recordings, { storageKeys: [second, first] })
  const failures: string[] = []
  const { encrypted } = await encryptRecordings(store, (key) => failures.push(key))
  expect([encrypted >= 3, failures]).toEqual([true, []])
  expect(await encryptRecordings(store, () => {})).toEqual({ encrypted: 0, failed: 0 })
  expect(await store.keyIdOf(recordingKey(addressOf(old)))).toBe(storageKeyId(second))
  expect((await readFile(storedFile(old))).includes('RIFF')).toBe(false)

  const alone = await world.again({ environment: { STORAGE_KEY: base64(second) } })
  expect((await download(alone, old)).bytes.equals(plain)).toBe(true)
  expect((await download(alone, call)).bytes.length).toBe(AUDIO.length + WAV_FORMAT.headerBytes)
})
