import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  completedCampaign,
  FAST,
  made,
  newCampaign,
  newConfiguration,
  newList,
  newWorkflow,
  uploadCsv,
} from './things.ts'

const FORECAST = '/api/v1/campaign/forecast'
type Range<T> = { p10: T; p50: T; p90: T }
interface Outlook extends Json {
  based_on: { source: string; calls: number; answer_rate: number }
  forecast: { ends_at: Range<string | null>; calls: Range<number>; reached: Range<number>; left_out: Json[] }
  alternatives: Array<{ name: string; forecast: Outlook['forecast'] }>
  assumptions: string[]
}
let world: TestApp
let source_id: string

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  await newConfiguration(world.a, FAST, { is_default_outbound: true })
  source_id = await newList(
    world.a,
    Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0')),
  )
})

const ask = (body: Json) => made<Outlook>(world.a.request('POST', FORECAST, body))
const minutesUntil = (moment: string | null) => (Date.parse(moment as string) - Date.now()) / 60_000

describe('a forecast before a campaign is created', () => {
  test('without a history it says that usual rates are assumed', async () => {
    const { based_on, forecast } = await ask({ source_id })
    expect(based_on).toMatchObject({ source: 'assumed', calls: 0 })
    expect(forecast.calls.p50).toBeGreaterThanOrEqual(40)
  })

  test('stated rates are taken at their word, and more lines end sooner', async () => {
    const retry_config = { enabled: false }
    const assumptions = { answer_rate: 1, talk_seconds: 60 }
    const alternatives = [{ name: 'All at once', max_concurrency: 40 }]
    const outlook = await ask({ source_id, max_concurrency: 1, retry_config, assumptions, alternatives })
    expect(outlook.based_on).toMatchObject({ source: 'stated', answer_rate: 1 })
    expect(Math.round(minutesUntil(outlook.forecast.ends_at.p50))).toBe(40)
    expect(outlook.forecast.reached.p50).toBe(40)
    const [other] = outlook.alternatives
    expect(other?.name).toBe('All at once')
    expect(Math.round(minutesUntil(other?.forecast.ends_at.p50 as string))).toBe(1)
  })

  test('a list or a configuration that does not exist is 400, bad figures are 422', async () => {
    expect(await world.a.request('POST', FORECAST, { source_id: 'none' })).toMatchObject({
      status: 400,
      body: { code: 'source_not_found' },
    })
    const elsewhere = { source_id, telephony_configuration_id: 987_654 }
    expect(await world.a.request('POST', FORECAST, elsewhere)).toMatchObject({
      status: 400,
      body: { code: 'telephony_configuration_not_found' },
    })
    expect((await world.a.request('POST', FORECAST, { source_id, max_concurrency: 0 })).status).toBe(422)
    expect((await world.b.request('POST', FORECAST, { source_id })).status).toBe(400)
  })

  test('more at once than the node looks ahead for are told to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.a.request('POST', FORECAST, { source_id })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'forecast_busy' })
  })
})

test('a forecast through a real carrier is not made of simulated calls', async () => {
  await completedCampaign(
    world.a,
    Array.from({ length: 36 }, (_, index) => String(index + 10)),
  )
  expect((await ask({ source_id })).based_on).toMatchObject({ source: 'history' })
  const account = { provider: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'f'.repeat(32) }
  const telephony_configuration_id = await newConfiguration(world.a, account)
  expect((await ask({ source_id, telephony_configuration_id })).based_on).toMatchObject({ source: 'assumed', calls: 0 })
})

describe('a forecast of a campaign', () => {
  test('of what is left; nothing left is done now', async () => {
    const done = await completedCampaign(world.a, ['60', '70'])
    const { forecast } = await made<Outlook>(world.a.request('GET', `/api/v1/campaign/${done.id}/forecast`))
    expect(forecast.calls.p90).toBe(0)
    const draft = await newCampaign(world.a, { workflow_id: await newWorkflow(world.a), source_id })
    const outlook = await made<Outlook>(
      world.a.request('GET', `/api/v1/campaign/${draft.id}/forecast?max_concurrency=50`),
    )
    expect(outlook.forecast.calls.p50).toBeGreaterThanOrEqual(40)
    expect(outlook.alternatives.map(({ name }) => name)).toEqual(['50 live calls'])
  })

  test('is kept once an hour, and says afterwards whether the campaign ended as foretold', async () => {
    const csv = 'phone_number,not_after\n+13035550100,\n+13035550200,2026-01-01\n'
    const { id } = await newCampaign(world.a, { source_id: await uploadCsv(world.a, csv) })
    const look = () => made<Outlook>(world.a.request('GET', `/api/v1/campaign/${id}/forecast`))
    const { forecast, assumptions } = await look()
    expect(forecast.left_out).toEqual([{ reason: 'not_after', contacts: 1 }])
    expect(assumptions.at(-1)).toContain('Not included')
    await look()
    interface Kept extends Json {
      ended_at: string | null
      forecasts: Array<{ made_at: string; within: boolean | null }>
    }
    const kept = () => made<Kept>(world.a.request('GET', `/api/v1/campaign/${id}/forecasts`))
    expect(await kept()).toMatchObject({ ended_at: null, forecasts: [{ within: null }] })
    const end = async (at: string) => {
      await world.pool.query(`update campaigns set state = 'completed', completed_at = $2 where id = $1`, [id, at])
      return (await kept()).forecasts.map(({ within }) => within)
    }
    expect(await end(forecast.ends_at.p50 as string)).toEqual([true])
    expect(await end('2099-01-01T00:00:00Z')).toEqual([false])
  })

  test('another organization sees none of it', async () => {
    const draft = await newCampaign(world.a, { source_id })
    expect((await world.b.request('GET', `/api/v1/campaign/${draft.id}/forecast`)).status).toBe(404)
  })
})
