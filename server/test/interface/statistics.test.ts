import { beforeAll, describe, expect, test } from 'vitest'
import { countWorkflowTraffic } from '../../src/agent/count-traffic.ts'
import type { CallContext } from '../../src/agent/queries.ts'
import { saveCallRecord } from '../../src/calls/queries.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { answersByHour } from '../../src/statistics/queries.ts'
import { sumUpMinutesJob } from '../../src/statistics/sum-up-minutes.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { type CampaignBody, completedCampaign, made, newCampaign, newWorkflow } from './things.ts'

const CALLS = '/api/v1/statistics/calls'
const RATES = '/api/v1/statistics/answer-rates'
const HOUR_MS = 3_600_000

interface Statistics extends Json {
  bucket: string
  simulated_calls: number
  timezone: string
  totals: { calls: number; outcomes: Record<string, number>; talk_seconds: number }
  columns: Array<{ starts_at: string; calls: number; outcomes: Record<string, number> }>
}

let world: TestApp
let campaign: CampaignBody

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  campaign = await completedCampaign(world.a, ['00', '01', '60', '70', '80'])
})

/** The duty, as it runs four hours from now. */
const sumUp = () =>
  sumUpMinutesJob({ db: world.app.db, clock: { ...systemClock, now: () => Date.now() + 4 * HOUR_MS } }).runOnce()
const ask = (query = '?simulated=include') => made<Statistics>(world.a.request('GET', `${CALLS}${query}`))
const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString()

describe('calls over time', () => {
  test('add up to what the campaign executed, in every bucket, before and after the minutes were summed up', async () => {
    const before = await ask(`?campaign_id=${campaign.id}`)
    expect(before.totals.calls).toBe(campaign.executed_count)
    expect(before.totals.outcomes).toEqual(campaign.outcomes)
    expect(await sumUp()).toEqual({ minutes: expect.any(Number) })
    for (const bucket of ['quarter', 'hour', 'day']) {
      const after = await ask(`?campaign_id=${campaign.id}&bucket=${bucket}`)
      expect(after).toMatchObject({ bucket, totals: before.totals })
      expect(after.columns.reduce((sum, column) => sum + column.calls, 0)).toBe(campaign.executed_count)
    }
    const whole = await ask()
    expect(whole.totals.calls).toBeGreaterThanOrEqual(before.totals.calls)
    await completedCampaign(world.a, ['00'])
    expect((await ask()).totals.calls).toBe(whole.totals.calls + 1)
    expect((await ask(`?campaign_id=${campaign.id}`)).totals).toEqual(before.totals)
  })

  test('from the moment a campaign started are all of them, though minutes and quarters begin before it', async () => {
    const fresh = await completedCampaign(world.a, ['00', '00', '70'])
    const sinceStart = (bucket: string) =>
      ask(`?campaign_id=${fresh.id}&from=${fresh.started_at}&to=${at(60_000)}&bucket=${bucket}`)
    const byMinute = await sinceStart('minute')
    expect(byMinute).toMatchObject({ bucket: 'minute', totals: { calls: fresh.executed_count } })
    expect(byMinute.from).toBe(byMinute.columns[0]?.starts_at)
    await sumUp()
    for (const bucket of ['quarter', 'hour', 'day']) {
      expect(await sinceStart(bucket)).toMatchObject({ bucket, totals: byMinute.totals })
    }
    const rates = await made<{ cells: Array<{ calls: number }> }>(
      world.a.request('GET', `${RATES}?campaign_id=${fresh.id}&from=${fresh.started_at}&to=${at(60_000)}`),
    )
    expect(rates.cells.reduce((sum, { calls }) => sum + calls, 0)).toBe(fresh.executed_count)
  })

  test('have a column for every bucket of the span, also where nothing happened', async () => {
    const body = await ask('?from=2026-10-24T22:00:00Z&to=2026-10-26T23:00:00Z&bucket=day&timezone=Europe/Berlin')
    expect(body.columns.map((column) => column.starts_at)).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ])
    expect(body.columns[0]).toEqual({ starts_at: '2026-10-24T22:00:00.000Z', calls: 0, outcomes: {}, talk_seconds: 0 })
  })

  test('come by the minute for the last hours, and coarser where minutes are no longer kept', async () => {
    expect((await ask(`?from=${at(-HOUR_MS)}`)).bucket).toBe('minute')
    expect((await ask(`?from=${at(-HOUR_MS)}&bucket=minute`)).columns.length).toBeGreaterThanOrEqual(60)
    expect((await ask(`?from=${at(-6 * HOUR_MS)}&bucket=minute`)).bucket).toBe('quarter')
    expect((await ask('?from=2020-01-01T00:00:00Z&bucket=hour')).bucket).toBe('day')
  })

  test("are cut by the clock of the campaign's own schedule", async () => {
    const schedule_config = { timezone: 'Asia/Kathmandu', slots: [] }
    const { id } = await newCampaign(world.a, { schedule_config })
    const body = await ask(`?campaign_id=${id}&from=2026-11-15T09:00:00Z&to=2026-11-15T10:00:00Z&bucket=hour`)
    expect(body.timezone).toBe('Asia/Kathmandu')
    expect(body.columns.map((column) => column.starts_at)).toEqual([
      '2026-11-15T08:15:00.000Z',
      '2026-11-15T09:15:00.000Z',
    ])
    // One that is switched off is nobody's clock.
    const off = await newCampaign(world.a, { schedule_config: { ...schedule_config, enabled: false } })
    expect((await ask(`?campaign_id=${off.id}&bucket=hour`)).timezone).toBe('UTC')
  })

  test('are asked for with a span that ends after it begins, a known zone and a known bucket', async () => {
    for (const query of [
      'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      'timezone=Mars/Base',
      'bucket=second',
      'from=yesterday',
    ]) {
      expect([query, (await world.a.request('GET', `${CALLS}?${query}`)).status]).toEqual([query, 422])
    }
  })

  test("are nobody else's", async () => {
    expect((await world.b.request<Statistics>('GET', CALLS)).body.totals.calls).toBe(0)
    for (const path of [CALLS, RATES]) {
      const { status, body } = await world.b.request('GET', `${path}?campaign_id=${campaign.id}`)
      expect([status, body.code]).toEqual([404, 'campaign_not_found'])
    }
  })

  test('go with the campaign, and stay in the sum of the organization', async () => {
    const gone = await completedCampaign(world.a, ['70', '70'])
    await throughRealCarrier(gone)
    const { totals } = await ask()
    await made(world.a.request('DELETE', `/api/v1/campaign/${gone.id}`))
    await sumUp()
    expect((await ask()).totals).toEqual(totals)
  })
})

/** As if its calls had gone through a real carrier: the provider of the call is what tells. */
const throughRealCarrier = ({ id }: CampaignBody) =>
  world.pool.query(`update calls set provider = 'twilio' where campaign_id = $1`, [id])

describe('simulated calls', () => {
  type Rates = Json & { cells: Array<{ calls: number }> }
  type Usage = Json & { usage: Array<{ calls: number }> }
  type Workflows = Json & { workflows: Array<{ workflow_id: number; calls: number }> }
  const sum = (rows: ReadonlyArray<{ calls: number }>) => rows.reduce((total, { calls }) => total + calls, 0)

  /** The calls that each figure counts; the workflow is that of the two campaigns alone. */
  async function counted(input: string, workflowId: unknown) {
    const get = <T extends Json>(path: string) => made<T>(world.a.request('GET', path))
    const query = input === '' ? '' : `?simulated=${input}`
    const { workflows } = await get<Workflows>(`/api/v1/statistics/workflows${query}`)
    const calls = await ask(query)
    return {
      calls: calls.totals.calls,
      columns: sum(calls.columns),
      rates: sum((await get<Rates>(`${RATES}${query}`)).cells),
      usage: sum((await get<Usage>(`/api/v1/organization/usage${query}`)).usage),
      workflows: sum(workflows.filter(({ workflow_id }) => workflow_id === workflowId)),
      test: calls.simulated_calls,
    }
  }

  test('are in no figure unless asked for, by the minute as by the quarter, and leave with their campaign', async () => {
    const before = await counted('', 0)
    const all = await counted('include', 0)
    const real = await completedCampaign(world.a, ['70', '71'])
    await throughRealCarrier(real)
    const simulated = await completedCampaign(world.a, ['70', '00', '01'])
    const { workflow_id } = simulated
    const plus = (of: typeof before, n: number) => ({
      calls: of.calls + n,
      columns: of.columns + n,
      rates: of.rates + n,
      usage: of.usage + n,
    })
    for (const granularity of ['minutes', 'quarters']) {
      const test = all.test + 3
      expect({ granularity, ...(await counted('', real.workflow_id)) }).toEqual({
        granularity,
        ...plus(before, 2),
        workflows: 2,
        test,
      })
      expect(await counted('exclude', workflow_id)).toMatchObject({ ...plus(before, 2), workflows: 0 })
      expect(await counted('only', workflow_id)).toMatchObject({ calls: test, columns: test, workflows: 3, test })
      expect(await counted('include', workflow_id)).toMatchObject({ ...plus(all, 5), workflows: 3, test })
      // The page of one campaign shows its calls, whatever they are.
      expect((await ask(`?campaign_id=${simulated.id}`)).totals.calls).toBe(3)
      expect((await ask(`?campaign_id=${simulated.id}&simulated=exclude`)).totals.calls).toBe(0)
      await sumUp()
    }
    await made(world.a.request('DELETE', `/api/v1/campaign/${simulated.id}`))
    expect(await counted('include', 0)).toMatchObject({ ...plus(all, 2), test: all.test })
    const recent = await completedCampaign(world.a, ['70'])
    await made(world.a.request('DELETE', `/api/v1/campaign/${recent.id}`))
    expect(await counted('', 0)).toMatchObject(plus(before, 2))
    expect((await world.a.request('GET', `${CALLS}?simulated=maybe`)).status).toBe(422)
  })
})

describe('when people answer', () => {
  test('by weekday and hour of a zone, of the calls that reached a phone', async () => {
    const insert = (quarter: string, outcome: string, calls: number) =>
      world.pool.query(
        `insert into organization_quarters (organization_id, direction, quarter, outcome, calls, seconds) values ($1, 'outbound', $2, $3, $4, 0)`,
        [world.b.organizationId, quarter, outcome, calls],
      )
    // A Monday: 09:15 in Berlin is 13:45 in Kolkata.
    await insert('2026-11-09T08:15:00Z', 'answered', 30)
    await insert('2026-11-09T08:30:00Z', 'no_answer', 10)
    await insert('2026-11-09T08:30:00Z', 'failed', 50)
    await insert('2026-11-15T23:30:00Z', 'busy', 4)
    const rates = async (timezone: string) =>
      (
        await made<{ cells: Json[] }>(
          world.b.request('GET', `${RATES}?from=2026-11-01T00:00:00Z&to=2026-11-17T00:00:00Z&timezone=${timezone}`),
        )
      ).cells
    expect(await rates('Europe/Berlin')).toEqual([
      { day_of_week: 0, hour: 0, calls: 4, answered: 0, share: 0 },
      { day_of_week: 0, hour: 9, calls: 40, answered: 30, share: 0.75 },
    ])
    expect(await rates('UTC')).toEqual([
      { day_of_week: 0, hour: 8, calls: 40, answered: 30, share: 0.75 },
      { day_of_week: 6, hour: 23, calls: 4, answered: 0, share: 0 },
    ])
    // An offset, which some runtimes take for a zone, means the same to the database.
    const direction = 'outbound' as const
    const simulated = 'exclude' as const
    const all = { organizationId: world.b.organizationId, campaignId: null, direction, simulated }
    const span = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-17T00:00:00Z') }
    const byOffset = await answersByHour(world.app.db, { ...all, ...span, timeZone: '+05:30' }, [
      'answered',
      'no_answer',
      'busy',
    ])
    expect(byOffset.map(({ hour }) => hour)).toEqual([5, 13, 14])
    expect((await rates('Asia/Kolkata')).map(({ hour }) => hour)).toEqual([5, 13, 14])
  })
})

describe('what workflows are used for', () => {
  const definition = {
    nodes: [
      {
        id: 'start',
        type: 'startCall',
        position: { x: 0, y: 0 },
        data: { name: 'Greeting', greeting: 'Hello. Is it you?' },
      },
      { id: 'yes', type: 'endCall', position: { x: 0, y: 200 }, data: { name: 'Yes', say: 'Good.' } },
      { id: 'no', type: 'endCall', position: { x: 0, y: 200 }, data: { name: 'No', say: 'Sorry.' } },
    ],
    edges: [
      { id: 'start-yes', source: 'start', target: 'yes', data: { label: 'Yes', dtmf: '1', examples: ['yes'] } },
      { id: 'start-sure', source: 'start', target: 'yes', data: { label: 'Sure', dtmf: '3', examples: ['sure'] } },
      { id: 'start-no', source: 'start', target: 'no', data: { label: 'No', dtmf: '2', examples: ['no'] } },
    ],
  }

  test('each conversation counts once for each step it reached and each exit it took', async () => {
    const workflowId = await newWorkflow(world.a, definition)
    const count = countWorkflowTraffic({ db: world.app.db, clock: systemClock })
    const context = { organizationId: world.a.organizationId, workflowId } as CallContext
    const simulated = { ...context, isSimulated: true }
    const conversation = (...nodes: string[]) => steps(context, nodes)
    const steps = (of: CallContext, nodes: string[]) =>
      count(of, { timeline: nodes.map((node) => ({ at: '', event: 'node_entered', node })) } as never)
    await Promise.all([
      conversation('start', 'yes'),
      conversation('start', 'yes'),
      conversation('start', 'no'),
      conversation('start', 'start'),
      conversation(),
      steps(simulated, ['start', 'no']),
    ])
    const traffic = await made(world.a.request('GET', `/api/v1/workflow/${workflowId}/traffic`))
    expect(traffic).toMatchObject({ workflow_id: workflowId, calls: 4 })
    expect(traffic.steps).toEqual([
      { node: 'start', calls: 4, ended: 1 },
      { node: 'yes', calls: 2, ended: 2 },
      { node: 'no', calls: 1, ended: 1 },
    ])
    expect(traffic.exits).toMatchObject([
      { edge: 'start-yes', calls: 2, share: 0.5, shared: true },
      { edge: 'start-sure', calls: 2, share: 0.5, shared: true },
      { edge: 'start-no', calls: 1, share: 0.25, shared: false },
    ])
    const theirs = await world.b.request('GET', `/api/v1/workflow/${workflowId}/traffic`)
    expect(theirs).toMatchObject({ status: 404, body: { code: 'workflow_not_found' } })
  })

  test('the calls of all workflows in one answer, nobody else\u2019s among them', async () => {
    const { workflow_id } = await completedCampaign(world.a, ['70', '71', '00'])
    const all = '/api/v1/statistics/workflows?simulated=include'
    const { workflows } = await made<{ workflows: Json[] }>(world.a.request('GET', all))
    expect(workflows.find((one) => one.workflow_id === workflow_id)).toMatchObject({
      calls: 3,
      outcomes: { no_answer: 2 },
    })
    await sumUp()
    expect((await made<{ workflows: Json[] }>(world.a.request('GET', all))).workflows).toEqual(workflows)
    expect((await made(world.b.request('GET', all))).workflows).toEqual([])
  })
})

test('words that no exit expected are told once five people have said them, nobody else\u2019s among them', async () => {
  const { id, workflow_id } = await completedCampaign(world.a, ['00', '01', '02', '03', '04', '05'])
  const { runs } = await made<{ runs: { id: number }[] }>(world.a.request('GET', `/api/v1/campaign/${id}/runs`))
  const at = (second: number) => new Date(Date.UTC(2026, 10, 16, 9, 30, second)).toISOString()
  const record = (text: string, own: string) => ({
    timeline: [
      { at: at(5), event: 'not_understood' as const, because: 'no_match', node: 'start', said: text },
      { at: at(9), event: 'not_understood' as const, because: 'nothing_heard' },
      { at: at(13), event: 'not_understood' as const, because: 'no_match', node: 'start', said: own },
      // A wrong key, after words that were understood.
      { at: at(17), event: 'not_understood' as const, because: 'no_match' },
    ],
    transcript: [
      { who: 'person' as const, text: 'Hello?', at: at(0), confidence: 1, heard: null, node: 'start' },
      { who: 'person' as const, text, at: at(4), confidence: 1, heard: null, node: 'start' },
      { who: 'agent' as const, text: 'Sorry?', at: at(6), confidence: null, heard: null, node: 'start' },
      { who: 'person' as const, text: own, at: at(12), confidence: 1, heard: null, node: 'start' },
      { who: 'person' as const, text: 'Yes, gladly.', at: at(15), confidence: 1, heard: null, node: 'start' },
    ],
    gathered: {},
    latencies: {},
    disposition: null,
    recording: null,
  })
  for (const [index, run] of runs.entries())
    await saveCallRecord(
      world.app.db,
      world.a.organizationId,
      run.id,
      record(index % 2 ? 'Next week.' : 'next week', `My name is number ${index}`),
      new Date(),
    )
  const url = `/api/v1/workflow/${workflow_id}/unexpected-phrases`
  expect(await made(world.a.request('GET', url))).toEqual({
    workflow_id,
    people_min: 5,
    phrases: [{ node: 'start', phrase: 'next week', people: 6 }],
  })
  expect((await world.b.request('GET', url)).status).toBe(404)
})
