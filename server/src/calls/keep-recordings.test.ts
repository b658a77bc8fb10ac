/** What a node has recorded reaches the store of all nodes, also after a crash and when the store was away; what was erased does not. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import type { FileStore } from '../kernel/file-store.ts'
import { silentLog } from '../kernel/log.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { folderStore } from '../storage/files/folder-store.ts'
import { keepRecording, keepRecordings } from './keep-recordings.ts'
import { recordedCalls, removeCallRecords, saveCallRecord } from './queries.ts'
import { openRecording, recordingKey } from './recordings.ts'
import { WAV } from './wav.ts'

const organizationId = 3
let db: Database
let home: string
let store: FileStore
let directory: string
let nextCall = 1

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  home = await mkdtemp(join(tmpdir(), 'outdial-keep-'))
})

beforeEach(async () => {
  const place = await mkdtemp(join(home, 'node-'))
  store = folderStore(join(place, 'store'))
  directory = join(place, 'unfinished')
})

afterAll(() => rm(home, { recursive: true, force: true }))

/** A call of the conversation, as it lies on the disk of a node that died: a second of sound, and no lengths in its header. */
async function cutOff({ quietMs, record = true }: { quietMs: number; record?: boolean }) {
  const call = { organizationId, callId: nextCall++ }
  const file = join(directory, recordingKey(call))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, Buffer.alloc(WAV.headerBytes + WAV.sampleRateHz * 4 + 1, 1))
  const at = new Date(Date.now() - quietMs)
  await utimes(file, at, at)
  const nothing = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: null }
  if (record) await saveCallRecord(db, organizationId, call.callId, nothing, at)
  return { call, file }
}

const duty = (into = store, laterMs = 0) => {
  const clock = { ...systemClock, now: () => systemClock.now() + laterMs }
  return keepRecordings({ db, clock, log: silentLog, store: into, directory })
}

test('a recording whose node died is mended, kept and named by its call; one that goes on is left alone', async () => {
  const [dead, living] = [await cutOff({ quietMs: 300_000 }), await cutOff({ quietMs: 1000 })]
  expect(await duty().runOnce()).toEqual({ kept: 1 })
  expect([existsSync(dead.file), existsSync(living.file)]).toEqual([false, true])
  expect(await recordedCalls(db, [dead.call.callId, living.call.callId])).toEqual([dead.call.callId])
  const found = await openRecording(store, dead.call, undefined)
  const wav = Buffer.concat((await found?.content.toArray()) ?? [])
  expect(wav.readUInt32LE(40)).toBe(WAV.sampleRateHz * 4)
  expect(wav.length).toBe(WAV.headerBytes + WAV.sampleRateHz * 4)
})

test('a store that is away takes it later, and until then the call has no recording', async () => {
  const { call, file } = await cutOff({ quietMs: 300_000 })
  const away: FileStore = { ...store, take: () => Promise.reject(new Error('away')) }
  expect(await duty(away).runOnce()).toEqual({ kept: 0 })
  expect([existsSync(file), await recordedCalls(db, [call.callId])]).toEqual([true, []])
  // It was mended a moment ago, and counts as being written.
  expect(await duty(store, 300_000).runOnce()).toEqual({ kept: 1 })
  expect(await recordedCalls(db, [call.callId])).toEqual([call.callId])
})

test('of a person who was erased nothing is kept, whenever that was', async () => {
  const before = await cutOff({ quietMs: 300_000, record: false })
  expect(await duty().runOnce()).toEqual({ kept: 0 })
  expect(existsSync(before.file)).toBe(false)
  const during = await cutOff({ quietMs: 300_000 })
  const slow: FileStore = {
    ...store,
    async take(key, file) {
      await store.take(key, file)
      await removeCallRecords(db, [during.call.callId])
    },
  }
  expect(await keepRecording({ db, store: slow, directory }, during.call)).toBe(false)
  expect([existsSync(during.file), await store.size(recordingKey(during.call))]).toEqual([false, null])
})

test('what the journal still writes afterwards does not take the recording away', async () => {
  const { call } = await cutOff({ quietMs: 300_000 })
  await keepRecording({ db, store, directory }, call)
  const nothing = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: 'done' }
  await saveCallRecord(db, organizationId, call.callId, nothing, new Date())
  expect(await recordedCalls(db, [call.callId])).toEqual([call.callId])
})
