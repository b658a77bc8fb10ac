/** The file itself; that a whole program comes back from it is seen in test/processes/backup.test.ts. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { readBackup, readBackupHeader, verifyBackup, writeBackup } from './backup.ts'

let home: string
let file: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'outdial-backup-file-'))
  file = join(home, 'outdial.backup')
  const { pool } = await testDatabase()
  await pool.query(`insert into organizations (name, created_at) values ('Acme', now()), ('Emca', now())`)
  await pool.query(`select nextval('campaigns_id_seq') from generate_series(1, 5)`)
  await writeBackup(pool, file)
})

afterAll(() => rm(home, { recursive: true, force: true }))

async function organizationsIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from organizations order by id')
  return rows.map(({ name }) => name)
}

test('what is to be done afterwards is done with it, or nothing is', async () => {
  const { pool } = await testDatabase()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const dies = readBackup(pool, file, () => Promise.reject(new Error('killed in that moment')))
  await expect(dies).rejects.toThrow('killed in that moment')
  expect(await organizationsIn(pool)).toEqual([])
  const { header, result } = await readBackup(pool, file, async (client) => {
    const { rowCount } = await client.query(`update organizations set max_concurrency = 7`)
    return rowCount
  })
  expect([await organizationsIn(pool), result, header.tables.includes('organizations')]).toEqual([
    ['Acme', 'Emca'],
    2,
    true,
  ])
})

test('no id is given out again, also if nothing of that id is left', async () => {
  const { pool } = await testDatabase()
  await readBackup(pool, file, async () => null)
  const { rows } = await pool.query(
    `select nextval('campaigns_id_seq') as campaign, nextval('organizations_id_seq') as organization`,
  )
  expect(rows[0]).toEqual({ campaign: 10_006, organization: 10_004 })
})

test('a file that is not there, or is a folder, is named in a sentence', async () => {
  const { pool } = await testDatabase()
  for (const path of [join(home, 'nowhere'), home])
    await expect(readBackup(pool, path, async () => null)).rejects.toMatchObject({
      expected: true,
      message: expect.stringContaining('cannot be read'),
    })
})

test('a file is verified to its end without a database: one that lacks a piece or has another byte is refused', async () => {
  const { header, rows } = await verifyBackup(file)
  expect(header.tables).toContain('organizations')
  expect(rows).toBeGreaterThanOrEqual(2)
  const bytes = await readFile(file)
  const damaged = join(home, 'damaged')
  const flipped = Buffer.from(bytes)
  flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] as number) ^ 0xff
  const wrongSum = Buffer.from(bytes)
  wrongSum[bytes.length - 6] = (wrongSum[bytes.length - 6] as number) ^ 0xff
  for (const content of [
    bytes.subarray(0, -4),
    bytes.subarray(0, bytes.length / 2),
    flipped,
    wrongSum,
    Buffer.from('x'),
  ]) {
    await writeFile(damaged, content)
    await expect(verifyBackup(damaged)).rejects.toMatchObject({ expected: true })
  }
})

test('an encrypted backup has nothing plain in it, and is restored and verified with its key only', async () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const { pool } = await testDatabase()
  await pool.query(`insert into organizations (name, created_at) values ('Acme', now())`)
  const sealed = join(home, 'sealed.backup')
  await writeBackup(pool, sealed, [key, other])
  const bytes = await readFile(sealed)
  expect([bytes.readUInt16BE(0) === 0x1f8b, bytes.includes('Acme')]).toEqual([false, false])

  expect((await verifyBackup(sealed, [other, key])).rows).toBeGreaterThan(0)
  const { pool: empty } = await testDatabase()
  await readBackup(empty, sealed, async () => null, [key])
  expect(await organizationsIn(empty)).toEqual(['Acme'])

  const { pool: untouched } = await testDatabase()
  const missing = { expected: true, message: expect.stringMatching(/storage key [0-9a-f]{8}, and STORAGE_KEY/) }
  await expect(verifyBackup(sealed)).rejects.toMatchObject(missing)
  await expect(readBackupHeader(sealed, [other])).rejects.toMatchObject(missing)
  await expect(readBackup(untouched, sealed, async () => null, [other])).rejects.toMatchObject(missing)
  const damaged = join(home, 'sealed-damaged')
  const flipped = Buffer.from(bytes)
  flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] as number) ^ 0xff
  for (const content of [bytes.subarray(0, -1), bytes.subarray(0, 100), bytes.subarray(0, 20), flipped]) {
    await writeFile(damaged, content)
    await expect(verifyBackup(damaged, [key])).rejects.toMatchObject({ expected: true })
    await expect(readBackup(untouched, damaged, async () => null, [key])).rejects.toMatchObject({ expected: true })
  }
  expect(await organizationsIn(untouched)).toEqual([])
})

test('a backup that was made before there was a key is still restored', async () => {
  expect((await verifyBackup(file, [Buffer.alloc(32, 1)])).rows).toBeGreaterThan(0)
})
