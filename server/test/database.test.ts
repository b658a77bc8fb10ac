import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { testDatabase } from './database.ts'

test('a test database has the schema and is reached by pool and connection string alike', async () => {
  const { pool, connectionString } = await testDatabase()
  await pool.query('CREATE TABLE mark (id int)')
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('SELECT name FROM migrations ORDER BY name')
  await client.query('SELECT id FROM mark')
  await client.end()
  expect(rows[0]).toEqual({ name: '0001-foundation' })
})

test('two test databases know nothing of each other', async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()])
  await first.pool.query('CREATE TABLE only_here (id int)')
  await expect(second.pool.query('SELECT id FROM only_here')).rejects.toThrow('does not exist')
})

test('a dropped test database is gone, also with a connection open elsewhere', async () => {
  const { pool, connectionString, drop } = await testDatabase()
  const name = (await pool.query('SELECT current_database() AS name')).rows[0].name
  const other = new pg.Client({ connectionString })
  other.on('error', () => {})
  await other.connect()
  await drop()
  const admin = new pg.Client(inject('postgres').connection)
  await admin.connect()
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  await admin.end()
  expect(rowCount).toBe(0)
})
