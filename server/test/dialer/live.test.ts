/** The table of live calls: kept beside the calls themselves, and through an upgrade while the version before still writes. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { finishUpgrade } from '../../src/dialer/jobs/finish-upgrade.ts'
import { recountSlots } from '../../src/dialer/jobs/recount-slots.ts'
import { PostgresDialerStore } from '../../src/dialer/store-postgres.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openIndexBuilder } from '../../src/storage/build-indexes.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { testDatabase } from '../database.ts'
import { postgresFixture } from './postgres-fixture.ts'
import { openedFor } from './store-world.ts'

const FIXTURE = new URL('../upgrade/74e1248.sql', import.meta.url)

/** With its indexes built: nothing old goes before. */
async function upgrade(pool: pg.Pool): Promise<void> {
  const indexes = openIndexBuilder({ pool, direct: null, log: silentLog })
  await indexes.look()
  await indexes.settled()
  await finishUpgrade({ pool, indexes }).runOnce()
}

async function liveCalls(pool: pg.Pool): Promise<Array<[callId: number, contactId: number | null]>> {
  const { rows } = await pool.query('select call_id, contact_id from calls_live order by call_id')
  return rows.map((row) => [row.call_id, row.contact_id])
}

/** A call as the version before writes it, which knows nothing of the table. */
async function claimAsBefore(pool: pg.Pool, nodeId: string, contactId: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into calls (organization_id, campaign_id, contact_id, direction, workflow_id, definition_id,
            telephony_configuration_id, provider, phone_number, address_type, state, node_id, claimed_at, news_at, deadline_at)
     select organization_id, campaign_id, id, 'outbound', 1, 1, 1, 'simulator', phone_number, address_type, 'claimed', $1,
            now(), now(), now() from contacts where id = $2 returning id`,
    [nodeId, contactId],
  )
  return rows[0]?.id as number
}

const heartbeatAsBefore = (pool: pg.Pool, nodeId: string, seconds: number) =>
  pool.query(
    `insert into nodes (id, started_at, lease_until) values ($1, now(), clock_timestamp() + $2 * interval '1 second')
     on conflict (id) do update set lease_until = excluded.lease_until`,
    [nodeId, seconds],
  )

/** What of the version before is still there. */
async function leftOver(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where indexname in ('live_calls', 'one_live_call_per_contact')
     union all select tgname from pg_trigger where tgrelid = 'calls'::regclass and not tgisinternal order by 1`,
  )
  return rows.map((row) => row.name)
}

/** A database of commit 74e1248 with a node of that version at work, taken over by this one. */
async function takenOver() {
  const { pool } = await testDatabase()
  await pool.query('drop schema public cascade; create schema public')
  await pool.query(readFileSync(FIXTURE, 'utf8'))
  await heartbeatAsBefore(pool, 'old', 60)
  const { rows } = await pool.query<{ id: number }>(
    `select t.id from contacts t where not exists (select from calls c where c.contact_id = t.id and c.live) order by id limit 4`,
  )
  const contacts = rows.map((row) => row.id) as [number, number, number, number]
  const begunBefore = await claimAsBefore(pool, 'old', contacts[0])
  await migrate(pool)
  const store = new PostgresDialerStore(pool, systemClock)
  await store.heartbeat('new', 60_000)
  return { pool, store, contacts, begunBefore }
}

test('while the version before is at work its calls are live ones, and each contact still has one at most', async () => {
  const { pool, store, contacts, begunBefore } = await takenOver()
  const known = await liveCalls(pool)
  expect(known).toContainEqual([begunBefore, contacts[0]])
  const theirs = await claimAsBefore(pool, 'old', contacts[1])
  expect(await liveCalls(pool)).toEqual([...known, [theirs, contacts[1]]])
  const ours = await claimAsNow(store, pool, contacts[2])
  expect(await liveCalls(pool)).toContainEqual([ours, contacts[2]])
  await expect(claimAsBefore(pool, 'old', contacts[2])).rejects.toThrow(/one_live_call/)
  await expect(claimAsNow(store, pool, contacts[1])).rejects.toThrow(/one_live_call/)
  await pool.query(`update calls set state = 'ended', live = false where id = $1`, [theirs])
  await pool.query('delete from calls where id = $1', [begunBefore])
  await end(store, pool, ours)
  expect(await liveCalls(pool)).toEqual(known.filter(([id]) => id !== begunBefore))
})

test('what was kept for the version before goes when its last node has gone, and none of its nodes comes back', async () => {
  const { pool, store, contacts, begunBefore } = await takenOver()
  await upgrade(pool)
  expect(await leftOver(pool)).toHaveLength(5)
  await heartbeatAsBefore(pool, 'old', -60)
  await upgrade(pool)
  expect(await leftOver(pool)).toEqual([])
  expect(await liveCalls(pool)).toContainEqual([begunBefore, contacts[0]])
  await expect(heartbeatAsBefore(pool, 'old', 60)).rejects.toThrow(/null value in column "knows"/)
  await expect(store.heartbeat('new', 60_000)).resolves.toMatchObject({ liveNodes: 1 })
  const ours = await claimAsNow(store, pool, contacts[2])
  await expect(claimAsNow(store, pool, contacts[2])).rejects.toThrow(/one_live_call/)
  await end(store, pool, ours)
  expect(await liveCalls(pool)).not.toContainEqual([ours, contacts[2]])
})

test('a number that has two live calls at the upgrade keeps both, and gets no third', async () => {
  const { pool } = await testDatabase()
  await pool.query('drop schema public cascade; create schema public')
  await pool.query(readFileSync(FIXTURE, 'utf8'))
  const { rows } = await pool.query<{ id: number }>(
    `select t.id from contacts t where not exists (select from calls c where c.contact_id = t.id and c.live) order by id limit 3`,
  )
  const [first, second, third] = rows.map((row) => row.id) as [number, number, number]
  await pool.query(`update contacts set phone_number = '+12025550142' where id = any($1)`, [[first, second, third]])
  await pool.query(
    'update contacts set organization_id = (select organization_id from contacts where id = $1) where id = any($2)',
    [first, [second, third]],
  )
  const calls = [await claimAsBefore(pool, 'old', first), await claimAsBefore(pool, 'old', second)]
  await migrate(pool)
  const live = await pool.query(
    `select call_id, exempt_id, node_id from calls_live where phone_number = '+12025550142' order by call_id`,
  )
  expect(live.rows).toEqual([
    { call_id: calls[0], exempt_id: 0, node_id: 'old' },
    { call_id: calls[1], exempt_id: calls[1], node_id: 'old' },
  ])
  const store = new PostgresDialerStore(pool, systemClock)
  await store.heartbeat('new', 60_000)
  await expect(claimAsNow(store, pool, third)).rejects.toThrow(/one_live_call_per_number/)
  for (const id of calls) await end(store, pool, id)
  await expect(claimAsNow(store, pool, third)).resolves.toBeGreaterThan(0)
})

/** As a node of the version before claims, which knows the table of live calls and not the number in it. */
async function claimWithoutNumber(pool: pg.Pool, contactIds: readonly number[]): Promise<void> {
  await pool.query(
    `with picked as materialized (select nextval('calls_id_seq') as call_id, c.* from contacts c where c.id = any($1)),
     alive as (insert into live (call_id, contact_id, organization_id) select call_id, id, organization_id from picked)
     insert into calls (id, organization_id, campaign_id, contact_id, direction, workflow_id, definition_id,
            telephony_configuration_id, provider, phone_number, address_type, state, node_id, claimed_at, news_at, deadline_at)
     overriding system value
     select call_id, organization_id, campaign_id, id, 'outbound', 1, 1, 1, 'simulator', phone_number, address_type, 'claimed',
            'before', now(), now(), now() from picked`,
    [contactIds],
  )
}

test('calls of a node of the version before are known by their number, and never fail for it', async () => {
  const database = await testDatabase()
  const { pool } = database
  const { store, ...fixture } = await postgresFixture(database)
  const organizationId = await fixture.addOrganization(10)
  const configurationId = await fixture.addConfiguration(organizationId, 10)
  const contactOf = async (phoneNumber: string) => {
    const campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
    return fixture.addContact(organizationId, { campaignId, phoneNumber })
  }
  const number = '+12025550142'
  const theirs = [
    await contactOf(number),
    await contactOf(`sip:${number}@pbx.example`),
    await contactOf('+12025550143'),
  ]
  const ours = await contactOf(number)
  await claimWithoutNumber(pool, theirs)
  const { rows } = await pool.query(
    'select phone_number, node_id, exempt_id = 0 as counts from calls_live order by call_id',
  )
  expect(rows).toEqual([
    { phone_number: number, node_id: 'before', counts: true },
    { phone_number: number, node_id: 'before', counts: false },
    { phone_number: '+12025550143', node_id: 'before', counts: true },
  ])
  await expect(claimAsNow(store as PostgresDialerStore, pool, ours)).rejects.toThrow(/one_live_call_per_number/)
})

async function claimAsNow(store: PostgresDialerStore, pool: pg.Pool, contactId: number): Promise<number> {
  const { rows } = await pool.query('select organization_id, campaign_id, phone_number from contacts where id = $1', [
    contactId,
  ])
  const [contact] = rows
  const ids = await openedFor(store, [contact.organization_id]).transaction((tx) =>
    tx.insertCalls([
      {
        organizationId: contact.organization_id,
        campaignId: contact.campaign_id,
        contactId,
        attempt: 1,
        workflowId: 1,
        definitionId: 1,
        configurationId: 1,
        provider: 'simulator',
        phoneNumber: contact.phone_number,
        addressType: 'pstn',
        callerNumber: null,
        callerNumberId: null,
        nodeId: 'new',
        claimedAtMs: Date.now(),
        deadlineAtMs: Date.now(),
      },
    ]),
  )
  return ids[0] as number
}

async function end(store: PostgresDialerStore, pool: pg.Pool, callId: number): Promise<void> {
  const { rows } = await pool.query('select organization_id from calls where id = $1', [callId])
  await store.transaction(async (tx) => {
    const { calls } = await tx.open({
      organizationIds: [rows[0].organization_id],
      campaignIds: [],
      configurationIds: [],
      callIds: [callId],
      claim: null,
      wait: true,
      breakerByMs: 0,
    })
    await tx.saveCalls(calls.map((call) => ({ ...call, state: 'ended' as const, outcome: 'busy' as const })))
  })
}

test('a row that no live call stands behind is found by the recount, and its contact can be called again', async () => {
  const database = await testDatabase()
  const { pool } = database
  const { store, ...fixture } = await postgresFixture(database)
  const organizationId = await fixture.addOrganization(10)
  const configurationId = await fixture.addConfiguration(organizationId, 10)
  const campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  const contactId = await fixture.addContact(organizationId, { campaignId, phoneNumber: '+15550101' })
  await pool.query('insert into calls_live (call_id, contact_id, organization_id) values (7, $1, $2)', [
    contactId,
    organizationId,
  ])
  const claim = () => claimAsNow(store as PostgresDialerStore, pool, contactId)
  await expect(claim()).rejects.toThrow(/one_live_call/)
  await recountSlots({ store, log: silentLog, now: () => null, wake() {} }).runOnce()
  await expect(claim()).resolves.toBeGreaterThan(0)
})

test('a live call that the table lacks is put there by the recount, and its contact is not called twice', async () => {
  const database = await testDatabase()
  const { pool } = database
  const { store, ...fixture } = await postgresFixture(database)
  const organizationId = await fixture.addOrganization(10)
  const configurationId = await fixture.addConfiguration(organizationId, 10)
  const campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  const contactId = await fixture.addContact(organizationId, { campaignId, phoneNumber: '+15550101' })
  const callId = await claimAsNow(store as PostgresDialerStore, pool, contactId)
  // Also where a row without a call stands in its way.
  await pool.query('update calls_live set call_id = 7')
  await pool.query('update organizations set live_calls = 2')
  await recountSlots({ store, log: silentLog, now: () => null, wake() {} }).runOnce()
  expect(await liveCalls(pool)).toEqual([[callId, contactId]])
  const { rows } = await pool.query('select live_calls from organizations where id = $1', [organizationId])
  expect(rows).toEqual([{ live_calls: 1 }])
})

test('no index of calls holds what changes while a call goes on', async () => {
  const { pool } = await testDatabase()
  const { rows } = await pool.query(`select indexdef from pg_indexes where tablename = 'calls'
    and indexdef ~ '\\y(live|state|provider_call_id|outcome|cause|ended_by|machine|agent_at|placed_at|answered_at|ended_at|news_at)\\y'`)
  expect(rows).toEqual([])
})
