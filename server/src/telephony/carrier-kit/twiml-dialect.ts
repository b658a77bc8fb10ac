/**
 * The markup and the audio protocol that Twilio defined and compatible carriers use. Source: "Media Streams - WebSocket Messages"
 * and "TwiML Voice: <Stream>", twilio.com/docs/voice.
 */
import { parseJsonObject } from '../../kernel/parse-json.ts'
import type { AudioFormat } from '../media.ts'
import type { HttpReply } from '../provider.ts'
import type { MediaDialect, MediaEvent, OutgoingMessage } from './media-socket.ts'
import { escapeXml, xmlReply } from './xml.ts'

/** Keeps the line open in silence after the stream has ended, until the call is hung up. */
const PAUSE_SECONDS = 40
/**
 * The same pause for a document sent with the dial: if this server is unreachable, a person hears silence for at most this long.
 */
const PAUSE_SECONDS_WITH_DIAL = 10

export function connectStreamMarkup(mediaUrl: string, given?: 'with_dial'): HttpReply {
  const seconds = given === 'with_dial' ? PAUSE_SECONDS_WITH_DIAL : PAUSE_SECONDS
  return xmlReply(`<Connect><Stream url="${escapeXml(mediaUrl)}"/></Connect><Pause length="${seconds}"/>`)
}

/** A document whose first verb rejects the call unanswered, so that it is not billed. */
export function rejectCallMarkup(reason: 'rejected' | 'busy'): HttpReply {
  return xmlReply(`<Reject reason="${reason}"/>`)
}

/**
 * The document that replaces a running one: leads into a conference room that ends, with both calls, when either side hangs up.
 */
export function conferenceMarkup(room: string): HttpReply {
  const attributes = 'beep="false" startConferenceOnEnter="true" endConferenceOnExit="true" waitUrl=""'
  return xmlReply(`<Dial><Conference ${attributes}>${escapeXml(room)}</Conference></Dial>`)
}

/** Maximum payload of one message: one second of audio. A longer one would delay the mark and clear after it. */
const PAYLOAD_BYTES_MAX = 8_000

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const KEY = /^[0-9A-D*#]$/

interface StreamMessage {
  event?: unknown
  streamSid?: unknown
  start?: { streamSid?: unknown } | null
  media?: { track?: unknown; payload?: unknown } | null
  dtmf?: { digit?: unknown } | null
  mark?: { name?: unknown } | null
}

export class TwimlMediaDialect implements MediaDialect {
  /** Always μ-law, because the protocol has no other format. */
  readonly format: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
  #streamSid: string | null = null

  read(message: Buffer, isBinary: boolean): MediaEvent[] {
    const parsed = isBinary ? null : (parseJsonObject(message) as StreamMessage | null)
    switch (parsed?.event) {
      case 'start':
        return this.#started(parsed)
      case 'media':
        return readAudio(parsed.media)
      case 'dtmf': {
        const digit = parsed.dtmf?.digit
        return typeof digit === 'string' && KEY.test(digit) ? [{ kind: 'digit', digit }] : []
      }
      case 'mark': {
        const name = parsed.mark?.name
        return typeof name === 'string' ? [{ kind: 'marked', name }] : []
      }
      case 'stop':
        return [{ kind: 'stopped' }]
      default:
        return []
    }
  }

  audio(audio: Uint8Array): OutgoingMessage[] | null {
    const streamSid = this.#streamSid
    if (streamSid === null) return null
    const messages: OutgoingMessage[] = []
    for (let start = 0; start < audio.length; start += PAYLOAD_BYTES_MAX) {
      const payload = Buffer.from(audio.subarray(start, start + PAYLOAD_BYTES_MAX)).toString('base64')
      messages.push(JSON.stringify({ event: 'media', streamSid, media: { payload } }))
    }
    return messages
  }

  mark(name: string): OutgoingMessage[] | null {
    if (this.#streamSid === null) return null
    return [JSON.stringify({ event: 'mark', streamSid: this.#streamSid, mark: { name } })]
  }

  clear(): OutgoingMessage[] | null {
    if (this.#streamSid === null) return null
    return [JSON.stringify({ event: 'clear', streamSid: this.#streamSid })]
  }

  #started(message: StreamMessage): MediaEvent[] {
    const streamSid = message.streamSid ?? message.start?.streamSid
    if (typeof streamSid !== 'string' || streamSid === '') return []
    this.#streamSid = streamSid
    return [{ kind: 'started' }]
  }
}

function readAudio(media: StreamMessage['media']): MediaEvent[] {
  // A stream may also carry the agent's own audio, which must not count as heard.
  if (!media || media.track === 'outbound') return []
  if (typeof media.payload !== 'string' || !BASE64.test(media.payload)) return []
  return [{ kind: 'audio', audio: Buffer.from(media.payload, 'base64') }]
}
