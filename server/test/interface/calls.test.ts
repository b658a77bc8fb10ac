import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Recording } from '../../src/agent/recording.ts'
import { keepRecording } from '../../src/calls/keep-recordings.ts'
import { saveCallRecord } from '../../src/calls/queries.ts'
import { recordingUrl } from '../../src/calls/recordings.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { loadResampler } from '../../src/speech/resample.ts'
import { folderStore } from '../../src/storage/files/folder-store.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  ARI,
  CONFIGURATIONS,
  completedCampaign,
  FAST,
  made,
  newConfiguration,
  newWorkflow,
  PROMPTS_ONLY,
  TWILIO,
  untilCallEnds,
} from './things.ts'

const INITIATE = '/api/v1/telephony/initiate-call'
let world: TestApp
let workflowId: number
let configurationId: number

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  workflowId = await newWorkflow(world.a)
  configurationId = await newConfiguration(world.a, FAST, { is_default_outbound: true })
})

const initiate = (change: Json = {}) =>
  world.a.request<Json & { id: number; detail: Json[] }>('POST', INITIATE, {
    workflow_id: workflowId,
    phone_number: '+12025550160',
    ...change,
  })

const ended = (id: number) => untilCallEnds(world.a, id)

describe('initiate-call', () => {
  test('calls one number on the simulated carrier, without a campaign', async () => {
    const { status, body } = await initiate({ variables: { first_name: 'Ada' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      workflow_id: workflowId,
      phone_number: '+12025550160',
      call_type: 'outbound',
      mode: 'simulator',
      campaign_id: null,
      contact_id: null,
      telephony_configuration_id: configurationId,
      initial_context: { first_name: 'Ada' },
    })
    expect(await ended(body.id)).toMatchObject({ id: body.id, state: 'ended', outcome: 'busy', cause: 'user busy' })
  })

  test('by the uuid of the workflow: variables become text, and one that is too long is refused', async () => {
    const { workflow_uuid } = await made<Json>(world.a.request('GET', `/api/v1/workflow/fetch/${workflowId}`))
    const byUuid = (change: Json) =>
      world.a.request<Json & { workflow_run_id: number }>('POST', `/api/v1/public/agent/workflow/${workflow_uuid}`, {
        phone_number: '+12025550160',
        ...change,
      })
    const { body } = await byUuid({ initial_context: { age: 42, pets: ['Rex'], none: null } })
    expect(body).toMatchObject({ status: 'initiated', workflow_run_name: expect.any(String) })
    expect(await ended(body.workflow_run_id)).toMatchObject({ initial_context: { age: '42', pets: '["Rex"]' } })
    const long = await byUuid({ initial_context: { story: 'x'.repeat(4097) } })
    expect([long.status, long.text]).toEqual([422, expect.stringContaining('at most 4096 characters')])
  })

  test('under a number that the request names, only where the person can see no other', async () => {
    const own = await newConfiguration(world.a, FAST)
    const numbers = `/api/v1/organizations/telephony-configs/${own}/phone-numbers`
    const first = await made<Json & { id: number }>(world.a.request('POST', numbers, { address: '+12025550191' }))
    const { body } = await initiate({ from_phone_number_id: first.id })
    expect(body).toMatchObject({ telephony_configuration_id: own, caller_number: '+12025550191' })
    await ended(body.id)
    const refused = async (change: Json, words: string) => {
      const { status, text } = await initiate({ from_phone_number_id: first.id, ...change })
      expect([status, text]).toEqual([422, expect.stringContaining(words)])
    }
    await refused({ telephony_configuration_id: configurationId }, 'belongs to another telephony configuration')
    await refused({ from_phone_number_id: 987_654_321 }, 'no active phone number with this id')
    await made(world.a.request('POST', numbers, { address: '+12025550192' }))
    await refused({}, 'has other active numbers')
  })

  test('for a prepared run: one call, also when the request is repeated; a refusal leaves it unused', async () => {
    const runs = `/api/v1/workflow/${workflowId}/runs`
    const run = await made<Json & { id: number }>(world.a.request('POST', runs, { name: 'CRM', mode: 'twilio' }))
    expect(run).toMatchObject({ workflow_id: workflowId, name: 'CRM', mode: 'twilio', initial_context: {} })
    expect((await world.a.request('GET', `${runs}/${run.id}`)).status).toBe(404)
    const forRun = (change: Json = {}) => initiate({ workflow_run_id: run.id, ...change })
    expect((await forRun({ from_phone_number_id: 987_654_321 })).status).toBe(422)
    const answers = await Promise.all([forRun(), forRun(), forRun()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { body } = answers.find(({ status }) => status === 200)!
    await ended(body.id)
    expect(await forRun()).toMatchObject({ status: 409, body: { code: 'run_already_called' } })
    expect(await made(world.a.request('GET', `${runs}/${run.id}`))).toMatchObject({ id: body.id })
    const foreign = await initiate({ workflow_id: await newWorkflow(world.a), workflow_run_id: run.id })
    expect(foreign).toMatchObject({ status: 400, body: { code: 'run_not_found' } })
  })

  test('shows what language models used, and what that cost at the prices of then', async () => {
    const { body } = await initiate()
    await ended(body.id)
    const model = { requests: 3, reported: 2, input_tokens: 2000, output_tokens: 101 }
    const priced = { ...model, model: 'm', input_price: 300_000, output_price: 1_200_000 }
    const unpriced = { ...model, model: 'n', input_price: null, output_price: null }
    const stored = async (...models: (typeof priced | typeof unpriced)[]) => {
      const record = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: null }
      const usage = { currency: 'EUR', models }
      await saveCallRecord(world.app.db, world.a.organizationId, body.id, { ...record, usage }, new Date())
      return made(world.a.request('GET', `/api/v1/calls/${body.id}`))
    }
    const shown = { requests: 3, unreported_requests: 1, input_tokens: 2000, output_tokens: 101 }
    expect(await stored(priced)).toMatchObject({
      model_usage: {
        models: [{ ...shown, model: 'm', cost: '0.000722' }],
        cost: { amount: '0.000722', currency: 'EUR', is_complete: false },
      },
    })
    expect(await stored({ ...priced, requests: 2 })).toMatchObject({ model_usage: { cost: { is_complete: true } } })
    expect(await stored(priced, unpriced)).toMatchObject({
      model_usage: { models: [{ cost: '0.000722' }, { cost: null }], cost: null },
    })
  })

  test('gives its slot back when the call has ended', async () => {
    await ended((await initiate()).body.id)
    const { rows } = await world.pool.query('select live_calls from organizations where id = $1', [
      world.a.organizationId,
    ])
    expect(rows[0].live_calls).toBe(0)
  })

  test('a workflow that neither a script nor a model could speak is 409, before anybody is called', async () => {
    const silent = await newWorkflow(world.a, PROMPTS_ONLY)
    expect(await initiate({ workflow_id: silent })).toMatchObject({
      status: 409,
      body: { code: 'workflow_needs_a_model', message: expect.stringContaining('start') },
    })
  })

  test('a suppressed number is 409 number_suppressed, however it is written', async () => {
    await made(world.a.request('POST', '/api/v1/suppressions', { phone_number: '+12025550199' }))
    for (const phone_number of ['+12025550199', '+1 (202) 555-0199', 'sip:+12025550199@pbx.example']) {
      expect(await initiate({ phone_number })).toMatchObject({ status: 409, body: { code: 'number_suppressed' } })
    }
    const { id: own } = await made(
      world.b.request('POST', '/api/v1/workflow/create/definition', {
        name: 'w',
        workflow_definition: (await world.a.request('GET', `/api/v1/workflow/fetch/${workflowId}`)).body
          .workflow_definition,
      }),
    )
    const others = await newConfiguration(world.b)
    const body = { workflow_id: own, phone_number: '+12025550199', telephony_configuration_id: others }
    expect((await world.b.request('POST', INITIATE, body)).status).toBe(200)
  })

  test('no free slot in the organization is 409 no_free_slot, and counts nothing', async () => {
    await world.pool.query('update organizations set max_concurrency = 1, live_calls = 1 where id = $1', [
      world.a.organizationId,
    ])
    try {
      expect(await initiate()).toMatchObject({ status: 409, body: { code: 'no_free_slot' } })
      const { rows } = await world.pool.query('select live_calls from organizations where id = $1', [
        world.a.organizationId,
      ])
      expect(rows[0].live_calls).toBe(1)
    } finally {
      await world.pool.query('update organizations set max_concurrency = 200, live_calls = 0 where id = $1', [
        world.a.organizationId,
      ])
    }
  })

  test.each<[string, () => Promise<Json>, number, string]>([
    ['an unknown workflow', async () => ({ workflow_id: 999_999_999 }), 400, 'workflow_not_found'],
    [
      "another organization's workflow",
      async () => ({ workflow_id: await newWorkflow(world.b) }),
      400,
      'workflow_not_found',
    ],
    ['an archived workflow', archivedWorkflow, 409, 'workflow_archived'],
    [
      'an unknown configuration',
      async () => ({ telephony_configuration_id: 999_999_999 }),
      400,
      'telephony_configuration_not_found',
    ],
    [
      "another organization's configuration",
      async () => ({ telephony_configuration_id: await newConfiguration(world.b) }),
      400,
      'telephony_configuration_not_found',
    ],
    [
      'a carrier that needs a caller ID and has none',
      async () => ({ telephony_configuration_id: await newConfiguration(world.a, TWILIO) }),
      409,
      'no_caller_id',
    ],
  ])('%s is refused', async (_what, change, status, code) => {
    expect(await initiate(await change())).toMatchObject({ status, body: { detail: code, code } })
  })

  test('a configuration whose provider is switched off is 400, with the reason', async () => {
    const without = await world.again({ environment: { SIMULATOR: 'off' } })
    const payload = { workflow_id: workflowId, phone_number: '+12025550160' }
    const answer = await without.server.inject({
      method: 'POST',
      url: INITIATE,
      payload,
      headers: { 'x-api-key': world.a.key },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('switched off') },
    ])
  })

  test('no configuration named and no default is 400 telephony_configuration_not_found', async () => {
    const other = await testApp()
    const workflow_id = await newWorkflow(other.a)
    await newConfiguration(other.a, ARI)
    const answer = await other.a.request('POST', INITIATE, { workflow_id, phone_number: '+12025550160' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'telephony_configuration_not_found' } })
  })

  test.each([
    '2025550160',
    'call me',
    '+1',
    '',
    '112',
    '911',
    'unbekannt',
    '1001',
    'sip:112@pbx.example',
    '📞'.repeat(255),
  ])('%j is no phone number: 422', async (phone_number) => {
    const { status, body } = await initiate({ phone_number })
    expect(status).toBe(422)
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'phone_number'] })])
  })

  test('every fault is named in one answer, that of the number too', async () => {
    const { status, body } = await initiate({ workflow_id: 'x', phone_number: 'call me', variables: { first_name: 7 } })
    const places = (body.detail as unknown as Array<{ loc: string[] }>).map((fault) => fault.loc.join('.')).sort()
    expect([status, places]).toEqual([422, ['body.phone_number', 'body.variables.first_name', 'body.workflow_id']])
  })

  test('variables are texts', async () => {
    const { status, body } = await initiate({ variables: { first_name: 7 } })
    expect([status, body.detail[0]?.loc]).toEqual([422, ['body', 'variables', 'first_name']])
  })
})

async function archivedWorkflow(): Promise<Json> {
  const id = await newWorkflow(world.a)
  await made(world.a.request('PUT', `/api/v1/workflow/${id}`, { status: 'archived' }))
  return { workflow_id: id }
}

describe('calls', () => {
  test('are listed newest first, paged and filtered', async () => {
    const campaign = await completedCampaign(world.a, ['60', '61', '70'])
    const list = (query: string) =>
      made<Json & { runs: Array<Json & { id: number }> }>(world.a.request('GET', `/api/v1/calls${query}`))
    const mine = await list(`?campaign_id=${campaign.id}`)
    expect(mine).toMatchObject({ total_count: 3, page: 1, limit: 50, total_pages: 1 })
    const ids = mine.runs.map((run) => run.id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect((await list(`?campaign_id=${campaign.id}&outcome=busy`)).total_count).toBe(2)
    expect((await list(`?campaign_id=${campaign.id}&limit=2&page=2`)).runs.map((run) => run.id)).toEqual(ids.slice(2))
    expect((await list('?call_type=inbound')).runs).toEqual([])
    expect((await list('?page=1000000')).runs).toEqual([])
    expect((await list('?campaign_id=999999999')).total_count).toBe(0)
  })

  test.each(['?page=0', '?limit=1001', '?outcome=lovely', '?call_type=sideways', '?campaign_id=x'])(
    '%s is 422',
    async (query) => {
      expect((await world.a.request('GET', `/api/v1/calls${query}`)).status).toBe(422)
    },
  )

  test('one call has timeline, transcript and gathered values', async () => {
    const { body } = await initiate()
    expect(await ended(body.id)).toMatchObject({
      timeline: expect.any(Array),
      transcript: expect.any(Array),
      gathered_context: expect.any(Object),
      latencies: expect.any(Object),
      placed_at: expect.any(String),
    })
    expect(await world.a.request('GET', '/api/v1/calls/999999999')).toMatchObject({
      status: 404,
      body: { code: 'call_not_found' },
    })
  })

  test('a call without a recording is 404 recording_not_found', async () => {
    const { body } = await initiate()
    expect(await world.a.request('GET', `/api/v1/calls/${body.id}/recording`)).toMatchObject({
      status: 404,
      body: { code: 'recording_not_found' },
    })
  })

  /** As the agent does it: its own recorder, and its own way of writing down what was kept. */
  async function recordedCall(): Promise<number> {
    const { id } = (await initiate()).body
    await ended(id)
    let atMs = 0
    const [spool, organizationId] = [join(world.config.dataDir, 'recordings-unfinished'), world.a.organizationId]
    const recording = new Recording({
      directory: spool,
      organizationId,
      callId: id,
      clock: { ...systemClock, monotonic: () => atMs },
      format: { encoding: 'mulaw', sampleRateHz: 8000 },
      openResampler: await loadResampler(),
      onFailure: (error) => expect.fail(String(error)),
    })
    recording.person(new Int16Array(4000).fill(16_384), 0)
    atMs = 500
    await recording.close()
    const record = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: null }
    await saveCallRecord(world.app.db, organizationId, id, record, new Date())
    const store = folderStore(join(world.config.dataDir, 'recordings'))
    const keeping = { db: world.app.db, log: silentLog, store, directory: spool }
    expect(await keepRecording(keeping, { organizationId, callId: id })).toBe(true)
    return id
  }

  test('what the agent recorded is had by a signed link, which is 403 when forged or expired', async () => {
    const id = await recordedCall()
    const { download_url } = await made<{ download_url: string }>(
      world.a.request('GET', `/api/v1/calls/${id}/recording`),
    )
    const call = await made<Json>(world.a.request('GET', `/api/v1/calls/${id}`))
    const base = `${world.config.publicUrl}/api/v1/`
    expect(call.recording_url).toBe(`${base}calls/${id}/recording`)
    expect(download_url.slice(0, base.length)).toBe(base)
    const found = await world.request('GET', download_url)
    expect([found.status, found.headers['content-type'], found.text.slice(0, 4)]).toEqual([200, 'audio/wav', 'RIFF'])
    const forged = download_url.replace(/recordings\/(\d+)\./, (_all, one) => `recordings/${Number(one) + 1}.`)
    expect(await world.request('GET', forged)).toMatchObject({ status: 403, body: { code: 'link_expired' } })
    const address = { organizationId: world.a.organizationId, callId: id }
    const expired = recordingUrl({ secrets: world.app.secrets, publicUrl: '' }, address, Date.now() - 3_600_000)
    expect((await world.request('GET', expired)).status).toBe(403)
  })

  test('a player may begin anywhere in a recording', async () => {
    const id = await recordedCall()
    const { download_url } = await made<{ download_url: string }>(
      world.a.request('GET', `/api/v1/calls/${id}/recording`),
    )
    const whole = await world.request('GET', download_url)
    const size = Number(whole.headers['content-length'])
    const part = async (range: string) => {
      const { status, headers } = await world.request('GET', download_url, undefined, { headers: { range } })
      return [status, Number(headers['content-length']), headers['content-range']]
    }
    expect(await part('bytes=0-3')).toEqual([206, 4, `bytes 0-3/${size}`])
    expect(await part(`bytes=${size - 10}-`)).toEqual([206, 10, `bytes ${size - 10}-${size - 1}/${size}`])
    expect(await part('bytes=-4')).toEqual([206, 4, `bytes ${size - 4}-${size - 1}/${size}`])
    for (const other of ['bytes=-', `bytes=${size + 5}-`, 'lines=1-2', 'bytes=0-1,4-5']) {
      expect(await part(other)).toEqual([200, size, undefined])
    }
  })

  test('the outline of a recording is worked out once, and anew when the file has grown', async () => {
    const id = await recordedCall()
    interface Outline extends Json {
      person: number[]
      agent: number[]
      duration_seconds: number
    }
    const outline = (query = '') => made<Outline>(world.a.request('GET', `/api/v1/calls/${id}/peaks${query}`))
    const first = await outline()
    expect(first.duration_seconds).toBeGreaterThanOrEqual(0.5)
    expect(Math.max(...first.person)).toBeGreaterThan(100)
    expect(Math.max(...first.agent)).toBe(0)
    expect(await outline()).toEqual(first)
    expect((await outline('?limit=3')).person).toHaveLength(3)
    const file = join(world.config.dataDir, 'recordings', String(world.a.organizationId), `${id}.wav`)
    const kept = await readFile(file.replace('.wav', '.peaks'))
    expect(kept.length).toBeGreaterThan(16)
    await appendFile(file, Buffer.alloc(32_000, 0x40))
    const grown = await outline()
    expect(grown.duration_seconds).toBeCloseTo(first.duration_seconds + 1, 3)
    expect(Math.max(...grown.agent)).toBeGreaterThan(100)
    expect((await world.b.request('GET', `/api/v1/calls/${id}/peaks`)).status).toBe(404)
    const { body } = await initiate()
    expect(await world.a.request('GET', `/api/v1/calls/${body.id}/peaks`)).toMatchObject({
      status: 404,
      body: { code: 'recording_not_found' },
    })
  })

  test('a recording whose file is gone is 404, and nothing that is stored becomes a path', async () => {
    const { id } = (await initiate()).body
    await ended(id)
    await writeFile(join(world.config.dataDir, 'secret.txt'), 'not for you')
    await world.pool.query(
      `insert into call_records (call_id, organization_id, recording, updated_at) values ($1, $2, '../secret.txt', now())`,
      [id, world.a.organizationId],
    )
    const { download_url } = await made<{ download_url: string }>(
      world.a.request('GET', `/api/v1/calls/${id}/recording`),
    )
    expect(await world.request('GET', download_url)).toMatchObject({
      status: 404,
      body: { code: 'recording_not_found' },
    })
  })
})

test('a caller ID of the configuration is shown to the called', async () => {
  const id = await newConfiguration(world.a, { ...FAST, account: 'callers' })
  await made(
    world.a.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, {
      address: '+12025550111',
      is_default_caller_id: true,
    }),
  )
  expect((await initiate({ telephony_configuration_id: id })).body.caller_number).toBe('+12025550111')
})
