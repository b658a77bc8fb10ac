/** Messages with an address of their own: kept before they are sent, and sent by whoever lives. */
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { accepts, answers, openReceiver } from '../../test/interface/receiver.ts'
import { systemClock } from '../kernel/clock.ts'
import { openEgress } from '../kernel/egress.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { openDatabase } from '../storage/database.ts'
import { openNotifications } from '../storage/notifications.ts'
import type { Delivery } from './delivery-queries.ts'
import { enqueueDirect } from './enqueue.ts'
import { WebhookSender } from './sender.ts'

const { pool } = await testDatabase()
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

async function newSender() {
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
  await sender.start()
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
