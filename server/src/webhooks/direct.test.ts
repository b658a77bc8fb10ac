/** Messages with an address of their own: kept before they are sent, and sent by whoever lives. */
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { accepts, answers, openReceiver } from '../../test/interface/receiver.ts'
import { appendEvent } from '../events/append.ts'
import { systemClock } from '../kernel/clock.ts'
import { openEgress } from '../kernel/egress.ts'
import { silentLog } from '../kernel/log.ts'
import type { JobWatch } from '../kernel/recurring-job.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { openDatabase } from '../storage/database.ts'
import { openNotifications } from '../storage/notifications.ts'
import type { Delivery } from './delivery-queries.ts'
import { enqueueDirect } from './enqueue.ts'
import { webhookStatistics } from './figures.ts'
import { insertWebhook } from './queries.ts'
import { webhookSecretSealContext } from './rules/sign.ts'
import { WebhookSender } from './sender.ts'

const { pool } = await testDatabase()
await pool.query("insert into organizations (name, created_at) values ('one', now())")
const db = openDatabase(pool)
let shiftMs = 0
const clock = { ...systemClock, now: () => systemClock.now() + shiftMs }
const secrets = openSecretBox([Buffer.alloc(32, 7)])
const notifications = openNotifications({ pool, clock, log: silentLog })
const egress = await openEgress({
  clock,
  allow: { allows: () => true },
  look: async () => ({ alone: true, grants: [] }),
})
const senders: WebhookSender[] = []
afterAll(async () => {
  for (const sender of senders) await sender.stop()
  await notifications.close()
  await egress.close()
})

async function newSender(watch?: JobWatch) {
  const settled: Delivery[] = []
  let wake = () => {}
  const sender = new WebhookSender({
    db,
    clock,
    log: silentLog,
    egress,
    secrets,
    notifications,
    async settled(delivery) {
      settled.push(delivery)
      wake()
    },
  })
  await sender.start(watch)
  senders.push(sender)
  const until = async (count: number) => {
    while (settled.length < count) await new Promise<void>((resolve) => (wake = resolve))
    return settled
  }
  return { sender, settled, until }
}

const message = (url: string, more: object = {}) => ({
  organizationId: 1,
  contactId: 5,
  callId: 9,
  reference: 'node-1',
  url,
  method: 'PUT',
  headers: { authorization: 'Bearer of the receiver' },
  body: '{"words":"spoken"}',
  signWith: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ...more,
})

async function untilNoted(id: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('select 1 from webhook_deliveries where id = $1 and attempts > 0', [id])
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('arrives as it was given, after the receiver was away; its headers lie sealed meanwhile', async () => {
  const receiver = await openReceiver(answers(503))
  const { sender, until } = await newSender()
  const { id, request } = await enqueueDirect(db, secrets, message(receiver.url), clock.now())
  expect(request).not.toContain('Bearer')
  sender.wake()
  await receiver.until(1)
  await untilNoted(id)
  receiver.behave = accepts
  shiftMs += 10_000
  sender.wake()
  const [settled] = await until(1)
  expect(settled).toMatchObject({ id, state: 'delivered', attempts: 2, call_id: 9, reference: 'node-1' })
  const [first, second] = receiver.arrived
  expect(second?.body).toBe('{"words":"spoken"}')
  expect(second?.headers).toMatchObject({ authorization: 'Bearer of the receiver' })
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.headers['webhook-signature']).toMatch(/^v1,/)
  await sender.stop()
})

test('is given up at once where another try cannot help', async () => {
  const receiver = await openReceiver(answers(404))
  const { sender, until } = await newSender()
  await enqueueDirect(db, secrets, message(receiver.url), clock.now())
  sender.wake()
  expect(await until(1)).toMatchObject([{ state: 'failed', attempts: 1 }])
  await sender.stop()
})

test('a receiver that hangs takes four of a host and nobody else’s turn', async () => {
  const [hanging, good] = [await openReceiver(() => {}), await openReceiver()]
  for (let count = 0; count < 50; count++) await enqueueDirect(db, secrets, message(hanging.url), clock.now())
  for (let count = 0; count < 20; count++) await enqueueDirect(db, secrets, message(good.url), clock.now())
  const { sender, until } = await newSender()
  await until(20)
  expect(hanging.arrived).toHaveLength(4)
  // What was under way when the program ends is not lost, and not held up.
  await sender.stop()
  hanging.behave = accepts
  const next = await newSender()
  await next.until(50)
  expect(hanging.arrived).toHaveLength(54)
  await next.sender.stop()
})

test('what a dead node had under way is sent by another, once it has been silent for a minute', async () => {
  const receiver = await openReceiver()
  const { id } = await enqueueDirect(db, secrets, message(receiver.url), clock.now())
  await pool.query("update webhook_deliveries set state = 'sending', next_attempt_at = $2 where id = $1", [
    id,
    new Date(clock.now() + 60_000),
  ])
  const { sender, until } = await newSender()
  await enqueueDirect(db, secrets, message(receiver.url, { reference: 'later' }), clock.now())
  sender.wake()
  expect(await until(1)).toMatchObject([{ reference: 'later' }])
  shiftMs += 61_000
  sender.wake()
  expect((await until(2))[1]).toMatchObject({ id, state: 'delivered' })
  await sender.stop()
})

test('a webhook that fails delays no other, fails the job, and what it owes is overdue', async () => {
  const [first, second] = [await openReceiver(), await openReceiver()]
  const ids: number[] = []
  for (const { url } of [first, second]) ids.push(await newWebhook(url))
  // Stands for whatever makes the database refuse the messages of one webhook.
  await pool.query(`
    create function refuse_messages() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_messages before insert on webhook_deliveries
      for each row when (new.webhook_id = ${ids[0]}) execute function refuse_messages()`)
  const at = new Date(clock.now())
  await db.transaction().execute((tx) => appendEvent(tx, { organizationId: 1, at, type: 'call_ended' }))
  const told: Array<'succeeded' | 'failed'> = []
  const { sender } = await newSender({
    started: () => {},
    succeeded: () => told.push('succeeded'),
    failed: () => told.push('failed'),
    partlyFailed: () => {},
  })
  await second.until(1)
  await untilTrue(() => told.includes('failed'))
  expect(told).not.toContain('succeeded')
  expect(first.arrived).toHaveLength(0)
  shiftMs += 1_000_000
  expect((await webhookStatistics({ db, clock })).overdueSeconds).toBeGreaterThanOrEqual(1000)

  await pool.query('drop trigger refuse_messages on webhook_deliveries')
  sender.wake()
  await first.until(1)
  await untilTrue(async () => (await webhookStatistics({ db, clock })).overdueSeconds === 0)
  await untilTrue(() => told.includes('succeeded'))
  await sender.stop()
})

test('the figures count receivers that fail and webhooks that were switched off', async () => {
  const id = await newWebhook('http://127.0.0.1:9/hook')
  const failingSince = (minutes: number) =>
    pool.query('update webhooks set failing_since = $2 where id = $1', [id, new Date(clock.now() - minutes * 60_000)])
  await failingSince(14)
  expect(await webhookStatistics({ db, clock })).toEqual({ overdueSeconds: 0, failing: 0, switchedOff: 0 })
  await failingSince(16)
  expect(await webhookStatistics({ db, clock })).toEqual({ overdueSeconds: 0, failing: 1, switchedOff: 0 })
  // What waits for a receiver that fails is not late by our fault.
  const at = new Date(clock.now() - 1_000_000)
  await pool.query('update webhooks set updated_at = $1', [at])
  await db.transaction().execute((tx) => appendEvent(tx, { organizationId: 1, at, type: 'call_ended' }))
  await pool.query('update webhooks set is_active = false where id <> $1', [id])
  expect((await webhookStatistics({ db, clock })).overdueSeconds).toBe(0)
  await pool.query('update webhooks set failing_since = null where id = $1', [id])
  expect((await webhookStatistics({ db, clock })).overdueSeconds).toBeGreaterThanOrEqual(1000)
  await pool.query("update webhooks set is_active = false, disabled_reason = 'failing' where id = $1", [id])
  expect(await webhookStatistics({ db, clock })).toEqual({ overdueSeconds: 0, failing: 0, switchedOff: 1 })
})

/** The secret's place is the id, which is known only afterwards. */
async function newWebhook(url: string): Promise<number> {
  const input = { organizationId: 1, url, description: '', eventTypes: null, isActive: true, secret: '', cursor: 0 }
  const { id } = await insertWebhook(db, { ...input, now: new Date(clock.now()) })
  const sealed = secrets.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', webhookSecretSealContext(id))
  await pool.query('update webhooks set secret = $2 where id = $1', [id, sealed])
  return id
}

async function untilTrue(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('events that arrive together while there are no webhooks cause one poll', async () => {
  const later: Array<() => void> = []
  let onEvent = () => {}
  let looked = () => {}
  const firstLook = new Promise<void>((resolve) => (looked = resolve))
  const { pool: empty } = await testDatabase()
  const sender = new WebhookSender({
    db: openDatabase(empty),
    clock: {
      ...systemClock,
      after: (ms, work) => {
        if (ms < 1000) later.push(work)
        return { cancel: () => {} }
      },
    },
    log: silentLog,
    egress,
    secrets,
    notifications: {
      subscribe: async (_channel: string, notify: (payload: string) => void) => {
        onEvent = () => notify('1')
        return async () => {}
      },
    },
  })
  senders.push(sender)
  const watch: JobWatch = { started() {}, succeeded: () => looked(), failed() {}, partlyFailed() {} }
  await sender.start(watch)
  await firstLook
  let polls = 0
  const polled = new Promise<void>((resolve) => empty.on('acquire', () => resolve(void polls++)))
  for (let event = 0; event < 20; event++) onEvent()
  expect(later).toHaveLength(1)
  expect(polls).toBe(0)
  later[0]?.()
  await polled
  expect(polls).toBe(1)
})
