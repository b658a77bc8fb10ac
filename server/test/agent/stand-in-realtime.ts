import { EventEmitter } from 'node:events'
import type { Clock, Timer } from '../../src/kernel/clock.ts'
import type { RealtimeEndpoint, RealtimeLink } from '../../src/models/realtime-connection.ts'
import { MS_PER_CHARACTER } from './fake-speech.ts'

/** What a model of sound does when it is its turn, with the tools of the step and what it was last told about a tool. */
export type SoundModel = (
  tools: readonly string[],
  lastOutput: string,
) => { say: string } | { call: string; input?: object }

const QUIET_MS = 600
const REPLY_MS = 200
const MULAW_BYTES_PER_MS = 8
/** µ-law of silence is 0xff and 0x7f; everything else is somebody's voice. */
const isVoice = (audio: Uint8Array) => audio.some((byte) => byte !== 0xff && byte !== 0x7f)

/**
 * A speech-to-speech endpoint in this process, with the events that real ones send: for conversations on a virtual clock. It detects
 * turns by itself and writes nothing down.
 */
export class StandInRealtime extends EventEmitter {
  readonly endpoint: RealtimeEndpoint = { url: 'ws://model.test/v1/realtime', model: 'stand-in' }
  readonly #clock: Clock
  readonly #model: SoundModel
  #tools: string[] = []
  #answersItself = true
  #lastOutput = ''
  #speaking = false
  #silence: Timer | undefined
  #count = 0

  constructor(clock: Clock, model: SoundModel) {
    super()
    this.#clock = clock
    this.#model = model
  }

  readonly openLink = (): RealtimeLink => this as unknown as RealtimeLink

  async connect({ initialSessionConfig }: { initialSessionConfig: SessionConfig }): Promise<void> {
    this.updateSessionConfig(initialSessionConfig)
    this.#later(0, () => this.emit('session.updated', {}))
  }

  updateSessionConfig({ tools, audio }: SessionConfig): void {
    this.#tools = (tools ?? []).map(({ name }) => name)
    this.#answersItself = audio?.input?.turnDetection?.createResponse !== false
  }

  sendAudio(audio: ArrayBuffer): void {
    if (!isVoice(new Uint8Array(audio))) return
    if (!this.#speaking) this.emit('input_audio_buffer.speech_started', {})
    this.#speaking = true
    this.#silence?.cancel()
    this.#silence = this.#clock.after(QUIET_MS, () => {
      this.#speaking = false
      if (this.#answersItself) this.#respond()
    })
  }

  requestResponse(request?: { instructions?: string }): void {
    const [, exact] = /exactly these words[^:]*: ("(?:[^"\\]|\\.)*")/u.exec(request?.instructions ?? '') ?? []
    if (exact === undefined) return this.#respond()
    this.#later(REPLY_MS, () => this.#say(JSON.parse(exact) as string))
  }

  sendFunctionCallOutput(_call: unknown, output: string, goOn: boolean): void {
    this.#lastOutput = output
    if (goOn) this.#respond()
  }

  sendMessage(): void {
    this.#respond()
  }

  sendEvent(): void {}
  _cancelResponse(): void {}
  close(): void {
    this.#silence?.cancel()
    this.removeAllListeners()
  }

  #respond(): void {
    this.#later(REPLY_MS, () => {
      const answer = this.#model(this.#tools, this.#lastOutput)
      this.#lastOutput = ''
      if ('say' in answer) return this.#say(answer.say)
      const id = `r${++this.#count}`
      this.emit('response.created', { response: { id } })
      const call = { callId: `c${this.#count}`, responseId: id, name: answer.call }
      this.emit('function_call', { ...call, arguments: JSON.stringify(answer.input ?? {}) })
      this.emit('response.done', { response: { id, status: 'completed', output: [{}] } })
    })
  }

  #say(text: string): void {
    const id = `r${++this.#count}`
    const place = { response_id: id, item_id: `i${this.#count}`, content_index: 0 }
    const audio = Buffer.alloc(text.length * MS_PER_CHARACTER * MULAW_BYTES_PER_MS, 0x20)
    this.emit('response.created', { response: { id } })
    this.emit('response.output_audio_transcript.delta', { ...place, delta: text })
    this.emit('response.output_audio.delta', { ...place, delta: audio.toString('base64') })
    this.emit('response.output_audio.done', place)
    this.emit('response.output_audio_transcript.done', { ...place, transcript: text })
    this.emit('response.done', { response: { id, status: 'completed', output: [{}] } })
  }

  #later(delayMs: number, work: () => void): void {
    this.#clock.after(delayMs, work)
  }
}

interface SessionConfig {
  tools?: { name: string }[]
  audio?: { input?: { turnDetection?: { createResponse?: boolean } } }
}
