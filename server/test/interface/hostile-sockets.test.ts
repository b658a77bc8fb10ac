/** Every address that accepts a websocket, attacked with what no client should send: the program stays up. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { callbackUrls } from '../../src/calls/callback-urls.ts'
import { PROBE_PATH } from '../../src/calls/probe-public-url.ts'
import { type Json, mute, type TestApp, testApp } from './app.ts'
import { FRAMES, upgradeRequest } from './hostile-frames.ts'
import { DEFINITION, made, newConfiguration, newWorkflow, TWILIO } from './things.ts'

let world: TestApp
let port: number

beforeAll(async () => {
  world = await testApp({ openAgents: async () => mute() })
  await world.app.dialer.start()
  await world.app.server.listen({ host: '127.0.0.1', port: 0 })
  port = (world.app.server.server.address() as AddressInfo).port
  await prepareCalls()
})

/** The test runner keeps the process alive after an uncaught error, so the test looks for the error itself. */
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)
const runners = new Map(EVENTS.map((event) => [event, [] as NodeJS.UncaughtExceptionListener[]]))

beforeEach(() => {
  uncaught.length = 0
  for (const event of EVENTS) {
    runners.set(event, process.listeners(event as 'uncaughtException'))
    process.removeAllListeners(event)
    process.on(event, note)
  }
})

afterEach(() => {
  for (const event of EVENTS) {
    process.off(event, note)
    for (const listener of runners.get(event) ?? []) process.on(event as 'uncaughtException', listener)
  }
})

let configurationId: number
let insertCall: (sid: string) => Promise<number>

async function prepareCalls(): Promise<void> {
  const workflowId = await newWorkflow(world.a)
  configurationId = await newConfiguration(world.a, { ...TWILIO, api_base_url: 'http://127.0.0.1:9' })
  insertCall = async (sid) => {
    const { rows } = await world.pool.query<{ id: number }>(
      `insert into calls (organization_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
         provider_call_id, phone_number, address_type, state, live, node_id, claimed_at, news_at, deadline_at)
       select $1, 'outbound', $2::bigint, current_definition_id, $3::bigint, 'twilio', $4, '+12025550100', 'pstn', 'answered',
         true, 'n', now(), now(), now() + interval '1 hour' from workflows where id = $2
       returning id`,
      [world.a.organizationId, workflowId, configurationId, sid],
    )
    return (rows[0] as { id: number }).id
  }
}

let calls = 0

/** A fresh address for each attack: most of these doors open once per ticket. */
const DOORS: Record<string, () => Promise<string>> = {
  probe: async () => PROBE_PATH,
  media: async () => {
    const callId = await insertCall(`CA${calls++}`)
    const urls = callbackUrls(
      { publicUrl: 'http://x', secrets: world.app.secrets, now: () => Date.now() },
      configurationId,
    )
    return new URL(urls.media({ callId, callKey: 'k', providerCallId: null })).pathname
  },
  microphone: async () => {
    const body = { workflow_definition: DEFINITION, audio: true }
    const { audio_url } = await made<Json & { audio_url: string }>(
      world.a.request('POST', '/api/v1/workflow/try', body),
    )
    const { pathname, search } = new URL(audio_url)
    return pathname + search
  },
  listen: async () => {
    const callId = await insertCall(`CA${calls++}`)
    await world.pool.query('update calls set agent_at = now() where id = $1', [callId])
    await world.a.request('PATCH', '/api/v1/organization', { listening_allowed: true })
    const { audio_url } = await made<Json & { audio_url: string }>(
      world.a.request('POST', `/api/v1/calls/${callId}/listen`),
    )
    const { pathname, search } = new URL(audio_url)
    return pathname + search
  },
  'a listening address with a wrong token': async () => '/api/v1/calls/1/audio?token=1.2.3',
  events: async () => '/api/v1/events',
  'an address without a socket': async () => '/api/v1/health',
  'a media address with a wrong token': async () => '/api/v1/telephony/media/1.2.3',
  'a broken address': async () => '/api/v1/%zz',
}

/** Sends the frame with the handshake or after it; resolves when the other side has closed, or was told to and reset. */
async function attack(path: string, frame: Buffer, how: 'with the handshake' | 'after the handshake'): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  socket.on('error', () => {})
  const head = upgradeRequest(path)
  if (how === 'with the handshake') socket.write(Buffer.concat([head, frame]))
  else {
    socket.write(head)
    await Promise.race([once(socket, 'data'), gone])
    socket.write(frame)
  }
  socket.resume()
  await settled(socket, gone)
}

/** What the server does with a frame it accepts is nothing: so the client leaves, without a word. */
async function settled(socket: Socket, gone: Promise<void>): Promise<void> {
  // A request afterwards has been through the same event loop: what the frame led to has happened.
  for (let round = 0; round < 3; round++) expect(await healthy()).toBe(200)
  socket.destroy()
  await gone
  expect(await healthy()).toBe(200)
}

const healthy = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status

test('every door of the program is attacked below', () => {
  expect(Object.keys(DOORS)).toEqual(expect.arrayContaining([...world.app.socketDoors]))
})

for (const [door, address] of Object.entries(DOORS)) {
  for (const how of ['with the handshake', 'after the handshake'] as const) {
    test(`${door}: nothing sent ${how} ends the program`, async () => {
      for (const [name, frame] of Object.entries(FRAMES)) {
        await attack(await address(), frame, how)
        expect(uncaught, `${door}: ${name}`).toEqual([])
      }
    })
  }
}
