/** A database that is behind its recordings, after a restore or a failover, does not take them away. */
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import type { FileStore } from '../kernel/file-store.ts'
import { silentLog } from '../kernel/log.ts'
import { installationKey, renewInstallation } from '../organizations/installation.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { folderStore } from '../storage/files/folder-store.ts'
import { recordingKey } from './recordings.ts'
import { allowRecordingSweep, sweepRecordings, unknownRecordings } from './sweep-recordings.ts'

const ORGANIZATION = 1
const DAY_MS = 24 * 3_600_000
let directory: string
let db: Database
let pool: Awaited<ReturnType<typeof testDatabase>>['pool']
let store: FileStore
let shiftMs = 0
const clock = { ...systemClock, now: () => systemClock.now() + shiftMs }

beforeEach(async () => {
  shiftMs = 0
  directory = await mkdtemp(join(tmpdir(), 'outdial-sweep-'))
  const database = await testDatabase()
  pool = database.pool
  db = openDatabase(pool)
  store = folderStore(directory)
  // The last call that this database has given out.
  await pool.query("select setval('calls_id_seq', 40)")
})

afterEach(() => rm(directory, { recursive: true, force: true }))

async function recorded(...callIds: number[]): Promise<void> {
  const hourAgo = new Date(Date.now() - 3_600_000)
  for (const callId of callIds) {
    const key = recordingKey({ organizationId: ORGANIZATION, callId })
    await store.write(key, Buffer.from(`call ${callId}`))
    await utimes(join(directory, key), hourAgo, hourAgo)
  }
}

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of store.list()) found.push(key)
  return found.filter((key) => key !== 'installation').sort()
}

async function deps() {
  const droppedUntil = async () => new Map<number, number>()
  return {
    db,
    clock,
    log: silentLog,
    store,
    kind: 'folder' as const,
    installation: await installationKey(db),
    droppedUntil,
  }
}

const sweep = async () => sweepRecordings(await deps()).runOnce()

async function restored(): Promise<void> {
  const client = await pool.connect()
  await renewInstallation(client, new Date())
  client.release()
}

describe('the sweep of recordings', () => {
  it('leaves alone what is of calls that this database has not given out yet', async () => {
    await recorded(39, 41, 42)
    expect(await sweep()).toEqual({ removed: 0, trashed: 1, held: 0, failed: 0 })
    expect((await keys()).filter((key) => !key.startsWith('trash/'))).toEqual(['1/41.wav', '1/42.wav'])
  })

  it('puts what nobody knows into the trash, and removes it from there after a week', async () => {
    await recorded(39)
    await sweep()
    const [trashed] = await keys()
    expect(trashed).toMatch(/^trash\/\d{4}-\d{2}-\d{2}\/1\/39\.wav$/)
    const content = await store.read(trashed as string)
    expect(Buffer.concat((await content?.toArray()) ?? []).toString()).toBe('call 39')
    shiftMs = 6 * DAY_MS
    expect(await sweep()).toEqual({ removed: 0, trashed: 0, held: 0, failed: 0 })
    shiftMs = 9 * DAY_MS
    expect(await sweep()).toEqual({ removed: 1, trashed: 0, held: 0, failed: 0 })
    expect(await keys()).toEqual([])
  })

  it('touches nothing after a restore before an operator says so, though ids have gone on', async () => {
    await sweep()
    const before = await installationKey(db)
    await restored()
    expect(await installationKey(db)).not.toBe(before)
    await pool.query("select setval('calls_id_seq', 1000041)")
    await recorded(41, 42)
    expect(await sweep()).toEqual({ removed: 0, trashed: 0, held: 1, failed: 0 })
    expect(await unknownRecordings(await deps())).toEqual({ files: 2, firstCallId: 41, lastCallId: 42 })
    expect(await keys()).toEqual(['1/41.wav', '1/42.wav'])
    await allowRecordingSweep(await deps())
    expect(await sweep()).toEqual({ removed: 0, trashed: 2, held: 0, failed: 0 })
  })

  it('of a copy of the database does not touch what the original recorded', async () => {
    await sweep()
    await restored()
    await pool.query('update installation set sweep_held_since = null')
    await recorded(39)
    await expect(sweep()).rejects.toThrow('belong to another installation')
    expect(await keys()).toEqual(['1/39.wav'])
  })
})
