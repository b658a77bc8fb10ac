/** Outgoing webhooks, as a receiver meets them: real messages to real servers, good and bad ones. */
import { verifyWebhook } from '@outdial/sdk'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendEvent } from '../../src/events/append.ts'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { apiKeyPrefixOf, hashApiKey, newApiKey } from '../../src/organizations/api-key.ts'
import { insertApiKey } from '../../src/organizations/queries.ts'
import { type Json, type Member, memberWith, requester, type TestApp, testApp } from './app.ts'
import { type Arrived, accepts, answers, openReceiver, type Receiver } from './receiver.ts'
import { completedCampaign, made, newWorkflow } from './things.ts'

const WEBHOOKS = '/api/v1/webhooks'
const HOUR_MS = 3_600_000

/** Wall time can be moved on; what would wait for a receiver's time limit is called by hand. */
let shiftMs = 0
const timeLimits = new Set<() => void>()
const clock: Clock = {
  ...systemClock,
  now: () => systemClock.now() + shiftMs,
  after(delayMs, work) {
    if (delayMs !== 10_000) return systemClock.after(delayMs, work)
    timeLimits.add(work)
    return { cancel: () => timeLimits.delete(work) }
  },
}
function endPatience(): void {
  for (const work of timeLimits) work()
}

let world: TestApp
beforeAll(async () => {
  world = await testApp({ clock })
  await world.app.dialer.start()
  await world.app.sender.start()
})

interface Webhook extends Json {
  id: number
  secret: string
  state: string
  cursor: number
  disabled_reason: string | null
}
interface Delivery extends Json {
  id: number
  state: string
  attempts: number
  message_id: string
  tries: Array<{ status: number | null; reason: string | null; answer: string; message: string | null }>
}

let member: Member
let organizations = 0
/** Each test has an organization of its own: nothing else happens there. */
beforeEach(async () => {
  const { rows } = await world.pool.query<{ id: number }>(
    'insert into organizations (name, created_at) values ($1, now()) returning id',
    [`webhooks ${++organizations}`],
  )
  const organizationId = rows[0]?.id as number
  const { api_key, id } = await keyOf(organizationId)
  member = memberWith({ organizationId, apiKeyId: id, key: api_key }, requester(world.app))
})

async function keyOf(organizationId: number): Promise<{ id: number; api_key: string }> {
  const key = newApiKey()
  const input = { organizationId, name: 'key', prefix: apiKeyPrefixOf(key), hash: hashApiKey(key), now: new Date() }
  return { id: (await insertApiKey(world.app.db, input)).id, api_key: key }
}

const newWebhook = (receiver: Receiver, more: Json = {}) =>
  made<Webhook>(member.request('POST', WEBHOOKS, { url: receiver.url, ...more }))
const webhookOf = (id: number) => made<Webhook>(member.request('GET', `${WEBHOOKS}/${id}`))
const deliveriesOf = async (id: number, query = '') =>
  (await made<{ deliveries: Delivery[] }>(member.request('GET', `${WEBHOOKS}/${id}/deliveries?limit=200${query}`)))
    .deliveries

async function untilTrue<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const untilTried = (id: number, attempts: number) =>
  untilTrue(async () => (await deliveriesOf(id)).find((each) => each.attempts >= attempts))

async function happens(contactId: number | null = null): Promise<void> {
  const { organizationId } = member
  const at = new Date(clock.now())
  await world.app.db
    .transaction()
    .execute((tx) => appendEvent(tx, { organizationId, at, type: 'call_ended', contactId }))
}

describe('what arrives', () => {
  test('every event of a campaign, signed, once, in order for each contact, and what was answered is shown', async () => {
    const receiver = await openReceiver()
    const { id, secret } = await newWebhook(receiver)
    const campaign = await completedCampaign(member, ['00', '60', '00'])
    const { events } = await made<{ events: Array<{ id: number; type: string }> }>(
      member.request('GET', '/api/v1/events?limit=1000'),
    )
    const arrived = await receiver.until(events.length)
    expect(arrived.map(({ eventId }) => eventId).sort((a, b) => a - b)).toEqual(events.map((event) => event.id))
    for (const { body, headers, eventId } of arrived) {
      const message = await verifyWebhook(body, headers, secret, { nowMs: clock.now() })
      expect(message.data).toEqual(events.find((event) => event.id === eventId))
      expect(headers['webhook-id']).toBe(`evt_${eventId}`)
    }
    expect(events.at(-1)).toMatchObject({ type: 'campaign_completed', campaign_id: campaign.id })
    const delivered = await untilTrue(async () => {
      const list = await deliveriesOf(id)
      return list.length === events.length && list.every(({ state }) => state === 'delivered') && list
    })
    expect(delivered[0]).toMatchObject({ attempts: 1, kind: 'event', tries: [{ status: 204, reason: null }] })
  })

  test('only the types that are wanted; nothing while it is off, all of it once it is on again', async () => {
    const receiver = await openReceiver()
    const { id } = await newWebhook(receiver, { event_types: ['suppression_changed', 'call_ended'], is_active: false })
    await happens(1)
    await newWorkflow(member)
    await happens(2)
    world.app.sender.wake()
    expect(await deliveriesOf(id)).toEqual([])
    await made(member.request('PATCH', `${WEBHOOKS}/${id}`, { is_active: true }))
    const arrived = await receiver.until(2)
    expect(arrived.map(({ contactId }) => contactId)).toEqual([1, 2])
  })

  test('a type that is named again is kept once', async () => {
    const receiver = await openReceiver()
    const repeated = Array.from({ length: 10_000 }, () => 'call_ended')
    const { event_types } = await newWebhook(receiver, { event_types: ['campaign_completed', ...repeated] })
    expect(event_types).toEqual(['campaign_completed', 'call_ended'])
  })

  test('while a secret is replaced both sign; a day later only the new one', async () => {
    const receiver = await openReceiver()
    const { id, secret } = await newWebhook(receiver)
    const { secret: next } = await made<Webhook>(member.request('POST', `${WEBHOOKS}/${id}/rotate-secret`))
    await happens()
    const [first] = await receiver.until(1)
    for (const known of [secret, next]) {
      await verifyWebhook(first?.body ?? '', first?.headers ?? {}, known, { nowMs: clock.now() })
    }
    shiftMs += 25 * HOUR_MS
    await happens()
    const [, second] = await receiver.until(2)
    const signatures = String(second?.headers['webhook-signature']).split(' ')
    expect(signatures).toHaveLength(1)
    await verifyWebhook(second?.body ?? '', second?.headers ?? {}, next, { nowMs: clock.now() })
  })

  test('two programs send every message once', async () => {
    const other = await world.again({ clock })
    await other.sender.start()
    const receiver = await openReceiver()
    await newWebhook(receiver)
    for (let contact = 1; contact <= 60; contact++) await happens(contact % 7)
    await receiver.until(60)
    const ids = receiver.arrived.map(({ eventId }) => eventId)
    expect(new Set(ids).size).toBe(60)
    for (let contact = 0; contact < 7; contact++) {
      const own = receiver.arrived.filter(({ contactId }) => contactId === contact).map(({ eventId }) => eventId)
      expect(own).toEqual([...own].sort((a, b) => a - b))
    }
    await other.sender.stop()
    expect(receiver.arrived).toHaveLength(60)
  })
})

describe('a receiver that', () => {
  test.each([
    ['answers 500', answers(500), 500, 'refused'],
    ['answers 400', answers(400), 400, 'refused'],
    ['sends elsewhere', answers(302, { location: 'http://127.0.0.1:1/' }), 302, 'redirected'],
    ['breaks the connection', (response) => void response.destroy(), null, 'not_reached'],
  ] as Array<[string, Receiver['behave'], number | null, string]>)(
    '%s is asked again with the same id',
    async (_what, behaviour, status, reason) => {
      const receiver = await openReceiver(behaviour)
      const { id } = await newWebhook(receiver)
      await happens(1)
      const failed = await untilTried(id, 1)
      expect(failed.tries).toMatchObject([{ status, reason }])
      expect((await webhookOf(id)).state).toBe('failing')
      await happens(1)
      receiver.behave = accepts
      shiftMs += 60_000
      world.app.sender.wake()
      const arrived = await receiver.until(3)
      const ids = arrived.map(({ headers }) => headers['webhook-id'])
      expect(ids[0]).toBe(ids[1])
      expect(arrived[2]?.eventId).toBeGreaterThan(arrived[1]?.eventId as number)
      await untilTrue(async () => (await webhookOf(id)).state === 'ok')
    },
  )

  test('refuses one message gets the others, but none about the same contact before it', async () => {
    const receiver = await openReceiver((response, { contactId }) =>
      (contactId === 1 ? answers(422) : accepts)(response, receiver.arrived[0] as Arrived),
    )
    const { id } = await newWebhook(receiver)
    for (const contact of [1, 1, 2, 3]) await happens(contact)
    // The refused one makes the others wait for a moment, lest a receiver that is away be asked for every one of them.
    shiftMs += 2000
    await untilTrue(async () => (await deliveriesOf(id, '&state=delivered')).length === 2)
    const [refused] = receiver.arrived
    expect(new Set(receiver.arrived.map(({ eventId }) => eventId)).size).toBe(3)
    receiver.behave = accepts
    shiftMs += HOUR_MS
    world.app.sender.wake()
    await untilTrue(async () => (await deliveriesOf(id, '&state=delivered')).length === 4)
    const own = receiver.arrived.filter(({ contactId }) => contactId === 1).map(({ eventId }) => eventId)
    expect(own.at(-2)).toBe(refused?.eventId)
    expect(own.at(-1)).toBeGreaterThan(refused?.eventId as number)
  })

  test('hangs, drips, never ends or lies about its answer harms nobody', async () => {
    const good = await openReceiver()
    const bad: Array<[Receiver['behave'], object]> = [
      [() => {}, { status: null, reason: 'time_out' }],
      // The status is the answer, whatever becomes of the rest.
      [(response) => void response.writeHead(200).write('…'), { status: 200, reason: null }],
      [
        (response) => {
          const chunk = Buffer.alloc(64 * 1024)
          const more = () => {
            while (response.write(chunk));
          }
          response.on('drain', more)
          more()
        },
        { status: 200, reason: null },
      ],
      [answers(200, { 'content-encoding': 'gzip' }), { status: 200, reason: null }],
      [answers(200, { 'content-length': '100000000' }), { status: 200, reason: null }],
    ]
    const receivers = await Promise.all(bad.map(([behaviour]) => openReceiver(behaviour)))
    const webhooks = []
    for (const receiver of receivers) webhooks.push(await newWebhook(receiver))
    await newWebhook(good)
    for (let contact = 1; contact <= 20; contact++) await happens(contact)
    // Nobody's patience has ended yet, and the good one has everything.
    await good.until(20)
    await Promise.all(receivers.map((receiver) => receiver.until(1)))
    const patience = setInterval(endPatience, 20)
    try {
      for (const [index, { id }] of webhooks.entries()) {
        const tried = await untilTried(id, 1)
        expect(tried.tries[0]).toMatchObject(bad[index]?.[1] as object)
      }
    } finally {
      clearInterval(patience)
    }
  })

  test('hangs gets one message at a time until it is back', async () => {
    const receiver = await openReceiver(answers(503))
    const { id } = await newWebhook(receiver)
    for (let contact = 1; contact <= 40; contact++) await happens(contact)
    await untilTrue(async () => (await deliveriesOf(id)).length === 40)
    const before = receiver.arrived.length
    shiftMs += 20_000
    world.app.sender.wake()
    await receiver.until(before + 1)
    await untilTrue(async () => (await deliveriesOf(id, '&state=sending')).length === 0)
    expect(receiver.arrived.length).toBeLessThan(before + 3)
    receiver.behave = accepts
    shiftMs += HOUR_MS
    world.app.sender.wake()
    await untilTrue(async () => (await deliveriesOf(id, '&state=delivered')).length === 40)
  })

  test('fails for a day is switched off, which is told, and loses nothing', async () => {
    const receiver = await openReceiver(answers(500))
    const { id } = await newWebhook(receiver)
    await happens(1)
    await untilTried(id, 1)
    for (let tries = 2; (await webhookOf(id)).state !== 'off'; tries++) {
      shiftMs += 3 * HOUR_MS
      world.app.sender.wake()
      await untilTried(id, tries)
    }
    expect((await webhookOf(id)).disabled_reason).toBe('failing')
    await untilTrue(async () => {
      const log = await made<{ events: Json[] }>(member.request('GET', '/api/v1/events'))
      return log.events.some((event) => event.type === 'webhook_disabled')
    })
    await happens(2)
    receiver.behave = accepts
    const before = receiver.arrived.length
    await made(member.request('PATCH', `${WEBHOOKS}/${id}`, { is_active: true }))
    const arrived = (await receiver.until(before + 3)).slice(before)
    expect(new Set(arrived.map(({ contactId }) => contactId))).toEqual(new Set([1, 2, null]))
  })

  test('says that it is gone is switched off at once', async () => {
    const receiver = await openReceiver(answers(410))
    const { id } = await newWebhook(receiver)
    await happens()
    const off = await untilTrue(async () => {
      const found = await webhookOf(id)
      return found.state === 'off' && found
    })
    expect(off.disabled_reason).toBe('gone')
  })
})

describe('by hand', () => {
  test('a test message says what came back, also of a webhook that is off', async () => {
    const receiver = await openReceiver(answers(418))
    const { id, secret } = await newWebhook(receiver, { is_active: false })
    const refused = await made<Delivery>(member.request('POST', `${WEBHOOKS}/${id}/test`))
    expect(refused).toMatchObject({ state: 'failed', tries: [{ status: 418, answer: 'as I am told' }] })
    receiver.behave = accepts
    expect(await made<Delivery>(member.request('POST', `${WEBHOOKS}/${id}/test`))).toMatchObject({ state: 'delivered' })
    const [first] = receiver.arrived
    const message = await verifyWebhook(first?.body ?? '', first?.headers ?? {}, secret, { nowMs: clock.now() })
    expect(message).toMatchObject({ type: 'webhook_test', data: { webhook_id: id } })
  })

  test('one delivery is sent again, or everything after an event', async () => {
    const receiver = await openReceiver()
    const { id, cursor } = await newWebhook(receiver)
    for (const contact of [1, 2, 3]) await happens(contact)
    await receiver.until(3)
    const [newest] = await untilTrue(async () => {
      const list = await deliveriesOf(id, '&state=delivered')
      return list.length === 3 && list
    })
    await made(member.request('POST', `${WEBHOOKS}/${id}/deliveries/${newest?.id}/redeliver`))
    const arrived = await receiver.until(4)
    expect(arrived[3]?.headers['webhook-id']).toBe(newest?.message_id)
    await untilTrue(async () => (await deliveriesOf(id, '&state=delivered')).length === 3)
    await made(member.request('POST', `${WEBHOOKS}/${id}/replay`, { after: cursor }))
    const again = (await receiver.until(7)).slice(4)
    expect(again.map(({ contactId }) => contactId).sort()).toEqual([1, 2, 3])
  })

  test('an address that may not be reached is said to be so; one that is none is refused', async () => {
    for (const url of ['ftp://example.com', 'http://user:secret@example.com', 'https://example.com/#x', 'nowhere']) {
      expect((await member.request('POST', WEBHOOKS, { url })).status).toBe(422)
    }
    const long = await member.request('POST', WEBHOOKS, { url: 'nowhere '.repeat(1000) })
    expect(long.body.detail).toMatchObject([{ loc: ['body', 'url'], type: 'string_too_long' }])
    const { id } = await made<Webhook>(member.request('POST', WEBHOOKS, { url: 'http://169.254.169.254/latest' }))
    const tried = await made<Delivery>(member.request('POST', `${WEBHOOKS}/${id}/test`))
    expect(tried.tries[0]).toMatchObject({
      reason: 'forbidden_address',
      message: expect.stringMatching(/never reached/),
    })
  })

  test('there is an end to how many an organization may have', async () => {
    const receiver = await openReceiver()
    for (let count = 0; count < 20; count++) await newWebhook(receiver, { is_active: false })
    const { status, body } = await member.request('POST', WEBHOOKS, { url: receiver.url })
    expect([status, body.code, body.details]).toEqual([409, 'quota_exceeded', { quota: 'webhooks', limit: 20 }])
    const { webhooks } = await made<{ webhooks: Webhook[] }>(member.request('GET', WEBHOOKS))
    expect(JSON.stringify(webhooks)).not.toMatch(/whsec_|sealed/)
    await made(member.request('DELETE', `${WEBHOOKS}/${webhooks[0]?.id}`))
    await newWebhook(receiver)
  })
})
