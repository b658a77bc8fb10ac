/** Each number may have limits of its own: through the real dialer and database, and as the operator is told of it. */
import { beforeAll, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  CONFIGURATIONS,
  campaignOf,
  FAST,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  untilEvent,
} from './things.ts'

const DAY_MS = 86_400_000
const NUMBERS = ['+12025550100', '+12025550101']

let world: TestApp
let configurationId: number

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  configurationId = await newConfiguration(world.a, FAST)
})

const numbersPath = () => `${CONFIGURATIONS}/${configurationId}/phone-numbers`

async function until<T>(look: () => Promise<T | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== false) return found
  }
}

async function dialsUnder(campaignId: number): Promise<Record<string, number>> {
  const { rows } = await world.pool.query<{ caller_number: string; count: number }>(
    'select caller_number, count(*)::int from calls where campaign_id = $1 group by 1',
    [campaignId],
  )
  return Object.fromEntries(rows.map(({ caller_number, count }) => [caller_number, count]))
}

interface Explained extends Json {
  ready_rows: number
  free_rows: number
  waits: Array<{ rule: string; message: string; until: string | null; contacts: number }>
  limits: Array<{ rule: string; reached: boolean }>
}

test('a number that has had its calls of the day is followed by the other; with both spent nobody is dialed, and that is said', async () => {
  const [first] = await Promise.all([
    made(
      world.a.request('POST', numbersPath(), { address: NUMBERS[0], is_default_caller_id: true, max_calls_per_day: 3 }),
    ),
    made(world.a.request('POST', numbersPath(), { address: NUMBERS[1], max_calls_per_day: 2 })),
  ])
  const endings = Array.from({ length: 8 }, (_, index) => String(index).padStart(2, '0'))
  const { id } = await newCampaign(world.a, {
    endings,
    telephony_configuration_id: configurationId,
    max_concurrency: 2,
    retry_config: { enabled: false },
  })
  const spentOn = Math.floor(Date.now() / DAY_MS)
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  const explained = await until(async () => {
    const { processed_rows } = await campaignOf(world.a, id)
    const now = await made<Explained>(world.a.request('GET', `/api/v1/campaign/${id}/explain`))
    return processed_rows === 5 && now.waits.some(({ rule }) => rule === 'number_limits') && now
  })
  // The limits are of days of the organization, which is in UTC: at midnight itself more may be dialed.
  expect(Math.floor(Date.now() / DAY_MS), 'midnight passed during the test').toBe(spentOn)
  expect(explained).toMatchObject({ ready_rows: 3, free_rows: 0 })
  expect(explained.waits).toEqual([
    {
      rule: 'number_limits',
      message: 'Every number of the configuration has been shown as often as it may be in a day.',
      until: new Date((spentOn + 1) * DAY_MS).toISOString(),
      contacts: 3,
    },
  ])
  expect(explained.limits).toContainEqual(expect.objectContaining({ rule: 'number_limits', reached: true }))
  expect(await dialsUnder(id)).toEqual({ [NUMBERS[0] as string]: 3, [NUMBERS[1] as string]: 2 })
  expect(await campaignOf(world.a, id)).toMatchObject({ state: 'running', processed_rows: 5 })
  const { contacts } = await made<{ contacts: Array<{ id: number }> } & Json>(
    world.a.request('GET', `/api/v1/campaign/${id}/contacts?state=pending`),
  )
  expect(
    await made<Json>(world.a.request('GET', `/api/v1/campaign/${id}/contacts/${contacts[0]?.id}/explain`)),
  ).toMatchObject({ may_call_now: false, because: [expect.objectContaining({ rule: 'number_limits' })] })
  expect(await made<Json>(world.a.request('GET', `/api/v1/campaign/${id}/progress`))).toMatchObject({
    waiting_because: [expect.objectContaining({ rule: 'number_limits' })],
  })
  const single = { phone_number: '+12025550199', telephony_configuration_id: configurationId }
  expect(
    await world.a.request('POST', '/api/v1/telephony/initiate-call', {
      ...single,
      workflow_id: await newWorkflow(world.a),
    }),
  ).toMatchObject({ status: 409, body: { code: 'number_limits_reached' } })

  // A new day for the second number, one more call for the first.
  await world.pool.query(
    `update phone_numbers set used_on = used_on - interval '1 day' where address_normalized = $1`,
    [NUMBERS[1]],
  )
  await made(world.a.request('PUT', `${numbersPath()}/${first.id}`, { max_calls_per_day: 4 }))
  await untilEvent(world.a, id, 'campaign_completed')
  expect(await dialsUnder(id)).toEqual({ [NUMBERS[0] as string]: 4, [NUMBERS[1] as string]: 4 })
})

test('numbers rotate although one of them is the default caller', async () => {
  const id = await newConfiguration(world.a, { ...FAST, account: 'rotation' })
  for (const [index, address] of ['+12025550110', '+12025550111', '+12025550112'].entries()) {
    const number = { address, is_default_caller_id: index === 0 }
    await made(world.a.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, number))
  }
  const campaign = await newCampaign(world.a, {
    endings: ['00', '01', '02', '03', '04', '05'],
    telephony_configuration_id: id,
    max_concurrency: 1,
    retry_config: { enabled: false },
  })
  await made(world.a.request('POST', `/api/v1/campaign/${campaign.id}/start`))
  await untilEvent(world.a, campaign.id, 'campaign_completed')
  expect(await dialsUnder(campaign.id)).toEqual({ '+12025550110': 2, '+12025550111': 2, '+12025550112': 2 })
})
