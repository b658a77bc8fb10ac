/** Prices, what calls cost, and the limits that stop spending: through the real dialer and database. */
import { beforeAll, expect, test } from 'vitest'
import { parseCarrierBill, requestCallPrices } from '../../src/calls/ask-prices.ts'
import { applyCarrierPrice } from '../../src/dialer/apply-price.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  ARI,
  CONFIGURATIONS,
  campaignOf,
  completedCampaign,
  FAST,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  untilEvent,
} from './things.ts'

const SPENDING = '/api/v1/organizations/spending'
/** On the simulated carrier the first six of these answer. */
const ANSWERS = Array.from({ length: 8 }, (_, index) => `${index}0`)
const ONE_A_CALL = { currency: 'EUR', per_minute: '1.00' }

let world: TestApp
let configurationId: number

const pricesOf = (id: number) => `${CONFIGURATIONS}/${id}/prices`
const get = <T extends Json = Json>(path: string) => made<T>(world.a.request('GET', path))
const put = (path: string, body: Json) => world.a.request('PUT', path, body)

async function until<T>(look: () => Promise<T | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== false) return found
  }
}

interface Sums extends Json {
  totals: Array<{ currency: string; amount: string; calls: number }>
  days: Array<{ campaign_id: number | null; amount: string; confirmed_calls: number; other_currency_calls: number }>
}

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  configurationId = await newConfiguration(world.a, FAST)
})

test('amounts of another currency, of no currency, and that are no amounts are refused, and nothing is half done', async () => {
  const { id } = await newCampaign(world.a, { telephony_configuration_id: configurationId })
  const limit = `/api/v1/campaign/${id}/spend-limit`
  expect(await put(limit, { max_spend: '5.00' })).toMatchObject({ status: 409, body: { code: 'currency_missing' } })
  expect(await put(pricesOf(configurationId), { currency: 'EUR', per_minute: '0,02' })).toMatchObject({ status: 422 })
  // A limit of nothing is not the absence of a limit.
  expect(await put(limit, { max_spend: '0.00' })).toMatchObject({ status: 422 })
  expect(await put(SPENDING, { currency: 'EUR', max_spend_per_day: '0' })).toMatchObject({ status: 422 })
  expect(await get(SPENDING)).toMatchObject({ currency: null, max_spend_per_day: null, spent_today: '0.00' })
  expect(await put(pricesOf(configurationId), ONE_A_CALL)).toMatchObject({
    status: 200,
    body: { per_minute: '1.00', first_seconds: 60, prefixes: [], asks_carrier: false },
  })
  expect(await get(SPENDING)).toMatchObject({ currency: 'EUR' })
  const other = await newConfiguration(world.a, ARI)
  expect(await put(pricesOf(other), { currency: 'USD', per_minute: '0.01' })).toMatchObject({
    status: 422,
    body: { code: 'currency_differs' },
  })
  expect(await world.a.request('GET', pricesOf(other))).toMatchObject({ body: { code: 'prices_not_found' } })
  expect(await put(SPENDING, { currency: 'USD', max_spend_per_day: null })).toMatchObject({
    status: 409,
    body: { code: 'currency_in_use' },
  })
  expect(await get(SPENDING)).toMatchObject({
    currency: 'EUR',
    unpriced_configurations: [{ id: other, name: expect.any(String) }],
  })
})

test('a campaign that has spent its limit is paused with the reason, and continues when the limit is raised', async () => {
  const { id } = await newCampaign(world.a, {
    endings: ANSWERS,
    telephony_configuration_id: configurationId,
    max_concurrency: 1,
    retry_config: { enabled: false },
  })
  const limit = `/api/v1/campaign/${id}/spend-limit`
  expect(await made(put(limit, { max_spend: '3.00' }))).toMatchObject({
    max_spend: '3.00',
    spent: '0.00',
    currency: 'EUR',
  })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await untilEvent(world.a, id, 'spend_limit_reached')
  expect(await campaignOf(world.a, id)).toMatchObject({ state: 'paused', spent: '3.00', processed_rows: 3 })
  expect(await get(`/api/v1/campaign/${id}/explain`)).toMatchObject({
    limits: expect.arrayContaining([{ rule: 'campaign_spend_limit', limit: 3, used: 3, reached: true, until: null }]),
  })
  const { events } = await get<{ events: Array<{ type: string; data: Json }> } & Json>(
    `/api/v1/events?limit=1000&campaign_id=${id}`,
  )
  const figures = { scope: 'campaign', limit: '3.00', currency: 'EUR' }
  expect(events.filter(({ type }) => type.startsWith('spend'))).toMatchObject([
    { type: 'spend_limit_reached', data: { ...figures, spent: '3.00' } },
  ])
  expect(await world.a.request('POST', `/api/v1/campaign/${id}/resume`)).toMatchObject({
    status: 409,
    body: { code: 'spend_limit_reached' },
  })

  await made(put(limit, { max_spend: '7.00' }))
  await made(world.a.request('POST', `/api/v1/campaign/${id}/resume`))
  await untilEvent(world.a, id, 'campaign_completed')
  await untilEvent(world.a, id, 'spend_alarm')
  expect(await campaignOf(world.a, id)).toMatchObject({ spent: '6.00', processed_rows: 8 })
  const { totals, days } = await get<Sums>(`/api/v1/spending?campaign_id=${id}`)
  expect(totals).toMatchObject([{ currency: 'EUR', amount: '6.00', calls: 6 }])
  expect(days).toMatchObject([{ campaign_id: id, amount: '6.00' }])
  const { runs } = await get<{ runs: Array<{ id: number }> } & Json>(`/api/v1/calls?campaign_id=${id}`)
  expect(await get(`/api/v1/calls/${runs.at(-1)?.id}`)).toMatchObject({
    cost: { amount: '1.00', currency: 'EUR', source: 'estimate', carrier: null },
  })
  const redial = await made<{ id: number }>(world.a.request('POST', `/api/v1/campaign/${id}/redial`))
  expect(await campaignOf(world.a, redial.id)).toMatchObject({ max_spend: '7.00', spent: '0.00' })
})

test('the limit of a day holds all campaigns and single calls until tomorrow, where the organization is', async () => {
  await made(world.a.request('PATCH', '/api/v1/organization', { time_zone: 'Asia/Tokyo' }))
  await made(put(SPENDING, { currency: 'EUR', max_spend_per_day: '2.00' }))
  // What was spent before was spent on another day.
  await world.pool.query(`update organizations set spent_on = '2026-01-01' where id = $1`, [world.a.organizationId])
  const input = { telephony_configuration_id: configurationId, max_concurrency: 1, retry_config: { enabled: false } }
  const { id } = await newCampaign(world.a, { endings: ANSWERS, ...input })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  const explained = await until(async () => {
    const now = await get<{ waits: Array<{ rule: string; until: string | null }> } & Json>(
      `/api/v1/campaign/${id}/explain`,
    )
    return now.waits.some(({ rule, until }) => rule === 'day_spend_limit' && until !== null) && now
  })
  const [wait] = explained.waits
  expect(new Date(wait?.until ?? 0).toISOString()).toMatch(/T15:00:00\.000Z$/)
  expect(await campaignOf(world.a, id)).toMatchObject({ state: 'running', spent: '2.00' })
  expect(await get(SPENDING)).toMatchObject({ spent_today: '2.00', calls_today: 2 })
  const single = { phone_number: '+12025550199', workflow_id: await newWorkflow(world.a) }
  const call = (id: number) =>
    world.a.request('POST', '/api/v1/telephony/initiate-call', { ...single, telephony_configuration_id: id })
  expect(await call(configurationId)).toMatchObject({ status: 409, body: { code: 'spend_limit_reached' } })
  const unpriced = await newConfiguration(world.a, ARI)
  expect(await call(unpriced)).toMatchObject({ status: 409, body: { code: 'prices_missing' } })
  const draft = await newCampaign(world.a, { telephony_configuration_id: unpriced })
  expect(await get(`/api/v1/campaign/${draft.id}/start-check`)).toMatchObject({
    waits: expect.arrayContaining([expect.objectContaining({ rule: 'price_missing' })]),
  })

  await made(put(SPENDING, { currency: 'EUR', max_spend_per_day: '100.00' }))
  await untilEvent(world.a, id, 'campaign_completed')
  expect(await campaignOf(world.a, id)).toMatchObject({ spent: '6.00' })
})

test('the carrier’s price takes the place of the estimate in all sums; one in another currency has a sum of its own', async () => {
  const { id } = await completedCampaign(world.a, ['00', '10', '20'], {
    telephony_configuration_id: configurationId,
    retry_config: { enabled: false },
  })
  const today = async () => Number((await get<{ spent_today: string } & Json>(SPENDING)).spent_today)
  const before = await today()
  const { runs } = await get<{ runs: Array<{ id: number }> } & Json>(`/api/v1/calls?campaign_id=${id}`)
  const [first, second, third] = runs.map((run) => run.id) as [number, number, number]
  const db = openDatabase(world.pool)
  const now = new Date()
  await applyCarrierPrice(db, first, { amount: 1_250_000, currency: 'EUR' }, now)
  // Told twice, it counts once.
  await applyCarrierPrice(db, first, { amount: 1_250_000, currency: 'EUR' }, now)
  await applyCarrierPrice(db, second, { amount: 400_000, currency: 'EUR' }, now)
  await applyCarrierPrice(db, third, { amount: 8_000_000, currency: 'GBP' }, now)
  await applyCarrierPrice(db, third, { amount: 8_500_000, currency: 'USD' }, now)
  // A correction that the carrier reports twice.
  await applyCarrierPrice(db, third, { amount: 9_000_000, currency: 'USD' }, now)
  await applyCarrierPrice(db, third, { amount: 9_000_000, currency: 'USD' }, now)
  expect(await campaignOf(world.a, id)).toMatchObject({ spent: '2.65' })
  expect(await get<Sums>(`/api/v1/spending?campaign_id=${id}`)).toMatchObject({
    totals: [
      { currency: 'EUR', amount: '2.65', calls: 3, confirmed_calls: 2, other_currency_calls: 1 },
      { currency: 'USD', amount: '9.00', calls: 1, confirmed_calls: 1, other_currency_calls: 0 },
    ],
  })
  expect((await today()) - before).toBeCloseTo(-0.35)
  expect(await get(`/api/v1/calls/${second}`)).toMatchObject({ cost: { amount: '0.40', source: 'carrier' } })
  expect(await get(`/api/v1/calls/${third}`)).toMatchObject({
    cost: { amount: '1.00', currency: 'EUR', source: 'estimate', carrier: { amount: '9.00', currency: 'USD' } },
  })
})

test('a price is asked for until the carrier names one, and one that comes before the end is settled counts after it', async () => {
  const { id } = await completedCampaign(world.a, ['00', '10'], {
    telephony_configuration_id: configurationId,
    retry_config: { enabled: false },
  })
  const { runs } = await get<{ runs: Array<{ id: number }> } & Json>(`/api/v1/calls?campaign_id=${id}`)
  const [asked, early] = runs.map((run) => run.id) as [number, number]
  const db = openDatabase(world.pool)
  const said = ['0.00', '-1.75']
  const duty = requestCallPrices({
    db,
    clock: systemClock,
    log: silentLog,
    accounts: {
      async get() {
        const priceOf = async () => ({ kind: 'known', amount: said.shift() ?? '', currency: 'EUR' })
        return { provider: 'simulator', account: { priceOf } } as never
      },
    },
    refer: (callId, providerCallId) => ({ callId, callKey: String(callId), providerCallId }),
    apply: (callId, price) => applyCarrierPrice(db, callId, price, new Date()),
  })
  const due = (callId: number) =>
    world.pool.query(`update call_costs set ask_at = now() - interval '1 minute' where call_id = $1`, [callId])
  await due(asked)
  // Free is not believed.
  expect(await duty.runOnce()).toEqual({ asked: 1, known: 0 })
  expect(await campaignOf(world.a, id)).toMatchObject({ spent: '2.00' })
  await due(asked)
  expect(await duty.runOnce()).toEqual({ asked: 1, known: 1 })
  expect(await campaignOf(world.a, id)).toMatchObject({ spent: '2.75' })
  expect(await duty.runOnce()).toEqual({ asked: 0, known: 0 })

  await world.pool.query('update calls set live = true where id = $1', [early])
  await applyCarrierPrice(db, early, { amount: 500_000, currency: 'EUR' }, new Date())
  expect(await campaignOf(world.a, id)).toMatchObject({ spent: '2.75' })
  await world.pool.query('update calls set live = false where id = $1', [early])
  await due(early)
  expect(await duty.runOnce()).toEqual({ asked: 1, known: 1 })
  expect(await campaignOf(world.a, id)).toMatchObject({ spent: '2.25' })
})

/** The calls of a campaign that has just ended, one unit each. */
async function spentCalls(): Promise<[number]> {
  const { id } = await completedCampaign(world.a, ['00'], { telephony_configuration_id: configurationId })
  const { runs } = await get<{ runs: Array<{ id: number }> } & Json>(`/api/v1/calls?campaign_id=${id}`)
  return runs.map((run) => run.id) as [number]
}

test('the first price that a carrier names on a day begins the sum of that day', async () => {
  const [call] = await spentCalls()
  await world.pool.query(`update organizations set spent_on = '2026-01-01', spent_today = 40000000 where id = $1`, [
    world.a.organizationId,
  ])
  await applyCarrierPrice(openDatabase(world.pool), call, { amount: 1_500_000, currency: 'EUR' }, new Date())
  expect(await get(SPENDING)).toMatchObject({ spent_today: '0.50' })
})

test('a price of 0 in the event of a carrier is no price', () => {
  expect(parseCarrierBill({ amount: '0.00', currency: 'EUR' })).toBeNull()
  expect(parseCarrierBill({ amount: '-0.0085', currency: 'USD' })).toEqual({ amount: 8500, currency: 'USD' })
})

test('with a campaign the costs of its calls are deleted; the sums of its days stay', async () => {
  const { id } = await completedCampaign(world.a, ['00'], { telephony_configuration_id: configurationId })
  const costs = async () =>
    (await world.pool.query('select 1 from call_costs where campaign_id = $1', [id])).rowCount as number
  expect(await costs()).toBe(1)
  await made(world.a.request('DELETE', `/api/v1/campaign/${id}`))
  await until(async () => (await costs()) === 0)
  expect(await get<Sums>(`/api/v1/spending?campaign_id=${id}`)).toMatchObject({ totals: [{ amount: '1.00' }] })
})
