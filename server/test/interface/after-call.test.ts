/** What is owed after a call: found out, kept and told, whatever the ending. */
import { createHmac } from 'node:crypto'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAfterCallWork } from '../../src/after-calls/after-call-task.ts'
import { ModelCircuitBreaker } from '../../src/after-calls/model-circuit-breaker.ts'
import type { AfterCallTask } from '../../src/after-calls/queries.ts'
import { findCall, saveCallRecord } from '../../src/calls/queries.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { answers, openReceiver, type Receiver } from './receiver.ts'
import { FAST, made, newCampaign, newConfiguration, newWorkflow, untilEvent, uploadCsv } from './things.ts'

let shiftMs = 0
const clock = { ...systemClock, now: () => systemClock.now() + shiftMs }
const TALKING = { ...FAST, account: 'talks', shortest_talk_seconds: 600, longest_talk_seconds: 600, speed: 1 }
let world: TestApp
let talking: number
const model = new LLMock({ port: 0, logLevel: 'silent' })

beforeAll(async () => {
  world = await testApp({ clock })
  await world.app.dialer.start()
  await world.app.sender.start()
  talking = await newConfiguration(world.a, TALKING)
  await model.start()
})
afterAll(() => model.stop())

function definition(receiver: Receiver, more: { settings?: Json; data?: Json; start?: Json } = {}) {
  return {
    nodes: [
      {
        id: 'start',
        type: 'startCall',
        data: {
          greeting: 'Hello, do you come?',
          extract: [{ name: 'mood', prompt: 'How they sound.' }],
          ...more.start,
        },
      },
      { id: 'end', type: 'endCall', data: { say: 'Good-bye.' } },
      {
        id: 'crm',
        type: 'webhook',
        data: { url: receiver.url, headers: { Authorization: 'Bearer crm-key' }, ...more.data },
      },
    ],
    edges: [{ id: 'on', source: 'start', target: 'end', data: { label: 'yes', examples: ['yes'] } }],
    ...(more.settings ? { settings: more.settings } : {}),
  }
}

/** A call on which somebody talks; the agent's own part of it is stood in for. */
/** One number has one live call. */
let people = 0

async function liveCall(workflowId: number): Promise<{ campaignId: number; callId: number }> {
  const wanted = { endings: ['99'], workflow_id: workflowId, telephony_configuration_id: talking }
  const { id } = await newCampaign(world.a, {
    source_id: await uploadCsv(world.a, `phone_number,first_name\n+1202556${String(1000 + people++)},Person 0\n`),
    ...wanted,
    retry_config: { enabled: false },
  })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  for (;;) {
    const { runs } = await made<{ runs: Json[] }>(world.a.request('GET', `/api/v1/campaign/${id}/runs`))
    const live = runs.find((run) => run.is_completed === false && run.state !== 'claimed')
    if (live) return { campaignId: id, callId: Number(live.id) }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const at = new Date().toISOString()
const SAID = [
  { who: 'agent', text: 'Hello, do you come?', at, confidence: null, heard: null, node: 'start' },
  { who: 'person', text: 'yes, gladly', at, confidence: 0.9, heard: null, node: 'start' },
]

async function writeDown(
  callId: number,
  ended: boolean,
  gathered: Record<string, string> = {},
  words = 'yes, gladly',
): Promise<void> {
  const transcript = SAID.map((line) => (line.who === 'person' ? { ...line, text: words } : line))

  const timeline = [
    { at, event: 'node_entered', node: 'start' },
    ...(ended ? [{ at, event: 'ended', by: 'person' }] : []),
  ]
  const record = { timeline, transcript, gathered, latencies: {}, disposition: 'hung_up', recording: null }
  await saveCallRecord(world.app.db, world.a.organizationId, callId, record, new Date())
}

async function hangUp(callId: number): Promise<void> {
  const ended = { kind: 'ended', as: 'completed', cause: 'hung up', permanent: false, endedBy: 'callee' } as const
  await world.app.dialer.report(callId, { kind: 'agent' })
  await world.app.dialer.report(callId, { ...ended, durationSeconds: 9 })
}

async function settleAll(): Promise<void> {
  await world.app.afterCalls.runOnce()
  await world.app.afterCalls.idle()
}

/** The call is over and written down; what is owed after it was taken by nobody so far. */
async function taskAfter(callId: number): Promise<AfterCallTask> {
  await writeDown(callId, false)
  await hangUp(callId)
  await settleAll()
  await writeDown(callId, true)
  const { rows } = await world.pool.query<AfterCallTask>('select * from after_call_tasks where call_id = $1', [callId])
  return rows[0] as AfterCallTask
}

const run = (callId: number) => made<Json>(world.a.request('GET', `/api/v1/calls/${callId}`))

async function useModel(): Promise<void> {
  const extra_body = { stream_options: { include_usage: true } }
  const chat = { base_url: `${model.url}/v1`, model: 'any', api_key: 'none', extra_body }
  const price = { model: 'any', input_per_million: '1000000', output_per_million: '2000000' }
  const prices = { currency: 'EUR', models: [price] }
  await made(world.a.request('PUT', '/api/v1/organizations/model-configuration', { chat, prices }))
}

test('a call that nobody answered is told of, signed, with its secret header', async () => {
  const receiver = await openReceiver()
  const workflow_id = await newWorkflow(world.a, definition(receiver))
  const { id } = await newCampaign(world.a, { endings: ['70'], workflow_id, retry_config: { enabled: false } })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await untilEvent(world.a, id, 'campaign_completed')
  await settleAll()
  const [message] = await receiver.until(1)
  const { call_id: callId, outcome, transcript } = JSON.parse(message?.body ?? '') as Json
  expect([outcome, transcript]).toEqual(['no_answer', []])
  const headers = message?.headers ?? {}
  expect(headers.authorization).toBe('Bearer crm-key')
  const { secret } = await made<{ secret: string }>(world.a.request('GET', '/api/v1/workflow/webhook-secret'))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${message?.body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  const told = { event: 'webhook', node: 'crm', ok: true, status: 204, tries: 1 }
  await expect.poll(async () => (await run(Number(callId))).timeline).toContainEqual(expect.objectContaining(told))
})

test('a webhook is told where the recording is, of a call that was recorded', async () => {
  const receiver = await openReceiver()
  const payload = { call: '{{call_id}}', recording: '{{recording_url}}' }
  for (const recording of [true, false]) {
    const workflow = definition(receiver, { settings: { recording }, data: { payload } })
    const { callId } = await liveCall(await newWorkflow(world.a, workflow))
    await writeDown(callId, true)
    await hangUp(callId)
    await settleAll()
    const [message] = (await receiver.until(recording ? 1 : 2)).slice(-1)
    const told = JSON.parse(message?.body ?? '') as { call: string; recording: string }
    expect(told.call).toBe(String(callId))
    expect(told.recording).toMatch(recording ? new RegExp(`^https?://.+/api/v1/calls/${callId}/recording$`) : /^$/)
  }
})

test('fifty calls of one organization that end at once are settled at once', async () => {
  const receiver = await openReceiver()
  const workflow_id = await newWorkflow(world.a, definition(receiver))
  const endings = Array.from({ length: 50 }, () => '70')
  const { id } = await newCampaign(world.a, {
    endings,
    workflow_id,
    retry_config: { enabled: false },
    max_concurrency: 50,
  })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await untilEvent(world.a, id, 'campaign_completed')
  await settleAll()
  const { rowCount } = await world.pool.query(
    'select 1 from webhook_deliveries d join calls c on c.id = d.call_id where c.campaign_id = $1',
    [id],
  )
  expect(rowCount).toBe(50)
})

test('one that wants answered calls only is not told of others', async () => {
  const [all, answered] = [await openReceiver(), await openReceiver()]
  const both = definition(all)
  const [hook] = definition(answered, { data: { only_answered: true } }).nodes.slice(-1)
  both.nodes.push({ ...hook, id: 'picky' } as never)
  const workflow_id = await newWorkflow(world.a, both)
  const { id } = await newCampaign(world.a, { endings: ['70'], workflow_id, retry_config: { enabled: false } })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await untilEvent(world.a, id, 'campaign_completed')
  await settleAll()
  await all.until(1)
  const { rows } = await world.pool.query<{ reference: string }>(
    'select reference from webhook_deliveries d join calls c on c.id = d.call_id where c.campaign_id = $1',
    [id],
  )
  expect(rows).toEqual([{ reference: 'crm' }])
})

test('who hangs up in the middle: what was said is read by a model, and stands in run, report, event and message', async () => {
  await useModel()
  const found = { mood: 'cheerful', call_summary: 'They come.', call_success: true, call_sentiment: 'positive' }
  model.onMessage(/gladly/, { toolCalls: [{ name: 'record', arguments: JSON.stringify(found) }] })
  const receiver = await openReceiver()
  const settings = { analysis: { summary: true, sentiment: true, success_criteria: 'They come.' } }
  const { callId, campaignId } = await liveCall(await newWorkflow(world.a, definition(receiver, { settings })))
  await writeDown(callId, true)
  await hangUp(callId)
  await settleAll()
  const analysis = { summary: 'They come.', success: true, success_reason: null, sentiment: 'positive' }
  const kept = await run(callId)
  expect(kept).toMatchObject({ gathered_context: { mood: 'cheerful' }, analysis, disposition: 'hung_up' })
  // At one for an input token and two for an output token.
  const { models, cost } = kept.model_usage as { models: Record<string, number>[]; cost: Json }
  const { input_tokens: input = 0, output_tokens: output = 0, requests } = models[0] ?? {}
  expect([models.length, requests, input > 0, output > 0]).toEqual([1, 1, true, true])
  expect([Number(cost.amount), cost.currency, cost.is_complete]).toEqual([input + 2 * output, 'EUR', true])
  const [message] = await receiver.until(1)
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ gathered: { mood: 'cheerful' }, analysis })
  const { events } = await made<{ events: Json[] }>(
    world.a.request('GET', `/api/v1/events?limit=1000&campaign_id=${campaignId}`),
  )
  const data = { success: true, sentiment: 'positive', extracted: ['mood'] }
  expect(events).toContainEqual(expect.objectContaining({ type: 'call_analyzed', call_id: callId, data }))
  expect(JSON.stringify(events)).not.toContain('They come.')
  const { text } = await world.a.request('GET', `/api/v1/campaign/${campaignId}/report`)
  expect(text.split('\n')[0]).toContain('held_by,summary,success,sentiment')
  expect(text).toContain('They come.,true,positive')
})

test('words that may mean "never call again" are put to a model once, and are a candidate for the list, not an entry', async () => {
  await useModel()
  model.onMessage(/go away/, { toolCalls: [{ name: 'record', arguments: '{"person_objects_to_calls":true}' }] })
  const workflow = await newWorkflow(world.a, definition(await openReceiver()))
  const goAway = async (provider: string) => {
    const { callId, campaignId } = await liveCall(workflow)
    await writeDown(callId, true, { mood: 'angry' }, 'oh just go away')
    await hangUp(callId)
    await world.pool.query('update calls set provider = $2 where id = $1', [callId, provider])
    await settleAll()
    return { callId, campaignId }
  }
  // Somebody who does not exist asks for nothing: the number may belong to a real person of a list that is only tried.
  const tried = await goAway('simulator')
  expect((await run(tried.callId)).timeline).toContainEqual(expect.objectContaining({ event: 'suppression_simulated' }))
  expect((await world.a.request('GET', '/api/v1/suppressions/candidates')).body).toMatchObject({ candidates: [] })
  const { callId, campaignId } = await goAway('twilio')
  const { events } = await made<{ events: Json[] }>(
    world.a.request('GET', `/api/v1/events?limit=1000&campaign_id=${campaignId}`),
  )
  const offered = events.filter(({ type }) => type === 'suppression_offered')
  expect(offered).toMatchObject([{ call_id: callId, data: { reason: 'language_model' } }])
  const { phone_number } = (offered[0]?.data ?? {}) as { phone_number: string }
  expect(phone_number).toMatch(/^\+1202556/)
  const listed = await world.a.request('GET', '/api/v1/suppressions')
  expect([listed.status, listed.text.includes(phone_number)]).toEqual([200, false])
  const candidates = await world.a.request('GET', '/api/v1/suppressions/candidates')
  expect(candidates.body).toMatchObject({
    candidates: expect.arrayContaining([
      expect.objectContaining({ phone_number, source: 'conversation', call_id: callId }),
    ]),
  })
  expect((await run(callId)).timeline).toContainEqual(expect.objectContaining({ event: 'suppression_offered' }))
})

test.each([
  [false, 0],
  [true, 1],
])('a webhook step that is switched on (%s) makes work after its calls: %i', async (enabled, tasks) => {
  const receiver = await openReceiver()
  await settleAll()
  const workflow = definition(receiver, { start: { extract: [] }, data: { enabled } })
  const { callId } = await liveCall(await newWorkflow(world.a, workflow))
  await writeDown(callId, true)
  await hangUp(callId)
  expect((await world.app.afterCalls.runOnce()).tasks).toBe(tasks)
  await settleAll()
})

test('what the conversation gathered itself is not overruled, and not asked for', async () => {
  const { callId } = await liveCall(await newWorkflow(world.a, definition(await openReceiver())))
  await writeDown(callId, true, { mood: 'tired' })
  await hangUp(callId)
  const asked = model.getRequests().length
  await settleAll()
  expect((await run(callId)).gathered_context).toEqual({ mood: 'tired' })
  expect(model.getRequests()).toHaveLength(asked)
})

test('a conversation is waited for until it is written down; of a node that died what is there counts', async () => {
  const receiver = await openReceiver()
  const { callId } = await liveCall(await newWorkflow(world.a, definition(receiver, { start: { extract: [] } })))
  await writeDown(callId, false)
  await hangUp(callId)
  await settleAll()
  const waiting = async () =>
    (await world.pool.query('select 1 from after_call_tasks where call_id = $1', [callId])).rowCount
  expect(await waiting()).toBe(1)
  shiftMs += 61_000
  await settleAll()
  expect(await waiting()).toBe(0)
  const [message] = await receiver.until(1)
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ transcript: SAID })
})

test('a model that is away is asked again; in the end the call is told of without it', async () => {
  const gone = { base_url: 'http://127.0.0.1:9/v1', model: 'any', api_key: 'none' }
  await made(world.a.request('PUT', '/api/v1/organizations/model-configuration', { chat: gone }))
  const receiver = await openReceiver()
  const { callId } = await liveCall(await newWorkflow(world.a, definition(receiver)))
  await writeDown(callId, true)
  await hangUp(callId)
  for (const waitMs of [0, 5_000, 30_000, 120_000, 600_000]) {
    expect(receiver.arrived).toHaveLength(0)
    shiftMs += waitMs
    await settleAll()
  }
  await receiver.until(1)
  const failed = { event: 'analysis', ok: false, reason: 'The endpoint could not be reached.' }
  expect((await run(callId)).timeline).toContainEqual(expect.objectContaining(failed))
})

test('another program takes over what a dead one had in hand; whoever comes late tells nobody twice', async () => {
  const receiver = await openReceiver()
  const { callId } = await liveCall(await newWorkflow(world.a, definition(receiver, { start: { extract: [] } })))
  await writeDown(callId, false)
  await hangUp(callId)
  await settleAll()
  await writeDown(callId, true)
  const lease = new Date(clock.now() + 120_000)
  const { rows } = await world.pool.query<AfterCallTask>(
    'update after_call_tasks set attempts = 1, next_attempt_at = $2 where call_id = $1 returning *',
    [callId, lease],
  )
  // Half of it: starting the other takes its time on a busy machine.
  shiftMs += 60_000
  const other = await world.again({ clock })
  const deliveries = async () =>
    (await world.pool.query('select 1 from webhook_deliveries where call_id = $1', [callId])).rowCount
  const round = () => other.afterCalls.runOnce().then(() => other.afterCalls.idle())
  await round()
  expect(await deliveries()).toBe(0)
  shiftMs += 61_000
  await round()
  expect(await deliveries()).toBe(1)
  await receiver.until(1)
  const { db, secrets } = world.app
  const call = await findCall(db, world.a.organizationId, callId)
  const options = { signal: new AbortController().signal, mayTryAgain: true }
  const late = await runAfterCallWork(
    { db, clock, secrets, publicUrl: '', away: new ModelCircuitBreaker(clock) },
    rows[0] as AfterCallTask,
    call,
    options,
  )
  expect([late, await deliveries()]).toEqual(['nothing_to_do', 1])
})

test('whoever comes late leaves no second event', async () => {
  await useModel()
  const { callId, campaignId } = await liveCall(await newWorkflow(world.a, definition(await openReceiver())))
  const task = await taskAfter(callId)
  const { db, secrets } = world.app
  const call = await findCall(db, world.a.organizationId, callId)
  const options = { signal: new AbortController().signal, mayTryAgain: true }
  const twice = [0, 1].map(() =>
    runAfterCallWork({ db, clock, secrets, publicUrl: '', away: new ModelCircuitBreaker(clock) }, task, call, options),
  )
  expect((await Promise.all(twice)).sort()).toEqual(['nothing_to_do', 'queued'])
  const { events } = await made<{ events: Json[] }>(
    world.a.request('GET', `/api/v1/events?limit=1000&campaign_id=${campaignId}`),
  )
  expect(events.filter(({ type }) => type === 'call_analyzed')).toHaveLength(1)
})

test('somebody who is erased while a model reads their call does not come back', async () => {
  const { callId } = await liveCall(await newWorkflow(world.a, definition(await openReceiver())))
  const task = await taskAfter(callId)
  const { db, secrets } = world.app
  const call = await findCall(db, world.a.organizationId, callId)
  const phone_number = String((await run(callId)).phone_number)
  await made(world.a.request('POST', '/api/v1/erasures', { phone_number }))
  const options = { signal: new AbortController().signal, mayTryAgain: true }
  expect(
    await runAfterCallWork(
      { db, clock, secrets, publicUrl: '', away: new ModelCircuitBreaker(clock) },
      task,
      call,
      options,
    ),
  ).toBe('nothing_to_do')
  const left = await world.pool.query(
    'select 1 from webhook_deliveries where call_id = $1 union all select 1 from call_records where call_id = $1',
    [callId],
  )
  expect(left.rowCount).toBe(0)
})

test('a model that is away is asked for one call at a time; calls that need none are told of meanwhile, the others in the end', async () => {
  const broken = await openReceiver(answers(500))
  const chat = { base_url: broken.url, model: 'any', api_key: 'none' }
  await made(world.a.request('PUT', '/api/v1/organizations/model-configuration', { chat }))
  const receiver = await openReceiver()
  const workflow_id = await newWorkflow(world.a, definition(receiver))
  const talked: number[] = []
  for (let count = 0; count < 4; count++) talked.push((await liveCall(workflow_id)).callId)
  // Of the four calls, not each asks. How many do depends on how long the test takes.
  let asked = 0
  const expectFewAsked = () => {
    expect(broken.arrived.length - asked).toBeGreaterThan(0)
    expect(broken.arrived.length - asked).toBeLessThan(talked.length)
    asked = broken.arrived.length
  }
  for (const callId of talked) {
    await writeDown(callId, true)
    await hangUp(callId)
    await settleAll()
  }
  expectFewAsked()
  const { id } = await newCampaign(world.a, { endings: ['70'], workflow_id, retry_config: { enabled: false } })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await untilEvent(world.a, id, 'campaign_completed')
  await settleAll()
  await receiver.until(1)
  // As long as it is left alone after several failures.
  shiftMs += 120_000
  await settleAll()
  expectFewAsked()
  shiftMs += 900_000
  await settleAll()
  await receiver.until(5)
  expectFewAsked()
})

test.each([
  { status: 404, asked: 2 },
  { status: 400, asked: 2 },
  { status: 401, asked: 1 },
  { status: 503, asked: 1 },
])(
  'a model that answers with $status is asked for $asked of two calls; another one is asked in any case',
  async ({ status, asked }) => {
    const endpoint = await openReceiver(answers(status))
    const chat = { base_url: endpoint.url, model: 'any', api_key: 'none' }
    await made(world.a.request('PUT', '/api/v1/organizations/model-configuration', { brain: 'pipeline', chat }))
    const receiver = await openReceiver()
    const ended = async (settings: Json) => {
      // On a slow machine the question about an earlier call would be due again.
      await world.pool.query('delete from after_call_tasks')
      const { callId } = await liveCall(await newWorkflow(world.a, definition(receiver, { settings })))
      await writeDown(callId, true)
      await hangUp(callId)
      await settleAll()
    }
    for (let count = 0; count < 2; count++) await ended({})
    expect(endpoint.arrived).toHaveLength(asked)
    await ended({ brain: 'pipeline', model: 'another' })
    expect(endpoint.arrived).toHaveLength(asked + 1)
  },
)

test('the secret can be replaced; for a day messages are signed with both', async () => {
  const url = '/api/v1/workflow/webhook-secret'
  const before = await made<{ secret: string }>(world.a.request('GET', url))
  const after = await made<{ secret: string; previous_secret_until: string }>(world.a.request('POST', `${url}/rotate`))
  expect(after.secret).not.toBe(before.secret)
  expect((await made<{ secret: string }>(world.b.request('GET', url))).secret).not.toBe(after.secret)
  const receiver = await openReceiver()
  const { callId } = await liveCall(await newWorkflow(world.a, definition(receiver, { start: { extract: [] } })))
  await writeDown(callId, true)
  await hangUp(callId)
  await settleAll()
  const [message] = await receiver.until(1)
  expect(String(message?.headers['webhook-signature']).split(' ')).toHaveLength(2)
})
