import type pg from 'pg'
import { expect, test } from 'vitest'
import { finishUpgrade } from '../../src/dialer/jobs/finish-upgrade.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openIndexBuilder } from '../../src/storage/build-indexes.ts'
import { testDatabase } from '../database.ts'
import { postgresFixture } from './postgres-fixture.ts'

/** With its indexes built: nothing old goes before. */
async function upgrade(pool: pg.Pool): Promise<void> {
  const indexes = openIndexBuilder({ pool, direct: null, log: silentLog })
  await indexes.look()
  await indexes.settled()
  await finishUpgrade({ pool, indexes }).runOnce()
}

/** As a database looks that the version before has filled: its index is still there, and what only it leaves behind. */
async function oldDatabase() {
  const database = await testDatabase()
  const { pool } = database
  await pool.query(`create index contacts_due on contacts (campaign_id, next_attempt_at, id) where state = 'pending'`)
  await pool.query('alter table nodes alter knows drop not null')
  const fixture = await postgresFixture(database)
  const organizationId = await fixture.addOrganization(10)
  const configurationId = await fixture.addConfiguration(organizationId, 10)
  const campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  const add = (phoneNumber: string) => fixture.addContact(organizationId, { campaignId, phoneNumber })
  const [given, done, fresh] = [await add('+15550101'), await add('+15550102'), await add('+15550103')]
  await pool.query(`update contacts set state = 'done', next_attempt_at = now() where id = $1`, [done])
  await pool.query('update campaign_lanes set next_id = $1', [done])
  const due = async () => {
    const { rows } = await pool.query<{ id: number; due: string }>(
      `select id, case when next_attempt_at > '-infinity' then 'at a time' else 'fresh' end as due from contacts order by id`,
    )
    return rows.map((row) => [row.id, row.due])
  }
  const isOld = async () =>
    (await pool.query(`select 1 from pg_indexes where indexname = 'contacts_due'`)).rowCount === 1
  return { pool, given, done, fresh, due, isOld }
}

test('whoever the version before left behind is called, and its index goes', async () => {
  const { pool, given, done, fresh, due, isOld } = await oldDatabase()
  await upgrade(pool)
  expect(await due()).toEqual([
    [given, 'at a time'],
    [done, 'fresh'],
    [fresh, 'fresh'],
  ])
  expect(await isOld()).toBe(false)
})

test('nothing is changed while a node of the version before is alive', async () => {
  const { pool, given, due, isOld } = await oldDatabase()
  await pool.query(`insert into nodes (id, started_at, lease_until, knows)
                    values ('old', now() - interval '1 day', now() + interval '1 minute', null),
                           ('new', now(), now() + interval '1 minute', '0023-live')`)
  await upgrade(pool)
  expect(await isOld()).toBe(true)
  expect((await due())[0]).toEqual([given, 'fresh'])
})

test('a campaign that the version before has made beside us gets its lanes', async () => {
  const { pool } = await oldDatabase()
  const lanes = async () => (await pool.query('select campaign_id, zones_id, next_id from campaign_lanes')).rows
  const before = await lanes()
  const { rows } = await pool.query<{ first: number }>('select min(id) - 1 as first from contacts')
  await pool.query('delete from campaign_lanes')
  await upgrade(pool)
  expect(await lanes()).toEqual([{ ...before[0], next_id: rows[0]?.first }])
})
