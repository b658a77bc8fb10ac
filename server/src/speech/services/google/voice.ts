/** Google's voices by HTTP request; the whole audio comes as base64 with a WAV header. */
import { parseJsonObject } from '../../../kernel/parse-json.ts'
import type { AudioFormat } from '../../../telephony/media.ts'
import type { HttpVoiceDialect } from '../http-voice.ts'
import { SpeechServiceError } from '../service-error.ts'
import { readServiceAccount } from './account.ts'
import { accessTokenOf } from './google.ts'

export interface GoogleVoiceOptions {
  baseUrl: string
  apiKey: string
  now(): number
  fetch: typeof fetch
}

export function googleVoice({ baseUrl, apiKey, now, fetch }: GoogleVoiceOptions): HttpVoiceDialect {
  const account = readServiceAccount(apiKey)
  return {
    async request(text, format, voice) {
      const key =
        account === null
          ? { 'x-goog-api-key': apiKey }
          : { authorization: `Bearer ${await accessTokenOf(account, now(), fetch)}` }
      return {
        url: `${baseUrl}/v1/text:synthesize`,
        headers: { 'content-type': 'application/json', ...key },
        body: JSON.stringify({
          input: { text },
          voice: { languageCode: /^[a-z]{2,3}-[A-Z]{2}/u.exec(voice)?.[0] ?? 'en-US', name: voice },
          audioConfig: { audioEncoding: encodingOf(format), sampleRateHertz: format.sampleRateHz },
        }),
      }
    },
    async *audio(body) {
      const pieces: Uint8Array[] = []
      for await (const piece of body) pieces.push(piece)
      yield withoutWavHeader(contentOf(Buffer.concat(pieces).toString('utf8')))
    },
  }
}

function encodingOf({ encoding }: AudioFormat): string {
  return { mulaw: 'MULAW', alaw: 'ALAW', l16: 'LINEAR16' }[encoding]
}

function contentOf(text: string): Buffer {
  const { audioContent } = parseJsonObject(text) ?? {}
  if (typeof audioContent === 'string') return Buffer.from(audioContent, 'base64')
  throw new SpeechServiceError('The speech service answered with something unreadable.', false)
}

/** The samples of a WAV file with any header; anything else is returned as raw audio. */
export function withoutWavHeader(bytes: Buffer): Uint8Array {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return bytes
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    if (bytes.toString('latin1', at, at + 4) === 'data')
      return bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + length))
    at += 8 + length + (length & 1)
  }
  return new Uint8Array(0)
}
