import { beforeAll, describe, expect, test } from 'vitest'
import { ALLOWED_TRANSITIONS, type CampaignAction } from '../../src/campaigns/rules/transitions.ts'
import type { CampaignState } from '../../src/dialer/rules/may-dial.ts'
import { oneIn } from '../drawn.ts'
import { type Answer, type Json, type Method, type TestApp, testApp } from './app.ts'
import {
  type CampaignBody,
  campaignOf,
  completedCampaign,
  FAST,
  greeting,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  PROMPTS_ONLY,
  untilEvent,
  uploadCsv,
} from './things.ts'

let world: TestApp

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
})

const act = (id: number, action: string, body?: unknown) =>
  world.a.request<CampaignBody>('POST', `/api/v1/campaign/${id}/${action}`, body)
const one = (id: number) => `/api/v1/campaign/${id}`
/** Never open: nothing is dialled, so that a running campaign stays one. */
const CLOSED = {
  timezone: 'UTC',
  slots: [{ day_of_week: (new Date().getUTCDay() + 2) % 7, start_time: '00:00', end_time: '00:01' }],
}

const REQUESTS: Record<CampaignAction, [Method, string, unknown?]> = {
  edit: ['PATCH', '', { max_concurrency: 2 }],
  start: ['POST', '/start'],
  pause: ['POST', '/pause'],
  resume: ['POST', '/resume'],
  redial: ['POST', '/redial', {}],
  delete: ['DELETE', ''],
  enrol: ['POST', '/contacts', { contacts: [{ phone_number: '+12025550999' }] }],
  close: ['POST', '/close'],
  finish: ['POST', '/finish'],
}
const STATES: CampaignState[] = ['draft', 'running', 'paused', 'completed', 'failed']
const REFUSED = (Object.keys(ALLOWED_TRANSITIONS) as CampaignAction[]).flatMap((action) =>
  STATES.filter((state) => !ALLOWED_TRANSITIONS[action].from.includes(state)).map((state) => [action, state] as const),
)

describe('campaign states: what is not allowed', () => {
  test('the table is what was designed', () => {
    expect(Object.fromEntries(Object.entries(ALLOWED_TRANSITIONS).map(([action, { from }]) => [action, from]))).toEqual(
      {
        edit: ['draft', 'paused'],
        start: ['draft', 'paused', 'failed'],
        pause: ['running'],
        resume: ['paused'],
        redial: ['completed'],
        delete: ['draft', 'paused', 'completed', 'failed'],
        enrol: ['draft', 'running', 'paused'],
        close: ['draft', 'running', 'paused'],
        finish: ['paused'],
      },
    )
  })

  test.each(oneIn(3, REFUSED))(
    '%s of a campaign that is %s is 409, names the state and changes nothing',
    async (action, state) => {
      const { id } = await newCampaign(world.a, { schedule_config: CLOSED })
      // Due never: the dialer has nothing to write down about it meanwhile.
      await world.pool.query(`update campaigns set state = $2, next_due_at = 'infinity' where id = $1`, [id, state])
      const before = await campaignOf(world.a, id)
      const [method, path, body] = REQUESTS[action]
      const answer = await world.a.request(method, one(id) + path, body)
      expect(answer.status).toBe(409)
      expect(answer.body).toEqual({
        detail: ALLOWED_TRANSITIONS[action].otherwise,
        code: ALLOWED_TRANSITIONS[action].otherwise,
        message: expect.stringContaining(`This one is ${state}.`),
      })
      expect(await campaignOf(world.a, id)).toEqual(before)
    },
  )
})

describe('campaign states: transitions', () => {
  test('draft → running → paused → running, each logged with who and why', async () => {
    const { id } = await newCampaign(world.a, { schedule_config: CLOSED })
    const started = await made<CampaignBody>(act(id, 'start'))
    expect(started).toMatchObject({ state: 'running', started_at: expect.any(String), total_queued_count: 1 })
    expect(await made(act(id, 'pause'))).toMatchObject({ state: 'paused', started_at: started.started_at })
    expect(await made(act(id, 'resume'))).toMatchObject({ state: 'running', started_at: started.started_at })
    await made(act(id, 'pause'))
    const again = await made<CampaignBody>(act(id, 'start'))
    expect(again).toMatchObject({ state: 'running', total_queued_count: 1 })
    const log = again.logs.filter((entry) => entry.event.startsWith('campaign_'))
    expect(log.map((entry) => [entry.level, entry.event, entry.details.by])).toEqual(
      ['created', 'started', 'paused', 'resumed', 'paused', 'resumed'].map((what) => [
        'info',
        `campaign_${what}`,
        `API key ${world.a.apiKeyId}`,
      ]),
    )
  })

  test('a paused campaign is finished: whoever waits is not called, and a call under way is waited for', async () => {
    const { id } = await newCampaign(world.a, { schedule_config: CLOSED, endings: ['60', '61', '62'] })
    await made(act(id, 'start'))
    await made(act(id, 'pause'))
    const held = `update contacts set held_by = 'cooldown', next_attempt_at = 'infinity', held_until = 'infinity', dials = 2
                   where id = (select min(id) from contacts where campaign_id = $1)`
    await world.pool.query(held, [id])
    await world.pool.query('update campaigns set live_calls = 1 where id = $1', [id])
    expect(await act(id, 'finish')).toMatchObject({ status: 409, body: { code: 'campaign_has_live_calls' } })
    await world.pool.query('update campaigns set live_calls = 0 where id = $1', [id])
    const finished = await made<CampaignBody>(act(id, 'finish'))
    expect(finished).toMatchObject({
      state: 'completed',
      completed_at: expect.any(String),
      processed_rows: 3,
      failed_rows: 3,
      total_queued_count: 0,
      outcomes: { canceled: 3 },
    })
    expect(finished.logs.at(-1)).toMatchObject({
      event: 'campaign_completed',
      details: { canceled: 3, by: `API key ${world.a.apiKeyId}` },
    })
    const { rows } = await world.pool.query(
      `select state, outcome, held_by, dials from contacts where campaign_id = $1 order by id`,
      [id],
    )
    const done = { state: 'done', outcome: 'canceled', held_by: 'campaign_finished' }
    expect(rows).toEqual([
      { ...done, dials: 2 },
      { ...done, dials: 0 },
      { ...done, dials: 0 },
    ])
    const [{ attempts }] = (await world.pool.query('select attempts from campaigns where id = $1', [id])).rows
    expect(attempts).toEqual({ '0': 2, '2': 1 })
  })

  test('a campaign says which version it speaks and which is the newest; resuming takes either', async () => {
    const workflow_id = await newWorkflow(world.a, greeting('Old street.'))
    const { id } = await newCampaign(world.a, { schedule_config: CLOSED, workflow_id })
    const versions = async () => {
      const { workflow_version_number, workflow_current_version_number } = (await campaignOf(world.a, id)) as Json
      return [workflow_version_number, workflow_current_version_number]
    }
    expect(await versions()).toEqual([null, 1])
    await made(act(id, 'start'))
    await made(act(id, 'pause'))
    const workflow_definition = greeting('New street.')
    await made(world.a.request('PUT', `/api/v1/workflow/${workflow_id}`, { workflow_definition }))
    expect(await versions()).toEqual([1, 2])
    await made(act(id, 'resume'))
    expect(await versions()).toEqual([1, 2])
    await made(act(id, 'pause'))
    await made(act(id, 'resume', { use_current_version: true }))
    expect(await versions()).toEqual([2, 2])
  })

  test('start-check says what a start would do, and why it would be refused, without changing anything', async () => {
    const { id } = await newCampaign(world.a)
    const check = () => made<Json>(world.a.request('GET', `${one(id)}/start-check`))
    expect(await check()).toMatchObject({ pending_rows: 1, ready_rows: 1, waits: [], refusals: [], open_duties: [] })
    await made(world.a.request('PATCH', one(id), { schedule_config: CLOSED }))
    expect(await check()).toMatchObject({ ready_rows: 0, waits: [{ rule: 'calling_hours', contacts: 1 }] })
    const { id: silent } = await newCampaign(world.a, { workflow_id: await newWorkflow(world.a, PROMPTS_ONLY) })
    const refused = await made<Json>(world.a.request('GET', `${one(silent)}/start-check`))
    expect(refused).toMatchObject({ refusals: [{ code: 'workflow_needs_a_model' }] })
    const { id: listed } = await newCampaign(world.a, { source_id: await uploadCsv(world.a, 'phone\n+12025550171\n') })
    await made(world.a.request('POST', '/api/v1/suppressions', { phone_number: '+12025550171' }))
    const ofListed = () => made(world.a.request('GET', `${one(listed)}/start-check`))
    expect(await ofListed()).toMatchObject({ ready_rows: 1, suppressed_rows: 1, ready_suppressed_rows: 1 })
    await made(world.a.request('PATCH', one(listed), { schedule_config: CLOSED }))
    expect(await ofListed()).toMatchObject({ ready_rows: 0, suppressed_rows: 1, ready_suppressed_rows: 0 })
    expect((await campaignOf(world.a, id)).state).toBe('draft')
    await made(act(id, 'start'))
    expect(await check()).toMatchObject({ refusals: [{ code: 'campaign_not_startable' }] })
  })

  test('pause-all pauses every running campaign of the organization, and only of this one', async () => {
    const running = [0, 1, 2].map(() => newCampaign(world.a, { schedule_config: CLOSED }))
    const ids = (await Promise.all(running)).map(({ id }) => id)
    const { id: other } = await newCampaign(world.b, { schedule_config: CLOSED })
    for (const id of ids) await made(act(id, 'start'))
    await made(world.b.request('POST', `/api/v1/campaign/${other}/start`))
    const answer = await made<Json>(world.a.request('POST', '/api/v1/campaign/pause-all'))
    expect(answer.still_running).toEqual([])
    expect((answer.paused as { id: number }[]).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    for (const id of ids) expect((await campaignOf(world.a, id)).state).toBe('paused')
    expect((await campaignOf(world.b, other)).state).toBe('running')
    expect(await made(world.a.request('POST', '/api/v1/campaign/pause-all'))).toEqual({ paused: [], still_running: [] })
  })

  test('two starts at once: one starts it, the other is told that it runs', async () => {
    const { id } = await newCampaign(world.a, { schedule_config: CLOSED })
    const answers = await Promise.all([act(id, 'start'), act(id, 'start'), act(id, 'start')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
  })

  test('a failed campaign can be started again', async () => {
    const { id } = await newCampaign(world.a, { schedule_config: CLOSED })
    await world.pool.query(`update campaigns set state = 'failed' where id = $1`, [id])
    expect((await act(id, 'start')).body.state).toBe('running')
  })

  test.each(['start', 'resume'])(
    '%s of a workflow of prompts alone without a model is 409 workflow_needs_a_model',
    async (action) => {
      const { id } = await newCampaign(world.a, { workflow_id: await newWorkflow(world.a, PROMPTS_ONLY) })
      if (action === 'resume') await world.pool.query(`update campaigns set state = 'paused' where id = $1`, [id])
      expect(await act(id, action)).toMatchObject({ status: 409, body: { code: 'workflow_needs_a_model' } })
    },
  )

  test('after the answer to pause no call is placed, though a dial is due every 20 ms', async () => {
    const paced = await newConfiguration(world.a, { ...FAST, calls_per_second: 50 })
    const endings = Array.from({ length: 60 }, () => '60')
    const input = { endings, telephony_configuration_id: paced, retry_config: { enabled: false } }
    const { id } = await newCampaign(world.a, input)
    await made(act(id, 'start'))
    await made(act(id, 'pause'))
    const calls = async () => (await world.pool.query('select 1 from calls where campaign_id = $1', [id])).rowCount
    const placed = await calls()
    // Long enough for many dials.
    for (let asked = 0; asked < 50; asked++) await made(world.a.request('GET', `${one(id)}/progress`))
    expect(await calls()).toBe(placed)
    await made(act(id, 'resume'))
    await untilEvent(world.a, id, 'campaign_completed')
    expect(await calls()).toBe(60)
  })
})

test('a list tells why a campaign stopped itself, also after ten changes; a campaign that a person paused, who did', async () => {
  const listed = async (id: number) => {
    const { campaigns } = await made<{ campaigns: CampaignBody[] }>(world.a.request('GET', '/api/v1/campaign/'))
    return (campaigns.find((campaign) => campaign.id === id) as CampaignBody).logs
  }
  const change = async (id: number) => {
    for (let max_concurrency = 2; max_concurrency < 14; max_concurrency++) {
      await made(world.a.request('PATCH', one(id), { max_concurrency }))
    }
  }
  const { id } = await newCampaign(world.a, {
    endings: Array.from({ length: 20 }, () => '96'),
    max_concurrency: 1,
    retry_config: { enabled: false },
    circuit_breaker: { enabled: true, failure_threshold: 0.5, window_seconds: 3600, min_calls_in_window: 2 },
  })
  await made(act(id, 'start'))
  await untilEvent(world.a, id, 'circuit_breaker_tripped')
  await change(id)
  const changes = Array.from({ length: 10 }, () => 'campaign_changed')
  expect((await listed(id)).map(({ event }) => event)).toEqual(['circuit_breaker_tripped', ...changes])

  const alike = await newCampaign(world.a, {
    endings: Array.from({ length: 20 }, () => '95'),
    max_concurrency: 1,
    circuit_breaker: { enabled: false },
  })
  await made(act(alike.id, 'start'))
  await untilEvent(world.a, alike.id, 'dials_fail_alike')
  await change(alike.id)
  expect((await listed(alike.id)).map(({ event }) => event)).toEqual(['dials_fail_alike', ...changes])

  await made(world.a.request('PATCH', one(id), { schedule_config: CLOSED }))
  await made(act(id, 'resume'))
  expect(await listed(id)).toHaveLength(10)
  await made(act(id, 'pause'))
  await change(id)
  expect((await listed(id)).map(({ event }) => event)).toEqual(['campaign_paused', ...changes])
})

describe('campaign counters', () => {
  test('once completed, everything is processed and everything queued was carried out', async () => {
    const campaign = await completedCampaign(world.a, ['00', '01', '60', '70', '80', '95', '96'])
    expect(campaign).toMatchObject({
      state: 'completed',
      total_rows: 7,
      processed_rows: 7,
      total_queued_count: 7,
      executed_count: 7,
      completed_at: expect.any(String),
    })
    expect(campaign.logs.at(-1)).toMatchObject({ event: 'campaign_completed' })
  })

  test('each retry is one more dial queued and carried out, and a contact never reached is a failed row', async () => {
    const campaign = await completedCampaign(world.a, ['60', '70'], {
      retry_config: { max_retries: 2, retry_delay_seconds: 0 },
    })
    expect(campaign).toMatchObject({
      total_rows: 2,
      processed_rows: 2,
      failed_rows: 2,
      total_queued_count: 6,
      executed_count: 6,
    })
  })

  test.each([
    ['a phone number', '+12025550033'],
    ['a SIP URI that carries it', 'sip:+12025550033@pbx.example'],
  ])('a suppressed number is not dialled, in a list as %s', async (_, address) => {
    const { id } = await newCampaign(world.a, { source_id: await uploadCsv(world.a, `phone\n${address}\n`) })
    await made(world.a.request('POST', '/api/v1/suppressions', { phone_number: '+12025550033' }))
    await made(act(id, 'start'))
    await untilEvent(world.a, id, 'campaign_completed')
    const { rows } = await world.pool.query('select placed_at from calls where campaign_id = $1', [id])
    expect(rows.filter((call) => call.placed_at !== null)).toEqual([])
  })
})

describe('redial', () => {
  const redial = (id: number, body?: unknown) => act(id, 'redial', body)
  const phones = async (id: number) => {
    const { contacts } = await made<{ contacts: Array<{ phone_number: string }> }>(
      world.a.request('GET', `${one(id)}/contacts`),
    )
    return contacts.map((contact) => contact.phone_number.slice(-2))
  }

  test('a completed campaign becomes a new draft with those not reached; everything else is copied', async () => {
    const parent = await completedCampaign(world.a, ['00', '60', '70', '80'], {
      retry_config: { enabled: false, retry_delay_seconds: 7 },
      max_concurrency: 4,
    })
    const child = await made<CampaignBody>(redial(parent.id))
    expect(child).toMatchObject({
      state: 'draft',
      name: `${parent.name} (redial)`,
      total_rows: 3,
      processed_rows: 0,
      started_at: null,
      parent_campaign_id: parent.id,
      redialed_campaign_id: null,
      workflow_id: parent.workflow_id,
      source_id: parent.source_id,
      telephony_configuration_id: parent.telephony_configuration_id,
      retry_config: parent.retry_config,
      max_concurrency: 4,
    })
    expect(await phones(child.id)).toEqual(['60', '70', '80'])
    expect((await campaignOf(world.a, parent.id)).redialed_campaign_id).toBe(child.id)
    expect(await redial(parent.id)).toMatchObject({
      status: 409,
      body: { code: 'campaign_not_redialable', message: expect.stringContaining(String(child.id)) },
    })
  })

  test.each<[Json, string[]]>([
    [{ retry_on_busy: false, retry_on_no_answer: false }, ['80']],
    [{ retry_on_voicemail: false, retry_on_no_answer: false }, ['60']],
    [{ retry_on_voicemail: false, retry_on_busy: false }, ['70']],
    [{ name: 'Again', retry_config: { max_retries: 1 } }, ['60', '70', '80']],
  ])('%j chooses whom', async (body, chosen) => {
    const parent = await completedCampaign(world.a, ['00', '60', '70', '80'])
    const child = await made<CampaignBody>(redial(parent.id, body))
    expect(await phones(child.id)).toEqual(chosen)
    if (body.name) expect(child).toMatchObject({ name: 'Again', retry_config: { enabled: false, max_retries: 1 } })
  })

  test('nobody left to call is 400 nothing_to_redial, and leaves the campaign redialable', async () => {
    const parent = await completedCampaign(world.a, ['60'])
    const none = { retry_on_busy: false, retry_on_no_answer: false, retry_on_voicemail: false }
    expect(await redial(parent.id, none)).toMatchObject({ status: 400, body: { code: 'nothing_to_redial' } })
    expect((await redial(parent.id)).status).toBe(200)
  })

  test('two redials at once make one campaign', async () => {
    const parent = await completedCampaign(world.a, ['60'])
    const answers: Answer[] = await Promise.all([redial(parent.id), redial(parent.id)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })
})

describe('delete', () => {
  test('a deleted campaign is gone with its contacts and calls; its list stays', async () => {
    const { id, source_id } = await completedCampaign(world.a, ['00', '60'])
    expect((await world.a.request('DELETE', one(id))).body).toMatchObject({ id, state: 'completed' })
    for (const path of ['', '/contacts', '/runs', '/progress', '/report']) {
      expect(await world.a.request('GET', one(id) + path)).toMatchObject({
        status: 404,
        body: { code: 'campaign_not_found' },
      })
    }
    const { rows } = await world.pool.query(
      'select (select count(*) from calls where campaign_id = $1) + (select count(*) from contacts where campaign_id = $1) as left',
      [id],
    )
    expect(rows[0].left).toBe(0)
    expect((await world.a.request('GET', `/api/v1/contact-lists/${source_id}`)).status).toBe(200)
  })

  test('while calls are going on it is 409 campaign_has_live_calls', async () => {
    const slow = await newConfiguration(world.a, {
      provider: 'simulator',
      shortest_ring_seconds: 60,
      longest_ring_seconds: 60,
    })
    const { id } = await newCampaign(world.a, { telephony_configuration_id: slow })
    await made(act(id, 'start'))
    while ((await world.pool.query('select 1 from calls where campaign_id = $1', [id])).rowCount === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await made(act(id, 'pause'))
    expect(await world.a.request('DELETE', one(id))).toMatchObject({
      status: 409,
      body: { code: 'campaign_has_live_calls' },
    })
  })

  test('deleting one of a redialed pair leaves the other without the reference', async () => {
    const parent = await completedCampaign(world.a, ['60'])
    const child = await made<CampaignBody>(act(parent.id, 'redial'))
    await made(world.a.request('DELETE', one(child.id)))
    expect((await campaignOf(world.a, parent.id)).redialed_campaign_id).toBeNull()
  })
})

test('readers of events are told of a pause at once, not at their next look', async () => {
  // Its dialer is not started: what it tells of its own accord would hide that the pause told nothing.
  const { a, pool } = await testApp()
  const { id } = await newCampaign(a, { telephony_configuration_id: await newConfiguration(a, FAST) })
  await made(a.request('POST', `/api/v1/campaign/${id}/start`))
  const client = await pool.connect()
  try {
    await client.query('listen outdial_events')
    const told = new Promise<string | undefined>((resolve) => {
      client.on('notification', ({ payload }) => {
        if (payload === String(a.organizationId)) resolve(payload)
      })
    })
    await made(a.request('POST', `/api/v1/campaign/${id}/pause`))
    expect(await told).toBe(String(a.organizationId))
  } finally {
    client.release(true)
  }
})

test('a campaign goes on with its own version, or with the current one if asked; a run names its version', async () => {
  const workflow_id = await newWorkflow(world.a)
  const { id } = await newCampaign(world.a, { workflow_id, schedule_config: CLOSED })
  const versionOf = async () => {
    const { rows } = await world.pool.query(
      `select d.version_number from campaigns c join workflow_definitions d on d.id = c.definition_id where c.id = $1`,
      [id],
    )
    return rows[0].version_number
  }
  await made(act(id, 'start'))
  await made(act(id, 'pause'))
  await made(world.a.request('PUT', `/api/v1/workflow/${workflow_id}`, { workflow_definition: greeting('Good day.') }))
  await made(act(id, 'resume'))
  expect(await versionOf()).toBe(1)
  await made(act(id, 'pause'))
  await made(act(id, 'resume', { use_current_version: true }))
  expect(await versionOf()).toBe(2)

  const completed = await completedCampaign(world.a, ['60'])
  const { runs } = await made<{ runs: Json[] }>(world.a.request('GET', `${one(completed.id)}/runs`))
  expect(runs[0]).toMatchObject({ version_number: 1 })
})
