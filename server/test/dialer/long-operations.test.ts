/** Redial and delete move a million rows without the organization's lock: nobody's calls wait for them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { finishDeletions } from '../../src/campaigns/delete-campaign.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { testDatabase } from '../database.ts'
import { type TestApp, testApp } from '../interface/app.ts'
import { completedCampaign, made } from '../interface/things.ts'

let world: TestApp

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
})

/** Nobody can write contacts until the work is done. */
async function whileContactsAreLocked(request: () => Promise<unknown>): Promise<boolean> {
  const holder = await world.pool.connect()
  await holder.query('begin')
  await holder.query('set local idle_in_transaction_session_timeout = 0')
  await holder.query('lock table contacts in share row exclusive mode')
  const running = request()
  for (;;) {
    const { rows } = await holder.query(
      `select 1 from pg_locks where relation = 'contacts'::regclass and not granted and pid <> pg_backend_pid()`,
    )
    if (rows.length > 0) break
  }
  const free = await world.pool
    .query('select id from organizations where id = $1 for no key update nowait', [world.a.organizationId])
    .then(
      () => true,
      () => false,
    )
  await holder.query('commit')
  holder.release()
  await running
  return free
}

describe('while the rows of a campaign are moved, its organization can be served', () => {
  test('by a redial', async () => {
    const { id } = await completedCampaign(world.a, ['60', '60'])
    const wish = { retry_on_busy: true, retry_on_no_answer: true, retry_on_voicemail: true }
    const free = await whileContactsAreLocked(() =>
      made(world.a.request('POST', `/api/v1/campaign/${id}/redial`, wish)),
    )
    expect(free).toBe(true)
  })

  test('by a delete, after which nothing of it is left', async () => {
    const { id } = await completedCampaign(world.a, ['60', '00'])
    const free = await whileContactsAreLocked(() => made(world.a.request('DELETE', `/api/v1/campaign/${id}`)))
    expect(free).toBe(true)
    const { rows } = await world.pool.query(
      `select (select count(*) from contacts where campaign_id = $1) as contacts,
              (select count(*) from calls where campaign_id = $1) as calls,
              (select count(*) from campaign_removals) as removals`,
      [id],
    )
    expect(rows[0]).toEqual({ contacts: 0, calls: 0, removals: 0 })
  })

  test('and what a crash left of a delete is finished by whoever comes next', async () => {
    const { id } = await completedCampaign(world.a, ['00'])
    await world.pool.query('insert into campaign_removals values ($1)', [id])
    await world.pool.query('delete from campaigns where id = $1', [id])
    expect(await finishDeletions({ db: world.app.db }).runOnce()).toEqual({ finished: 1 })
    const { rows } = await world.pool.query('select count(*) as left from contacts where campaign_id = $1', [id])
    expect(rows[0].left).toBe(0)
  })
})

test('a program refuses a schema that is newer than itself, with a sentence', async () => {
  const { pool } = await testDatabase()
  await pool.query(`insert into migrations values ('9999-from-the-future', now())`)
  await expect(migrate(pool)).rejects.toThrow(/newer version of Outdial.*9999-from-the-future/)
})
