/** The audio socket of Plivo and of carriers with a compatible API. */
import { parseJson } from '../../kernel/parse-json.ts'
import type { MediaDialect, MediaEvent, OutgoingMessage } from './media-socket.ts'

/** 20 ms of µ-law: the frame size of both carriers, small enough for `clearAudio` to take effect immediately. */
const FRAME_BYTES = 160
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * Sources: Plivo's audio streaming reference and vobiz.ai/docs/xml/stream/stream-events. Neither carrier sends a message at the
 * end: the socket closes. Vobiz does not echo a checkpoint dropped by `clearAudio`, and Plivo does not document whether it
 * does: `clearedAudio` settles them for both.
 */
export function plivoMediaDialect(): MediaDialect {
  let streamId: string | null = null
  const whenStarted = (make: (id: string) => OutgoingMessage[]) => (streamId === null ? null : make(streamId))
  return {
    format: { encoding: 'mulaw', sampleRateHz: 8000 },
    read(message, isBinary) {
      const json = isBinary ? null : asObject(parseJson(message))
      if (json?.event === 'start') {
        const id = objectAt(json, 'start').streamId ?? json.streamId
        if (typeof id !== 'string' || id === '') return []
        streamId = id
        return [{ kind: 'started' }]
      }
      return json ? readMediaMessage(json) : []
    },
    audio: (audio) =>
      whenStarted((id) =>
        frames(audio).map((frame) => {
          const payload = Buffer.from(frame).toString('base64')
          const media = { contentType: 'audio/x-mulaw', sampleRate: 8000, payload }
          return JSON.stringify({ event: 'playAudio', streamId: id, media })
        }),
      ),
    mark: (name) => whenStarted((id) => [JSON.stringify({ event: 'checkpoint', streamId: id, name })]),
    clear: () => whenStarted((id) => [JSON.stringify({ event: 'clearAudio', streamId: id })]),
  }
}

function readMediaMessage(json: Record<string, unknown>): MediaEvent[] {
  switch (json.event) {
    case 'media': {
      const { payload, track } = objectAt(json, 'media')
      if (typeof payload !== 'string' || !BASE64.test(payload) || track === 'outbound') return []
      const audio = Buffer.from(payload, 'base64')
      return audio.length > 0 ? [{ kind: 'audio', audio }] : []
    }
    case 'dtmf': {
      const { digit } = objectAt(json, 'dtmf')
      return typeof digit === 'string' && /^[0-9*#A-D]$/.test(digit) ? [{ kind: 'digit', digit }] : []
    }
    case 'playedStream':
      return typeof json.name === 'string' ? [{ kind: 'marked', name: json.name }] : []
    case 'clearedAudio':
      return [{ kind: 'cleared' }]
    default:
      return []
  }
}

function frames(audio: Uint8Array): Uint8Array[] {
  const cut: Uint8Array[] = []
  for (let at = 0; at < audio.length; at += FRAME_BYTES) cut.push(audio.subarray(at, at + FRAME_BYTES))
  return cut
}

function objectAt(json: Record<string, unknown>, name: string): Record<string, unknown> {
  return asObject(json[name]) ?? {}
}

function asObject(value: unknown): Record<string, unknown> | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
