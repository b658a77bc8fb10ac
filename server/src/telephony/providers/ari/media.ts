/** The audio socket of chan_websocket: raw µ-law both ways, with commands and events as text in between. */
import type { WebSocket } from 'ws'
import type { Clock } from '../../../kernel/clock.ts'
import { parseJson } from '../../../kernel/parse-json.ts'
import { textAtPath } from '../../carrier-kit/http.ts'
import {
  type MediaDialect,
  type MediaEvent,
  type OutgoingMessage,
  SocketMedia,
} from '../../carrier-kit/media-socket.ts'
import type { AudioFormat, MediaListener, MediaStream } from '../../media.ts'

export const MEDIA_SUBPROTOCOL = 'media'

/** 20 ms of µ-law. Asterisk discards the part of a message beyond a multiple of this size. */
const FRAME_BYTES = 160
/** One second of audio. Asterisk closes the connection at a message above 64 KiB. */
const CHUNK_BYTES = 8_000
/** Seconds of audio sent ahead. Asterisk queues 1,000 frames (20 s) and drops whole messages beyond. */
const CHUNKS_AHEAD = 8
const MULAW_SILENCE = 0xff

/**
 * Three kinds of marks in Asterisk's queue, distinguished by their first letter: those of the agent (`m`), one after each second
 * of audio, which shows how much is still queued (`p`), and one after each flush (`c`), because a flush silently drops the marks
 * in the queue. The agent's mark names are kept here: Asterisk drops a text over 128 bytes.
 */
export class AriDialect implements MediaDialect {
  readonly format: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
  #released: boolean
  #json = false
  #serial = 0
  #rest: Uint8Array = new Uint8Array(0)
  #bytesSincePace = 0
  readonly #paces = new Set<string>()
  readonly #names = new Map<string, string>()

  /** `released` false: the media channel is not bridged yet, and audio sent now would be lost. */
  constructor(released: boolean) {
    this.#released = released
  }

  release(): void {
    this.#released = true
  }

  command(word: string, id?: string): string {
    if (this.#json) return JSON.stringify(id === undefined ? { command: word } : { command: word, correlation_id: id })
    return id === undefined ? word : `${word} ${id}`
  }

  read(message: Buffer, isBinary: boolean): MediaEvent[] {
    if (isBinary) return [{ kind: 'audio', audio: message }]
    const control = readControl(message.toString('utf8'))
    this.#json = control.json
    switch (control.word) {
      case 'MEDIA_START':
        return [{ kind: 'started' }]
      case 'MEDIA_MARK_PROCESSED':
        return this.#processed(control.id)
      case 'DTMF_END':
        return /^[0-9A-D*#]$/i.test(control.digit) ? [{ kind: 'digit', digit: control.digit }] : []
      default:
        return []
    }
  }

  audio(audio: Uint8Array): OutgoingMessage[] | null {
    if (!this.#released || this.#paces.size >= CHUNKS_AHEAD) return null
    const all = this.#rest.length === 0 ? audio : Buffer.concat([this.#rest, audio])
    const whole = all.length - (all.length % FRAME_BYTES)
    this.#rest = Uint8Array.from(all.subarray(whole))
    return whole === 0 ? [] : [all.subarray(0, whole), ...this.#pace(whole)]
  }

  mark(name: string): OutgoingMessage[] | null {
    if (!this.#released) return null
    const id = this.#id('m')
    this.#names.set(id, name)
    return [...this.#padded(), this.command('MARK_MEDIA', id)]
  }

  clear(): OutgoingMessage[] | null {
    this.#rest = new Uint8Array(0)
    this.#bytesSincePace = 0
    this.#paces.clear()
    this.#names.clear()
    return [this.command('FLUSH_MEDIA'), this.command('MARK_MEDIA', this.#id('c'))]
  }

  #processed(id: string): MediaEvent[] {
    if (id.startsWith('c')) return [{ kind: 'cleared' }]
    this.#paces.delete(id)
    const name = this.#names.get(id)
    this.#names.delete(id)
    return name === undefined ? [] : [{ kind: 'marked', name }]
  }

  #pace(bytes: number): string[] {
    this.#bytesSincePace += bytes
    if (this.#bytesSincePace < CHUNK_BYTES) return []
    this.#bytesSincePace = 0
    const id = this.#id('p')
    this.#paces.add(id)
    return [this.command('MARK_MEDIA', id)]
  }

  /** The end of an utterance is rarely a whole frame; before a mark it is padded and sent. */
  #padded(): OutgoingMessage[] {
    if (this.#rest.length === 0) return []
    const frame = Buffer.alloc(FRAME_BYTES, MULAW_SILENCE)
    frame.set(this.#rest)
    this.#rest = new Uint8Array(0)
    return [frame]
  }

  #id(kind: 'm' | 'p' | 'c'): string {
    this.#serial += 1
    return `${kind}${this.#serial}`
  }
}

interface Control {
  json: boolean
  word: string
  id: string
  digit: string
}

/**
 * Parses a control message in either format of chan_websocket.conf: `DTMF_END digit:1 channel_id:..` or
 * `{"event":"DTMF_END","digit":"1"}`.
 */
function readControl(text: string): Control {
  if (!text.startsWith('{')) {
    const [word = '', first = ''] = text.split(' ')
    return { json: false, word, id: first, digit: first.replace(/^digit:/, '') }
  }
  const json = parseJson(text)
  return {
    json: true,
    word: textAtPath(json, 'event') ?? '',
    id: textAtPath(json, 'correlation_id') ?? '',
    digit: textAtPath(json, 'digit') ?? '',
  }
}

/** Splits any length of audio into seconds; the dialect limits how many of them are in Asterisk's queue. */
export class AriMedia implements MediaStream {
  readonly format: AudioFormat
  readonly #socket: WebSocket
  readonly #dialect: AriDialect
  readonly #stream: SocketMedia

  constructor(socket: WebSocket, released: boolean, clock: Pick<Clock, 'after'>) {
    this.#socket = socket
    this.#dialect = new AriDialect(released)
    this.#stream = new SocketMedia(socket, this.#dialect, clock)
    this.format = this.#dialect.format
  }

  /** True once Asterisk has begun the audio, false if the socket closed before. */
  get started(): Promise<boolean> {
    return this.#stream.started
  }

  /** The media channel is now bridged with the call: releases the audio. */
  release(): void {
    this.#dialect.release()
    // The stream checks its buffer whenever a message arrives; this command triggers one.
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(this.#dialect.command('GET_STATUS'))
  }

  listen(listener: MediaListener): void {
    this.#stream.listen(listener)
  }

  send(audio: Uint8Array): void {
    for (let start = 0; start < audio.length; start += CHUNK_BYTES) {
      this.#stream.send(audio.subarray(start, start + CHUNK_BYTES))
    }
  }

  mark(name: string): void {
    this.#stream.mark(name)
  }

  clear(): void {
    this.#stream.clear()
  }

  close(): void {
    this.#stream.close()
  }
}
