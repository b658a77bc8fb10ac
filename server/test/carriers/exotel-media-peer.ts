/** Exotel's end of an audio socket. Written from "WebSocket protocol" and "Working with the Stream and Voicebot Applet". */
import { WebSocket } from 'ws'
import type { CallRef } from '../../src/telephony/provider.ts'
import type { MediaPeer } from '../conformance/stand-in.ts'

/** "Every ~100 ms": 800 samples of 16 bits. */
const FRAME_BYTES = 1_600
const CHUNK = { least: 3_200, most: 100_000, multiple: 320 }

interface FromServer {
  event: string
  stream_sid: string
  media?: { payload: string }
  mark?: { name: string }
}

export async function connectExotelMedia(url: string, call: CallRef, accountSid: string): Promise<MediaPeer> {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return new ExotelMediaPeer(socket, call, accountSid)
}

class ExotelMediaPeer implements MediaPeer {
  readonly closed: Promise<void>
  readonly #socket: WebSocket
  readonly #streamSid: string
  readonly #ids: { call_sid: string; account_sid: string }
  #sequence = 0
  #chunk = 0
  #played = Buffer.alloc(0)
  #queued = Buffer.alloc(0)
  #marks: string[] = []
  #clears = 0
  #waiting: Array<{ bytes: number; resolve: () => void }> = []

  constructor(socket: WebSocket, call: CallRef, accountSid: string) {
    this.#socket = socket
    this.#streamSid = `MZ${call.callKey}`
    this.#ids = { call_sid: call.providerCallId ?? 'unnamed', account_sid: accountSid }
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('message', (data) => this.#receive(JSON.parse(data.toString()) as FromServer))
    socket.send(JSON.stringify({ event: 'connected' }))
    const media_format = { encoding: 'audio/x-raw', sample_rate: '8000', bit_rate: '16' }
    const numbers = { from: '+14155550123', to: '+14155550100' }
    this.#tell('start', { stream_sid: this.#streamSid, ...this.#ids, ...numbers, custom_parameters: {}, media_format })
  }

  speak(audio: Uint8Array): void {
    for (let start = 0; start < audio.length; start += FRAME_BYTES) {
      this.#chunk += 1
      const payload = Buffer.from(audio.subarray(start, start + FRAME_BYTES)).toString('base64')
      this.#tell('media', { chunk: String(this.#chunk), timestamp: String(this.#chunk * 100), payload })
    }
  }

  press(digit: string): void {
    this.#tell('dtmf', { digit, duration: '100' })
  }

  heard(): Uint8Array {
    return Buffer.concat([this.#played, this.#queued])
  }

  hears(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, resolve })
      this.#wake()
    })
  }

  finishPlaying(): void {
    this.#played = Buffer.concat([this.#played, this.#queued])
    this.#queued = Buffer.alloc(0)
    for (const name of this.#marks.splice(0)) this.#tell('mark', { name })
  }

  clears(): number {
    return this.#clears
  }

  send(text: string): void {
    this.#socket.send(text)
  }

  hangUp(): void {
    this.#tell('stop', { ...this.#ids, reason: 'callended' })
    this.#socket.close(1000)
  }

  #receive(message: FromServer): void {
    if (message.stream_sid !== this.#streamSid) throw new Error('a message for another stream')
    if (message.event === 'media') {
      const audio = Buffer.from(message.media?.payload ?? '', 'base64')
      const { least, most, multiple } = CHUNK
      if (audio.length < least || audio.length > most || audio.length % multiple !== 0) {
        throw new Error(`a chunk of ${audio.length} bytes`)
      }
      this.#queued = Buffer.concat([this.#queued, audio])
      this.#wake()
    } else if (message.event === 'mark') {
      this.#marks.push(message.mark?.name ?? '')
    } else if (message.event === 'clear') {
      this.#clears += 1
      this.#queued = Buffer.alloc(0)
      // "Sent when audio you previously sent has finished playing": it never will.
      this.#marks = []
    } else throw new Error(`no such message: ${message.event}`)
  }

  #tell(event: string, detail: object): void {
    this.#sequence += 1
    const sequence_number = String(this.#sequence)
    this.#socket.send(JSON.stringify({ event, sequence_number, stream_sid: this.#streamSid, [event]: detail }))
  }

  #wake(): void {
    const heard = this.heard().length
    this.#waiting = this.#waiting.filter(({ bytes, resolve }) => {
      if (heard < bytes) return true
      resolve()
      return false
    })
  }
}
