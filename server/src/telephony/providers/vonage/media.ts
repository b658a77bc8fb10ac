/** Vonage's audio socket: https://developer.vonage.com/en/voice/voice-api/concepts/websockets. */
import { parseJson } from '../../../kernel/parse-json.ts'
import { textAtPath } from '../../carrier-kit/http.ts'
import {
  digitEvents,
  type MediaDialect,
  type MediaEvent,
  type OutgoingMessage,
} from '../../carrier-kit/media-socket.ts'
import type { AudioFormat } from '../../media.ts'

/** Audio format as requested in the NCCO: 16-bit little-endian, like the program's own format. */
export const CONTENT_TYPE = 'audio/l16;rate=16000'

/** 20 ms of audio. Vonage requires one such frame per binary message. */
const FRAME_BYTES = 640

export class VonageDialect implements MediaDialect {
  readonly format: AudioFormat = { encoding: 'l16', sampleRateHz: 16000 }
  /** The beginning of an incomplete frame. */
  #rest: Buffer = Buffer.alloc(0)

  read(message: Buffer, isBinary: boolean): MediaEvent[] {
    if (isBinary) return message.length > 0 ? [{ kind: 'audio', audio: message }] : []
    const event = parseJson(message)
    switch (textAtPath(event, 'event')) {
      case 'websocket:connected':
        return [{ kind: 'started' }]
      case 'websocket:dtmf':
        return digitEvents(textAtPath(event, 'digit'))
      case 'websocket:notify': {
        const name = textAtPath(event, 'payload.mark')
        return name === null ? [] : [{ kind: 'marked', name }]
      }
      case 'websocket:cleared':
        return [{ kind: 'cleared' }]
      default:
        return []
    }
  }

  audio(audio: Uint8Array): OutgoingMessage[] {
    const waiting = Buffer.concat([this.#rest, audio])
    const whole = waiting.length - (waiting.length % FRAME_BYTES)
    this.#rest = waiting.subarray(whole)
    const frames: OutgoingMessage[] = []
    for (let from = 0; from < whole; from += FRAME_BYTES) frames.push(waiting.subarray(from, from + FRAME_BYTES))
    return frames
  }

  /** A mark ends an utterance, so the remaining audio is padded with silence and sent first. */
  mark(name: string): OutgoingMessage[] {
    const notify = JSON.stringify({ action: 'notify', payload: { mark: name } })
    if (this.#rest.length === 0) return [notify]
    const last = Buffer.alloc(FRAME_BYTES)
    this.#rest.copy(last)
    this.#rest = Buffer.alloc(0)
    return [last, notify]
  }

  clear(): OutgoingMessage[] {
    this.#rest = Buffer.alloc(0)
    return [JSON.stringify({ action: 'clear' })]
  }
}
