/** What a console sees of calls while they live: by the stream as it happens, by the list as it is. */
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Json, type Member, type TestApp, testApp } from './app.ts'
import { FAST, made, newCampaign, newConfiguration, newWorkflow, uploadCsv } from './things.ts'

let world: TestApp
let url: string
const leaving: AbortController[] = []

beforeAll(async () => {
  world = await testApp()
  await world.app.start()
  url = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}`
})

afterEach(() => {
  for (const abort of leaving.splice(0)) abort.abort()
})

interface Told extends Json {
  id: number | null
  type: string
  call_id: number
}

/** Everything the stream says, until told otherwise. */
async function watch(member: Member, query: string): Promise<{ told: Told[]; until(type: string): Promise<Told> }> {
  const abort = new AbortController()
  leaving.push(abort)
  const response = await fetch(`${url}/api/v1/events/stream${query}`, {
    headers: { 'x-api-key': member.key },
    signal: abort.signal,
  })
  const told: Told[] = []
  let wake = () => {}
  let opened = () => {}
  const ready = new Promise<void>((resolve) => (opened = resolve))
  const read = async () => {
    let text = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString()
      const messages = text.split('\n\n')
      text = messages.pop() as string
      for (const message of messages) {
        if (message.includes('event: ready')) opened()
        else if (/^(id|event)/.test(message))
          told.push(JSON.parse(message.slice(message.indexOf('data: ') + 6)) as Told)
      }
      wake()
    }
  }
  read().catch(() => {})
  await ready
  return {
    told,
    async until(type) {
      for (;;) {
        const found = told.find((event) => event.type === type)
        if (found) return found
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

/** Rings for a while, then talks for a while. */
const slowly = (member: Member) =>
  newConfiguration(member, {
    ...FAST,
    speed: 1,
    shortest_ring_seconds: 0.4,
    longest_ring_seconds: 0.4,
    shortest_talk_seconds: 0.4,
    longest_talk_seconds: 0.4,
  })

test('a call is told from its claim to its end, to its own organization alone, without personal data', async () => {
  const ours = await watch(world.a, '?live=true')
  const theirs = await watch(world.b, '?live=true')
  const silent = await watch(world.a, '')
  const { id } = await newCampaign(world.a, { telephony_configuration_id: await slowly(world.a) })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await ours.until('call_ringing')
  await ours.until('call_answered')
  const ended = await ours.until('call_ended')
  const calls = ours.told.filter((event) => event.type.startsWith('call_'))
  expect(calls.map((event) => event.type).at(-1)).toBe('call_ended')
  expect(new Set(calls.map((event) => event.call_id))).toEqual(new Set([ended.call_id]))
  expect(calls.find((event) => event.type === 'call_ringing')).toMatchObject({
    id: null,
    campaign_id: id,
    contact_id: expect.any(Number),
    data: { attempt: 1, direction: 'outbound' },
  })
  expect(JSON.stringify(ours.told)).not.toContain('+1202555')
  expect(theirs.told).toEqual([])
  await silent.until('campaign_completed')
  expect(silent.told.filter((event) => event.id === null)).toEqual([])
})

test('a call that an operator hangs up ends, and a call of another organization cannot be hung up', async () => {
  const stream = await watch(world.a, '?live=true')
  const slow = { ...FAST, speed: 1, shortest_ring_seconds: 25, longest_ring_seconds: 25 }
  const telephony_configuration_id = await newConfiguration(world.a, slow)
  const { id } = await newCampaign(world.a, { telephony_configuration_id, endings: ['00'] })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  const { call_id } = await stream.until('call_ringing')
  const path = `/api/v1/calls/${call_id}/hang-up`
  expect((await world.b.request('POST', path)).status).toBe(404)
  expect(await made(world.a.request('POST', path))).toMatchObject({ id: call_id })
  await stream.until('call_ended')
  const again = await world.a.request('POST', path)
  expect([again.status, again.body.code]).toEqual([409, 'call_not_live'])
})

test('a stream of one campaign hears nothing of another', async () => {
  const configuration = await slowly(world.a)
  const [one, other] = [
    await newCampaign(world.a, { telephony_configuration_id: configuration }),
    await newCampaign(world.a, { telephony_configuration_id: configuration }),
  ]
  const stream = await watch(world.a, `?live=true&campaign_id=${one.id}`)
  await made(world.a.request('POST', `/api/v1/campaign/${other.id}/start`))
  await made(world.a.request('POST', `/api/v1/campaign/${one.id}/start`))
  await stream.until('campaign_completed')
  expect(new Set(stream.told.map((event) => event.campaign_id))).toEqual(new Set([one.id]))
  expect(stream.told.some((event) => event.id === null)).toBe(true)
})

test('the list of types names every one', async () => {
  const { event_types } = await made<{ event_types: Array<{ type: string; live: boolean }> }>(
    world.a.request('GET', '/api/v1/event-types'),
  )
  expect(event_types).toContainEqual({ type: 'call_step', live: true, description: expect.any(String) })
  expect(event_types).toContainEqual({ type: 'call_ended', live: false, description: expect.any(String) })
})

interface Runs extends Json {
  runs: Array<Json & { id: number; phone_number: string; state: string }>
  total_count: number | null
  next_cursor: number | null
}

const list = (query: string, member = world.a) => made<Runs>(member.request('GET', `/api/v1/calls?${query}`))

test('live calls are listed apart from those that are over', async () => {
  const configuration = await newConfiguration(world.a, {
    ...FAST,
    speed: 1,
    shortest_talk_seconds: 60,
    longest_talk_seconds: 60,
  })
  const stream = await watch(world.a, '?live=true')
  // Numbers of their own: those of the tests before may still be in a call.
  const source_id = await uploadCsv(world.a, 'phone_number\n+12025557100\n+12025557101\n')
  const { id } = await newCampaign(world.a, { telephony_configuration_id: configuration, source_id })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await stream.until('call_answered')
  // The stream also carries calls of other campaigns.
  await expect.poll(async () => (await list(`live=true&campaign_id=${id}`)).total_count, { timeout: 15_000 }).toBe(2)
  const live = await list(`live=true&campaign_id=${id}`)
  expect(live).toMatchObject({ total_count: 2, total_is_exact: true, next_cursor: null })
  expect(live.runs.every((run) => run.is_completed === false)).toBe(true)
  expect((await list(`live=false&campaign_id=${id}`)).runs).toEqual([])
  expect((await list('live=true&q=1')).runs.map((run) => run.id)).toEqual(
    expect.arrayContaining(live.runs.map((run) => run.id)),
  )
  expect((await list('live=true&q=49')).runs).toEqual([])
  expect((await list('live=true', world.b)).runs).toEqual([])
})

test('pages by cursor do not shift while new calls come, and go through all of them', async () => {
  const call = async (phone_number: string) => {
    const workflow_id = await newWorkflow(world.b)
    const telephony_configuration_id = await newConfiguration(world.b)
    const body = { workflow_id, telephony_configuration_id, phone_number }
    return (await made(world.b.request('POST', '/api/v1/telephony/initiate-call', body))).id
  }
  const ids: number[] = []
  for (const ending of ['60', '61', '62', '63', '64']) ids.unshift(await call(`+442079460${ending}0`.slice(0, 13)))
  const first = await list('limit=2', world.b)
  expect(first.runs.map((run) => run.id)).toEqual(ids.slice(0, 2))
  await call('+442079460999')
  const second = await list(`limit=2&cursor=${first.next_cursor}`, world.b)
  expect(second).toMatchObject({ total_count: null, total_pages: null, next_cursor: ids[3] })
  const third = await list(`limit=2&cursor=${second.next_cursor}`, world.b)
  expect([...second.runs, ...third.runs].map((run) => run.id)).toEqual(ids.slice(2))
  expect(third.next_cursor).toBeNull()
})

test('a number is found by its beginning, however it is written, with a campaign or without', async () => {
  const { id } = await newCampaign(world.a, {
    source_id: await uploadCsv(world.a, 'phone\n+498912345670\n+498912345671\n+4930123456\n'),
    retry_config: { enabled: false },
  })
  const stream = await watch(world.a, '')
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  await stream.until('campaign_completed')
  const single = {
    workflow_id: await newWorkflow(world.a),
    telephony_configuration_id: await newConfiguration(world.a),
  }
  await made(world.a.request('POST', '/api/v1/telephony/initiate-call', { ...single, phone_number: '+498912999999' }))
  const numbers = async (q: string) =>
    (await list(`q=${encodeURIComponent(q)}`)).runs.map((run) => run.phone_number).sort()
  expect(await numbers('+49 89 12')).toEqual(['+498912345670', '+498912345671', '+498912999999'])
  expect(await numbers('0049 (30)')).toEqual(['+4930123456'])
  expect(await numbers('4930')).toEqual(['+4930123456'])
  expect(await numbers('%301')).toEqual([])
  expect((await list('q=4930', world.b)).runs).toEqual([])
  expect((await world.a.request('GET', '/api/v1/calls?q=4')).status).toBe(422)
})
