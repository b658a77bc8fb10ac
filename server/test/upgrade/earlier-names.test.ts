/** Tables and columns that were renamed: nodes of earlier versions, at work beside this one, still use the old names. */
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { postgresFixture } from '../dialer/postgres-fixture.ts'

let pool: pg.Pool
let organizationId: number
let configurationId: number

beforeAll(async () => {
  const database = await testDatabase()
  pool = database.pool
  const fixture = await postgresFixture(database)
  organizationId = await fixture.addOrganization(10)
  configurationId = await fixture.addConfiguration(organizationId, 10)
  // As long as such nodes may be at work, the database has the keys that they name.
  await pool.query('select restore_earlier_keys()')
})

const rows = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows

test('a live call that an earlier version adds, takes over and ends is in the table under its new name', async () => {
  const add = `insert into live (call_id, contact_id, organization_id, phone_number, node_id) values ($1, $1, $2, '+12025550101', 'old')`
  await pool.query(add, [71, organizationId])
  await expect(pool.query(add, [72, organizationId])).rejects.toThrow(/one_live_call_per_number/)
  await pool.query(`insert into live (call_id, organization_id) values (71, $1) on conflict (call_id) do nothing`, [
    organizationId,
  ])
  await pool.query(`update live l set node_id = 'other' where l.call_id = 71`)
  expect(await rows('select call_id, node_id from calls_live')).toEqual([{ call_id: 71, node_id: 'other' }])
  await pool.query(`insert into calls_live (call_id, organization_id, exempt_id) values (73, $1, 73)`, [organizationId])
  await pool.query('with over as (delete from live where call_id = any($1::bigint[])) select', [[71]])
  expect(await rows('select l.call_id from live l order by 1')).toEqual([{ call_id: 73 }])
})

test('a task that one version adds is taken and done by the other, once', async () => {
  const add = `insert into call_debts (call_id, organization_id, next_attempt_at, created_at) values (81, $1, now(), now())
               on conflict (call_id) do nothing`
  await pool.query(add, [organizationId])
  await pool.query(add, [organizationId])
  const take = (table: string) =>
    `update ${table} set attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
      where call_id in (select call_id from ${table} where next_attempt_at <= now() for update skip locked) returning call_id, attempts`
  expect(await rows(take('after_call_tasks'))).toEqual([{ call_id: 81, attempts: 1 }])
  expect(await rows(take('call_debts'))).toEqual([])
  await pool.query('delete from call_debts where call_id = 81')
  expect(await rows('select from after_call_tasks')).toEqual([])
})

test('the version of a node is read under either name, and kept by its heartbeats', async () => {
  const beat = (id: string, column: string) =>
    pool.query(
      `insert into nodes (id, started_at, lease_until, ${column}) values ($1, now(), now(), '0100-numbers-of-contacts')
       on conflict (id) do update set lease_until = excluded.lease_until`,
      [id],
    )
  for (const [id, column] of [
    ['old', 'knows'],
    ['new', 'schema_version'],
  ] as const) {
    await beat(id, column)
    await beat(id, column)
  }
  expect(await rows('select distinct knows, schema_version from nodes')).toEqual([
    { knows: '0100-numbers-of-contacts', schema_version: '0100-numbers-of-contacts' },
  ])
})

test('a back-off that one version begins or ends holds for the other', async () => {
  const state = async () =>
    rows(
      `select isfinite(held_until) as old_until, holds, isfinite(backoff_until) as until, backoffs
         from telephony_configurations where id = $1`,
      [configurationId],
    )
  const set = (text: string) =>
    pool.query(`update telephony_configurations set ${text} where id = $1`, [configurationId])
  await set(`held_until = now() + interval '1 hour', holds = 3`)
  expect(await state()).toEqual([{ old_until: true, holds: 3, until: true, backoffs: 3 }])
  await set(`backoff_until = '-infinity', backoffs = 0`)
  expect(await state()).toEqual([{ old_until: false, holds: 0, until: false, backoffs: 0 }])
  await set(`backoff_until = now() + interval '1 hour', backoffs = 4`)
  expect(await state()).toEqual([{ old_until: true, holds: 4, until: true, backoffs: 4 }])
  await set(`held_until = '-infinity', holds = 0`)
  expect(await state()).toEqual([{ old_until: false, holds: 0, until: false, backoffs: 0 }])
})
