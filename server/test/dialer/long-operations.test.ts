/** Redial and delete move a million rows without the organization's lock: nobody's calls wait for them. */
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { observeHolds } from '../../bench/lock-holds.ts'
import { copyThenCreate } from '../../src/campaigns/copy-contacts.ts'
import { abandonCopy, beginCopy } from '../../src/campaigns/copy-queries.ts'
import { finishDeletions } from '../../src/campaigns/delete-campaign.ts'
import { isListNeeded } from '../../src/campaigns/queries.ts'
import { postgresRemovalStore } from '../../src/campaigns/store-postgres.ts'
import { finishListDeletions } from '../../src/contacts/delete-list.ts'
import { applyPolicyChange } from '../../src/dialer/apply-policy-change.ts'
import { copyEndedCallsToAttempts, copyRemainingCallsToAttempts } from '../../src/dialer/copy-calls-to-attempts.ts'
import { openDialerPool } from '../../src/dialer/dialer-pool.ts'
import { copyListToQueue, createQueue } from '../../src/dialer/queue.ts'
import { beginReviews, requestReview, reviewQueues } from '../../src/dialer/review-queues.ts'
import { PORTION_ROWS_MIN } from '../../src/dialer/rules/portion-size.ts'
import { PostgresDialerStore } from '../../src/dialer/store-postgres.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { lockOrganization } from '../../src/organizations/lock-organization.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { testDatabase } from '../database.ts'
import { type TestApp, testApp } from '../interface/app.ts'
import { completedCampaign, made, newCampaign, newList } from '../interface/things.ts'
import { openedFor } from './store-world.ts'

let world: TestApp

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
})

const reviewDuty = () => reviewQueues({ db: world.app.db, log: silentLog, wake() {} })

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

/** Somebody waits for what this connection holds. */
async function someoneWaits(holder: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rowCount } = await holder.query(
      'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    if ((rowCount ?? 0) > 0) return
  }
}

describe('while the rows of a campaign are moved, its organization can be served', () => {
  test('by a redial', async () => {
    const { id } = await completedCampaign(world.a, ['60', '60'])
    const input = { retry_on_busy: true, retry_on_no_answer: true, retry_on_voicemail: true }
    const free = await whileContactsAreLocked(() =>
      made(world.a.request('POST', `/api/v1/campaign/${id}/redial`, input)),
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
    await world.pool.query('insert into campaign_removals (campaign_id, organization_id) values ($1, $2)', [
      id,
      world.a.organizationId,
    ])
    await world.pool.query('delete from campaigns where id = $1', [id])
    expect(await finishDeletions({ campaigns: postgresRemovalStore(world.app.db), log: silentLog }).runOnce()).toEqual({
      finished: 1,
      failed: 0,
    })
    const { rows } = await world.pool.query('select count(*) as left from contacts where campaign_id = $1', [id])
    expect(rows[0].left).toBe(0)
  })
})

describe('a million contacts are copied in many short transactions, and then there is a campaign', () => {
  /** Of a campaign that is not there yet. */
  async function copied(): Promise<number> {
    const { rows } = await world.pool.query(
      `select count(*)::int as count from contacts t where not exists (select from campaigns c where c.id = t.campaign_id)`,
    )
    return rows[0].count
  }

  /** A redial that has copied its contacts, and now waits for somebody else to let go of the organization. */
  async function redialHeldUp(id: number) {
    const holder = await world.pool.connect()
    await holder.query('begin')
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    await holder.query('select 1 from organizations where id = $1 for no key update', [world.a.organizationId])
    const answer = world.a.request('POST', `/api/v1/campaign/${id}/redial`, { retry_on_busy: true })
    for (;;) {
      const { rowCount } = await holder.query(`select 1 from pg_locks where not granted and pid <> pg_backend_pid()`)
      if ((rowCount ?? 0) > 0 && (await copied()) > 0) break
    }
    return {
      answer,
      async letGo() {
        await holder.query('commit')
        holder.release()
      },
    }
  }

  test('by a redial: what was copied is there for all, before the organization is locked', async () => {
    const { id } = await completedCampaign(world.a, ['60', '60', '60'])
    const redial = await redialHeldUp(id)
    expect(await copied()).toBe(3)
    await redial.letGo()
    expect((await redial.answer).body).toMatchObject({ state: 'draft', total_rows: 3, parent_campaign_id: id })
    expect(await copied()).toBe(0)
  })

  test('and if it may not be in the end, nothing of it is left', async () => {
    const { id } = await completedCampaign(world.a, ['60', '60'])
    const redial = await redialHeldUp(id)
    await world.pool.query('update campaigns set redialed_campaign_id = $1 where id = $1', [id])
    await redial.letGo()
    expect(await redial.answer).toMatchObject({ status: 409, body: { code: 'campaign_not_redialable' } })
    const { rows } = await world.pool.query(
      'select campaign_id from campaign_copies union all select campaign_id from campaign_removals',
    )
    expect([await copied(), rows]).toEqual([0, []])
  })

  test('its list is in use meanwhile, and what a crash left of it goes after an hour', async () => {
    const { id, source_id: sourceId } = await completedCampaign(world.a, ['60'])
    await world.pool.query(
      `with copy as (insert into campaign_copies (organization_id, campaign_id, list_id, begun_at)
                     select organization_id, nextval('campaigns_id_seq'), list_id, now() - interval '59 minutes' from campaigns where id = $1
                     returning campaign_id)
       insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
       select organization_id, copy.campaign_id, list_contact_id, phone_number, address_type from contacts, copy
        where contacts.campaign_id = $1`,
      [id],
    )
    await made(world.a.request('DELETE', `/api/v1/campaign/${id}`))
    const remove = () => world.a.request('DELETE', `/api/v1/contact-lists/${sourceId}`)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'contact_list_in_use' } })
    const duty = finishDeletions({ campaigns: postgresRemovalStore(world.app.db), log: silentLog })
    expect(await duty.runOnce()).toEqual({ finished: 0, failed: 0 })
    await world.pool.query(`update campaign_copies set begun_at = begun_at - interval '1 minute'`)
    expect(await duty.runOnce()).toEqual({ finished: 1, failed: 0 })
    expect(await copied()).toBe(0)
    expect(await remove()).toMatchObject({ status: 200 })
  })
})

describe('a copy that stood still so long that it was given up', () => {
  test('stops, and leaves nothing behind', async () => {
    const { db } = world.app
    const { id } = await completedCampaign(world.a, ['60'])
    const { rows } = await world.pool.query('select list_id from campaigns where id = $1', [id])
    let given = 0
    const copying = copyThenCreate(db, {
      organizationId: world.a.organizationId,
      listId: rows[0].list_id,
      async copy(campaignId, stillWanted) {
        given = campaignId
        await stillWanted()
        await world.pool.query(`update campaign_copies set begun_at = begun_at - interval '2 hours'`)
        await finishDeletions({ campaigns: postgresRemovalStore(db), log: silentLog }).runOnce()
        // A portion that was under way all the while.
        await world.pool.query(
          `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
           values ($1, $2, 0, '1', 'pstn')`,
          [world.a.organizationId, campaignId],
        )
        await stillWanted()
        throw new Error('went on')
      },
      async make() {},
    })
    await expect(copying).rejects.toThrow('given up')
    const left = await world.pool.query('select 1 from contacts where campaign_id = $1', [given])
    const removals = await world.pool.query('select 1 from campaign_removals')
    expect([left.rowCount, removals.rowCount]).toEqual([0, 0])
  })
})

test('a campaign whose making is at its commit when the answer is given up keeps its contacts', async () => {
  const { db } = world.app
  const { id } = await completedCampaign(world.a, ['60'])
  const { rows } = await world.pool.query('select list_id from campaigns where id = $1', [id])
  const made = await beginCopy(db, world.a.organizationId, rows[0].list_id)
  const campaignId = made.id
  const maker = await world.pool.connect()
  await maker.query('begin')
  await maker.query(
    `insert into campaigns overriding system value select (jsonb_populate_record(c, jsonb_build_object('id', $2::bigint))).* from campaigns c where id = $1`,
    [id, campaignId],
  )
  await maker.query('delete from campaign_copies where campaign_id = $1', [campaignId])
  const givenUp = abandonCopy(db, made)
  await someoneWaits(maker)
  await maker.query('commit')
  maker.release()
  expect(await givenUp).toBe(false)
  expect((await world.pool.query('table campaign_removals')).rowCount).toBe(0)
})

describe('of two nodes that remove the same rows, whoever finds none leaves the rest to be finished', () => {
  /** One node is in the middle of its first portion; what the other does meanwhile must not count as the end. */
  async function besideAnother(firstPortion: string, values: unknown[], removing: () => Promise<unknown>) {
    const holder = await world.pool.connect()
    await holder.query('begin')
    await holder.query(firstPortion, values)
    const other = removing()
    await someoneWaits(holder)
    await holder.query('commit')
    holder.release()
    await other
  }

  test('of a contact list', async () => {
    const { rows } = await world.pool.query(
      `with list as (select nextval('contact_lists_id_seq') as id),
            removal as (insert into list_removals select id, $1::bigint from list)
       insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables)
       select $1, id, g, '+15550100', 'pstn', '{}' from list, generate_series(1, 2001) g returning list_id`,
      [world.a.organizationId],
    )
    const listId = rows[0].list_id
    const duty = finishListDeletions({ db: world.app.db, log: silentLog })
    const portion = `delete from list_contacts where id in (select id from list_contacts where list_id = $1 order by id limit 2000)`
    await besideAnother(portion, [listId], () => duty.runOnce())
    expect((await world.pool.query('select from list_removals where list_id = $1', [listId])).rowCount).toBe(1)
    await duty.runOnce()
    const left = await world.pool.query('select from list_contacts where list_id = $1', [listId])
    const removals = await world.pool.query('select from list_removals where list_id = $1', [listId])
    expect([left.rowCount, removals.rowCount]).toEqual([0, 0])
  })

  test('of a campaign', async () => {
    const { rows } = await world.pool.query(
      `with campaign as (select nextval('campaigns_id_seq') as id),
            removal as (insert into campaign_removals select id, $1::bigint from campaign)
       insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
       select $1, id, 0, '+15550100', 'pstn' from campaign, generate_series(1, 2001) returning campaign_id`,
      [world.a.organizationId],
    )
    const campaignId = rows[0].campaign_id
    const duty = finishDeletions({ campaigns: postgresRemovalStore(world.app.db), log: silentLog })
    const portion = `delete from contacts where id in (select id from contacts where campaign_id = $1 order by id limit 2000)`
    await besideAnother(portion, [campaignId], () => duty.runOnce())
    expect(
      (await world.pool.query('select from campaign_removals where campaign_id = $1', [campaignId])).rowCount,
    ).toBe(1)
    await duty.runOnce()
    const left = await world.pool.query('select from contacts where campaign_id = $1', [campaignId])
    const removals = await world.pool.query('select from campaign_removals where campaign_id = $1', [campaignId])
    expect([left.rowCount, removals.rowCount]).toEqual([0, 0])
  })
})

describe('a list from which a campaign is being copied', () => {
  async function copying() {
    const { id } = await completedCampaign(world.a, ['60'])
    const { rows } = await world.pool.query('select list_id from campaigns where id = $1', [id])
    return { id, listId: rows[0].list_id as number }
  }

  test('is kept by retention', async () => {
    const { listId } = await copying()
    const later = new Date(Date.now() + 86_400_000)
    expect(await isListNeeded(world.app.db, listId, later)).toBe(false)
    const { rows } = await world.pool.query(
      `insert into campaign_copies (organization_id, campaign_id, list_id) values ($2, nextval('campaigns_id_seq'), $1) returning campaign_id`,
      [listId, world.a.organizationId],
    )
    expect(await isListNeeded(world.app.db, listId, later)).toBe(true)
    await world.pool.query('delete from campaign_copies where campaign_id = $1', [rows[0].campaign_id])
  })

  test('and whose zones are worked out anew meanwhile gives them to the campaign', async () => {
    const { listId } = await copying()
    const { db } = world.app
    const { pool, a } = world
    const { rows } = await pool.query<{ id: number }>(
      `insert into zone_sets (name) values ('number|US@America/Chicago'), ('number|US@America/Denver') returning id`,
    )
    const [before, after] = rows.map((row) => row.id) as [number, number]
    await pool.query('update list_contacts set zones_id = $1 where list_id = $2', [before, listId])
    await pool.query('update organizations set policy_version = 1 where id = $1', [a.organizationId])
    const id = await copyThenCreate(db, {
      organizationId: a.organizationId,
      listId,
      async copy(campaignId, stillWanted) {
        const copied = await copyListToQueue(db, campaignId, a.organizationId, listId, stillWanted)
        await pool.query('update list_contacts set zones_id = $1 where list_id = $2', [after, listId])
        await pool.query('update contact_lists set zones = zones where id = $1', [listId])
        return copied
      },
      async make(tx, campaignId, copied) {
        await sql`insert into campaigns overriding system value
          select (jsonb_populate_record(c, jsonb_build_object('id', ${campaignId}::bigint))).* from campaigns c
           where list_id = ${listId}`.execute(tx)
        await createQueue(tx, { id: campaignId, organizationId: a.organizationId }, copied)
      },
    })
    await reviewDuty().runOnce()
    await pool.query('update organizations set policy_version = 0 where id = $1', [a.organizationId])
    const named = await pool.query('select zones_id from contacts where campaign_id = $1', [id])
    expect(named.rows).toEqual([{ zones_id: after }])
    const lanes = await pool.query('select zones_id from campaign_lanes where campaign_id = $1', [id])
    expect(lanes.rows).toEqual([{ zones_id: after }])
  })
})

describe('a change of rules goes through long queues in short transactions', () => {
  const MANY = 600
  /** Rows that a transaction under the organization's lock may change: the first one, and each of them. */
  const PORTION = 50
  const PORTION_MOST = 100
  const COPIED_MOST = 500
  /** Statements of one portion, the commit included. */
  const STATEMENTS_MOST = 6
  let zoneIds: number[] = []

  beforeAll(async () => {
    const { rows } = await world.pool.query<{ id: number }>(
      `insert into zone_sets (name) values ('number|US@America/New_York'), ('number|US@America/Boise') returning id`,
    )
    zoneIds = rows.map(({ id }) => id)
  })

  /** A draft whose contacts name no zones, as those of an organization without a policy. */
  async function longCampaign(contacts: number): Promise<number> {
    const { id } = await newCampaign(world.a)
    await world.pool.query(
      `with rows as (
         insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables, zones_id)
         select c.organization_id, c.list_id, g, '+1202' || (5000000 + g), 'pstn', '{}', ($3::int[])[1 + g % 2]
           from campaigns c, generate_series(1, $2::int) g where c.id = $1 returning *)
       insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
       select organization_id, $1, id, phone_number, address_type from rows order by id`,
      [id, contacts, zoneIds],
    )
    await world.pool.query(
      `update campaigns set total_rows = (select count(*) from contacts where campaign_id = $1) where id = $1`,
      [id],
    )
    return id
  }

  const zonesOf = async (id: number) =>
    (
      await world.pool.query(
        `select t.zones_id, count(*)::int as contacts, z.contacts as counted, l.next_id < min(t.id) as lane
           from contacts t left join campaign_zones z on z.campaign_id = t.campaign_id and z.zones_id = t.zones_id
                left join campaign_lanes l on l.campaign_id = t.campaign_id and l.zones_id = t.zones_id
          where t.campaign_id = $1 group by 1, z.contacts, l.next_id order by 1`,
        [id],
      )
    ).rows
  const total = async (id: number) =>
    (await world.pool.query('select count(*)::int as count from contacts where campaign_id = $1', [id])).rows[0].count
  const largestPortion = async (id: number) =>
    (
      await world.pool.query(
        `select max(n)::int as most from (select count(*) as n from contacts where campaign_id = $1 group by xmin::text) x`,
        [id],
      )
    ).rows[0].most
  const openReviews = async () => (await world.pool.query('select campaign_id from queue_reviews')).rowCount
  const policyVersion = (version: number) =>
    world.pool.query('update organizations set policy_version = $2 where id = $1', [world.a.organizationId, version])

  test('a first policy names zones in portions; a node that dies leaves the rest to the duty', async () => {
    await policyVersion(0)
    const id = await longCampaign(MANY)
    await world.pool.query('delete from campaign_zones where campaign_id = $1', [id])
    await world.pool.query('update contacts set zones_id = 0 where campaign_id = $1', [id])
    // The node dies after the transaction of the change.
    await world.app.db.transaction().execute(async (tx) => {
      await lockOrganization(tx, world.a.organizationId)
      await applyPolicyChange(tx, world.a.organizationId)
    })
    const store = openedFor(new PostgresDialerStore(openDialerPool(world.pool), systemClock), [world.a.organizationId])
    // No contact is in a lane that the claim reads.
    expect(await store.transaction((tx) => tx.zonesOf(id))).toEqual([])
    await reviewDuty().runOnce()
    const half = MANY / 2
    expect((await zonesOf(id)).filter(({ zones_id }) => zoneIds.includes(zones_id))).toEqual([
      { zones_id: zoneIds[0], contacts: half, counted: half, lane: true },
      { zones_id: zoneIds[1], contacts: half, counted: half, lane: true },
    ])
    expect([await openReviews(), (await largestPortion(id)) <= PORTION_MOST]).toEqual([0, true])
  })

  test('an edit waits for the first portions only, and the duty continues', async () => {
    const id = await longCampaign(MANY)
    await world.pool.query(
      `update contacts set next_attempt_at = 'infinity', held_until = 'infinity', held_by = 'cap' where campaign_id = $1`,
      [id],
    )
    const held = async () =>
      (await world.pool.query('select from contacts where campaign_id = $1 and held_until is not null', [id])).rowCount
    await world.app.db.transaction().execute(async (tx) => {
      await lockOrganization(tx, world.a.organizationId)
      await applyPolicyChange(tx, world.a.organizationId, id)
    })
    const released = async () => (await total(id)) - Number(await held())
    await beginReviews(world.app.db, world.a.organizationId, { portions: 1 })
    const first = await released()
    expect([first > 0, first <= PORTION, await openReviews()]).toEqual([true, true, 1])
    // The time is over when the first portion is done.
    await beginReviews(world.app.db, world.a.organizationId, { msMax: 0 })
    const second = (await released()) - first
    expect([second > 0, second <= PORTION_MOST, await openReviews()]).toEqual([true, true, 1])
    await reviewDuty().runOnce()
    expect([await held(), await openReviews(), (await largestPortion(id)) <= PORTION_MOST]).toEqual([0, 0, true])
    await policyVersion(0)
  })

  test('a start makes contacts due in portions that waited for a configuration of the route, whatever else is held', async () => {
    const id = await longCampaign(MANY)
    const hold = (rule: string) =>
      world.pool.query(
        `update contacts set next_attempt_at = 'infinity', held_until = 'infinity', held_by = $2 where campaign_id = $1`,
        [id, rule],
      )
    const held = async () =>
      (await world.pool.query('select from contacts where campaign_id = $1 and held_until is not null', [id])).rowCount
    const changeState = (action: 'start' | 'pause' | 'resume') =>
      made(world.a.request('POST', `/api/v1/campaign/${id}/${action}`))
    await hold('consent')
    await changeState('start')
    expect([await held(), await openReviews()]).toEqual([await total(id), 0])
    await changeState('pause')
    await hold('no_route')
    await changeState('resume')
    await changeState('pause')
    await reviewDuty().runOnce()
    expect([await held(), await openReviews(), (await largestPortion(id)) <= PORTION_MOST]).toEqual([0, 0, true])
  })

  test('a portion that takes too long is cancelled and repeated with fewer contacts, so that the lock is soon free', async () => {
    const id = await longCampaign(30)
    await world.pool.query(
      `update contacts set next_attempt_at = 'infinity', held_until = 'infinity', held_by = 'cap' where campaign_id = $1`,
      [id],
    )
    await world.pool.query(`
      create function slow_disk() returns trigger language plpgsql as $$ begin perform pg_sleep(0.03); return new; end $$;
      create trigger slow_disk before update on contacts for each row execute function slow_disk()`)
    try {
      await world.app.db.transaction().execute(async (tx) => {
        await lockOrganization(tx, world.a.organizationId)
        await requestReview(tx, [id], { namesZones: false, stopsDialing: false })
      })
      await reviewDuty().runOnce()
    } finally {
      await world.pool.query('drop function slow_disk cascade')
    }
    const { rows } = await world.pool.query('select from contacts where campaign_id = $1 and held_until is not null', [
      id,
    ])
    expect([rows.length, await openReviews(), await largestPortion(id)]).toEqual([0, 0, PORTION_ROWS_MIN])
  })

  test('while zones are renewed the campaign dials nobody, and its counts are right afterwards', async () => {
    await policyVersion(1)
    const id = await longCampaign(MANY)
    const { db } = world.app
    const ask = (stopsDialing: boolean) =>
      db.transaction().execute(async (tx) => {
        await lockOrganization(tx, world.a.organizationId)
        await requestReview(tx, [id], { namesZones: true, stopsDialing })
      })
    await ask(false)
    await reviewDuty().runOnce()
    // Everybody of the first set moves to the second.
    await world.pool.query(
      `update list_contacts set zones_id = $2 where id in (select list_contact_id from contacts where campaign_id = $1)`,
      [id, zoneIds[1]],
    )
    await ask(true)
    const store = openedFor(new PostgresDialerStore(openDialerPool(world.pool), systemClock), [world.a.organizationId])
    expect(await store.transaction((tx) => tx.zonesOf(id))).toEqual([])
    const { takeHolds, stop } = observeHolds()
    await reviewDuty().runOnce()
    stop()
    const holds = takeHolds()
    expect(holds.length).toBeGreaterThan(MANY / 2 / PORTION_MOST)
    expect(Math.max(...holds.map(({ steps }) => steps.length))).toBeLessThanOrEqual(STATEMENTS_MOST)
    // The search for a last contact in an empty zone set reads all that have moved away.
    const searches = holds.flatMap(({ steps }) => steps).filter(({ statement }) => statement.includes('not exists'))
    expect(searches.length).toBeGreaterThan(0)
    for (const { statement } of searches) expect(statement).toMatch(/not exists \(select from contacts .* t\.id > /)
    const groups = await store.transaction((tx) => tx.zonesOf(id))
    expect(groups.map((group) => group.id)).toEqual([zoneIds[1]])
    const [one, ...others] = await zonesOf(id)
    expect([one, others]).toEqual([
      { zones_id: zoneIds[1], contacts: one.counted, counted: one.counted, lane: true },
      [],
    ])
    await policyVersion(0)
  })

  test('calls before the first policy are copied ahead of it; those that were live then are copied as they ended', async () => {
    await policyVersion(0)
    const { organizationId } = world.a
    const { rows } = await world.pool.query<{ id: number; live: boolean }>(
      `insert into calls (organization_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
              phone_number, address_type, state, live, outcome, node_id, claimed_at, news_at, deadline_at)
       select $1, 'outbound', 1, 1, 1, 'simulator', '+120259' || (10000 + g), 'pstn', 'ended', g = 7, 'busy', 'n', now(), now(), now()
         from generate_series(1, 1200) g returning id, live`,
      [organizationId],
    )
    const live = rows.find((call) => call.live)?.id as number
    const copied = async () =>
      (
        await world.pool.query(`select call_id, what from number_attempts where call_id = any($1) order by call_id`, [
          rows.map(({ id }) => id),
        ])
      ).rows
    await copyEndedCallsToAttempts(world.app.db, organizationId)
    expect((await copied()).length).toBe(1199)
    const { rows: portions } = await world.pool.query<{ copied: number }>(
      'select count(*)::int as copied from number_attempts where call_id = any($1) group by xmin::text',
      [rows.map(({ id }) => id)],
    )
    expect(Math.max(...portions.map((portion) => portion.copied))).toBeLessThanOrEqual(COPIED_MOST)
    await world.pool.query(`update calls set live = false, outcome = 'answered' where id = $1`, [live])
    await world.app.db.transaction().execute((tx) => copyRemainingCallsToAttempts(tx, organizationId))
    expect((await copied()).length).toBe(1200)
    expect((await copied()).find(({ call_id }) => call_id === live)).toMatchObject({ what: 'conversation' })
    expect((await world.pool.query('select from attempt_copies')).rowCount).toBe(0)
    await world.pool.query('delete from calls where id = any($1)', [rows.map(({ id }) => id)])
  })
})

describe('a contact list of a million rows is deleted in many short transactions', () => {
  async function uploaded(): Promise<{ id: number; sourceId: string }> {
    const sourceId = await newList(world.a, ['60', '60', '60'])
    const { rows } = await world.pool.query('select id from contact_lists where source_id = $1', [sourceId])
    return { id: rows[0].id, sourceId }
  }
  const left = async (id: number) =>
    (
      await world.pool.query(
        `select (select count(*)::int from list_contacts where list_id = $1) as contacts,
                (select count(*)::int from list_removals where list_id = $1) as removals`,
        [id],
      )
    ).rows[0]

  test('it is gone at once, and its rows follow', async () => {
    const { id, sourceId } = await uploaded()
    const holder = await world.pool.connect()
    await holder.query('begin')
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    await holder.query('lock table list_contacts in share row exclusive mode')
    const removed = world.a.request('DELETE', `/api/v1/contact-lists/${sourceId}`)
    for (;;) {
      const { rowCount } = await holder.query(
        `select 1 from pg_locks where relation = 'list_contacts'::regclass and not granted`,
      )
      if ((rowCount ?? 0) > 0) break
    }
    // For everybody else, while not one of its rows is gone yet.
    expect(await world.a.request('GET', `/api/v1/contact-lists/${sourceId}`)).toMatchObject({ status: 404 })
    expect(await left(id)).toEqual({ contacts: 3, removals: 1 })
    await holder.query('commit')
    holder.release()
    expect(await removed).toMatchObject({ status: 200 })
    expect(await left(id)).toEqual({ contacts: 0, removals: 0 })
  })

  test('and what a crash left of it is finished by whoever comes next', async () => {
    const { id } = await uploaded()
    await world.pool.query(
      'with gone as (delete from contact_lists where id = $1) insert into list_removals values ($1, $2)',
      [id, world.a.organizationId],
    )
    expect(await finishListDeletions({ db: world.app.db, log: silentLog }).runOnce()).toEqual({
      finished: 1,
      failed: 0,
    })
    expect(await left(id)).toEqual({ contacts: 0, removals: 0 })
  })
})

test('a program refuses a schema that is newer than itself, with a sentence', async () => {
  const { pool } = await testDatabase()
  await pool.query(`insert into migrations values ('9999-from-the-future', now())`)
  await expect(migrate(pool)).rejects.toThrow(/newer version of Outdial.*9999-from-the-future/)
})
