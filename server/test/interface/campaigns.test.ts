import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  ARI,
  type CampaignBody,
  CONFIGURATIONS,
  campaignOf,
  FAST,
  greeting,
  made,
  newCampaign,
  newConfiguration,
  newList,
  newWorkflow,
  TWILIO,
  uploadCsv,
} from './things.ts'

const CREATE = '/api/v1/campaign/create'
const LIST = '/api/v1/campaign/'
let world: TestApp
let workflowId: number
let sourceId: string

beforeAll(async () => {
  world = await testApp({ environment: { PUBLIC_URL_CHECK: 'off' } })
  workflowId = await newWorkflow(world.a)
  sourceId = await newList(world.a, ['00', '01', '02'])
})

const wanted = (change: Json = {}) => ({
  name: 'November',
  workflow_id: workflowId,
  source_type: 'csv',
  source_id: sourceId,
  ...change,
})
const create = (change: Json = {}) => world.a.request<CampaignBody & { detail: Json[] }>('POST', CREATE, wanted(change))
const patch = (id: number, body: unknown) =>
  world.a.request<CampaignBody & { detail: Json[] }>('PATCH', `/api/v1/campaign/${id}`, body)

describe('campaigns: the rules of the interface', () => {
  test('creating and starting tell in how many rows a default would be spoken', async () => {
    const definition = {
      nodes: [
        { id: 'start', type: 'startCall', data: { name: 'Hello', greeting: 'Hello {{nickname | friend}}.' } },
        { id: 'end', type: 'endCall', data: { name: 'End', say: 'Good-bye.' } },
      ],
      edges: [{ id: 'on', source: 'start', target: 'end', data: {} }],
    }
    const csv = 'phone_number,nickname\n+12025550100,Ann\n+12025550101,\n+12025550102,\n'
    const [workflow_id, source_id] = [await newWorkflow(world.a, definition), await uploadCsv(world.a, csv)]
    const draft = await newCampaign(world.a, { workflow_id, source_id })
    const warning = '2 contacts without nickname: the agent says "friend" instead.'
    expect(draft.warnings).toContain(warning)
    const { body } = await world.a.request<{ warnings: string[] }>('POST', `/api/v1/campaign/${draft.id}/start`)
    expect(body.warnings).toContain(warning)
  })

  test('rule 1: a created campaign has state draft, and every field of the interface', async () => {
    const configuration = await newConfiguration(world.a)
    const { status, body } = await create({ telephony_configuration_id: configuration })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      // Warnings for the client that creates it, beside the contract.
      warnings: [expect.stringContaining('No calling hours apply to 3 contacts.')],
      name: 'November',
      is_simulated: true,
      workflow_version_number: null,
      workflow_current_version_number: 1,
      workflow_id: workflowId,
      workflow_name: expect.stringMatching(/^workflow/),
      state: 'draft',
      source_type: 'csv',
      source_id: sourceId,
      total_rows: 3,
      processed_rows: 0,
      failed_rows: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      started_at: null,
      completed_at: null,
      retry_config: {
        enabled: true,
        max_retries: 2,
        retry_delay_seconds: 120,
        retry_on_busy: true,
        retry_on_no_answer: true,
        retry_on_voicemail: true,
      },
      max_concurrency: 10,
      schedule_config: null,
      circuit_breaker: { enabled: false, failure_threshold: 0.5, window_seconds: 120, min_calls_in_window: 5 },
      policy: null,
      policy_version: null,
      keep_open: false,
      finish_on_inbound: true,
      max_spend: null,
      spent: '0.00',
      currency: null,
      executed_count: 0,
      total_queued_count: 0,
      live_calls: 0,
      outcomes: {},
      parent_campaign_id: null,
      redialed_campaign_id: null,
      route: null,
      caller_pool: { rotation: 'sticky', phone_number_ids: null },
      experiment: null,
      telephony_configuration_id: configuration,
      telephony_configuration_name: expect.stringMatching(/^configuration/),
      logs: [
        {
          ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          level: 'info',
          event: 'campaign_created',
          message: expect.any(String),
          details: { by: `API key ${world.a.apiKeyId}`, total_rows: 3 },
        },
      ],
    })
    const { warnings: _, ...campaign } = body
    expect(await campaignOf(world.a, body.id)).toEqual(campaign)
    const { campaigns } = await made<{ campaigns: CampaignBody[] }>(world.a.request('GET', LIST))
    expect(campaigns.find((one) => one.id === body.id)).toEqual(campaign)
  })

  test('rule 2: a telephony_configuration_id that is not in the organization is 400 telephony_configuration_not_found', async () => {
    const others = await newConfiguration(world.b)
    for (const telephony_configuration_id of [999_999_999, others, -1, 0]) {
      expect(await create({ telephony_configuration_id })).toMatchObject({
        status: 400,
        body: { detail: 'telephony_configuration_not_found', code: 'telephony_configuration_not_found' },
      })
    }
  })

  test('rule 3: an update is allowed only in draft or paused; otherwise 409 campaign_not_editable names the state', async () => {
    const { id } = await newCampaign(world.a)
    for (const state of ['draft', 'paused', 'running', 'completed', 'failed']) {
      await world.pool.query('update campaigns set state = $2 where id = $1', [id, state])
      const { status, body } = await patch(id, { name: `named while ${state}` })
      if (state === 'draft' || state === 'paused') {
        expect([status, body.name]).toEqual([200, `named while ${state}`])
      } else {
        expect(status).toBe(409)
        expect(body).toMatchObject({ code: 'campaign_not_editable', message: expect.stringContaining(state) })
      }
    }
  })

  test('rule 4: name, concurrency, time windows, retries and breaker can be updated; what is not sent stays', async () => {
    const before = await newCampaign(world.a)
    const slots = [{ day_of_week: 0, start_time: '09:00', end_time: '17:00' }]
    const { status, body } = await patch(before.id, {
      name: 'December',
      max_concurrency: 3,
      retry_config: { max_retries: 5 },
      schedule_config: { timezone: 'Europe/Berlin', slots },
      circuit_breaker: { enabled: true },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'December',
      max_concurrency: 3,
      retry_config: { ...(before.retry_config as Json), max_retries: 5 },
      schedule_config: { enabled: true, timezone: 'Europe/Berlin', slots },
      circuit_breaker: { ...(before.circuit_breaker as Json), enabled: true },
    })
    const again = (await patch(before.id, { schedule_config: { enabled: false } })).body
    expect(again.schedule_config).toEqual({ enabled: false, timezone: 'Europe/Berlin', slots })
    expect(again).toMatchObject({ name: 'December', max_concurrency: 3, retry_config: { max_retries: 5 } })
    expect(again.logs.at(-1)).toMatchObject({ event: 'campaign_changed', details: { changed: ['schedule'] } })
  })

  test('rule 4: workflow, list and configuration are not among the updatable settings; sent, they are ignored', async () => {
    const before = await newCampaign(world.a)
    const sent = { workflow_id: 1, source_id: 'other', telephony_configuration_id: 1, state: 'running', total_rows: 7 }
    const { status, body } = await patch(before.id, sent)
    expect(status).toBe(200)
    // Only the answers to create, start and resume carry warnings.
    const { warnings, ...fields } = before
    expect({ ...body, logs: [] }).toEqual({ ...fields, logs: [] })
    expect(warnings).toHaveLength(1)
  })
})

describe('campaigns: the telephony configuration that is used', () => {
  test('omitted, it is the default outbound configuration, pinned at creation; without one the draft has null', async () => {
    const world2 = await testApp()
    const given = { telephony_configuration_id: undefined }
    expect((await newCampaign(world2.a, given)).telephony_configuration_id).toBeNull()
    const first = await newConfiguration(world2.a, FAST, { is_default_outbound: true })
    const campaign = await newCampaign(world2.a, given)
    expect(campaign.telephony_configuration_id).toBe(first)
    expect((await newCampaign(world2.a, { telephony_configuration_id: null })).telephony_configuration_id).toBe(first)
    await newConfiguration(world2.a, FAST, { is_default_outbound: true })
    expect((await campaignOf(world2.a, campaign.id)).telephony_configuration_id).toBe(first)
  })

  test('a draft without one looks again at start, and answers 400 telephony_configuration_not_found if there is none', async () => {
    const world2 = await testApp()
    const { id } = await newCampaign(world2.a, { telephony_configuration_id: undefined })
    const start = () => world2.a.request<CampaignBody>('POST', `/api/v1/campaign/${id}/start`)
    expect(await start()).toMatchObject({ status: 400, body: { code: 'telephony_configuration_not_found' } })
    expect((await campaignOf(world2.a, id)).state).toBe('draft')
    const configuration = await newConfiguration(world2.a, FAST, { is_default_outbound: true })
    expect(await start()).toMatchObject({ status: 200, body: { telephony_configuration_id: configuration } })
  })

  test('a carrier that needs a caller ID and has none: start is 409 no_caller_id', async () => {
    const configuration = await newConfiguration(world.a, TWILIO)
    const { id } = await newCampaign(world.a, { telephony_configuration_id: configuration })
    const start = () => world.a.request('POST', `/api/v1/campaign/${id}/start`)
    expect(await start()).toMatchObject({ status: 409, body: { code: 'no_caller_id' } })
    const number = { address: '+12025550188', is_active: false }
    const added = await made(world.a.request('POST', `${CONFIGURATIONS}/${configuration}/phone-numbers`, number))
    expect((await start()).status).toBe(409)
    await made(
      world.a.request('PUT', `${CONFIGURATIONS}/${configuration}/phone-numbers/${added.id}`, { is_active: true }),
    )
    expect((await start()).status).toBe(200)
  })
})

describe('campaigns: references', () => {
  test.each<[string, () => Promise<Json>, number, string]>([
    ['an unknown workflow', async () => ({ workflow_id: 999_999_999 }), 400, 'workflow_not_found'],
    [
      "another organization's workflow",
      async () => ({ workflow_id: await newWorkflow(world.b) }),
      400,
      'workflow_not_found',
    ],
    ['an unknown list', async () => ({ source_id: 'nothing' }), 400, 'source_not_found'],
    ["another organization's list", async () => ({ source_id: await newList(world.b) }), 400, 'source_not_found'],
    ['an archived workflow', archivedWorkflow, 409, 'workflow_archived'],
  ])('create with %s is refused', async (_what, change, status, code) => {
    expect(await create(await change())).toMatchObject({ status, body: { detail: code, code } })
  })

  test('a list that lacks a column of the workflow is 400 missing_variables, naming it', async () => {
    const answer = await create({ workflow_id: await newWorkflow(world.a, greeting('Hello {{first_name}} {{city}}.')) })
    expect(answer).toMatchObject({ status: 400, body: { code: 'missing_variables', details: { variables: ['city'] } } })
    expect(answer.body.message).toContain('city')
  })

  test('a list with empty cells where the workflow needs a value is 400 missing_variables, naming the rows', async () => {
    const workflow_id = await newWorkflow(world.a, greeting('Hello {{first_name}}.'))
    const source_id = await uploadCsv(world.a, 'phone,first_name\n+12025550101,Ada\n+12025550102,\n')
    const { status, body } = await create({ workflow_id, source_id })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'missing_variables', details: { empty: [{ column: 'first_name', count: 1 }] } })
    const defaulted = await newWorkflow(world.a, greeting('Hello {{first_name | there}}.'))
    expect((await create({ workflow_id: defaulted, source_id })).status).toBe(200)
  })
})

async function archivedWorkflow(): Promise<Json> {
  const id = await newWorkflow(world.a)
  await made(world.a.request('PUT', `/api/v1/workflow/${id}`, { status: 'archived' }))
  return { workflow_id: id }
}

describe('campaigns: validation', () => {
  test('name, workflow_id, source_type and source_id are required, and named together', async () => {
    const { status, body } = await world.a.request<{ detail: Json[] }>('POST', CREATE, {})
    expect(status).toBe(422)
    expect(body.detail).toEqual(
      ['name', 'workflow_id', 'source_type', 'source_id'].map((name) => ({
        loc: ['body', name],
        msg: 'Field required',
        type: 'missing',
        input: {},
      })),
    )
  })

  test.each<[Json, string, string]>([
    [{ name: '' }, 'name', 'string_too_short'],
    [{ name: 'x'.repeat(256) }, 'name', 'string_too_long'],
    [{ name: null }, 'name', 'string_type'],
    [{ name: 'a\u0000b' }, 'name', 'string_unicode'],
    [{ name: '\ud800' }, 'name', 'string_unicode'],
    [{ workflow_id: 'seven' }, 'workflow_id', 'int_parsing'],
    [{ workflow_id: 1.5 }, 'workflow_id', 'int_from_float'],
    [{ workflow_id: 2 ** 53 }, 'workflow_id', 'less_than_equal'],
    [{ workflow_id: [1] }, 'workflow_id', 'int_type'],
    [{ source_type: 'json' }, 'source_type', 'string_pattern_mismatch'],
    [{ source_type: 'csv\n' }, 'source_type', 'string_pattern_mismatch'],
    [{ source_id: '' }, 'source_id', 'string_too_short'],
    [{ max_concurrency: 0 }, 'max_concurrency', 'greater_than_equal'],
    [{ max_concurrency: 101 }, 'max_concurrency', 'less_than_equal'],
    [{ max_concurrency: '7.5' }, 'max_concurrency', 'int_parsing'],
    [{ retry_config: { max_retries: 11 } }, 'retry_config.max_retries', 'less_than_equal'],
    [{ retry_config: { max_retries: -1 } }, 'retry_config.max_retries', 'greater_than_equal'],
    [{ retry_config: { retry_delay_seconds: 604_801 } }, 'retry_config.retry_delay_seconds', 'less_than_equal'],
    [{ retry_config: { enabled: 'maybe' } }, 'retry_config.enabled', 'bool_parsing'],
    [{ retry_config: 'twice' }, 'retry_config', 'dict_type'],
    [{ circuit_breaker: { failure_threshold: 1.01 } }, 'circuit_breaker.failure_threshold', 'less_than_equal'],
    [{ circuit_breaker: { failure_threshold: -0.1 } }, 'circuit_breaker.failure_threshold', 'greater_than_equal'],
    [{ circuit_breaker: { failure_threshold: 'half' } }, 'circuit_breaker.failure_threshold', 'float_parsing'],
    [{ circuit_breaker: { window_seconds: 0 } }, 'circuit_breaker.window_seconds', 'greater_than_equal'],
    [{ circuit_breaker: { window_seconds: 86_401 } }, 'circuit_breaker.window_seconds', 'less_than_equal'],
    [{ circuit_breaker: { min_calls_in_window: 0 } }, 'circuit_breaker.min_calls_in_window', 'greater_than_equal'],
    [{ circuit_breaker: { min_calls_in_window: 10_001 } }, 'circuit_breaker.min_calls_in_window', 'less_than_equal'],
  ])('%j is 422, with one fault at %s: %s', async (change, place, type) => {
    const { status, body } = await create(change)
    expect(status).toBe(422)
    expect(body.detail.map((fault) => [fault.loc, fault.type])).toEqual([[['body', ...place.split('.')], type]])
  })

  test.each<[Json, Json]>([
    [{ name: 'x' }, { name: 'x' }],
    [{ name: 'n'.repeat(255) }, { name: 'n'.repeat(255) }],
    [{ name: 'Größe 日本 🎉' }, { name: 'Größe 日本 🎉' }],
    [{ max_concurrency: 1 }, { max_concurrency: 1 }],
    [{ max_concurrency: '100' }, { max_concurrency: 100 }],
    [
      { max_concurrency: null, retry_config: null },
      { max_concurrency: 10, retry_config: { max_retries: 2 } },
    ],
    [
      { retry_config: { max_retries: 0, retry_delay_seconds: 0 } },
      { retry_config: { max_retries: 0, retry_on_busy: true } },
    ],
    [{ retry_config: { max_retries: 10, retry_delay_seconds: 604_800 } }, { retry_config: { max_retries: 10 } }],
    [{ circuit_breaker: { failure_threshold: 0 } }, { circuit_breaker: { failure_threshold: 0, window_seconds: 120 } }],
    [
      { circuit_breaker: { failure_threshold: 1, window_seconds: 86_400 } },
      { circuit_breaker: { window_seconds: 86_400 } },
    ],
    [{ surprise: 'ignored' }, { name: 'November' }],
  ])('%j is accepted', async (change, shown) => {
    const { status, body } = await create(change)
    expect(status).toBe(200)
    expect(body).toMatchObject(shown)
  })

  test('an update is validated as a create is', async () => {
    const { id } = await newCampaign(world.a, { telephony_configuration_id: await newConfiguration(world.a, ARI) })
    const { status, body } = await patch(id, { name: '', max_concurrency: 101, retry_config: { max_retries: 11 } })
    expect(status).toBe(422)
    expect(body.detail.map((fault) => fault.type)).toEqual(['string_too_short', 'less_than_equal', 'less_than_equal'])
  })
})
