/** The carrier's end of a Twilio media stream. Written from "Media Streams - WebSocket Messages". */
import { WebSocket } from 'ws'
import type { CallRef } from '../../src/telephony/provider.ts'
import type { MediaPeer } from './stand-in.ts'

/** 20 ms of μ-law at 8 kHz. */
const FRAME_BYTES = 160

interface FromServer {
  event: string
  streamSid: string
  media?: { payload: string }
  mark?: { name: string }
}

/** In which message the stream's id is, and the version of the protocol, differ between carriers. */
export interface MediaHabits {
  version: string
  /** `streamSid` at the top of every message, or only inside `start`. */
  namesStream: 'everywhere' | 'in_start'
}

export const TWILIO_MEDIA: MediaHabits = { version: '1.0.0', namesStream: 'everywhere' }

export async function connectTwimlMedia(
  url: string,
  call: CallRef,
  accountSid: string,
  habits = TWILIO_MEDIA,
): Promise<MediaPeer> {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return new TwimlMediaPeer(socket, call, accountSid, habits)
}

class TwimlMediaPeer implements MediaPeer {
  readonly closed: Promise<void>
  readonly #socket: WebSocket
  readonly #streamSid: string
  readonly #ids: { accountSid: string; callSid: string }
  readonly #habits: MediaHabits
  #sequence = 0
  #chunk = 0
  #played = Buffer.alloc(0)
  #queued = Buffer.alloc(0)
  #marks: string[] = []
  #clears = 0
  #waiting: Array<{ bytes: number; resolve: () => void }> = []

  constructor(socket: WebSocket, call: CallRef, accountSid: string, habits: MediaHabits) {
    this.#socket = socket
    this.#habits = habits
    this.#streamSid = `MZ${call.callKey}`
    this.#ids = { accountSid, callSid: call.providerCallId ?? 'CA-unnamed' }
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('message', (data) => this.#receive(JSON.parse(data.toString()) as FromServer))
    socket.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: habits.version }))
    const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 }
    const streamSid = this.#streamSid
    this.#tell('start', { streamSid, ...this.#ids, tracks: ['inbound'], customParameters: {}, mediaFormat })
  }

  speak(audio: Uint8Array): void {
    for (let start = 0; start < audio.length; start += FRAME_BYTES) {
      this.#chunk += 1
      const payload = Buffer.from(audio.subarray(start, start + FRAME_BYTES)).toString('base64')
      const timestamp = String((this.#chunk - 1) * 20)
      this.#tell('media', { track: 'inbound', chunk: String(this.#chunk), timestamp, payload })
    }
  }

  press(digit: string): void {
    this.#tell('dtmf', { track: 'inbound_track', digit })
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
    this.#echoMarks()
  }

  clears(): number {
    return this.#clears
  }

  send(text: string): void {
    this.#socket.send(text)
  }

  hangUp(): void {
    this.#tell('stop', this.#ids)
    this.#socket.close(1000)
  }

  #receive(message: FromServer): void {
    if (message.streamSid !== this.#streamSid) throw new Error('a message for another stream')
    if (message.event === 'media') {
      this.#queued = Buffer.concat([this.#queued, Buffer.from(message.media?.payload ?? '', 'base64')])
      this.#wake()
    } else if (message.event === 'mark') {
      this.#marks.push(message.mark?.name ?? '')
    } else if (message.event === 'clear') {
      this.#clears += 1
      this.#queued = Buffer.alloc(0)
      this.#echoMarks()
    } else throw new Error(`no such message: ${message.event}`)
  }

  /** Twilio echoes a mark when it was reached and also when it was cleared. */
  #echoMarks(): void {
    for (const name of this.#marks.splice(0)) this.#tell('mark', { name })
  }

  #tell(event: string, detail: object): void {
    this.#sequence += 1
    const sequenceNumber = String(this.#sequence)
    const named = this.#habits.namesStream === 'everywhere' ? { streamSid: this.#streamSid } : {}
    this.#socket.send(JSON.stringify({ event, sequenceNumber, ...named, [event]: detail }))
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
