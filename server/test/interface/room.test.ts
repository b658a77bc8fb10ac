/** A call that nobody could talk on is not dialed: each node says its room with its heartbeat, and people are told. */
import { expect, test } from 'vitest'
import { type Json, mute, testApp } from './app.ts'
import { FAST, made, newCampaign, newConfiguration, untilEvent } from './things.ts'

test('without room for a conversation nobody is dialed, and the reason is named; with room they are', async () => {
  let capacity = 0
  const agents = {
    ...mute(),
    get capacity() {
      return capacity
    },
  }
  const world = await testApp({ openAgents: async () => agents })
  await world.app.start()
  const start = async (people_speak: boolean) => {
    const telephony_configuration_id = await newConfiguration(world.a, { ...FAST, people_speak })
    const retry_config = { enabled: false }
    const { id } = await newCampaign(world.a, { endings: ['60', '61'], telephony_configuration_id, retry_config })
    await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
    return id
  }
  const said = (id: number, what: string) => made<Json>(world.a.request('GET', `/api/v1/campaign/${id}/${what}`))
  const talking = await start(true)
  const waits = async () => ((await said(talking, 'explain')).waits as Json[]).filter(({ rule }) => rule === 'room')
  while ((await waits()).length === 0);
  expect(await waits()).toEqual([
    { rule: 'room', message: 'No node has room for one more conversation.', until: null, contacts: 2 },
  ])
  expect(await said(talking, 'explain')).toMatchObject({ ready_rows: 2, free_rows: 0 })
  expect(await said(talking, 'progress')).toMatchObject({
    waiting_because: [expect.objectContaining({ rule: 'room' })],
  })
  const { rows } = await world.pool.query('select room from nodes')
  expect(rows).toEqual([{ room: 0 }])
  // Calls without sound need nobody, and say nothing of it.
  const silent = await start(false)
  await untilEvent(world.a, silent, 'campaign_completed')
  capacity = 5
  await untilEvent(world.a, talking, 'campaign_completed')
})
