/** Upgrade and rollback as an operator runs them, on a database that an earlier version wrote. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPool } from '../../src/storage/database.ts'
import { MIGRATION_NAMES, NEWEST_MIGRATION } from '../../src/storage/migrate.ts'
import { run, serve } from '../child-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const FIXTURE = new URL('./74e1248.sql', import.meta.url)
/** The newest migration of the last version that refuses what it does not know. */
const BEFORE = '0027-list-removals'
const name = `upgrade_${randomUUID().replaceAll('-', '')}`
let pool: pg.Pool
let environment: Record<string, string>

beforeAll(async () => {
  const { connection } = inject('postgres')
  await administer(`create database ${name}`)
  pool = openPool({ ...connection, database: name, max: 2 })
  await pool.query(readFileSync(FIXTURE, 'utf8'))
  const { user, port, host } = connection
  environment = {
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATA_DIR: await temporaryFolder('upgrade-roles'),
    SHUTDOWN_GRACE_SECONDS: '0',
  }
}, 180_000)

afterAll(async () => {
  await pool?.end()
  await administer(`drop database if exists ${name} with (force)`)
})

async function administer(statement: string): Promise<void> {
  const admin = openPool({ ...inject('postgres').connection, max: 1 })
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

async function migrations(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations order by name')
  return rows.map((row) => row.name)
}

test('only serve, migrate and upgrade change an older schema; a backup of it can be made', async () => {
  const before = await migrations()
  const keys = await run(['keys', 'list', '--organization', 'Acme'], environment)
  expect(keys.code).toBe(1)
  expect(keys.err).toContain('older version of Outdial')
  const doctor = await run(['doctor'], environment)
  expect(doctor.out).toMatch(/^ok {4}schema: is of an older version/m)
  const file = join(environment.DATA_DIR as string, 'by-hand.backup')
  expect(await run(['backup', file], environment)).toMatchObject({ code: 0 })
  expect((await stat(file)).size).toBeGreaterThan(1000)
  expect(await migrations()).toEqual(before)
})

test('a backup of an older version is restored and upgraded, or left to the program of its version', async () => {
  const file = join(environment.DATA_DIR as string, 'by-hand.backup')
  const [newest] = (await migrations()).slice(-1)
  const verified = await run(['restore', '--verify', file], {
    ...environment,
    DATABASE_URL: 'postgresql://nowhere:1/none',
  })
  expect([verified.code, verified.err]).toEqual([0, ''])
  expect(verified.out).toMatch(
    new RegExp(`tables with \\d+ rows as of .*, version ${newest}. The file can be restored`),
  )

  const organizations = async (of: pg.Pool) => (await of.query('select id, name from organizations order by id')).rows
  const running = async (of: pg.Pool) => (await of.query(`select 1 from campaigns where state = 'running'`)).rowCount
  expect(await running(pool)).toBeGreaterThan(0)
  for (const [args, last] of [
    [['restore', file], NEWEST_MIGRATION],
    [['restore', '--keep-version', file], newest],
  ] as const) {
    const target = `${name}_${last === newest ? 'kept' : 'upgraded'}`
    await administer(`create database ${target}`)
    const restored = openPool({ ...inject('postgres').connection, database: target, max: 1 })
    try {
      const url = (environment.DATABASE_URL as string).replace(name, target)
      const made = await run([...args], { ...environment, DATABASE_URL: url })
      expect([made.code, made.err]).toEqual([0, ''])
      const { rows } = await restored.query('select name from migrations order by name desc limit 1')
      expect(rows).toEqual([{ name: last }])
      expect(await organizations(restored)).toEqual(await organizations(pool))
      expect(await running(restored)).toBe(0)
      const again = await run([...args], { ...environment, DATABASE_URL: url })
      expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/not empty|another version/) })
    } finally {
      await restored.end()
      await administer(`drop database if exists ${target} with (force)`)
    }
  }
}, 120_000)

test('upgrade backs up, migrates and sees the new version get ready; rollback lets the old one start', async () => {
  const upgrade = await run(['upgrade'], environment)
  expect(upgrade.err).toBe('')
  expect(upgrade.out).toContain('The new version got ready')
  const [, file] = /^Backup: (.*)$/m.exec(upgrade.out) ?? []
  expect((await stat(file as string)).size).toBeGreaterThan(1000)
  expect(await migrations()).toEqual(MIGRATION_NAMES)
  expect((await run(['upgrade'], environment)).out).toContain('nothing to upgrade')

  const node = await serve(environment)
  const refused = await run(['rollback'], environment)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('1 node is still running') })
  node.process.kill('SIGTERM')
  await node.ended

  const rollback = await run(['rollback'], environment)
  expect(rollback).toMatchObject({ code: 0, err: '' })
  expect(rollback.out).toContain(NEWEST_MIGRATION)
  // That version starts exactly if it knows every name here.
  expect((await migrations()).at(-1)).toBe(BEFORE)
  // Forward again: what is in the schema already does not run twice.
  expect((await run(['migrate'], environment)).out).toContain(NEWEST_MIGRATION)
  expect(await migrations()).toEqual(MIGRATION_NAMES)
}, 120_000)

test('a program starts on a newer schema that permits it, and refuses one that does not', async () => {
  await pool.query(`insert into migrations (name, run_at, oldest_program) values ('9998-later', now(), $1)`, [
    NEWEST_MIGRATION,
  ])
  expect(await run(['migrate'], environment)).toMatchObject({ code: 0 })
  await pool.query(`insert into migrations (name, run_at, oldest_program) values ('9999-latest', now(), '9998-later')`)
  const refused = await run(['migrate'], environment)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('this program does not know 9999-latest')
  expect((await run(['rollback', '--to', NEWEST_MIGRATION], environment)).err).toContain('Restore a backup')
})
