/** Whole conversations of the model brains: the real session, real endpoints on loopback, real time. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LLMock } from '@copilotkit/aimock'
import { expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { cleanups } from '../../../test/agent/endpoints.ts'
import { fakeGate, fakeResampler } from '../../../test/agent/fake-speech.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { openSecretBox } from '../../kernel/secret-box.ts'
import { ENGLISH_SENTENCES } from '../../language/rules/sentences.ts'
import { DEFAULT_SETTINGS, type ModelSettings, sealSettings, withChatDefaults } from '../../models/settings.ts'
import type { Synthesizer } from '../../speech/synthesizer.ts'
import type { AudioFormat, MediaListener, MediaStream } from '../../telephony/media.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import type { Conversation } from '../brain.ts'
import { Journal } from '../journal.ts'
import { TURN_TAKING_LIMITS } from '../rules/turn-taking.ts'
import { Session } from '../session.ts'
import type { SessionReport, SessionResult } from '../session-options.ts'
import { openBrainFor, openFallbackBrainFor } from './open-brain.ts'

const secrets = openSecretBox([Buffer.alloc(32, 1)])
/** Real time, but on a busy machine nobody is told to wait: that would be one more thing said. */
const clock: Clock = {
  ...systemClock,
  after: (delayMs, work) =>
    delayMs === TURN_TAKING_LIMITS.fillerAfterMs ? { cancel() {} } : systemClock.after(delayMs, work),
}

const WORKFLOW: WorkflowDefinition = {
  nodes: [
    { id: 'start', type: 'startCall', data: { name: 'Question', prompt: 'Ask {{first_name}} whether they come.' } },
    { id: 'yes', type: 'endCall', data: { name: 'Confirmed', prompt: 'Take your leave.' } },
  ],
  edges: [{ id: 'e', source: 'start', target: 'yes', data: { label: 'comes', condition: 'They come.', keys: ['1'] } }],
}

/** The same in words of its own: the script can speak all of it. */
const SCRIPTED: WorkflowDefinition = {
  nodes: [
    { id: 'start', type: 'startCall', data: { name: 'Question', greeting: 'Do you come?' } },
    { id: 'day', type: 'agentNode', data: { name: 'Day', say: 'Is Tuesday fine?' } },
    { id: 'yes', type: 'endCall', data: { name: 'Confirmed', say: 'Good-bye.' } },
  ],
  edges: [
    { id: 'e', source: 'start', target: 'day', data: { label: 'comes', condition: 'They come.', keys: ['1'] } },
    {
      id: 'f',
      source: 'day',
      target: 'yes',
      data: { label: 'fine', condition: 'It is.', examples: ['yes'], keys: ['2'] },
    },
  ],
}

/** A step without words of its own. */
const NEEDS_A_MODEL = { id: 'free', type: 'agentNode', data: { name: 'Free', prompt: 'Talk.' } } as const

/** A line on which everything is played the moment it is sent. */
class Line implements MediaStream {
  readonly format: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
  bytes = 0
  #listener: MediaListener | undefined
  readonly #waiting: (() => void)[] = []

  listen(listener: MediaListener): void {
    this.#listener = listener
  }
  send(audio: Uint8Array): void {
    this.bytes += audio.length
  }
  mark(name: string): void {
    setImmediate(() => {
      this.#listener?.marked(name, true)
      for (const wake of this.#waiting.splice(0)) wake()
    })
  }
  /** Something more has been played. */
  played(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
  clear(): void {}
  close(): void {}
  press(digit: string): void {
    this.#listener?.digit(digit)
  }
  hangUp(): void {
    this.#listener?.closed()
  }
}

/** Ten milliseconds of sound for any text. */
class ShortSynthesizer implements Synthesizer {
  readonly said: string[] = []
  readonly #waiting: (() => void)[] = []

  async *speak(text: string): AsyncGenerator<Uint8Array> {
    this.said.push(text)
    for (const wake of this.#waiting.splice(0)) wake()
    yield new Uint8Array(80).fill(1)
  }
  async warm(): Promise<void> {}
  async close(): Promise<void> {}

  async until(text: string, times = 1): Promise<void> {
    while (this.said.filter((said) => said === text).length < times) await this.next()
  }

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

interface Call {
  line: Line
  synthesizer: ShortSynthesizer
  journal: Journal
  reports: SessionReport[]
  /** Waits until this was said so often, and played. */
  hears(text: string, times?: number): Promise<void>
  result: Promise<SessionResult>
}

function converse(settings: Partial<ModelSettings>, definition = WORKFLOW): Call {
  const journal = new Journal(
    clock,
    async () => {},
    () => {},
  )
  const line = new Line()
  const synthesizer = new ShortSynthesizer()
  const conversation: Conversation = {
    callId: 7,
    direction: 'inbound',
    definition,
    variables: { first_name: 'Ada' },
    gathered: journal.gathered,
    models: journal,
  }
  const modelSettings = JSON.parse(sealSettings({ ...DEFAULT_SETTINGS, ...settings }, secrets, 1))
  const context = { organizationId: 1, modelSettings, timezone: 'UTC' }
  const tools = { clock, log: silentLog, secrets }
  const fallBack = openFallbackBrainFor(tools)
  const reports: SessionReport[] = []
  const session = new Session({
    clock,
    log: silentLog,
    media: line,
    conversation,
    brain: openBrainFor(tools)(conversation, context),
    fallBack: (nodeId) => fallBack(conversation, context, nodeId),
    journal,
    synthesizer,
    recognizer: null,
    openGate: fakeGate,
    openResampler: fakeResampler,
    hooks: {
      report: (news) => void reports.push(news),
      hangUp: async () => {},
      transfer: async () => ({ ok: true, message: '' }),
      suppress: async () => {},
    },
  })
  const hears = async (text: string, times = 1) => {
    await synthesizer.until(text, times)
    await line.played()
  }
  return { line, synthesizer, journal, reports, hears, result: session.run() }
}

const chat = (base_url: string): Partial<ModelSettings> => ({
  brain: 'pipeline',
  chat: withChatDefaults({ base_url, api_key: 'sk-test', model: 'm' }),
})

test('pipeline: speaks what the model streams, hears keys, follows an edge, and hangs up after the last words', async () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  mock.onMessage(/Begin/, { content: 'Hello Ada. Do you come?' })
  mock.onMessage(/keys 9/, { content: 'Please press one.' })
  mock.onMessage(/Take your leave/, { content: 'See you. Good-bye.' })
  await mock.start()
  cleanups.push(() => mock.stop())
  const call = converse(chat(`${mock.url}/v1`))
  await call.synthesizer.until('Do you come?')
  call.line.press('9')
  await call.synthesizer.until('Please press one.')
  call.line.press('1')
  expect(await call.result).toMatchObject({ endedBy: 'agent', disposition: 'confirmed' })
  expect(call.synthesizer.said).toEqual(['Hello Ada.', 'Do you come?', 'Please press one.', 'See you.', 'Good-bye.'])
})

test('pipeline: another endpoint takes over from one that is down, and the timeline says so', async () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  mock.onMessage(/Begin/, { content: 'Hello Ada. Do you come?' })
  mock.onMessage(/Take your leave/, { content: 'Good-bye.' })
  await mock.start()
  cleanups.push(() => mock.stop())
  const chat_fallback = [withChatDefaults({ base_url: `${mock.url}/v1`, model: 'spare' })]
  const call = converse({ ...chat(await deadEndpoint()), chat_fallback })
  await call.synthesizer.until('Do you come?')
  call.line.press('1')
  expect(await call.result).toMatchObject({ endedBy: 'agent', disposition: 'confirmed' })
  expect(call.journal.record.timeline).toContainEqual(
    expect.objectContaining({
      event: 'model_endpoint',
      because: 'The endpoint answered with status 503.',
      to: expect.stringContaining('(spare)'),
    }),
  )
  const { usage } = call.journal.record
  expect(usage?.models).toMatchObject([
    { model: 'm', reported: 0, input_tokens: 0 },
    { model: 'spare', requests: 2 },
  ])
})

test('pipeline: an endpoint that is down ends the call with an apology', async () => {
  const call = converse(chat(await deadEndpoint()))
  expect(await call.result).toMatchObject({ endedBy: 'agent', disposition: 'agent_failed' })
  expect(call.synthesizer.said.join(' ')).toBe(ENGLISH_SENTENCES.fallback)
  expect(call.reports).toEqual([
    { kind: 'agent' },
    { kind: 'agent_failed', reason: 'The endpoint answered with status 503. It said: "The model is loading."' },
  ])
})

test('pipeline: an endpoint that is down leaves the conversation to the script, at the step where it stood', async () => {
  const call = converse(chat(await deadEndpoint()), SCRIPTED)
  await call.hears('Do you come?')
  call.line.press('1')
  await call.hears('Is Tuesday fine?')
  // Nothing the model was told of means anything: it is asked twice, and given up.
  call.line.press('7')
  await call.line.played()
  call.line.press('8')
  await call.hears('Is Tuesday fine?', 2)
  call.line.press('2')
  expect(await call.result).toMatchObject({ endedBy: 'agent', disposition: 'confirmed' })
  expect(call.journal.record.timeline.map(({ event }) => event)).toContain('fell_back')
  expect(call.reports).toEqual([{ kind: 'agent' }])
})

test('pipeline: who hangs up on an agent that could not answer was not talked to', async () => {
  const call = converse(chat(await deadEndpoint()), { ...SCRIPTED, nodes: [{ ...NEEDS_A_MODEL }, ...SCRIPTED.nodes] })
  await call.hears('Do you come?')
  call.line.press('7')
  await call.line.played()
  call.line.hangUp()
  expect(await call.result).toMatchObject({ endedBy: 'person', disposition: 'agent_failed' })
  expect(call.reports.map(({ kind }) => kind)).toEqual(['agent', 'agent_failed'])
})

async function deadEndpoint(): Promise<string> {
  const body = JSON.stringify({ error: { message: 'The model is loading.' } })
  const server = createServer((_, response) =>
    response.writeHead(503, { 'content-type': 'application/json' }).end(body),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

async function realtimeServer(onEvent: (socket: WebSocket, event: { type: string }, count: number) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  cleanups.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  let responses = 0
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const event = JSON.parse(String(data)) as { type: string; session?: object }
      if (event.type === 'session.update') send(socket, { type: 'session.updated', session: event.session })
      if (event.type === 'response.create') onEvent(socket, event, ++responses)
    }),
  )
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/realtime`
  const realtime = { url, api_key: null, model: 'm', voice: null }
  return { brain: 'realtime', realtime } satisfies Partial<ModelSettings>
}

function send(socket: WebSocket, event: object): void {
  socket.send(JSON.stringify({ event_id: 'e', ...event }))
}

function speak(socket: WebSocket, count: number, text: string, call: object | null): void {
  const place = { response_id: `r${count}`, item_id: `i${count}`, output_index: 0, content_index: 0 }
  send(socket, { type: 'response.created', response: { id: `r${count}`, status: 'in_progress' } })
  send(socket, { type: 'response.output_audio.delta', ...place, delta: Buffer.alloc(160, 5).toString('base64') })
  send(socket, { type: 'response.output_audio.done', ...place })
  send(socket, { type: 'response.output_audio_transcript.done', ...place, transcript: text })
  if (call !== null)
    send(socket, { type: 'response.output_item.done', response_id: `r${count}`, output_index: 1, item: call })
  // As an endpoint that reports nothing for the last one.
  const usage = count === 3 ? null : { input_tokens: 100, output_tokens: 20, total_tokens: 120 }
  const response = { id: `r${count}`, status: 'completed', output: [{ type: 'message' }], usage }
  send(socket, { type: 'response.done', response })
}

test('realtime: sound reaches the line, a tool call leads to the end, and both are written down', async () => {
  const item = { id: 'f', type: 'function_call', status: 'completed', name: 'go_comes', call_id: 'c', arguments: '{}' }
  const settings = await realtimeServer((socket, _, count) =>
    speak(socket, count, ['Do you come?', 'Fine.'][count - 1] ?? 'Good-bye.', count === 2 ? item : null),
  )
  const call = converse(settings)
  await call.line.played()
  // It means nothing to the workflow, and is told to the model: somebody is there.
  call.line.press('9')
  expect(await call.result).toMatchObject({ endedBy: 'agent', disposition: 'confirmed' })
  expect(call.line.bytes).toBe(480)
  const said = call.journal.record.transcript.filter(({ who }) => who === 'agent').map(({ text }) => text)
  expect(said).toEqual(['Do you come?', 'Fine.', 'Good-bye.'])
  expect(call.synthesizer.said).toEqual([])
  const counted = { model: 'm', requests: 3, reported: 2, input_tokens: 200, output_tokens: 40 }
  expect(call.journal.record.usage?.models).toMatchObject([counted])
})

test('realtime: a connection that breaks in mid-call ends it with an apology in our own voice', async () => {
  const settings = await realtimeServer((socket) => socket.terminate())
  const call = converse(settings)
  expect(await call.result).toMatchObject({ endedBy: 'agent', disposition: 'agent_failed' })
  expect(call.synthesizer.said.join(' ')).toBe(ENGLISH_SENTENCES.fallback)
})

test('realtime: an endpoint that cannot be opened leaves the conversation to the script', async () => {
  const realtime = { url: 'ws://127.0.0.1:1/v1/realtime', api_key: 'sk-secret', model: 'm', voice: null }
  const call = converse({ brain: 'realtime', realtime }, SCRIPTED)
  await call.hears('Do you come?')
  call.line.press('1')
  await call.hears('Is Tuesday fine?')
  call.line.press('2')
  expect(await call.result).toMatchObject({ endedBy: 'agent', disposition: 'confirmed' })
  const failed = call.journal.record.timeline.find(({ event }) => event === 'brain_failed')
  expect(failed?.reason).toMatch(/^The realtime endpoint could not be opened\. It said: "/)
})
