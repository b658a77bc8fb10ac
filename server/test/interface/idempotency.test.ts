/** `Idempotency-Key`: sent twice, done once. */
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Answer, type Json, type TestApp, testApp } from './app.ts'
import { made, newList, newWorkflow } from './things.ts'

const KEYS = '/api/v1/user/api-keys'
const CREATE = '/api/v1/campaign/create'
let world: TestApp
let aheadMs = 0

beforeAll(async () => {
  world = await testApp({ clock: { ...systemClock, now: () => Date.now() + aheadMs } })
})

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const count = async () =>
  (await made<{ campaigns: Json[] }>(world.a.request('GET', '/api/v1/campaign/'))).campaigns.length
const body = async () => ({
  name: 'once',
  workflow_id: await newWorkflow(world.a),
  source_type: 'csv',
  source_id: await newList(world.a),
})

describe('the same request with the same key', () => {
  test('is done once and answered alike, also when both arrive at once', async () => {
    const [input, before] = [await body(), await count()]
    const first = await world.a.request('POST', CREATE, input, withKey('one'))
    const second = await world.a.request('POST', CREATE, input, withKey('one'))
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    const both = await Promise.all(
      ['two', 'two', 'two'].map((key) => world.a.request('POST', CREATE, input, withKey(key))),
    )
    const told = both.map((answer: Answer) => answer.status)
    expect(told.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(told.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await count()).toBe(before + 2)
  })

  test('from another organization is another request', async () => {
    const ours = await made(world.a.request('POST', KEYS, { name: 'k' }, withKey('shared')))
    const theirs = await made(world.b.request('POST', KEYS, { name: 'k' }, withKey('shared')))
    expect(theirs.id).not.toBe(ours.id)
  })

  test('that failed may be sent again', async () => {
    const input = { ...(await body()), workflow_id: 987654321 }
    expect((await world.a.request('POST', CREATE, input, withKey('three'))).status).toBe(400)
    expect((await world.a.request('POST', CREATE, await body(), withKey('three'))).status).toBe(200)
  })

  test('is a new one after a day', async () => {
    const first = await made(world.a.request('POST', KEYS, { name: 'k' }, withKey('daily')))
    aheadMs += 24 * 60 * 60_000 + 1
    const second = await made(world.a.request('POST', KEYS, { name: 'k' }, withKey('daily')))
    expect(second.id).not.toBe(first.id)
  })
})

test('another body, or a key that is none, is 422', async () => {
  await made(world.a.request('POST', KEYS, { name: 'a' }, withKey('four')))
  const other = await world.a.request<{ detail: Json[] }>('POST', KEYS, { name: 'b' }, withKey('four'))
  expect([other.status, other.body.detail[0]?.loc]).toEqual([422, ['header', 'idempotency-key']])
  expect((await world.a.request('POST', KEYS, { name: 'b' }, withKey('x'.repeat(256)))).status).toBe(422)
})

test('a request whose end nobody knows is not done again', async () => {
  const input = { name: 'k' }
  await made(world.a.request('POST', KEYS, input, withKey('five')))
  // As a crash in mid-request leaves it.
  await world.pool.query(`update idempotency_keys set answer = null where key = 'five'`)
  const again = await world.a.request('POST', KEYS, input, withKey('five'))
  expect([again.status, again.body.code]).toEqual([409, 'request_in_progress'])
})

test('what was made is told and never made again, even if the answer could not be remembered', async () => {
  await world.pool.query(`create function refuse() returns trigger language plpgsql as $$begin raise 'no'; end$$`)
  await world.pool.query(
    `create trigger refuse before update on idempotency_keys for each row execute function refuse()`,
  )
  const [input, before] = [await body(), await count()]
  const first = await world.a.request('POST', CREATE, input, withKey('seven'))
  await world.pool.query('drop function refuse cascade')
  const second = await world.a.request('POST', CREATE, input, withKey('seven'))
  expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'request_in_progress'])
  expect(await count()).toBe(before + 1)
})

test('answers are kept sealed: a key that is shown once is not in the database', async () => {
  const { api_key } = await made<{ api_key: string }>(world.a.request('POST', KEYS, { name: 'k' }, withKey('six')))
  const { rows } = await world.pool.query('select answer from idempotency_keys')
  expect(JSON.stringify(rows)).not.toContain(api_key)
  const again = await made<{ api_key: string }>(world.a.request('POST', KEYS, { name: 'k' }, withKey('six')))
  expect(again.api_key).toBe(api_key)
})
