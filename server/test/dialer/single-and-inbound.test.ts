/** Calls without a campaign enter through the dialer's one door: slots, pace and back-off hold for them as for all others. */

import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { callbackUrls } from '../../src/calls/callback-urls.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Json, type TestApp, testApp } from '../interface/app.ts'
import { FAST, made, newCampaign, newConfiguration, newWorkflow, PROMPTS_ONLY, TWILIO } from '../interface/things.ts'

const INITIATE = '/api/v1/telephony/initiate-call'
const PUBLIC_URL = 'https://calls.example.com'
const OURS = '+12025550123'
/** Nobody is dialed. */
const NEVER_OPEN = {
  timezone: 'UTC',
  slots: [{ day_of_week: (new Date().getUTCDay() + 2) % 7, start_time: '00:00', end_time: '00:01' }],
}
let world: TestApp

beforeEach(async () => {
  world = await testApp({ environment: { PUBLIC_URL } })
  await world.app.dialer.start()
})

const rowsOf = async (text: string, values: unknown[] = []) => (await world.pool.query(text, values)).rows
const liveCalls = async () =>
  (await rowsOf('select live_calls from organizations where id = $1', [world.a.organizationId]))[0].live_calls as number

describe('a single call', () => {
  let workflowId: number

  beforeEach(async () => {
    workflowId = await newWorkflow(world.a)
  })

  const initiate = (change: Json = {}) =>
    world.a.request<Json & { id: number }>('POST', INITIATE, {
      workflow_id: workflowId,
      phone_number: '+12025550160',
      ...change,
    })

  test('spends the pace of its configuration', async () => {
    const id = await newConfiguration(world.a, { ...FAST, calls_per_second: 1 }, { is_default_outbound: true })
    expect((await initiate()).status).toBe(200)
    expect((await initiate({ phone_number: '+12025550161' })).status).toBe(200)
    const [row] = await rowsOf(
      `select extract(epoch from t.paced_until - min(c.claimed_at)) as ahead
         from telephony_configurations t join calls c on c.telephony_configuration_id = t.id where t.id = $1 group by t.id`,
      [id],
    )
    expect(row.ahead).toBeGreaterThanOrEqual(2)
  })

  test('is not placed while the carrier has asked to wait', async () => {
    const id = await newConfiguration(world.a, FAST, { is_default_outbound: true })
    const backOff = (until: string) =>
      rowsOf(`update telephony_configurations set backoff_until = ${until} where id = $1`, [id])
    await backOff(`now() + interval '30 seconds'`)
    expect(await initiate()).toMatchObject({ status: 409, body: { code: 'carrier_backing_off' } })
    expect(await liveCalls()).toBe(0)
    // No back-off is that long: it was written before the clock was put back.
    await backOff(`now() + interval '2 hours'`)
    expect((await initiate()).status).toBe(200)
  })

  test('on a workflow that nobody can speak is refused as the start of a campaign is', async () => {
    await newConfiguration(world.a, FAST, { is_default_outbound: true })
    const mute = await newWorkflow(world.a, PROMPTS_ONLY)
    expect(await initiate({ workflow_id: mute })).toMatchObject({
      status: 409,
      body: { code: 'workflow_needs_a_model' },
    })
  })

  test('shows the number used longest ago, like the calls of a campaign', async () => {
    const id = await newConfiguration(world.a, FAST, { is_default_outbound: true })
    for (const address of ['+12025550101', '+12025550102']) {
      await made(world.a.request('POST', `/api/v1/organizations/telephony-configs/${id}/phone-numbers`, { address }))
    }
    await initiate()
    await initiate({ phone_number: '+12025550161' })
    const shown = await rowsOf('select caller_number from calls order by id')
    expect(shown.map((row) => row.caller_number)).toEqual(['+12025550101', '+12025550102'])
  })

  test("is written by the database's clock, not by the node's", async () => {
    const skewed = await world.again({
      clock: { ...systemClock, now: () => Date.now() + 3_600_000 },
    })
    await skewed.dialer.start()
    await newConfiguration(world.a, FAST, { is_default_outbound: true })
    const answer = await skewed.server.inject({
      method: 'POST',
      url: INITIATE,
      payload: { workflow_id: workflowId, phone_number: '+12025550160' },
      headers: { 'x-api-key': world.a.key },
    })
    expect(answer.statusCode).toBe(200)
    const [row] = await rowsOf(`select claimed_at < now() + interval '1 minute' as ours from calls`)
    expect(row.ours).toBe(true)
  })
})

describe('an inbound call', () => {
  let configurationId: number

  beforeEach(async () => {
    configurationId = await newConfiguration(world.a, { ...TWILIO, api_base_url: 'http://127.0.0.1:9' })
    await made(
      world.a.request('POST', `/api/v1/organizations/telephony-configs/${configurationId}/phone-numbers`, {
        address: OURS,
        inbound_workflow_id: await newWorkflow(world.a),
      }),
    )
  })

  function comesIn(providerCallId: string, from = '+12025550177', to = OURS, more: Record<string, string> = {}) {
    const urls = callbackUrls(
      { publicUrl: PUBLIC_URL, secrets: world.app.secrets, now: () => Date.now() },
      configurationId,
    )
    const url = urls.configuration('inbound')
    const fields: Record<string, string> = {
      AccountSid: TWILIO.account_sid,
      CallSid: providerCallId,
      CallStatus: 'ringing',
      Direction: 'inbound',
      From: from,
      To: to,
      ...more,
    }
    const text = Object.keys(fields)
      .sort()
      .map((name) => name + fields[name])
      .join('')
    const signature = createHmac('sha1', TWILIO.auth_token)
      .update(url + text)
      .digest('base64')
    return world.request('POST', url.replace(PUBLIC_URL, ''), undefined, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    })
  }

  test('told twice at the same time is one call with one slot', async () => {
    const answers = await Promise.all([comesIn('CA1'), comesIn('CA1'), comesIn('CA1')])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(await rowsOf('select direction, live from calls')).toEqual([{ direction: 'inbound', live: true }])
    expect(await liveCalls()).toBe(1)
  })

  test.each([
    ['TN-Validation-Passed-B', { level: 'B', is_verified: true }],
    ['TN-Validation-Failed-A', { level: 'A', is_verified: false }],
    ['No-TN-Validation', { level: null, is_verified: null }],
  ])('keeps the verification of its caller: %s', async (StirVerstat, verification) => {
    expect((await comesIn('CA1', '+12025550177', OURS, { StirVerstat })).status).toBe(200)
    const [{ id }] = await rowsOf('select id from calls')
    const call = (await world.a.request('GET', `/api/v1/calls/${id}`)).body
    expect(call).toMatchObject({ attestation: { ...verification, reported: StirVerstat } })
    // What the carrier of a caller attests says nothing about the number that was called.
    expect(await rowsOf('select attestation from phone_numbers')).toEqual([{ attestation: null }])
  })

  test('that comes before a node knows the time waits for it: its own clock may be an hour behind', async () => {
    const skewed = await world.again({ clock: { ...systemClock, now: () => Date.now() - 3_600_000 } })
    const { id: numberId } = (await rowsOf('select id from phone_numbers'))[0]
    const [{ id: definitionId, workflow_id: ofWorkflow }] = await rowsOf(
      'select id, workflow_id from workflow_definitions order by id desc',
    )
    const received = skewed.dialer.receiveOne({
      organizationId: world.a.organizationId,
      configurationId,
      workflowId: ofWorkflow,
      definitionId,
      inboundId: 'CA0',
      from: '+12025550177',
      to: OURS,
      numberId,
      variables: {},
    })
    await skewed.dialer.start()
    await received
    expect(await rowsOf(`select claimed_at > now() - interval '1 minute' as ours from calls`)).toEqual([{ ours: true }])
  })

  const ended = (durationSeconds: number) =>
    ({
      kind: 'ended',
      as: 'completed',
      permanent: false,
      durationSeconds,
      cause: 'hung up',
      endedBy: 'callee',
    }) as const
  const lastCall = async () => (await rowsOf('select id from calls order by id desc limit 1'))[0].id as number
  const contactOf = async (campaignId: number) =>
    (
      await rowsOf('select id, state, outcome, dials, phone_number from contacts where campaign_id = $1', [campaignId])
    )[0] as { id: number; state: string; outcome: string | null; phone_number: string }

  test('of a contact who waits has the variables of the contact, and a conversation finishes the contact', async () => {
    const { id } = await newCampaign(world.a, { endings: ['77'], schedule_config: NEVER_OPEN })
    await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
    const contact = await contactOf(id)
    await comesIn('CA5', contact.phone_number)
    const callId = await lastCall()
    await rowsOf('update calls set agent_at = now() where id = $1', [callId])
    const shown = await made<Json>(world.a.request('GET', `/api/v1/calls/${callId}`))
    expect(shown).toMatchObject({
      call_type: 'inbound',
      returns_contact_id: contact.id,
      initial_context: { first_name: 'Person 0', contact_id: String(contact.id), called_number: OURS },
    })
    await world.app.dialer.report(callId, ended(42))
    expect(await contactOf(id)).toMatchObject({ state: 'done', outcome: 'inbound', dials: 0 })
    expect(await made(world.a.request('GET', `/api/v1/campaign/${id}`))).toMatchObject({
      state: 'completed',
      processed_rows: 1,
      failed_rows: 0,
      executed_count: 0,
      total_queued_count: 0,
      outcomes: { inbound: 1 },
    })
  })

  test.each(['0301234567', '004930 1234567', '+49301234567'])(
    'from a caller whose number is written %s on a German number is recognized',
    async (from) => {
      const german = '+493098765432'
      const path = `/api/v1/organizations/telephony-configs/${configurationId}/phone-numbers`
      await made(world.a.request('POST', path, { address: german, inbound_workflow_id: await newWorkflow(world.a) }))
      const { id } = await newCampaign(world.a, { endings: ['77'], schedule_config: NEVER_OPEN })
      await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
      await rowsOf(`update contacts set phone_number = '+49301234567' where campaign_id = $1`, [id])
      await comesIn('CA7', from, german)
      expect(await rowsOf(`select phone_number, returns_contact_id as contact from calls`)).toEqual([
        { phone_number: '+49301234567', contact: (await contactOf(id)).id },
      ])
    },
  )

  test.each([
    ['that lasted five seconds', 5, {}],
    ['where the campaign says so', 42, { finish_on_inbound: false }],
  ])('of a contact who waits leaves the contact in the queue: %s', async (_why, seconds, input) => {
    const { id } = await newCampaign(world.a, { endings: ['77'], schedule_config: NEVER_OPEN, ...input })
    await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
    await comesIn('CA6', (await contactOf(id)).phone_number)
    const callId = await lastCall()
    await rowsOf('update calls set agent_at = now() where id = $1', [callId])
    await world.app.dialer.report(callId, ended(seconds))
    expect(await contactOf(id)).toMatchObject({ state: 'pending', outcome: null })
  })

  test('that cannot be written down takes no slot', async () => {
    await rowsOf(`alter table calls add constraint nobody check (phone_number <> '+12025550177')`)
    expect((await comesIn('CA2')).status).toBe(500)
    expect(await liveCalls()).toBe(0)
  })

  test('whose slot was miscounted is counted anew', async () => {
    await comesIn('CA3')
    await rowsOf('update organizations set live_calls = 7 where id = $1', [world.a.organizationId])
    await world.app.dialer.recount()
    expect(await liveCalls()).toBe(1)
  })
})
