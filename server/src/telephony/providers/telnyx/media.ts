/** Telnyx media streaming: https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming. */
import { parseJson } from '../../../kernel/parse-json.ts'
import { textAtPath } from '../../carrier-kit/http.ts'
import {
  digitEvents,
  type MediaDialect,
  type MediaEvent,
  type OutgoingMessage,
} from '../../carrier-kit/media-socket.ts'
import type { AudioFormat } from '../../media.ts'
import { toMulaw, type WireEncoding } from './transcode.ts'

/** Number of frames (60 ms) buffered while an earlier one is missing, because Telnyx does not guarantee their order. */
const HELD_FRAMES = 3
/** Maximum size of a message, 5 s of mulaw; Telnyx allows 20 ms to 30 s. */
const MESSAGE_BYTES_MAX = 40_000

export class TelnyxDialect implements MediaDialect {
  readonly format: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
  #started = false
  #encoding: WireEncoding | null = 'PCMU'
  #sampleRateHz = 8000
  #nextChunk: number | null = null
  readonly #held = new Map<number, Uint8Array>()

  read(message: Buffer, isBinary: boolean): MediaEvent[] {
    const event = isBinary ? null : parseJson(message)
    switch (textAtPath(event, 'event')) {
      case 'start':
        return this.#start(event)
      case 'media':
        return this.#media(event)
      case 'dtmf':
        return digitEvents(textAtPath(event, 'dtmf.digit'))
      case 'mark': {
        const name = textAtPath(event, 'mark.name')
        return name === null ? [] : [{ kind: 'marked', name }]
      }
      case 'stop':
        return [...this.#release(), { kind: 'stopped' }]
      default:
        return []
    }
  }

  /** Null before `start`: the socket opens while the phone still rings, and audio sent then would be lost. */
  audio(audio: Uint8Array): OutgoingMessage[] | null {
    if (!this.#started) return null
    const messages: OutgoingMessage[] = []
    for (let from = 0; from < audio.length; from += MESSAGE_BYTES_MAX) {
      const payload = Buffer.from(audio.subarray(from, from + MESSAGE_BYTES_MAX)).toString('base64')
      messages.push(JSON.stringify({ event: 'media', media: { payload } }))
    }
    return messages
  }

  mark(name: string): OutgoingMessage[] | null {
    return this.#started ? [JSON.stringify({ event: 'mark', mark: { name } })] : null
  }

  clear(): OutgoingMessage[] {
    return this.#started ? [JSON.stringify({ event: 'clear' })] : []
  }

  #start(event: unknown): MediaEvent[] {
    this.#started = true
    const encoding = (textAtPath(event, 'start.media_format.encoding') ?? 'PCMU').toUpperCase()
    // Other encodings cannot be decoded; silence is better than noise.
    this.#encoding = encoding === 'PCMU' || encoding === 'PCMA' || encoding === 'L16' ? encoding : null
    this.#sampleRateHz = Number(textAtPath(event, 'start.media_format.sample_rate') ?? 8000) || 8000
    return [{ kind: 'started' }]
  }

  #media(event: unknown): MediaEvent[] {
    const payload = textAtPath(event, 'media.payload')
    if (payload === null || textAtPath(event, 'media.track') === 'outbound' || this.#encoding === null) return []
    const audio = toMulaw(Buffer.from(payload, 'base64'), this.#encoding, this.#sampleRateHz)
    if (audio.length === 0) return []
    const chunk = Number(textAtPath(event, 'media.chunk') ?? Number.NaN)
    return Number.isSafeInteger(chunk) ? this.#inOrder(chunk, audio) : [{ kind: 'audio', audio }]
  }

  #inOrder(chunk: number, audio: Uint8Array): MediaEvent[] {
    const next = this.#nextChunk ?? chunk
    if (chunk < next) return []
    this.#held.set(chunk, audio)
    this.#nextChunk = next
    if (chunk !== next && this.#held.size <= HELD_FRAMES) return []
    // The expected frame has arrived, or waiting for it ends.
    if (!this.#held.has(next)) this.#nextChunk = Math.min(...this.#held.keys())
    return this.#consecutive()
  }

  #consecutive(): MediaEvent[] {
    const news: MediaEvent[] = []
    for (;;) {
      const chunk = this.#nextChunk as number
      const audio = this.#held.get(chunk)
      if (!audio) return news
      this.#held.delete(chunk)
      this.#nextChunk = chunk + 1
      news.push({ kind: 'audio', audio })
    }
  }

  #release(): MediaEvent[] {
    const frames = [...this.#held].sort(([left], [right]) => left - right)
    this.#held.clear()
    return frames.map(([, audio]) => ({ kind: 'audio', audio }))
  }
}
