import { beforeAll, expect, test } from 'vitest'
import { type Json, type Member, type TestApp, testApp } from './app.ts'
import {
  CONFIGURATIONS,
  FAST,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  untilEvent,
  uploadCsv,
} from './things.ts'

let world: TestApp
let campaignId: number

interface Found {
  campaigns: Array<Json & { id: number; name: string }>
  workflows: Json[]
  contacts: Array<Json & { phone_number: string }>
  numbers: Json[]
  calls: Array<Json & { id: number; phone_number: string }>
}

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  const source_id = await uploadCsv(
    world.a,
    'phone,first_name,last_name\n+498912345660,Hugo,Moreau\n+498912345661,Ada,Moreau\n+4930123460,Kim,Hugoson\n',
  )
  const { id } = await newCampaign(world.a, {
    source_id,
    name: 'Winter 100% off_er',
    retry_config: { enabled: false },
  })
  campaignId = id
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await untilEvent(world.a, id, 'campaign_completed')
})

const search = (q: string, member: Member = world.a, more = '') =>
  made<Found & Json>(member.request('GET', `/api/v1/search?q=${encodeURIComponent(q)}${more}`))

test('campaigns and workflows are found by part of their name, what begins with it first', async () => {
  await newCampaign(world.a, { name: 'Not winter' })
  expect((await search('winter')).campaigns.map(({ name }) => name)).toEqual(['Winter 100% off_er', 'Not winter'])
  expect((await search('100% off_')).campaigns).toEqual([
    { id: campaignId, name: 'Winter 100% off_er', state: 'completed' },
  ])
  expect((await search('%%')).campaigns).toEqual([])
  const workflow = await newWorkflow(world.a)
  await made(world.a.request('PUT', `/api/v1/workflow/${workflow}`, { name: 'Survey of springs' }))
  expect((await search('of springs')).workflows).toEqual([{ id: workflow, name: 'Survey of springs', state: 'active' }])
})

test('contacts and calls are found by the beginning of a number, however it is written', async () => {
  for (const typed of ['+49 89 12', '0049 8912', '498912']) {
    const { contacts, calls } = await search(typed)
    expect(contacts.map(({ phone_number }) => phone_number)).toEqual(['+498912345660', '+498912345661'])
    expect(contacts[0]).toMatchObject({ campaign_id: campaignId, campaign_name: 'Winter 100% off_er', state: 'done' })
    expect(calls.map(({ phone_number }) => phone_number).sort()).toEqual(['+498912345660', '+498912345661'])
  }
  expect((await search('+49', world.a)).contacts).toEqual([])
  expect((await search('498', world.a, '&limit=1')).contacts).toHaveLength(1)
})

test('a person is found by the number as a letter has it, by its last digits, and by name', async () => {
  for (const typed of ['089 12345660', '(089) 1234 5660', '89/12345660', '5660', 'Hugo Moreau', 'moreau hugo']) {
    const { contacts, is_complete } = await search(typed)
    expect([typed, contacts.map(({ phone_number }) => phone_number)]).toEqual([typed, ['+498912345660']])
    expect(is_complete).toBe(true)
  }
  expect((await search('Hugo')).contacts).toHaveLength(2)
  // A name of a column is no name of a person, and another organization finds nobody.
  expect((await search('first_name')).contacts).toEqual([])
  expect((await search('Hugo', world.b)).contacts).toEqual([])
})

test('a call without a campaign is found by its number, any call by its id', async () => {
  const body = {
    workflow_id: await newWorkflow(world.a),
    telephony_configuration_id: await newConfiguration(world.a),
    phone_number: '+33140205060',
  }
  const { id } = await made(world.a.request('POST', '/api/v1/telephony/initiate-call', body))
  expect((await search('+33 1 40')).calls.map((call) => call.id)).toEqual([id])
  expect((await search(String(id))).calls.map((call) => call.id)).toEqual([id])
  expect((await search(`#${campaignId}`)).campaigns[0]?.id).toBe(campaignId)
})

test('numbers of our own are found by address and label', async () => {
  const config = await newConfiguration(world.a, { ...FAST, account: 'search' })
  const { id } = await made(
    world.a.request('POST', `${CONFIGURATIONS}/${config}/phone-numbers`, {
      address: '+441134960182',
      label: 'Leeds desk',
    }),
  )
  for (const typed of ['leeds', '+44 113', '0044113']) {
    expect((await search(typed)).numbers).toMatchObject([{ id, address: '+441134960182', label: 'Leeds desk' }])
  }
})

test('nothing is found by nothing, and nothing of others', async () => {
  const empty = { campaigns: [], workflows: [], contacts: [], is_complete: true, numbers: [], calls: [] }
  expect(await search('  ')).toEqual(empty)
  for (const typed of ['winter', '+498912', String(campaignId), 'leeds', '+33140']) {
    expect([typed, await search(typed, world.b)]).toEqual([typed, empty])
  }
})
