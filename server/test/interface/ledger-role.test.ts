/** `outdial ledger` as an operator and an auditor call it, with the built program. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { appendRecords } from '../../src/ledger/append-records.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { ensureOrganization } from '../../src/organizations/queries.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { type Environment, run } from '../child-program.ts'
import { testDatabase } from '../database.ts'

const secretKey = randomBytes(32)
let directory: string
let environment: Environment
let pool: pg.Pool

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'outdial-ledger-'))
  const database = await testDatabase()
  pool = database.pool
  environment = {
    DATABASE_URL: database.connectionString,
    SECRET_KEY: secretKey.toString('base64'),
    DATA_DIR: directory,
  }
  const db = openDatabase(pool)
  const organizationId = await ensureOrganization(db, 'Acme', new Date())
  const keys = openLedgerKeys(openSecretBox([secretKey]))
  const drafts = [1, 2, 3].map((call_id) => ({ kind: 'dial', atMs: call_id, actor: 'dialer', body: { call_id } }))
  await db.transaction().execute((tx) => appendRecords(tx, keys, organizationId, drafts))
})

afterAll(() => rm(directory, { recursive: true, force: true }))

describe('outdial ledger', () => {
  test('an export proves itself without database and secret, and shows a change', async () => {
    const { code, out } = await run(['ledger', 'export', '--organization', 'Acme'], environment)
    expect([code, out.trimEnd().split('\n').length]).toEqual([0, 5])
    const file = join(directory, 'ledger.jsonl')
    await writeFile(file, out)
    const nothing = { DATA_DIR: directory }
    expect(await run(['ledger', 'verify', '--file', file], nothing)).toMatchObject({
      code: 0,
      out: expect.stringContaining('intact (3 records)'),
    })
    await writeFile(file, out.replace('"call_id":2', '"call_id":9'))
    expect(await run(['ledger', 'verify', '--file', file], nothing)).toMatchObject({
      code: 1,
      out: expect.stringContaining('BROKEN'),
      err: expect.stringContaining('Record 2'),
    })
  })

  test('verify says intact, and after a deletion where it is broken', async () => {
    const verify = () => run(['ledger', 'verify'], environment)
    expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining('Acme: intact (3 records') })
    await pool.query('delete from ledger_records where sequence = 2')
    expect(await verify()).toMatchObject({
      code: 1,
      out: expect.stringContaining('Acme: BROKEN'),
      err: expect.stringContaining('records are missing'),
    })
  })

  test('what cannot be done is said in a sentence', async () => {
    expect(await run(['ledger', 'verify', '--organization', 'Nobody'], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no organization "Nobody"'),
    })
    expect(await run(['ledger', 'verify', '--file', join(directory, 'none')], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    })
    expect((await run(['ledger'], environment)).code).toBe(1)
    expect(await run(['ledger', '--help'], environment)).toMatchObject({ code: 0 })
  })
})
