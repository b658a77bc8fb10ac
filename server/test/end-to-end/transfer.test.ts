/**
 * One contract of a transfer on every carrier, in the whole program: the other side answers, is busy, does not answer; either
 * side hangs up; whoever takes over is told what it is about before they are connected; the agent comes back.
 */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { CallRef } from '../../src/telephony/provider.ts'
import { findProviders, type ProviderUnderTest } from '../conformance/find-providers.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import { drawnCarriers } from '../drawn.ts'
import type { Json } from '../interface/app.ts'
import { CONFIGURATIONS, fresh, made, newWorkflow } from '../interface/things.ts'
import { CarrierSide } from './carrier-side.ts'
import { Person } from './person.ts'
import { eventually, type Program, startProgram } from './program.ts'
import { closeVoices } from './voices.ts'

const TIMEOUT_MS = 90_000
/** Everybody has a number of their own: one number has one live call. */
let people = 0
const nextPerson = () => `+14155550${100 + people++}`
const DESK = '+14155550188'

/** The person presses 1 and is handed over; if nobody takes them, they are asked something else. */
const HANDS_OVER = {
  nodes: [
    { id: 'start', type: 'startCall', data: { name: 'Greeting', greeting: 'Press one.' } },
    { id: 'desk', type: 'transfer', data: { name: 'Desk', destination: DESK, announce: 'Ada.' } },
    { id: 'back', type: 'agentNode', data: { name: 'Back', say: 'Press two.' } },
    { id: 'end', type: 'endCall', data: { name: 'Called back' } },
  ].map((node, index) => ({ ...node, position: { x: 0, y: index * 100 } })),
  edges: [
    { id: 'a', source: 'start', target: 'desk', data: { label: 'person', keys: ['1'] } },
    { id: 'b', source: 'desk', target: 'back', data: { label: 'nobody' } },
    { id: 'c', source: 'back', target: 'end', data: { label: 'later', keys: ['2'] } },
  ],
}

const providers = (await findProviders()).flatMap((found) => ('fault' in found ? [] : [found.provider]))
const NAMES = drawnCarriers(['cloudonix', 'plivo', 'signalwire', 'telnyx', 'twilio', 'vobiz', 'vonage'], (name) => name)

let program: Program

beforeAll(async () => {
  program = await startProgram()
}, TIMEOUT_MS)

afterAll(closeVoices)

/** How each carrier is told that two calls are one. */
const JOINED = /Conference|"conversation"|actions\/bridge|(\/|%2F)join\b/

class Transfer {
  readonly side: CarrierSide
  readonly call: CallRef
  readonly person: Person

  constructor(side: CarrierSide, call: CallRef, person: Person) {
    this.side = side
    this.call = call
    this.person = person
  }

  /** A person who has answered and asked to be handed over; the other number is being called. */
  static async begin(name: string, id: number, side: CarrierSide): Promise<Transfer> {
    const { operator } = program
    const input = {
      workflow_id: await newWorkflow(operator, HANDS_OVER),
      phone_number: nextPerson(),
      telephony_configuration_id: id,
    }
    const placed = await made(operator.request('POST', '/api/v1/telephony/initiate-call', input))
    const call = await named(side, placed.id)
    const format =
      name === 'vonage'
        ? ({ encoding: 'l16', sampleRateHz: 16_000 } as const)
        : ({ encoding: 'mulaw', sampleRateHz: 8000 } as const)
    const person = new Person(await side.picksUp(call), format)
    await person.hears(0.3)
    person.presses('1')
    return new Transfer(side, call, person)
  }

  async partner(): Promise<CallRef> {
    const { rows } = await eventually('the other number to be called', async () => {
      const found = await program.inside.pool.query<{ id: number }>('select id from calls where transfer_of = $1', [
        this.call.callId,
      ])
      return found.rows.length > 0 && found
    })
    return named(this.side, rows[0]?.id as number)
  }

  joins(): string[] {
    return this.side.carrier.requests
      .map(({ path, body }) => decodeURIComponent(`${path} ${body}`))
      .filter((text) => JOINED.test(text))
  }

  hungUp(call: CallRef): Promise<Json> {
    return eventually('the call to be over', async () => {
      const kept = await made<Json>(program.operator.request('GET', `/api/v1/calls/${call.callId}`))
      return kept.is_completed === true && kept
    })
  }
}

/** A configuration with its number, and the carrier it belongs to. */
async function setUp(name: string): Promise<{ side: CarrierSide; id: number; stop(): Promise<void> }> {
  const provider = providers.find(({ spec }) => spec.name === name) as ProviderUnderTest
  const carrier = await provider.standIn.start()
  const { operator } = program
  const config = { provider: name, ...carrier.credentials, calls_per_second: 20, max_call_seconds: 60 }
  const { id } = await made(operator.request('POST', CONFIGURATIONS, { name: fresh('carrier'), config }))
  const number = { address: OWN_NUMBER, is_default_caller_id: true }
  await made(operator.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, number))
  return { side: new CarrierSide(carrier, program), id, stop: () => carrier.stop() }
}

function named(side: CarrierSide, callId: number): Promise<CallRef> {
  return eventually('the carrier to name the call', async () => {
    const { rows } = await program.inside.pool.query<{ provider_call_id: string | null }>(
      'select provider_call_id from calls where id = $1',
      [callId],
    )
    return rows[0]?.provider_call_id ? side.ref(callId, rows[0].provider_call_id) : null
  })
}

test.concurrent.each(NAMES)(
  '%s: busy: the person hears ringing and the agent is back; answered: told, connected, and the agent leaves',
  async (name) => {
    const { side, id, stop } = await setUp(name)
    try {
      const transfer = await Transfer.begin(name, id, side)
      const { person, call } = transfer
      const partner = await transfer.partner()
      await person.hears(1)
      await side.tells(partner, { kind: 'ended', as: 'busy' })
      await person.hears(0.3)
      person.presses('2')
      await person.isHungUpOn()
      await side.tells(call, { kind: 'ended', as: 'completed' })
      const kept = await transfer.hungUp(call)
      expect(kept).toMatchObject({ outcome: 'answered', disposition: 'called_back' })
      expect(JSON.stringify(kept.timeline)).toContain('the line is busy')
      expect(transfer.joins()).toEqual([])

      const again = await Transfer.begin(name, id, side)
      const desk = await again.partner()
      await side.tells(desk, { kind: 'ringing' })
      const colleague = new Person(await side.picksUp(desk), again.person.format)
      await colleague.hears(0.3)
      await eventually('the two to be joined', async () => again.joins().length >= (name === 'telnyx' ? 1 : 2))
      // The carrier takes our audio away; nobody of ours hangs up on them.
      again.person.hangsUp()
      colleague.hangsUp()
      const told = await eventually('the transfer to be written down', async () => {
        const now = await made<Json>(program.operator.request('GET', `/api/v1/calls/${again.call.callId}`))
        return now.disposition !== null && now
      })
      expect(told).toMatchObject({ disposition: 'transferred', is_completed: false })
      const limits = await program.inside.pool.query<{ left: number }>(
        'select extract(epoch from deadline_at - now()) as left from calls where id = any($1)',
        [[again.call.callId, desk.callId]],
      )
      for (const { left } of limits.rows) expect(Number(left)).toBeGreaterThan(7000)
      await side.tells(desk, { kind: 'ended', as: 'completed' })
      // Whoever is left alone is hung up, if the carrier has not done it.
      await eventually('the person to be hung up', async () => isHungUp(side, again.call))
      await side.tells(again.call, { kind: 'ended', as: 'completed' })
      expect(await again.hungUp(again.call)).toMatchObject({ outcome: 'answered' })
    } finally {
      await stop()
    }
  },
  TIMEOUT_MS,
)

test(
  'a person who hangs up while it rings: the other number is not called any longer',
  async () => {
    const { side, id, stop } = await setUp('twilio')
    try {
      const transfer = await Transfer.begin('twilio', id, side)
      const partner = await transfer.partner()
      await transfer.person.hears(0.5)
      transfer.person.hangsUp()
      await side.tells(transfer.call, { kind: 'ended', as: 'completed' })
      await eventually('the other number to be let go', async () => isHungUp(side, partner))
      await side.tells(partner, { kind: 'ended', as: 'canceled' })
    } finally {
      await stop()
    }
  },
  TIMEOUT_MS,
)

/** Connects as a browser does, and keeps what arrives. */
async function listen(callId: number) {
  const { audio_url } = await made<{ audio_url: string }>(
    program.operator.request('POST', `/api/v1/calls/${callId}/listen`),
  )
  const socket = new WebSocket(audio_url)
  const frames: Buffer[] = []
  const messages: Json[] = []
  socket.on('message', (data, isBinary) => {
    if (isBinary) frames.push(data as Buffer)
    else messages.push(JSON.parse(String(data)))
  })
  return { audio_url, socket, messages, heard: () => Buffer.concat(frames), closed: once(socket, 'close') }
}

/** One side of stereo audio. */
function sideOf(stereo: Buffer, channel: 0 | 1): Buffer {
  const samples = Buffer.alloc(Math.floor(stereo.length / 4) * 2)
  for (let at = 0; at < samples.length; at += 2)
    stereo.copy(samples, at, at * 2 + channel * 2, at * 2 + channel * 2 + 2)
  return samples
}

const VOICE_BYTES = 8000

/** Half a second of one side, from where it is first not silent; null if there is not so much yet. */
function firstVoice(stereo: Buffer, channel: 0 | 1): Buffer | null {
  const side = sideOf(stereo, channel)
  const begins = side.findIndex((byte) => byte !== 0) & ~1
  return begins < 0 || side.length < begins + VOICE_BYTES ? null : side.subarray(begins, begins + VOICE_BYTES)
}

test.concurrent(
  'an operator hears both sides of a live call, takes it over by phone, and the person notices nothing before that',
  async () => {
    const { side, id, stop } = await setUp('twilio')
    const { operator } = program
    try {
      const definition = { ...HANDS_OVER, settings: { recording: true, recording_consent: 'We record.' } }
      const input = {
        workflow_id: await newWorkflow(operator, definition),
        phone_number: nextPerson(),
        telephony_configuration_id: id,
      }
      const placed = await made(operator.request('POST', '/api/v1/telephony/initiate-call', input))
      const call = await named(side, placed.id)
      const takeOver = { phone_number: nextPerson(), keys: '5w', ring_seconds: 60 }
      const path = `/api/v1/calls/${call.callId}`
      expect((await operator.request('POST', `${path}/take-over`, takeOver)).body).toMatchObject({
        code: 'conversation_not_found',
      })
      const person = new Person(await side.picksUp(call), { encoding: 'mulaw', sampleRateHz: 8000 })
      await person.hears(0.3)
      expect((await operator.request('POST', `${path}/listen`)).body).toMatchObject({ code: 'listening_off' })
      await made(operator.request('PATCH', '/api/v1/organization', { listening_allowed: true }))
      const listener = await listen(call.callId)
      await person.says('Hello, who is calling?')
      await eventually('both sides to be heard', async () =>
        [0, 1].every((at) => firstVoice(listener.heard(), at as 0 | 1)),
      )
      expect(listener.messages[0]).toMatchObject({
        type: 'format',
        sample_rate_hz: 8000,
        channels: ['person', 'agent'],
      })
      expect(await side.refusalOfMedia(listener.audio_url)).toBe(403)

      expect((await operator.request('POST', `${path}/take-over`, { phone_number: '112' })).status).toBe(422)
      await made(operator.request('POST', `${path}/take-over`, takeOver))
      expect((await operator.request('POST', `${path}/take-over`, takeOver)).body).toMatchObject({
        code: 'take_over_under_way',
      })
      const transfer = new Transfer(side, call, person)
      const desk = await transfer.partner()
      const colleague = new Person(await side.picksUp(desk), person.format)
      await colleague.hears(0.3)
      await eventually('the two to be joined', async () => transfer.joins().length >= 2)
      person.hangsUp()
      colleague.hangsUp()
      await listener.closed
      expect(listener.messages.at(-1)).toEqual({ type: 'ended', reason: null })
      for (const one of [desk, call]) await side.tells(one, { kind: 'ended', as: 'completed' })
      const kept = await transfer.hungUp(call)
      expect(kept).toMatchObject({ outcome: 'answered', disposition: 'transferred' })
      const events = (kept.timeline as Json[]).map(({ event, by }) => [event, by])
      expect(events).toEqual(
        expect.arrayContaining([
          ['listened_in', expect.any(String)],
          ['take_over', expect.any(String)],
        ]),
      )

      const { download_url } = await eventually('the recording to be stored', async () => {
        const { status, body } = await operator.request<{ download_url: string }>('GET', `${path}/recording`)
        return status === 200 && body
      })
      const wav = Buffer.from(await (await fetch(download_url)).arrayBuffer())
      for (const channel of [0, 1] as const) {
        const voice = firstVoice(listener.heard(), channel) as Buffer
        expect(sideOf(wav.subarray(44), channel).includes(voice), `channel ${channel}`).toBe(true)
      }
    } finally {
      await stop()
    }
  },
  TIMEOUT_MS,
)

function isHungUp({ carrier }: CarrierSide, call: CallRef): boolean {
  const id = encodeURIComponent(call.providerCallId ?? '')
  return carrier.requests.some(
    ({ method, path, body }) =>
      path.includes(id) && (method === 'DELETE' || /completed|hangup/.test(`${path} ${body}`)) && !JOINED.test(body),
  )
}
