/** Started with another SECRET_KEY: what it sealed is shown as unreadable and can be replaced or deleted. */
import { randomBytes } from 'node:crypto'
import { verifyWebhook } from '@outdial/sdk'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { type Json, type Member, memberWith, requester, type TestApp, testApp } from './app.ts'
import { type Arrived, openReceiver, type Receiver } from './receiver.ts'
import { CONFIGURATIONS, completedCampaign, made, newConfiguration, newWorkflow, TWILIO } from './things.ts'

const MODELS = '/api/v1/organizations/model-configuration'
let world: TestApp
let app: App
let later: Member

beforeAll(async () => {
  world = await testApp()
  const environment = { SECRET_KEY: randomBytes(32).toString('base64') }
  app = await world.again({ environment })
  await app.dialer.start()
  await app.sender.start()
  later = memberWith(world.a, requester(app))
})

test('a configuration is shown, tried, mended and deleted', async () => {
  const one = `${CONFIGURATIONS}/${await newConfiguration(world.a, TWILIO)}`
  const shown = await made<{ credentials: Json }>(later.request('GET', one))
  expect(shown.credentials).toMatchObject({ account_sid: TWILIO.account_sid, auth_token: null })
  const tried = await made<{ ok: boolean; message: string }>(later.request('POST', `${one}/test`))
  expect([tried.ok, tried.message]).toEqual([
    false,
    expect.stringMatching(/another SECRET_KEY.*send the secrets again/),
  ])
  const unchanged = await later.request<{ detail: Json[] }>('PUT', one, { config: shown.credentials })
  expect([unchanged.status, unchanged.body.detail[0]?.loc]).toEqual([422, ['body', 'config', 'auth_token']])
  const mended = await made<{ credentials: Json }>(
    later.request('PUT', one, { config: { auth_token: TWILIO.auth_token } }),
  )
  expect(mended.credentials.auth_token).toMatch(/^\*+3210$/)
  const other = `${CONFIGURATIONS}/${await newConfiguration(world.a, TWILIO)}`
  await made(later.request('DELETE', other))
  expect((await later.request('GET', other)).status).toBe(404)
})

test('model settings are shown without the key, and take a new one', async () => {
  const chat = { base_url: 'https://models.example.com/v1', api_key: 'a long secret key', model: 'm' }
  await made(world.a.request('PUT', MODELS, { brain: 'pipeline', chat }))
  const shown = await made<{ chat: Json }>(later.request('GET', MODELS))
  expect(shown.chat).toMatchObject({ base_url: chat.base_url, api_key: null })
  const mended = await made<{ chat: Json }>(later.request('PUT', MODELS, { chat: { api_key: 'another secret key' } }))
  expect(mended.chat.api_key).toMatch(/^\*+ key$/)
})

const SIGNING = '/api/v1/workflow/webhook-secret'
const WEBHOOKS = '/api/v1/webhooks'

const told = (url: string) => ({
  nodes: [
    { id: 'start', type: 'startCall', data: { greeting: 'Hello.' } },
    { id: 'end', type: 'endCall', data: { say: 'Good-bye.' } },
    { id: 'crm', type: 'webhook', data: { url, headers: { Authorization: 'Bearer the-key-of-the-crm' } } },
  ],
  edges: [{ id: 'on', source: 'start', target: 'end', data: {} }],
})
const TOLD = told('https://crm.example.com/')

/** Told of by a webhook node, whose program must run. */
async function callEnds(member: Member, { url }: Receiver): Promise<void> {
  const workflow_id = await newWorkflow(member, told(url))
  await completedCampaign(member, ['70'], { workflow_id, retry_config: { enabled: false } })
  await app.afterCalls.runOnce()
  await app.afterCalls.idle()
}

async function signedWith(receiver: Receiver, secret: string): Promise<void> {
  await expect.poll(() => receiver.arrived).toHaveLength(1)
  const { body, headers } = receiver.arrived[0] as Arrived
  await verifyWebhook(body, headers, secret)
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(1)
}

test('the signing secret of webhook nodes is shown as unreadable; rotated, it signs what is owed after a call', async () => {
  await made(world.a.request('GET', SIGNING))
  expect(await made(later.request('GET', SIGNING))).toMatchObject({ secret: null })
  const rotated = await made<{ secret: string }>(later.request('POST', `${SIGNING}/rotate`))
  const receiver = await openReceiver()
  await callEnds(later, receiver)
  await signedWith(receiver, rotated.secret)
  // Nothing is signed with what cannot be opened.
  expect(rotated).toMatchObject({ previous_secret_until: null })
})

test('a previous secret that does not open signs nothing, also where an earlier version kept it', async () => {
  const theirs = memberWith(world.b, requester(app))
  await made(world.b.request('GET', SIGNING))
  const events = await openReceiver()
  const { id } = await made(world.b.request('POST', WEBHOOKS, { url: events.url, event_types: ['call_ended'] }))
  const { rows } = await world.pool.query(
    'select a.secret as node, w.secret as event from after_calls a join webhooks w using (organization_id) where w.id = $1',
    [id],
  )
  const node = await made<{ secret: string }>(theirs.request('POST', `${SIGNING}/rotate`))
  const event = await made<{ secret: string }>(theirs.request('POST', `${WEBHOOKS}/${id}/rotate-secret`))
  expect(event).toMatchObject({ secret_rotates_until: null })
  const kept = `set previous_secret = $1, previous_secret_until = now() + interval '1 hour'`
  await world.pool.query(`update after_calls ${kept} where organization_id = $2`, [rows[0].node, theirs.organizationId])
  await world.pool.query(`update webhooks ${kept} where id = $2`, [rows[0].event, id])
  const receiver = await openReceiver()
  await callEnds(theirs, receiver)
  await signedWith(receiver, node.secret)
  await signedWith(events, event.secret)
})

interface Shown extends Json {
  workflow_definition: { nodes: Array<{ data: { headers: Record<string, string> } }> }
}

test('keys of models, headers and the signing secret that somebody moves in the database open nowhere else', async () => {
  const { a, b, pool } = world
  const chat = { base_url: 'https://models.example.com/v1', api_key: 'a long secret key', model: 'm' }
  await made(a.request('PUT', MODELS, { chat }))
  await made(b.request('PUT', MODELS, { chat: { ...chat, api_key: 'of somebody else' } }))
  await made(b.request('GET', SIGNING))
  const [theirs, ours] = [await newWorkflow(a, TOLD), await newWorkflow(b, TOLD)]
  const moves: Array<[string, string, number, number]> = [
    ['model_configurations', 'settings', a.organizationId, b.organizationId],
    ['after_calls', 'secret', a.organizationId, b.organizationId],
    ['workflow_definitions', 'definition', theirs, ours],
  ]
  for (const [table, column, from, to] of moves) {
    const row = table === 'workflow_definitions' ? 'workflow_id' : 'organization_id'
    const moved = `(select ${column} from ${table} where ${row} = $1)`
    await pool.query(`update ${table} set ${column} = ${moved} where ${row} = $2`, [from, to])
  }
  const headers = async (member: Member, id: number) =>
    (await made<Shown>(member.request('GET', `/api/v1/workflow/fetch/${id}`))).workflow_definition.nodes[2]?.data
      .headers
  expect((await made<{ chat: Json }>(b.request('GET', MODELS))).chat.api_key).toBeNull()
  expect((await made<{ chat: Json }>(a.request('GET', MODELS))).chat.api_key).toMatch(/^\*+ key$/)
  expect((await made(b.request('GET', SIGNING))).secret).toBeNull()
  expect((await headers(b, ours))?.Authorization).toBe('********')
  expect((await headers(a, theirs))?.Authorization).toMatch(/^\*+-crm$/)
})
