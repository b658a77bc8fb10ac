/**
 * A brain of sound over a websocket that speaks OpenAI's realtime interface: the person's audio goes out, the model's comes
 * back, and it walks the workflow by tools. Turns are detected by the endpoint. A connection that breaks within a call is
 * not opened again: the new one would know nothing of the conversation.
 */
import type { RealtimeSessionConfig, TransportToolCallEvent } from '@openai/agents-realtime'
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { within } from '../../kernel/time-limit.ts'
import type { RealtimeConnection, RealtimeEndpoint } from '../../models/realtime-connection.ts'
import type { AudioFormat } from '../../telephony/media.ts'
import { promptOf, type WorkflowEdge, type WorkflowNode } from '../../workflows/rules/definition.ts'
import { someBrainListens } from '../../workflows/rules/ways-out.ts'
import type { Conversation, SoundBrain, SoundPort } from '../brain.ts'
import type { DateReference } from '../rules/collect-values.ts'
import { DISPOSITIONS } from '../rules/dispositions.ts'
import { KeyBuffer } from '../rules/keypad.ts'
import { plainText } from '../rules/plain-text.ts'
import { TURN_TAKING } from '../rules/turn-taking.ts'
import { meaningOfKeys } from './meaning-of-keys.ts'
import { type ModelTool, toolsFor } from './model-tools.ts'
import { sessionSettings } from './realtime-settings.ts'
import { Utterances } from './realtime-utterances.ts'
import { recordedValues } from './recorded-values.ts'
import { Walk } from './walk.ts'

export const REALTIME = {
  /** From dialling the endpoint to its confirmation of our settings. */
  connectMs: 5000,
  /** Responses in a row that failed or were empty; the first is asked for again. */
  failuresBeforeGivingUp: 2,
  /** Errors the endpoint reports, and events nobody can read, in one call. */
  mostErrors: 20,
  /** Tools called in a row without a word to the person. */
  mostSilentCalls: 8,
  /** Steps of the workflow in a row without a word from the person. */
  mostSilentNodes: 20,
  longestTranscript: 8000,
} as const

/** An error after which nothing more will come, by the code the endpoint gives it. */
const FATAL_ERRORS: ReadonlyMap<string, string> = new Map([
  ['invalid_api_key', 'refused'],
  ['insufficient_quota', 'out_of_quota'],
  ['rate_limit_exceeded', 'rate_limited'],
  ['session_expired', 'session_expired'],
])

export interface RealtimeOptions {
  endpoint: RealtimeEndpoint
  clock: Clock
  log: Log
  /** Of the person's place, for "tomorrow". */
  timezoneOffsetMinutes?: number
}

export function openRealtimeBrain(conversation: Conversation, options: RealtimeOptions): SoundBrain {
  return new RealtimeBrain(conversation, options)
}

interface AudioEvent {
  item_id: string
  content_index: number
  response_id: string
}

interface DoneEvent {
  response: { id?: string | null; status?: string | null; output?: unknown[] | null; status_details?: unknown }
}

class RealtimeBrain implements SoundBrain {
  readonly kind = 'sound'
  readonly formats: readonly AudioFormat[] = [
    { encoding: 'mulaw', sampleRateHz: 8000 },
    { encoding: 'alaw', sampleRateHz: 8000 },
    { encoding: 'l16', sampleRateHz: 24_000 },
  ]
  readonly #options: RealtimeOptions
  readonly #walk: Walk
  #connection!: RealtimeConnection
  readonly #keys = new KeyBuffer()
  #port!: SoundPort
  #format!: AudioFormat
  #utterances!: Utterances
  #tools: ModelTool[] = []
  #responseId: string | null = null
  /** In the present response. */
  #hasSpoken = false
  /** Of a response that was cut off, what still arrives is not played. */
  #cutResponses = new Set<string>()
  /** What follows once the next response has been given. */
  #next: { armed: boolean; run: () => void } | null = null
  #keyPause: Timer | null = null
  readonly #calls = new Set<string>()
  #failures = 0
  #errors = 0
  #silentCalls = 0
  #silentNodes = 0
  #over = false

  constructor(conversation: Conversation, options: RealtimeOptions) {
    this.#options = options
    this.#walk = new Walk(conversation)
  }

  async open(port: SoundPort, format: AudioFormat): Promise<void> {
    this.#port = port
    this.#format = format
    this.#utterances = new Utterances(this.#options.clock, format, (text) => port.transcript({ who: 'agent', text }))
    try {
      // The library takes a second to load and 50 MB; only a program that uses it pays for it.
      const { RealtimeConnection } = await import('../../models/realtime-connection.ts')
      this.#connection = new RealtimeConnection(this.#options.endpoint, () => this.#erred())
      if (this.#over) throw new Error('closed')
      await within(this.#options.clock, REALTIME.connectMs, this.#connect())
    } catch {
      this.close()
      // The endpoint's own words may hold the key.
      throw new Error('The realtime endpoint could not be opened.')
    }
    this.#listen()
    this.#enter(this.#walk.node, true)
  }

  hear(audio: Uint8Array): void {
    // A view may lie in a larger buffer; the library would send all of it.
    if (!this.#over) this.#connection.sendAudio(audio.slice().buffer as ArrayBuffer)
  }

  pressed(digit: string): void {
    if (this.#over) return
    this.#keyPause?.cancel()
    const complete = this.#keys.press(digit, this.#walk.expectation.maxDigits)
    if (complete !== null) return this.#typed(complete)
    this.#keyPause = this.#options.clock.after(TURN_TAKING.digitPauseMs, () => {
      if (!this.#keys.isEmpty) this.#typed(this.#keys.take())
    })
  }

  playedUntil(utteranceId: string, playedMs: number): void {
    const truncation = this.#utterances.cut(utteranceId, playedMs)
    if (truncation !== null) this.#connection.sendEvent({ type: 'conversation.item.truncate', ...truncation })
  }

  close(): void {
    this.#over = true
    this.#keyPause?.cancel()
    this.#utterances?.close()
    this.#connection?.close()
  }

  /** Done once the endpoint has taken our settings: a socket that opens and then says nothing is of no use. */
  #connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connection.once('session.updated', () => resolve())
      this.#connection.once('error', reject)
      this.#connection.once('disconnected', () => reject(new Error('disconnected')))
      const { model, apiKey } = this.#options.endpoint
      this.#connection
        .connect({ model, apiKey: apiKey || 'none', initialSessionConfig: this.#settings() })
        .catch(reject)
    })
  }

  #listen(): void {
    const connection = this.#connection
    connection.on('response.created', (event: DoneEvent) => {
      this.#responseId = event.response.id ?? null
      this.#hasSpoken = false
      if (this.#next !== null) this.#next.armed = true
    })
    connection.on('response.output_audio.delta', (event: AudioEvent & { delta: string }) => this.#audio(event))
    connection.on('response.output_audio.done', (event: AudioEvent) => {
      const id = Utterances.idOf(event)
      this.#utterances.complete(id)
      if (!this.#cutResponses.has(event.response_id)) this.#port.spoken(id)
    })
    const words = (event: AudioEvent & { delta?: string; transcript?: string }) => {
      if (!this.#cutResponses.has(event.response_id))
        this.#utterances.words(event, event.transcript ?? event.delta ?? '', event.transcript !== undefined)
    }
    connection.on('response.output_audio_transcript.delta', words)
    connection.on('response.output_audio_transcript.done', words)
    connection.on('input_audio_buffer.speech_started', () => this.#speechStarted())
    connection.on('conversation.item.input_audio_transcription.completed', ({ transcript }: { transcript: string }) =>
      this.#port.transcript({ who: 'person', text: plainText(transcript, REALTIME.longestTranscript).trim() }),
    )
    connection.on('function_call', (call) => this.#called(call))
    connection.on('response.done', (event: DoneEvent) => this.#responded(event))
    connection.on('error', ({ error }) => this.#erred(error))
    connection.on('disconnected', () => this.#fail('disconnected'))
  }

  #audio(event: AudioEvent & { delta: string }): void {
    if (this.#cutResponses.has(event.response_id)) return
    const audio = Buffer.from(event.delta, 'base64')
    if (audio.length === 0) return
    this.#silentCalls = 0
    this.#hasSpoken = true
    this.#utterances.audio(event, audio.length)
    this.#port.speak(Utterances.idOf(event), audio)
  }

  #speechStarted(): void {
    this.#silentNodes = 0
    if (this.#walk.mayInterrupt) this.#interrupt()
  }

  #interrupt(): void {
    if (this.#responseId !== null) this.#cutResponses.add(this.#responseId)
    if (this.#responseId !== null || this.#utterances.mayBePlaying) this.#port.interrupt()
  }

  #typed(digits: string): void {
    this.#silentNodes = 0
    this.#interrupt()
    if (this.#responseId !== null) this.#connection._cancelResponse()
    const { value, edge } = meaningOfKeys(this.#walk, digits, this.#today())
    if (value !== null) this.#gather(value.name, value.value)
    if (edge !== null) return this.#follow(edge)
    this.#connection.sendMessage(`(The person pressed the keys ${digits}.)`, {})
  }

  #enter(node: WorkflowNode, isSet = false): void {
    if (++this.#silentNodes > REALTIME.mostSilentNodes) return this.#end(DISPOSITIONS.loop)
    this.#walk.enter(node)
    this.#port.act({ kind: 'enter', nodeId: node.id, nodeName: this.#walk.name })
    if (!isSet) this.#connection.updateSessionConfig(this.#settings())
    const { spoken, ways } = this.#walk
    const speaks = spoken !== '' || promptOf(node) !== ''
    this.#next = null
    switch (node.type) {
      case 'endCall':
        return this.#after(speaks, () => this.#end(this.#walk.disposition))
      case 'transfer':
        return this.#after(speaks, () => this.#transfer(this.#walk.render(node.data.destination)))
      case 'globalNode':
      case 'webhook':
        return this.#end(DISPOSITIONS.completed)
      default: {
        const { plain } = ways
        if (spoken === '' || someBrainListens(node, ways)) return this.#speak()
        return this.#after(true, () => (plain === null ? this.#end(DISPOSITIONS.completed) : this.#follow(plain)))
      }
    }
  }

  #follow(edge: WorkflowEdge): void {
    const target = this.#walk.target(edge)
    if (target === null) this.#end(DISPOSITIONS.completed)
    else this.#enter(target)
  }

  #after(speaks: boolean, run: () => void): void {
    if (!speaks) return run()
    this.#next = { armed: false, run }
    this.#speak()
  }

  #speak(): void {
    const { spoken } = this.#walk
    if (spoken === '') return this.#connection.requestResponse()
    const instructions = `Say exactly these words and nothing else: ${JSON.stringify(spoken)}`
    this.#connection.requestResponse({ instructions, tool_choice: 'none' })
  }

  #called(call: TransportToolCallEvent): void {
    if (this.#over || this.#cutResponses.has(call.responseId) || this.#calls.has(call.callId)) return
    this.#calls.add(call.callId)
    if (++this.#silentCalls > REALTIME.mostSilentCalls) return this.#fail('tool_loop')
    const tool = this.#tools.find(({ name }) => name === call.name)
    for (const { name, value } of recordedValues([this.#walk.node], parsed(call.arguments), this.#today()))
      this.#gather(name, value)
    const answer = (output: string, goOn: boolean) => this.#connection.sendFunctionCallOutput(call, output, goOn)
    switch (tool?.action.kind) {
      case undefined:
        return answer('There is no such tool at this step.', this.#next === null)
      case 'record':
        return answer('Recorded.', this.#next === null)
      case 'edge':
        answer('Done. Go on with the step you are at now.', false)
        return this.#follow(tool.action.edge)
      case 'transfer':
        answer('Done.', false)
        return this.#enter(tool.action.node)
      case 'hang_up':
        answer('Done.', false)
        this.#next = { armed: true, run: () => this.#takeLeave() }
    }
  }

  /** Nobody is hung up on without a word, even if the model forgets it. */
  #takeLeave(): void {
    if (this.#hasSpoken) return this.#end(DISPOSITIONS.completed)
    this.#next = { armed: false, run: () => this.#end(DISPOSITIONS.completed) }
    this.#connection.requestResponse({ instructions: 'Say good-bye in one short sentence.', tool_choice: 'none' })
  }

  #responded({ response }: DoneEvent): void {
    const interrupted = response.id != null && this.#cutResponses.delete(response.id)
    this.#responseId = null
    if (!interrupted && (response.status === 'failed' || isEmpty(response))) {
      const reason = FATAL_ERRORS.get(errorCode(response.status_details)) ?? 'response_failed'
      if (++this.#failures >= REALTIME.failuresBeforeGivingUp) return this.#fail(reason)
      return this.#speak()
    }
    this.#failures = 0
    const next = this.#next
    if (next?.armed !== true) return
    this.#next = null
    next.run()
  }

  #erred(error?: unknown): void {
    const code = errorCode(error)
    this.#options.log.debug({ call_id: this.#walk.conversation.callId, code }, 'the realtime endpoint reports an error')
    const fatal = FATAL_ERRORS.get(code)
    if (fatal !== undefined) return this.#fail(fatal)
    if (++this.#errors > REALTIME.mostErrors) this.#fail('errors')
  }

  #end(disposition: string): void {
    this.#utterances.tellAll()
    this.#port.act({ kind: 'hang_up', disposition })
  }

  #transfer(destination: string): void {
    this.#utterances.tellAll()
    this.#port.act({ kind: 'transfer', destination })
  }

  #fail(reason: string): void {
    if (this.#over) return
    this.close()
    this.#port.failed(reason)
  }

  #gather(name: string, value: string): void {
    if (this.#walk.gathered[name] === value) return
    this.#walk.gather(name, value)
    this.#port.act({ kind: 'gather', name, value })
  }

  #today(): DateReference {
    return {
      instant: new Date(this.#options.clock.now()),
      timezoneOffsetMinutes: this.#options.timezoneOffsetMinutes ?? 0,
    }
  }

  #settings(): Partial<RealtimeSessionConfig> {
    this.#tools = this.#walk.node.type === 'endCall' ? [] : toolsFor(this.#walk)
    return sessionSettings(this.#walk, this.#tools, this.#format, this.#options.endpoint.voice)
  }
}

function isEmpty(response: DoneEvent['response']): boolean {
  return response.status === 'completed' && Array.isArray(response.output) && response.output.length === 0
}

/** Of `{ code }`, wherever the endpoint has wrapped it in `error`. */
function errorCode(error: unknown): string {
  let inner = error
  for (let depth = 0; depth < 4; depth += 1) {
    if (inner === null || typeof inner !== 'object') return ''
    const { code, error: next } = inner as { code?: unknown; error?: unknown }
    if (typeof code === 'string') return code
    inner = next
  }
  return ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
