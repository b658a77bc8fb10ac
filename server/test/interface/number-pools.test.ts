/** The numbers that a campaign shows: through the real dialer and database, and as the API reports it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { startOfLocalDay } from '../../src/costs/rules/spend-limits.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  CONFIGURATIONS,
  campaignOf,
  FAST,
  fresh,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  untilEvent,
  uploadCsv,
} from './things.ts'

interface Run extends Json {
  phone_number: string
  caller_number: string | null
  caller_reason: string | null
}
interface Explained extends Json {
  waits: Array<{ rule: string; message: string; until: string | null; contacts: number }>
}

let world: TestApp
let workflow_id: number

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  workflow_id = await newWorkflow(world.a)
})

const numbersPath = (configurationId: number) => `${CONFIGURATIONS}/${configurationId}/phone-numbers`

async function configurationWith(
  addresses: readonly string[],
  more: Json = {},
): Promise<{ id: number; ids: number[] }> {
  const id = await newConfiguration(world.a, { ...FAST, account: fresh('account') })
  const ids: number[] = []
  for (const address of addresses) {
    ids.push((await made(world.a.request('POST', numbersPath(id), { address, ...more }))).id)
  }
  return { id, ids }
}

async function runsOf(campaignId: number): Promise<Run[]> {
  const path = `/api/v1/campaign/${campaignId}/runs?limit=100`
  return (await made<{ runs: Run[] } & Json>(world.a.request('GET', path))).runs
}

const count = (values: ReadonlyArray<string | null>): Record<string, number> => {
  const counted: Record<string, number> = {}
  for (const value of values) counted[String(value)] = (counted[String(value)] ?? 0) + 1
  return counted
}

const listOf = (numbers: readonly string[]) => uploadCsv(world.a, ['phone_number', ...numbers].join('\n'))

async function run(input: Json): Promise<Run[]> {
  const { id } = await newCampaign(world.a, {
    workflow_id,
    retry_config: { enabled: false },
    max_concurrency: 1,
    ...input,
  })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await untilEvent(world.a, id, 'campaign_completed')
  return runsOf(id)
}

async function explainedWith(campaignId: number, rule: string): Promise<Explained> {
  for (;;) {
    const now = await made<Explained>(world.a.request('GET', `/api/v1/campaign/${campaignId}/explain`))
    if (now.waits.some((wait) => wait.rule === rule)) return now
  }
}

const FIVE = ['+12025550120', '+12025550121', '+12025550122', '+12025550123', '+12025550124']

describe('the pool of a campaign', () => {
  test.each(['sticky', 'least_used'])('shows its three numbers in turn and never another (%s)', async (rotation) => {
    const { id, ids } = await configurationWith(FIVE)
    const endings = Array.from({ length: 9 }, (_, index) => `0${index}`)
    const runs = await run({
      endings,
      telephony_configuration_id: id,
      caller_pool: { rotation, phone_number_ids: [ids[4], ids[1], ids[2], ids[1]] },
    })
    expect(count(runs.map(({ caller_number }) => caller_number))).toEqual({
      [FIVE[1] as string]: 3,
      [FIVE[2] as string]: 3,
      [FIVE[4] as string]: 3,
    })
    expect(new Set(runs.map(({ caller_reason }) => caller_reason))).toEqual(new Set(['in_turn']))
  })

  test('is shown, replaced and inherited by a redial', async () => {
    const { id, ids } = await configurationWith(FIVE.slice(0, 3))
    const campaign = await newCampaign(world.a, { workflow_id, telephony_configuration_id: id })
    expect(campaign).toMatchObject({ caller_pool: { rotation: 'sticky', phone_number_ids: null } })
    const path = `/api/v1/campaign/${campaign.id}`
    const changed = await made<Json>(
      world.a.request('PATCH', path, { caller_pool: { rotation: 'local', phone_number_ids: ids.slice(0, 2) } }),
    )
    expect(changed).toMatchObject({ caller_pool: { rotation: 'local', phone_number_ids: ids.slice(0, 2) } })
    expect(await made<Json>(world.a.request('PATCH', path, { name: 'Other' }))).toMatchObject({
      caller_pool: { rotation: 'local' },
    })
    expect(await made<Json>(world.a.request('PATCH', path, { caller_pool: {} }))).toMatchObject({
      caller_pool: { rotation: 'sticky', phone_number_ids: null },
    })
  })

  test('is refused with the place of each fault, and nothing is stored', async () => {
    const { id, ids } = await configurationWith(FIVE.slice(0, 2))
    const other = await configurationWith(FIVE.slice(2))
    const list = await made<{ campaigns: Json[] } & Json>(world.a.request('GET', '/api/v1/campaign/?limit=100'))
    const source_id = await listOf(['+12125550100'])
    const create = (change: Json) =>
      world.a.request<{ detail: Array<{ loc: unknown[]; msg: string }> } & Json>('POST', '/api/v1/campaign/create', {
        name: 'Pool',
        workflow_id,
        source_type: 'csv',
        source_id,
        telephony_configuration_id: id,
        ...change,
      })
    const faults = async (change: Json) => {
      const { status, body } = await create(change)
      expect(status).toBe(422)
      return body.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    }
    expect(await faults({ caller_pool: { phone_number_ids: [] } })).toEqual([
      expect.stringContaining('body.caller_pool.phone_number_ids'),
    ])
    expect(await faults({ caller_pool: { rotation: 'random' } })).toEqual([
      expect.stringContaining('body.caller_pool.rotation'),
    ])
    expect(await faults({ caller_pool: { phone_number_ids: [ids[0], other.ids[0], 999_999] } })).toEqual([
      'body.caller_pool.phone_number_ids.1: Value error, no active number of the telephony configurations of this campaign has this id',
      'body.caller_pool.phone_number_ids.2: Value error, no active number of the telephony configurations of this campaign has this id',
    ])
    const route = [{ telephony_configuration_id: id }, { telephony_configuration_id: other.id }]
    expect(await faults({ route, caller_pool: { phone_number_ids: ids } })).toEqual([
      `body.caller_pool.phone_number_ids: Value error, the pool has no number of telephony configuration ${other.id}; add one of its numbers to the pool`,
    ])
    await world.pool.query(`update phone_numbers set resting_since = now(), resting_reason = 'refused' where id = $1`, [
      ids[0],
    ])
    expect(await faults({ caller_pool: { phone_number_ids: [ids[0]] } })).toEqual([
      'body.caller_pool.phone_number_ids: Value error, every number of the pool rests; use one of them again, or add another',
    ])
    const after = await made<{ campaigns: Json[] } & Json>(world.a.request('GET', '/api/v1/campaign/?limit=100'))
    expect(after.campaigns.length).toBe(list.campaigns.length)
    const fine = await create({ caller_pool: { phone_number_ids: ids } })
    expect(fine.status).toBe(200)
    const patched = await world.a.request<{ detail: Array<{ loc: unknown[] }> } & Json>(
      'PATCH',
      `/api/v1/campaign/${fine.body.id}`,
      { route },
    )
    expect([patched.status, patched.body.detail[0]?.loc]).toEqual([422, ['body', 'route']])
    expect(await campaignOf(world.a, fine.body.id as number)).toMatchObject({ route: null })
  })

  test('of which no number can be shown holds everybody, says why, and continues when one can', async () => {
    const { id, ids } = await configurationWith(FIVE.slice(0, 3))
    const campaign = await newCampaign(world.a, {
      workflow_id,
      endings: ['00', '01', '02'],
      telephony_configuration_id: id,
      retry_config: { enabled: false },
      caller_pool: { phone_number_ids: ids.slice(0, 2) },
    })
    await world.pool.query(`update phone_numbers set resting_since = now(), resting_reason = 'refused' where id = $1`, [
      ids[0],
    ])
    await made(world.a.request('PUT', `${numbersPath(id)}/${ids[1]}`, { is_active: false }))
    await made(world.a.request('POST', `/api/v1/campaign/${campaign.id}/start`))
    const { waits } = await explainedWith(campaign.id, 'number_limits')
    expect(waits).toEqual([
      {
        rule: 'number_limits',
        message:
          'No number of the campaign’s pool can be shown: each one rests, is inactive or was deleted. Use one of them again, or change the pool.',
        until: null,
        contacts: 3,
      },
    ])
    expect(await runsOf(campaign.id)).toEqual([])
    await made(world.a.request('POST', `${numbersPath(id)}/${ids[0]}/wake`))
    await untilEvent(world.a, campaign.id, 'campaign_completed')
    expect(count((await runsOf(campaign.id)).map(({ caller_number }) => caller_number))).toEqual({
      [FIVE[0] as string]: 3,
    })
  })

  test('does not show a number that rests', async () => {
    const { id, ids } = await configurationWith(FIVE.slice(0, 3))
    await world.pool.query(`update phone_numbers set resting_since = now(), resting_reason = 'refused' where id = $1`, [
      ids[1],
    ])
    const runs = await run({
      endings: ['00', '01', '02', '03'],
      telephony_configuration_id: id,
      caller_pool: { phone_number_ids: ids },
    })
    expect(count(runs.map(({ caller_number }) => caller_number))).toEqual({
      [FIVE[0] as string]: 2,
      [FIVE[2] as string]: 2,
    })
  })
})

describe('local presence', () => {
  test('shows the number of the area code, else of the state, else of the country, else all in turn', async () => {
    const manhattan = '+12125550130'
    const buffalo = '+17165550131'
    const austin = '+15125550132'
    const berlin = '+493055501330'
    const { id } = await configurationWith([manhattan, buffalo, austin, berlin])
    const people = ['+12125550200', '+13155550200', '+15125550200', '+12025550200', '+493099999900', '+33123456700']
    const runs = await run({
      source_id: await listOf(people),
      telephony_configuration_id: id,
      caller_pool: { rotation: 'local' },
    })
    const shown = new Map(runs.map((one) => [one.phone_number, one]))
    expect(shown.get('+12125550200')).toMatchObject({ caller_number: manhattan, caller_reason: 'same_area' })
    // Syracuse: both numbers of the state of New York are as near.
    expect(shown.get('+13155550200')).toMatchObject({ caller_number: buffalo, caller_reason: 'same_region' })
    expect(shown.get('+15125550200')).toMatchObject({ caller_number: austin, caller_reason: 'same_area' })
    expect(shown.get('+12025550200')).toMatchObject({ caller_reason: 'same_country' })
    expect(shown.get('+12025550200')?.caller_number).not.toBe(berlin)
    expect(shown.get('+493099999900')).toMatchObject({ caller_number: berlin, caller_reason: 'same_area' })
    expect(shown.get('+33123456700')).toMatchObject({ caller_reason: 'in_turn' })
  })

  test('takes the next nearest when the nearest has reached its limit, and says so in the explanation', async () => {
    const { id, ids } = await configurationWith(['+12125550140', '+17165550141'])
    await made(world.a.request('PUT', `${numbersPath(id)}/${ids[0]}`, { max_calls_per_day: 1 }))
    const campaign = await newCampaign(world.a, {
      workflow_id,
      source_id: await listOf(['+12125550210', '+12125550211']),
      telephony_configuration_id: id,
      retry_config: { enabled: false },
      max_concurrency: 1,
      caller_pool: { rotation: 'local', phone_number_ids: ids },
    })
    await made(world.a.request('POST', `/api/v1/campaign/${campaign.id}/start`))
    await untilEvent(world.a, campaign.id, 'campaign_completed')
    expect(count((await runsOf(campaign.id)).map(({ caller_reason }) => caller_reason))).toEqual({
      same_area: 1,
      same_region: 1,
    })
    const { contacts } = await made<{ contacts: Array<{ id: number }> } & Json>(
      world.a.request('GET', `/api/v1/campaign/${campaign.id}/contacts`),
    )
    const explained = await made<{ attempts: Json[] } & Json>(
      world.a.request('GET', `/api/v1/campaign/${campaign.id}/contacts/${contacts[1]?.id}/explain`),
    )
    expect(explained.attempts).toMatchObject([{ caller_number: '+17165550141', caller_reason: 'same_region' }])
  })
})

describe('the daily limit of a number', () => {
  /** A zone whose local day began less than an hour ago, and one in which it is about noon. */
  const zones = () => {
    const hour = new Date().getUTCHours()
    const west = (hours: number) => (hours > 12 ? `Etc/GMT-${24 - hours}` : `Etc/GMT+${hours}`)
    return { justBegun: west(hour), noon: hour >= 12 ? west(hour - 12) : `Etc/GMT-${12 - hour}` }
  }
  const setZone = (time_zone: string) => made(world.a.request('PATCH', '/api/v1/organization', { time_zone }))

  test('begins again at midnight in the time zone of the organization', async () => {
    const { id, ids } = await configurationWith([FIVE[0] as string], { max_calls_per_day: 2 })
    const { justBegun, noon } = zones()
    try {
      await setZone(noon)
      const nowMs = Date.now()
      const todayMs = startOfLocalDay(noon, nowMs)
      // Both calls of this day at the operator's were made.
      await world.pool.query('update phone_numbers set used_on = $2, used_count = 2 where id = $1', [
        ids[0],
        new Date(todayMs),
      ])
      const campaign = await newCampaign(world.a, {
        workflow_id,
        endings: ['00', '01'],
        telephony_configuration_id: id,
        retry_config: { enabled: false },
      })
      await made(world.a.request('POST', `/api/v1/campaign/${campaign.id}/start`))
      const { waits } = await explainedWith(campaign.id, 'number_limits')
      expect(waits).toMatchObject([
        {
          message: 'Every number of the configuration has been shown as often as it may be in a day.',
          until: new Date(todayMs + 86_400_000).toISOString(),
          contacts: 2,
        },
      ])
      expect(await runsOf(campaign.id)).toEqual([])
      // Where the day has just begun, they were of the day before.
      await setZone(justBegun)
      await untilEvent(world.a, campaign.id, 'campaign_completed')
      const { rows } = await world.pool.query<{ used_on: Date; used_count: number }>(
        'select used_on, used_count from phone_numbers where id = $1',
        [ids[0]],
      )
      expect(rows).toEqual([{ used_on: new Date(startOfLocalDay(justBegun, Date.now())), used_count: 2 }])
    } finally {
      await setZone('UTC')
    }
  })
})
