/** A try-out conversation by voice: the session and speech of real calls, over a browser's websocket. */
import type { WebSocket } from 'ws'
import type { CallSpeechServices } from '../agent/agent-host.ts'
import type { Brain, Conversation } from '../agent/brain.ts'
import { type CallRecord, Journal } from '../agent/journal.ts'
import { Session } from '../agent/session.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { parseJsonObject } from '../kernel/parse-json.ts'
import type { OpenResampler } from '../speech/resample.ts'
import type { OpenVoiceGate } from '../speech/vad.ts'
import { decodeAudio, littleEndianBytes } from '../speech/wire-audio.ts'
import type { MediaStream } from '../telephony/media.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { ClockDrivenLine } from './clock-driven-line.ts'

/** Audio format in both directions: signed 16-bit little-endian mono, which every browser supports. */
export const MICROPHONE_FORMAT = { encoding: 'l16', sampleRateHz: 16000 } as const

/** A browser that does not read the audio is disconnected before the unsent data fills the memory. */
const BUFFERED_BYTES_MAX = 8 * 1024 * 1024

export interface VoiceTrialOptions {
  clock: Clock
  log: Log
  definition: WorkflowDefinition
  variables: Readonly<Record<string, string>>
  recorded?: Conversation['recorded'] | undefined
  brain(conversation: Conversation): Brain
  speech: CallSpeechServices
  openGate: OpenVoiceGate
  openResampler: OpenResampler
  longestMs: number
}

class MicrophoneLine extends ClockDrivenLine {
  readonly #socket: WebSocket

  constructor(clock: Clock, socket: WebSocket) {
    super(clock, MICROPHONE_FORMAT)
    this.#socket = socket
    socket.on('message', (data, isBinary) => this.#received(data as Buffer, isBinary))
    socket.on('close', () => this.close())
    socket.on('error', () => this.close())
  }

  override send(audio: Uint8Array): void {
    super.send(audio)
    if (this.#socket.bufferedAmount > BUFFERED_BYTES_MAX) return this.close()
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(audio)
  }

  override clear(): void {
    super.clear()
    tell(this.#socket, { type: 'clear' })
  }

  #received(data: Buffer, isBinary: boolean): void {
    // Cuts off half a sample at the end, which would shift all later samples.
    if (isBinary) return this.heard(data.subarray(0, data.length - (data.length % 2)))
    const { keys, hang_up: hangsUp } = readMessage(data)
    for (const digit of keys) this.press(digit)
    if (hangsUp) this.close()
  }
}

function readMessage(data: Buffer): { keys: string; hang_up: boolean } {
  const { keys, hang_up } = parseJsonObject(data) ?? {}
  const digits = typeof keys === 'string' ? keys.replace(/[^0-9*#]/g, '').slice(0, 64) : ''
  return { keys: digits, hang_up: hang_up === true }
}

/** Starts a conversation in which the user of the browser is the person. */
export function talkByMicrophone(socket: WebSocket, options: VoiceTrialOptions): Promise<void> {
  return hold(socket, new MicrophoneLine(options.clock, socket), options)
}

/** A simulated person talks; the browser only hears both sides and can hang up. */
export async function listenToSimulatedPerson(
  socket: WebSocket,
  options: VoiceTrialOptions,
  meet: (moment: (agent: Uint8Array | null, person: Uint8Array | null) => void) => MediaStream,
): Promise<void> {
  const { openResampler } = options
  let widen: ReturnType<OpenResampler> | null = null
  const media: MediaStream = meet((agent, person) => {
    if (socket.readyState !== socket.OPEN || (agent === null && person === null)) return
    const { encoding, sampleRateHz } = media.format
    widen ??= openResampler(sampleRateHz, MICROPHONE_FORMAT.sampleRateHz)
    const voices = [agent, person].flatMap((audio) => (audio === null ? [] : [decodeAudio(audio, encoding)]))
    socket.send(littleEndianBytes(widen.push(mixed(voices))))
  })
  socket.on('message', (data, isBinary) => {
    if (!isBinary && readMessage(data as Buffer).hang_up) media.close()
  })
  socket.on('close', () => media.close())
  socket.on('error', () => media.close())
  try {
    await hold(socket, media, options)
  } finally {
    ;(widen as ReturnType<OpenResampler> | null)?.close()
  }
}

function mixed(voices: readonly Int16Array[]): Int16Array {
  const length = Math.max(...voices.map((voice) => voice.length))
  return Int16Array.from({ length }, (_, at) => {
    const sum = voices.reduce((total, voice) => total + (voice[at] ?? 0), 0)
    return Math.max(-32768, Math.min(32767, sum))
  })
}

function tell(socket: WebSocket, message: Record<string, unknown>): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}

/** Runs the conversation until either side ends it; reports every line, step and value over the socket. */
async function hold(socket: WebSocket, media: MediaStream, options: VoiceTrialOptions): Promise<void> {
  const { clock, log, definition, variables, speech, openGate, openResampler, longestMs } = options
  const journal = new Journal(
    clock,
    async (record) => tell(socket, { type: 'progress', ...shown(record) }),
    () => {},
  )
  const conversation: Conversation = {
    callId: 0,
    direction: 'inbound',
    definition,
    variables,
    gathered: journal.gathered,
    ...(options.recorded ? { recorded: options.recorded } : {}),
  }
  const actions: Record<string, unknown>[] = []
  const session = new Session({
    clock,
    log,
    media,
    conversation,
    brain: options.brain(conversation),
    journal,
    ...speech,
    openGate,
    openResampler,
    longestMs,
    hooks: {
      report() {},
      hangUp: async () => {},
      transfer: async ({ destination }) => {
        actions.push({ kind: 'transfer', destination })
        return { ok: true, message: 'Not carried out: this is a test conversation.' }
      },
      suppress: async () => void actions.push({ kind: 'do_not_call' }),
    },
  })
  const { endedBy, disposition } = await session.run()
  tell(socket, { type: 'ended', ...shown(journal.record), disposition, ended_by: endedBy, actions })
  socket.close(1000)
}

function shown({ transcript, timeline, gathered }: CallRecord) {
  return {
    said: transcript.map(({ who, text, heard, node }) => ({ who, text, heard, node })),
    steps: timeline
      .filter(({ event }) => event === 'node_entered')
      .map(({ node, name, edge, because, score }) => ({
        node,
        name,
        edge: edge ?? null,
        because: because ?? null,
        score: score ?? null,
      })),
    gathered,
  }
}
