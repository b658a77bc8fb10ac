import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { LLMock } from '@copilotkit/aimock'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import type { AudioFormat } from '../../telephony/media.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import type { SoundBrain, SoundPort } from '../brain.ts'
import { REALTIME } from '../rules/realtime-state.ts'
import { TURN_TAKING } from '../rules/turn-taking.ts'
import { openRealtimeBrain } from './realtime.ts'

const TELEPHONE: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
const KEY = 'sk-test-secret'

const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const WORKFLOW: WorkflowDefinition = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      data: {
        name: 'Question',
        greeting: 'Hello {{first_name}}.',
        prompt: 'Ask whether they come on Tuesday.',
        extract: [{ name: 'mood', type: 'string' }],
      },
    },
    {
      id: 'code',
      type: 'agentNode',
      data: { name: 'Code', prompt: 'Ask for the code.', collect: { variable: 'code', kind: 'digits', max_length: 4 } },
    },
    { id: 'yes', type: 'endCall', data: { name: 'Confirmed', prompt: 'Thank them.' } },
    { id: 'desk', type: 'transfer', data: { name: 'Front desk', say: 'One moment.', destination: '+12025550100' } },
  ],
  edges: [
    {
      id: 'e1',
      source: 'start',
      target: 'yes',
      data: { label: 'comes', condition: 'The person will come.', keys: ['1'] },
    },
    { id: 'e2', source: 'start', target: 'code', data: { label: 'code', condition: 'They have a code.' } },
    { id: 'e3', source: 'code', target: 'yes', data: {} },
  ],
}

interface ClientEvent {
  type: string
  [key: string]: unknown
}

/** The far end of a realtime connection: keeps what came, and speaks when the test says so. */
class Endpoint {
  readonly events: ClientEvent[] = []
  url = ''
  authorization: string | undefined
  requestUrl: string | undefined
  #socket: WebSocket | undefined
  #count = 0
  #wake: (() => void)[] = []

  static async open(greets = true): Promise<Endpoint> {
    const endpoint = new Endpoint()
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    endpoint.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/realtime`
    cleanups.push(() => {
      for (const client of server.clients) client.terminate()
      server.close()
    })
    server.on('connection', (socket, request) => {
      endpoint.#socket = socket
      endpoint.authorization = request.headers.authorization
      endpoint.requestUrl = request.url
      if (greets) endpoint.send({ type: 'session.created', session: { id: 's1', tracing: null } })
      socket.on('message', (data) => {
        const event = JSON.parse(String(data)) as ClientEvent
        endpoint.events.push(event)
        if (greets && event.type === 'session.update')
          endpoint.send({ type: 'session.updated', session: event.session })
        for (const wake of endpoint.#wake.splice(0)) wake()
      })
    })
    return endpoint
  }

  send(event: object): void {
    this.raw(JSON.stringify({ event_id: `ev${++this.#count}`, ...event }))
  }

  raw(text: string): void {
    this.#socket?.send(text)
  }

  drop(): void {
    this.#socket?.terminate()
  }

  of(type: string): ClientEvent[] {
    return this.events.filter((event) => event.type === type)
  }

  /** The n-th event of a type, as soon as it has come. */
  async nth(type: string, count: number): Promise<ClientEvent> {
    for (;;) {
      const found = this.of(type)[count - 1]
      if (found !== undefined) return found
      await new Promise<void>((resolve) => this.#wake.push(resolve))
    }
  }

  /** Begins a response that speaks, as the real service does: audio in pieces, its transcript beside it. */
  speak(response: string, item: string, text: string, audio: Uint8Array[]): void {
    const place = { response_id: response, item_id: item, output_index: 0, content_index: 0 }
    this.send({ type: 'response.created', response: { id: response, status: 'in_progress', output: [] } })
    this.send({ type: 'response.output_audio_transcript.delta', ...place, delta: text })
    for (const piece of audio)
      this.send({ type: 'response.output_audio.delta', ...place, delta: Buffer.from(piece).toString('base64') })
  }

  finish(response: string, item: string, text: string): void {
    const place = { response_id: response, item_id: item, output_index: 0, content_index: 0 }
    this.send({ type: 'response.output_audio.done', ...place })
    this.send({ type: 'response.output_audio_transcript.done', ...place, transcript: text })
    this.done(response, [{ type: 'message', id: item }])
  }

  call(response: string, name: string, input: object, id = 'call1'): void {
    const item = {
      id: `fc_${id}`,
      type: 'function_call',
      status: 'completed',
      name,
      call_id: id,
      arguments: JSON.stringify(input),
    }
    this.send({ type: 'response.output_item.done', response_id: response, output_index: 1, item })
  }

  done(response: string, output: object[], status = 'completed', details: object | null = null): void {
    this.send({ type: 'response.done', response: { id: response, status, output, status_details: details } })
  }
}

type PortEvent = { kind: string; [key: string]: unknown }

/** What the session would see. `interrupt` answers like one: it tells what was played of the utterance. */
class Port implements SoundPort {
  heard = 0
  readonly events: PortEvent[] = []
  playedMs: number | null = null
  brain: SoundBrain | undefined
  #wake: (() => void)[] = []
  #utteranceId = ''

  hears(): void {
    this.heard++
  }

  speak(utteranceId: string, audio: Uint8Array): void {
    this.#utteranceId = utteranceId
    this.#add({ kind: 'speak', utteranceId, bytes: audio.length, first: audio[0] })
  }
  spoken(utteranceId: string): void {
    this.#add({ kind: 'spoken', utteranceId })
  }
  interrupt(): void {
    this.#add({ kind: 'interrupt' })
    if (this.playedMs !== null) this.brain?.playedUntil(this.#utteranceId, this.playedMs)
  }
  transcript(entry: { who: 'agent' | 'person'; text: string }): void {
    this.#add({ kind: 'transcript', ...entry })
  }
  act(act: object): void {
    this.#add({ kind: 'act', act })
  }
  failed(reason: string): void {
    this.#add({ kind: 'failed', reason })
  }

  of(kind: string): PortEvent[] {
    return this.events.filter((event) => event.kind === kind)
  }

  get acts(): unknown[] {
    return this.of('act').map(({ act }) => act)
  }

  async nth(kind: string, count: number): Promise<PortEvent> {
    for (;;) {
      const found = this.of(kind)[count - 1]
      if (found !== undefined) return found
      await new Promise<void>((resolve) => this.#wake.push(resolve))
    }
  }

  #add(event: PortEvent): void {
    this.events.push(event)
    for (const wake of this.#wake.splice(0)) wake()
  }
}

function brainAt(url: string, clock: Clock = new VirtualClock(), definition = WORKFLOW): SoundBrain {
  const conversation = {
    callId: 7,
    direction: 'outbound' as const,
    definition,
    variables: { first_name: 'Ada' },
    gathered: {},
  }
  const endpoint = { url, apiKey: KEY, model: 'test-model', voice: 'marin' }
  const brain = openRealtimeBrain(conversation, { endpoint, clock, log: silentLog })
  cleanups.push(() => brain.close())
  return brain
}

async function opened(options: { clock?: Clock; definition?: WorkflowDefinition } = {}) {
  const endpoint = await Endpoint.open()
  const brain = brainAt(endpoint.url, options.clock, options.definition)
  const port = new Port()
  port.brain = brain
  await brain.open(port, TELEPHONE)
  return { endpoint, brain, port }
}

/** 100 ms of telephone audio, all of one value. */
const tenth = (value: number) => new Uint8Array(800).fill(value)

test('asks for telephone audio both ways, with the instructions, tools and voice of the step', async () => {
  const { endpoint, port } = await opened()
  expect(endpoint.authorization).toBe(`Bearer ${KEY}`)
  expect(endpoint.requestUrl).toBe('/v1/realtime?model=test-model')
  const { session } = (await endpoint.nth('session.update', 1)) as unknown as { session: Record<string, unknown> }
  expect(session).toMatchObject({
    output_modalities: ['audio'],
    audio: {
      input: { format: { type: 'audio/pcmu' }, turn_detection: { type: 'server_vad', interrupt_response: true } },
      output: { format: { type: 'audio/pcmu' }, voice: 'marin' },
    },
  })
  expect(session.instructions).toContain('Ask whether they come on Tuesday.')
  const names = (session.tools as { name: string }[]).map(({ name }) => name)
  expect(names).toEqual(['go_comes', 'go_code', 'record', 'transfer_front_desk', 'hang_up', 'do_not_call'])
  const create = await endpoint.nth('response.create', 1)
  expect(create.response).toMatchObject({ instructions: expect.stringContaining('Hello Ada.') })
  expect(port.acts).toEqual([{ kind: 'enter', nodeId: 'start', nodeName: 'Question' }])
  expect(endpoint.of('session.update')).toHaveLength(1)
})

test('carries sound both ways and writes down both sides', async () => {
  const clock = new VirtualClock()
  const { endpoint, brain, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'Hello Ada.', [tenth(1), tenth(2)])
  endpoint.finish('r1', 'i1', 'Hello Ada.')
  await port.nth('spoken', 1)
  expect(port.of('speak')).toEqual([
    { kind: 'speak', utteranceId: 'i1:0', bytes: 800, first: 1 },
    { kind: 'speak', utteranceId: 'i1:0', bytes: 800, first: 2 },
  ])
  expect(port.of('transcript')).toEqual([])
  clock.advance(200)
  expect(port.of('transcript')).toEqual([{ kind: 'transcript', who: 'agent', text: 'Hello Ada.' }])

  const wide = new Uint8Array(320).fill(9)
  brain.hear(wide.subarray(80, 240))
  const { audio } = await endpoint.nth('input_audio_buffer.append', 1)
  expect(Buffer.from(String(audio), 'base64')).toEqual(Buffer.alloc(160, 9))
  endpoint.send({
    type: 'conversation.item.input_audio_transcription.completed',
    item_id: 'u1',
    content_index: 0,
    transcript: ' I will be there. ',
  })
  await port.nth('transcript', 2)
  expect(port.of('transcript')[1]).toEqual({ kind: 'transcript', who: 'person', text: 'I will be there.' })
  // The library would fetch the person's whole audio back.
  expect(endpoint.of('conversation.item.retrieve')).toEqual([])
})

test('an interruption while the model speaks: cut by what was really played, and the rest is dropped', async () => {
  const { endpoint, port } = await opened()
  port.playedMs = 150
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one two three four', [tenth(1), tenth(1), tenth(1), tenth(1)])
  await port.nth('speak', 4)
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  await port.nth('interrupt', 1)
  const truncate = await endpoint.nth('conversation.item.truncate', 1)
  expect(truncate).toMatchObject({ item_id: 'i1', content_index: 0, audio_end_ms: 150 })
  expect(port.of('transcript')).toEqual([{ kind: 'transcript', who: 'agent', text: 'one' }])
  const place = { response_id: 'r1', item_id: 'i1', output_index: 0, content_index: 0 }
  endpoint.send({ type: 'response.output_audio.delta', ...place, delta: Buffer.from(tenth(2)).toString('base64') })
  endpoint.done('r1', [], 'cancelled')
  endpoint.speak('r2', 'i2', 'Yes?', [tenth(3)])
  await port.nth('speak', 5)
  expect(port.of('speak')[4]).toMatchObject({ utteranceId: 'i2:0', first: 3 })
  expect(port.of('failed')).toEqual([])
  expect(port.heard).toBe(1)
})

test('an interruption after the model has finished but while it is still played is cut as well', async () => {
  const { endpoint, port } = await opened()
  port.playedMs = 50
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one two', [tenth(1), tenth(1)])
  endpoint.finish('r1', 'i1', 'one two')
  await port.nth('spoken', 1)
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  expect(await endpoint.nth('conversation.item.truncate', 1)).toMatchObject({ item_id: 'i1', audio_end_ms: 50 })
})

test('what was played to its end is not cut, and speech into silence interrupts nothing', async () => {
  const clock = new VirtualClock()
  const { endpoint, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one two', [tenth(1)])
  endpoint.finish('r1', 'i1', 'one two')
  await port.nth('spoken', 1)
  endpoint.call('r1', 'record', {})
  await endpoint.nth('response.create', 2)
  clock.advance(100)
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  endpoint.call('r1', 'record', {}, 'call2')
  await endpoint.nth('conversation.item.create', 2)
  expect(port.of('interrupt')).toEqual([])
  expect(endpoint.of('conversation.item.truncate')).toEqual([])
})

test('a step that may not be interrupted is not', async () => {
  const [start, ...others] = WORKFLOW.nodes
  const firm = { ...start, data: { ...start?.data, allow_interrupt: false } } as WorkflowDefinition['nodes'][number]
  const { endpoint, port } = await opened({ definition: { ...WORKFLOW, nodes: [firm, ...others] } })
  const update = (await endpoint.nth('session.update', 1)) as unknown as {
    session: { audio: { input: { turn_detection: { interrupt_response: boolean } } } }
  }
  expect(update.session.audio.input.turn_detection.interrupt_response).toBe(false)
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one', [tenth(1)])
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  endpoint.speak('r1', 'i1', 'two', [tenth(2)])
  await port.nth('speak', 2)
  expect(port.of('interrupt')).toEqual([])
})

test('a tool call takes the edge: values kept, new instructions, last words, then hanging up', async () => {
  const { endpoint, port } = await opened()
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'Great.', [tenth(1)])
  endpoint.call('r1', 'go_comes', { mood: 'cheerful' })
  const output = await endpoint.nth('conversation.item.create', 1)
  expect(output.item).toMatchObject({ type: 'function_call_output', call_id: 'call1' })
  const update = (await endpoint.nth('session.update', 2)) as unknown as { session: Record<string, unknown> }
  expect(update.session.instructions).toContain('Thank them.')
  expect(update.session.tools).toEqual([])
  endpoint.finish('r1', 'i1', 'Great.')
  await endpoint.nth('response.create', 2)
  expect(port.acts).toEqual([
    { kind: 'enter', nodeId: 'start', nodeName: 'Question' },
    { kind: 'gather', name: 'mood', value: 'cheerful' },
    { kind: 'enter', nodeId: 'yes', nodeName: 'Confirmed', via: { edgeId: 'e1', because: 'model', score: null } },
  ])
  endpoint.speak('r2', 'i2', 'Thank you, good-bye.', [tenth(2)])
  endpoint.finish('r2', 'i2', 'Thank you, good-bye.')
  await port.nth('act', 4)
  expect(port.acts[3]).toEqual({ kind: 'hang_up', disposition: 'confirmed' })
  const lastWords = port.events.findIndex(({ text }) => text === 'Thank you, good-bye.')
  expect(lastWords).toBeGreaterThan(0)
  expect(lastWords).toBeLessThan(port.events.length - 1)
})

test('puts through only to where the workflow says, after saying so', async () => {
  const { endpoint, port } = await opened()
  await endpoint.nth('response.create', 1)
  endpoint.send({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } })
  endpoint.call('r1', 'transfer_front_desk', { destination: '+19005550199' })
  endpoint.done('r1', [{ type: 'function_call' }])
  const create = await endpoint.nth('response.create', 2)
  expect(create.response).toMatchObject({ instructions: expect.stringContaining('One moment.') })
  endpoint.speak('r2', 'i2', 'One moment.', [tenth(1)])
  endpoint.finish('r2', 'i2', 'One moment.')
  await port.nth('act', 3)
  expect(port.acts[2]).toEqual({ kind: 'transfer', destination: '+12025550100' })
})

test('hangs up with a word of farewell even if the model forgets it', async () => {
  const { endpoint, port } = await opened()
  await endpoint.nth('response.create', 1)
  endpoint.send({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } })
  endpoint.call('r1', 'hang_up', {})
  endpoint.done('r1', [{ type: 'function_call' }])
  const create = await endpoint.nth('response.create', 2)
  expect(create.response).toMatchObject({ instructions: expect.stringContaining('good-bye') })
  expect(port.acts).toHaveLength(1)
  endpoint.speak('r2', 'i2', 'Good-bye.', [tenth(1)])
  endpoint.finish('r2', 'i2', 'Good-bye.')
  await port.nth('act', 2)
  expect(port.acts[1]).toEqual({ kind: 'hang_up', disposition: 'completed' })
})

test('a model that understands "do not call me" puts the number on the list', async () => {
  const { endpoint, port } = await opened()
  await endpoint.nth('response.create', 1)
  endpoint.send({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } })
  endpoint.call('r1', 'do_not_call', {})
  endpoint.done('r1', [{ type: 'function_call' }])
  await port.nth('act', 2)
  expect(port.acts[1]).toEqual({ kind: 'do_not_call', ends: true })
})

test('an unknown tool is told off, and a model that calls tools without end is given up', async () => {
  const { endpoint, port } = await opened()
  await endpoint.nth('response.create', 1)
  for (let count = 1; count <= REALTIME.mostSilentCalls + 1; count += 1)
    endpoint.call('r1', 'dial_anybody', { number: '+19005550199' }, `call${count}`)
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'tool_loop' })
  const output = await endpoint.nth('conversation.item.create', 1)
  expect(output.item).toMatchObject({ output: 'There is no such tool at this step.' })
})

test('keys the workflow knows are followed, collected ones kept, others told to the model', async () => {
  const clock = new VirtualClock()
  const { endpoint, brain, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  brain.pressed('9')
  const told = await endpoint.nth('conversation.item.create', 1)
  expect(JSON.stringify(told.item)).toContain('pressed the keys 9')
  endpoint.call('r0', 'go_code', {})
  await port.nth('act', 2)
  for (const digit of '42') brain.pressed(digit)
  clock.advance(TURN_TAKING.digitPauseMs)
  await port.nth('act', 4)
  expect(port.acts.slice(2)).toEqual([
    { kind: 'gather', name: 'code', value: '42' },
    { kind: 'enter', nodeId: 'yes', nodeName: 'Confirmed', via: { edgeId: 'e3', because: 'key', score: null } },
  ])
})

test('a key pressed while the model speaks cuts it off', async () => {
  const { endpoint, brain, port } = await opened()
  port.playedMs = 30
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one two', [tenth(1)])
  await port.nth('speak', 1)
  brain.pressed('1')
  await endpoint.nth('response.cancel', 1)
  expect(await endpoint.nth('conversation.item.truncate', 1)).toMatchObject({ audio_end_ms: 30 })
  expect(port.acts.at(-1)).toEqual({
    kind: 'enter',
    nodeId: 'yes',
    nodeName: 'Confirmed',
    via: { edgeId: 'e1', because: 'key', score: null },
  })
})

test('a failed response is asked for once more, then given up with its reason', async () => {
  const { endpoint, port } = await opened()
  const limited = { type: 'failed', error: { code: 'rate_limit_exceeded', message: `key ${KEY}` } }
  await endpoint.nth('response.create', 1)
  endpoint.send({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } })
  endpoint.done('r1', [], 'failed', limited)
  await endpoint.nth('response.create', 2)
  expect(port.of('failed')).toEqual([])
  endpoint.send({ type: 'response.created', response: { id: 'r2', status: 'in_progress' } })
  endpoint.done('r2', [], 'failed', limited)
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'rate_limited' })
})

test('an empty response counts as failed', async () => {
  const { endpoint, port } = await opened()
  for (const response of ['r1', 'r2']) {
    endpoint.send({ type: 'response.created', response: { id: response, status: 'in_progress' } })
    endpoint.done(response, [])
  }
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'response_failed' })
})

test('a connection that breaks is told once and not opened again', async () => {
  const { endpoint, brain, port } = await opened()
  await endpoint.nth('response.create', 1)
  endpoint.drop()
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'disconnected' })
  brain.hear(tenth(1))
  brain.pressed('1')
  brain.playedUntil('i1:0', 10)
  brain.close()
  expect(port.of('failed')).toHaveLength(1)
})

test('an expired session is told by its name, other errors are survived', async () => {
  const { endpoint, port } = await opened()
  endpoint.send({ type: 'error', error: { type: 'invalid_request_error', code: 'unknown_parameter', message: 'x' } })
  endpoint.speak('r1', 'i1', 'Still here.', [tenth(1)])
  await port.nth('speak', 1)
  expect(port.of('failed')).toEqual([])
  endpoint.send({ type: 'error', error: { type: 'invalid_request_error', code: 'session_expired', message: 'x' } })
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'session_expired' })
})

test('rubbish on the wire neither ends the program nor the conversation, up to a limit', async () => {
  const { endpoint, port } = await opened()
  endpoint.raw('not json at all')
  endpoint.raw('[]')
  endpoint.raw('{"type":"response.output_audio.delta"}')
  const unreadable = () => {
    const item = { id: 'x', type: 'message', role: 'assistant', content: [{ type: 'input_image' }] }
    endpoint.send({ type: 'conversation.item.added', item: { ...item, content: [{ type: 'item_reference' }] } })
  }
  unreadable()
  const place = { response_id: 'r1', item_id: 'i1', output_index: 0, content_index: 0 }
  endpoint.send({ type: 'response.output_audio.delta', ...place, delta: '%%%' })
  endpoint.speak('r2', 'i2', 'Still here.', [tenth(1)])
  await port.nth('speak', 1)
  expect(port.of('failed')).toEqual([])
  for (let count = 0; count <= REALTIME.mostErrors; count += 1) unreadable()
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'errors' })
})

test('an endpoint that refuses the key, that is not there, or that is no websocket is not opened', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient: (_, done) => done(false, 401) })
  await once(server, 'listening')
  cleanups.push(() => server.close())
  const refused = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const url of [refused, 'ws://127.0.0.1:1/']) {
    const error = await brainAt(url)
      .open(new Port(), TELEPHONE)
      .catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain(KEY)
  }
})

test('an endpoint that accepts the connection and then says nothing is given up', async () => {
  const clock = new VirtualClock()
  const quiet = await Endpoint.open(false)
  const opening = brainAt(quiet.url, clock).open(new Port(), TELEPHONE)
  await quiet.nth('session.update', 1)
  clock.advance(REALTIME.connectMs)
  await expect(opening).rejects.toThrow('could not be opened')

  const dead = createTcpServer()
  dead.listen(0, '127.0.0.1')
  await once(dead, 'listening')
  cleanups.push(() => dead.close())
  const accepted = once(dead, 'connection')
  const hanging = brainAt(`ws://127.0.0.1:${(dead.address() as AddressInfo).port}`, clock).open(new Port(), TELEPHONE)
  const [socket] = await accepted
  clock.advance(REALTIME.connectMs)
  await expect(hanging).rejects.toThrow('could not be opened')
  socket.destroy()
})

test('a loop of steps nobody is asked in comes to an end', async () => {
  const loop: WorkflowDefinition = {
    nodes: [
      { id: 'start', type: 'startCall', data: { name: 'A', greeting: 'Round.' } },
      { id: 'b', type: 'agentNode', data: { name: 'B', say: 'And round.' } },
    ],
    edges: [
      { id: 'ab', source: 'start', target: 'b', data: {} },
      { id: 'ba', source: 'b', target: 'start', data: {} },
    ],
  }
  const { endpoint, port } = await opened({ definition: loop })
  for (let count = 1; count <= REALTIME.mostSilentNodes; count += 1) {
    await endpoint.nth('response.create', count)
    endpoint.speak(`r${count}`, `i${count}`, 'Round.', [tenth(1)])
    endpoint.finish(`r${count}`, `i${count}`, 'Round.')
  }
  await port.nth('act', REALTIME.mostSilentNodes + 1)
  expect(port.acts.at(-1)).toEqual({ kind: 'hang_up', disposition: 'loop_limit' })
})

test('walks to the end with a server of the real protocol that we did not write', async () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  mock.on({ sequenceIndex: 0 }, { toolCalls: [{ name: 'go_comes', arguments: '{"mood":"fine"}' }] })
  mock.on({ sequenceIndex: 1 }, { content: 'Good-bye.' })
  await mock.start()
  cleanups.push(() => mock.stop())
  const port = new Port()
  await brainAt(`${mock.url.replace('http', 'ws')}/v1/realtime`).open(port, TELEPHONE)
  await port.nth('act', 4)
  expect(port.acts).toEqual([
    { kind: 'enter', nodeId: 'start', nodeName: 'Question' },
    { kind: 'gather', name: 'mood', value: 'fine' },
    { kind: 'enter', nodeId: 'yes', nodeName: 'Confirmed', via: { edgeId: 'e1', because: 'model', score: null } },
    { kind: 'hang_up', disposition: 'confirmed' },
  ])
})

const SECONDS = (count: number) => Array.from({ length: count * 10 }, () => tenth(1))
const QUESTION = 'Hello Ada, this is Acme about your delivery. Do you come on Tuesday?'

test.each([
  ['half a second into the greeting', 500, false],
  ['after the question', 9500, true],
])('what is said %s chooses a way and is recorded only if the question was heard', async (_when, atMs, counts) => {
  const clock = new VirtualClock()
  const { endpoint, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', QUESTION, SECONDS(9))
  endpoint.finish('r1', 'i1', QUESTION)
  await port.nth('spoken', 1)
  clock.advance(atMs)
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  endpoint.send({ type: 'response.created', response: { id: 'r2', status: 'in_progress', output: [] } })
  endpoint.call('r2', 'go_comes', { mood: 'fine' })
  endpoint.done('r2', [{ type: 'function_call', id: 'fc_call1' }])
  const answered = (await endpoint.nth('conversation.item.create', 1)) as unknown as { item: { output: string } }
  const moved = port.acts.filter((act) => (act as { kind: string; nodeId?: string }).nodeId === 'yes')
  const gathered = port.acts.filter((act) => (act as { kind: string }).kind === 'gather')
  if (counts) {
    expect([answered.item.output.startsWith('Done.'), moved.length, gathered.length]).toEqual([true, 1, 1])
  } else {
    expect(answered.item.output).toContain('have not heard the question')
    expect([moved, gathered]).toEqual([[], []])
    await endpoint.nth('response.create', 2)
  }
})
