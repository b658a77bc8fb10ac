/**
 * Exotel's audio socket (AgentStream). Source: "WebSocket protocol" and "Working with the Stream and Voicebot Applet" on
 * developer.exotel.com. Samples are 16-bit, little-endian, mono, both ways.
 */
import { parseJsonObject } from '../../../kernel/parse-json.ts'
import type { MediaDialect, MediaEvent, OutgoingMessage } from '../../carrier-kit/media-socket.ts'
import type { AudioFormat } from '../../media.ts'

export const SAMPLE_RATE_HZ = 8000
/**
 * "3,200 to 100,000 bytes, multiple of 320". The smallest size is used, because a clear drops only messages that have not begun
 * to play.
 */
const CHUNK_BYTES = 3_200

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const KEY = /^[0-9A-D*#]$/

type Fields = Record<string, unknown>

export class ExotelMediaDialect implements MediaDialect {
  readonly format: AudioFormat = { encoding: 'l16', sampleRateHz: SAMPLE_RATE_HZ }
  /** No page states whether Exotel reports the marks of dropped audio, so they are settled with the clear. */
  readonly forgetsClearedMarks = true
  readonly #onForeignFormat: (format: string) => void
  #streamSid: string | null = null
  /** Audio that is too short for a message so far. */
  #rest: Uint8Array = new Uint8Array(0)
  /** The first half of a sample that was split between two messages of Exotel. */
  #halfSample: Uint8Array = new Uint8Array(0)

  constructor(onForeignFormat: (format: string) => void) {
    this.#onForeignFormat = onForeignFormat
  }

  read(message: Buffer, isBinary: boolean): MediaEvent[] {
    const parsed = isBinary ? null : parseJsonObject(message)
    switch (parsed?.event) {
      case 'start':
        return this.#started(parsed)
      case 'media':
        return this.#heard(fieldsOf(parsed.media).payload)
      case 'dtmf': {
        const { digit } = fieldsOf(parsed.dtmf)
        return typeof digit === 'string' && KEY.test(digit) ? [{ kind: 'digit', digit }] : []
      }
      case 'mark': {
        const { name } = fieldsOf(parsed.mark)
        return typeof name === 'string' ? [{ kind: 'marked', name }] : []
      }
      case 'stop':
        return [{ kind: 'stopped' }]
      default:
        return []
    }
  }

  audio(audio: Uint8Array): OutgoingMessage[] | null {
    if (this.#streamSid === null) return null
    const all = Buffer.concat([this.#rest, audio])
    const messages: OutgoingMessage[] = []
    let sent = 0
    for (; all.length - sent >= CHUNK_BYTES; sent += CHUNK_BYTES) {
      messages.push(this.#chunk(all.subarray(sent, sent + CHUNK_BYTES)))
    }
    this.#rest = all.subarray(sent)
    return messages
  }

  /**
   * A mark follows the end of an utterance: the remaining audio is padded with silence to the smallest message and sent first.
   */
  mark(name: string): OutgoingMessage[] | null {
    if (this.#streamSid === null) return null
    const messages: OutgoingMessage[] = []
    if (this.#rest.length > 0) {
      const filled = Buffer.alloc(CHUNK_BYTES)
      filled.set(this.#rest)
      this.#rest = new Uint8Array(0)
      messages.push(this.#chunk(filled))
    }
    return [...messages, JSON.stringify({ event: 'mark', stream_sid: this.#streamSid, mark: { name } })]
  }

  clear(): OutgoingMessage[] | null {
    if (this.#streamSid === null) return null
    this.#rest = new Uint8Array(0)
    return [JSON.stringify({ event: 'clear', stream_sid: this.#streamSid })]
  }

  #chunk(audio: Uint8Array): string {
    const payload = Buffer.from(audio).toString('base64')
    return JSON.stringify({ event: 'media', stream_sid: this.#streamSid, media: { payload } })
  }

  #started(message: Fields): MediaEvent[] {
    const start = fieldsOf(message.start)
    const streamSid = message.stream_sid ?? start.stream_sid ?? message.streamSid ?? start.streamSid
    if (typeof streamSid !== 'string' || streamSid === '') return []
    const foreign = foreignFormat(fieldsOf(start.media_format ?? start.mediaFormat))
    if (foreign !== null) {
      // The person would hear noise in another format, so it is reported.
      this.#onForeignFormat(foreign)
      return []
    }
    this.#streamSid = streamSid
    return [{ kind: 'started' }]
  }

  #heard(payload: unknown): MediaEvent[] {
    if (typeof payload !== 'string' || !BASE64.test(payload)) return []
    const all = Buffer.concat([this.#halfSample, Buffer.from(payload, 'base64')])
    const whole = all.length - (all.length % 2)
    this.#halfSample = all.subarray(whole)
    return whole === 0 ? [] : [{ kind: 'audio', audio: all.subarray(0, whole) }]
  }
}

/**
 * The name of an unexpected audio format. Null: the requested format, or none is named. The encodings of linear samples have
 * several names.
 */
function foreignFormat({ encoding, sample_rate, sampleRate }: Fields): string | null {
  const rate = String(sample_rate ?? sampleRate ?? SAMPLE_RATE_HZ)
  const name = String(encoding ?? 'raw')
  return Number(rate) === SAMPLE_RATE_HZ && /raw|slin|l16|linear|pcm$/i.test(name) ? null : `${name} ${rate}`
}

function fieldsOf(value: unknown): Fields {
  return value !== null && typeof value === 'object' ? (value as Fields) : {}
}
