/** The far end of a realtime connection, and what the session would see of one: for tests of the brain of sound. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SpeechToSpeechBrain, SpeechToSpeechPort } from '../../src/agent/brain.ts'
import { openRealtimeBrain } from '../../src/agent/brains/realtime.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { VirtualClock } from '../../src/kernel/virtual-clock.ts'
import type { AudioFormat } from '../../src/telephony/media.ts'
import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'
import { cleanups, KEY } from './endpoints.ts'

export const TELEPHONE: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }

export const WORKFLOW: WorkflowDefinition = {
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
    {
      id: 'desk',
      type: 'transfer',
      data: { name: 'Front desk', say: 'One moment.', destination: '+12025550100', from_anywhere: true },
    },
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
export class Endpoint {
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
export class Port implements SpeechToSpeechPort {
  heard = 0
  readonly events: PortEvent[] = []
  playedMs: number | null = null
  brain: SpeechToSpeechBrain | undefined
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

export function brainAt(url: string, clock: Clock = new VirtualClock(), definition = WORKFLOW): SpeechToSpeechBrain {
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

export async function opened(options: { clock?: Clock; definition?: WorkflowDefinition } = {}) {
  const endpoint = await Endpoint.open()
  const brain = brainAt(endpoint.url, options.clock, options.definition)
  const port = new Port()
  port.brain = brain
  await brain.open(port, TELEPHONE)
  return { endpoint, brain, port }
}

/** 100 ms of telephone audio, all of one value. */
export const tenth = (value: number) => new Uint8Array(800).fill(value)
