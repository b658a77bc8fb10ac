/** What a node has recorded reaches the store of all nodes, also after a crash and when the store was away; what was erased does not. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { FileStore } from '../kernel/file-store.ts'
import { silentLog } from '../kernel/log.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { folderStore } from '../storage/files/folder-store.ts'
import { keepRecording, keepRecordings } from './keep-recordings.ts'
import { recordedCalls, removeCallRecords, saveCallRecord } from './queries.ts'
import { openRecording, type RecordedCall, recordingKey } from './recordings.ts'
import { sweepRecordings } from './sweep-recordings.ts'
import { WAV_FORMAT } from './wav.ts'

const organizationId = 3
let pool: pg.Pool
let db: Database
let home: string
let store: FileStore
let directory: string
let nextCall = 1

beforeAll(async () => {
  pool = (await testDatabase()).pool
  db = openDatabase(pool)
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
  await writeFile(file, Buffer.alloc(WAV_FORMAT.headerBytes + WAV_FORMAT.sampleRateHz * 4 + 1, 1))
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

const keep = (call: RecordedCall, into = store) => keepRecording({ db, log: silentLog, store: into, directory }, call)

test('a recording whose node died is mended, kept and named by its call; one that goes on is left alone', async () => {
  const [dead, living] = [await cutOff({ quietMs: 300_000 }), await cutOff({ quietMs: 1000 })]
  expect(await duty().runOnce()).toEqual({ kept: 1, waiting: 0 })
  expect([existsSync(dead.file), existsSync(living.file)]).toEqual([false, true])
  expect(await recordedCalls(db, [dead.call.callId, living.call.callId])).toEqual([dead.call.callId])
  const found = await openRecording(store, dead.call, undefined)
  const wav = Buffer.concat((await found?.content.toArray()) ?? [])
  expect(wav.readUInt32LE(40)).toBe(WAV_FORMAT.sampleRateHz * 4)
  expect(wav.length).toBe(WAV_FORMAT.headerBytes + WAV_FORMAT.sampleRateHz * 4)
})

test('a store that is away takes it later, and until then the call has no recording', async () => {
  const { call, file } = await cutOff({ quietMs: 300_000 })
  const away: FileStore = { ...store, put: () => Promise.reject(new Error('away')) }
  expect(await duty(away).runOnce()).toEqual({ kept: 0, waiting: 1 })
  expect([existsSync(file), await recordedCalls(db, [call.callId])]).toEqual([true, []])
  // It was mended a moment ago, and counts as being written.
  expect(await duty(store, 300_000).runOnce()).toEqual({ kept: 1, waiting: 0 })
  expect(await recordedCalls(db, [call.callId])).toEqual([call.callId])
})

const sweeping = (clock: Clock) => {
  const droppedUntil = async () => new Map<number, number>()
  return { db, clock, log: silentLog, store, kind: 'folder' as const, installation: 'this one', droppedUntil }
}

/** Fails at that moment only: everything before it has worked. */
async function failWhenNoting(work: () => Promise<void>): Promise<void> {
  await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'failing over'; end $$;
                    create trigger fail before update on call_records execute function fail()`)
  await work().finally(() => pool.query('drop trigger fail on call_records; drop function fail'))
}

test('a database that fails when the recording is in the store but not yet noted loses nothing', async () => {
  const { call, file } = await cutOff({ quietMs: 300_000 })
  await failWhenNoting(() => expect(keep(call)).rejects.toThrow('failing over'))
  // Hours go by, and the sweep finds a file in the store that no call names.
  const later = { ...systemClock, now: () => systemClock.now() + 7 * 3_600_000 }
  const sweep = sweepRecordings(sweeping(later))
  await pool.query("select setval('calls_id_seq', $1)", [call.callId])
  expect(await sweep.runOnce()).toMatchObject({ trashed: 1 })
  expect(await duty(store, 300_000).runOnce()).toEqual({ kept: 1, waiting: 0 })
  expect([existsSync(file), await recordedCalls(db, [call.callId])]).toEqual([false, [call.callId]])
  expect(await store.size(recordingKey(call))).toBe(WAV_FORMAT.headerBytes + WAV_FORMAT.sampleRateHz * 4)
})

test('one that was recorded long ago is young in the store, until it is noted', async () => {
  const { call } = await cutOff({ quietMs: 7 * 3_600_000 })
  const swept: number[] = []
  const slow: FileStore = {
    ...store,
    async put(key, file) {
      await store.put(key, file)
      const sweep = sweepRecordings(sweeping(systemClock))
      swept.push((await sweep.runOnce()).trashed)
    },
  }
  expect([await keep(call, slow), swept]).toEqual([true, [0]])
  expect(await store.size(recordingKey(call))).not.toBeNull()
})

test('of a person who was erased nothing is kept, whenever that was', async () => {
  const before = await cutOff({ quietMs: 300_000, record: false })
  expect(await duty().runOnce()).toEqual({ kept: 0, waiting: 0 })
  expect(existsSync(before.file)).toBe(false)
  const during = await cutOff({ quietMs: 300_000 })
  const slow: FileStore = {
    ...store,
    async put(key, file) {
      await store.put(key, file)
      await removeCallRecords(db, [during.call.callId])
    },
  }
  expect(await keep(during.call, slow)).toBe(false)
  expect([existsSync(during.file), await store.size(recordingKey(during.call))]).toEqual([false, null])
})

test('what the journal still writes afterwards does not take the recording away', async () => {
  const { call } = await cutOff({ quietMs: 300_000 })
  await keep(call)
  const nothing = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: 'done' }
  await saveCallRecord(db, organizationId, call.callId, nothing, new Date())
  expect(await recordedCalls(db, [call.callId])).toEqual([call.callId])
})
