/**
 * Azure's recognition by websocket. A segment of audio is one request, ended by an empty frame; the next may begin only after
 * `turn.end`, so audio in between is buffered.
 */
import type { AudioFormat } from '../../../telephony/media.ts'
import { errorOfStatus, SpeechServiceError } from '../service-error.ts'
import type { Frame } from '../socket.ts'
import { type RecognitionDialect, silence, type TranscriptEvent } from '../socket-recognition.ts'
import { AZURE_SETTINGS, type AzureOptions, binaryFrame, newAzureId, readTextFrame, textFrame } from './azure.ts'

export interface AzureRecognitionOptions extends AzureOptions {
  language: string | null
}

export function azureRecognition(options: AzureRecognitionOptions): RecognitionDialect {
  let talk: AzureTalk | undefined
  const language = localeOf(options.language)
  return {
    address(format) {
      talk = new AzureTalk(format, language)
      const host = options.baseUrl || AZURE_SETTINGS.recognitionHost(options.region ?? '')
      const url = new URL(`${host}/speech/recognition/conversation/cognitiveservices/v1`)
      url.searchParams.set('language', language)
      url.searchParams.set('format', 'detailed')
      const headers = { 'Ocp-Apim-Subscription-Key': options.apiKey, 'X-ConnectionId': newAzureId() }
      return { url: url.toString(), headers }
    },
    hello: () => talk?.hello() ?? [],
    audio: (bytes) => talk?.audio(bytes) ?? [],
    finish: () => talk?.finish() ?? [],
    goodbye: () => [],
    read: (_, text) => talk?.read(text) ?? [],
    meaningOf: (code) =>
      code === 1007 ? new SpeechServiceError('Azure did not accept the parameters of the request.', false) : undefined,
  }
}

/** Azure requires a region with the language. */
function localeOf(language: string | null): string {
  if (language === null) return AZURE_SETTINGS.language
  if (language.includes('-')) return language
  return REGIONS[language] ?? `${language}-${language.toUpperCase()}`
}

const REGIONS: Readonly<Record<string, string>> = { en: 'en-US', pt: 'pt-BR', es: 'es-ES' }

const NO_REQUEST = ''

class AzureTalk {
  readonly #format: AudioFormat
  readonly #language: string
  /** Id of the current request; empty between requests. */
  #requestId = NO_REQUEST
  #isEnding = false
  /** Buffered audio of the next request, with null at its end. */
  #waiting: (Uint8Array | null)[] = []

  constructor(format: AudioFormat, language: string) {
    this.#format = format
    this.#language = language
  }

  hello(): Frame[] {
    const { sampleRateHz, encoding } = this.#format
    const source = {
      samplerate: String(sampleRateHz),
      bitspersample: encoding === 'l16' ? '16' : '8',
      channelcount: '1',
      type: 'Stream',
    }
    const context = { system: { name: 'Outdial', version: '1', build: 'Node', lang: 'TypeScript' }, audio: { source } }
    return [textFrame(this.#headers('speech.config', newAzureId()), { context, recognition: 'conversation' })]
  }

  audio(bytes: Uint8Array): Frame[] {
    if (this.#isEnding) {
      this.#waiting.push(bytes)
      return []
    }
    return [...this.#begin(), binaryFrame(this.#headers('audio', this.#requestId), bytes)]
  }

  finish(): Frame[] {
    if (this.#isEnding) {
      this.#waiting.push(null)
      return []
    }
    const frames =
      this.#requestId === NO_REQUEST ? this.audio(silence(this.#format, this.#format.sampleRateHz / 10)) : []
    this.#isEnding = true
    return [...frames, binaryFrame(this.#headers('audio', this.#requestId), new Uint8Array(0))]
  }

  read(text: string): TranscriptEvent[] {
    const frame = readTextFrame(text)
    if (frame === null || (frame.requestId !== '' && frame.requestId !== this.#requestId)) return []
    switch (frame.path) {
      case 'speech.hypothesis':
      case 'speech.fragment': {
        const words = (frame.body as { Text?: unknown }).Text
        return typeof words === 'string' && words !== '' ? [{ kind: 'interim', text: words }] : []
      }
      case 'speech.phrase':
        return phraseOf(frame.body as Phrase)
      case 'turn.end':
        return this.#ended()
      default:
        return []
    }
  }

  /** Handles `turn.end`. The service sometimes ends a request on its own; the audio then continues in the next one. */
  #ended(): TranscriptEvent[] {
    const settled: TranscriptEvent[] = this.#isEnding ? [{ kind: 'settled' }] : []
    this.#isEnding = false
    this.#requestId = NO_REQUEST
    const waiting = this.#waiting
    this.#waiting = []
    const frames = waiting.flatMap((bytes) => (bytes === null ? this.finish() : this.audio(bytes)))
    return frames.length === 0 ? settled : [...settled, { kind: 'send', frames }]
  }

  #begin(): Frame[] {
    if (this.#requestId !== NO_REQUEST) return []
    this.#requestId = newAzureId()
    const phraseDetection = { mode: 'Conversation', language: this.#language }
    const phraseOutput = { format: 'Detailed' }
    return [
      textFrame(this.#headers('speech.context', this.#requestId), { phraseDetection, phraseOutput }),
      binaryFrame(
        { ...this.#headers('audio', this.#requestId), 'Content-Type': 'audio/x-wav' },
        wavHeader(this.#format),
      ),
    ]
  }

  #headers(path: string, requestId: string): Record<string, string> {
    return { Path: path, 'X-RequestId': requestId, 'X-Timestamp': new Date().toISOString() }
  }
}

interface Phrase {
  RecognitionStatus?: unknown
  DisplayText?: unknown
  NBest?: { Confidence?: unknown; Display?: unknown }[]
}

function phraseOf({ RecognitionStatus: status, DisplayText, NBest }: Phrase): TranscriptEvent[] {
  if (status === 'TooManyRequests') return [{ kind: 'failed', error: errorOfStatus(429) }]
  if (status === 'Forbidden') return [{ kind: 'failed', error: errorOfStatus(403) }]
  if (status === 'Error' || status === 'BadRequest')
    return [{ kind: 'failed', error: new SpeechServiceError('Azure could not read the audio.', status === 'Error') }]
  if (status !== 'Success') return []
  const [best] = NBest ?? []
  const text = [best?.Display, DisplayText].find((each) => typeof each === 'string') ?? ''
  const confidence = typeof best?.Confidence === 'number' ? best.Confidence : undefined
  return [{ kind: 'words', text: text as string, confidence }, { kind: 'turn_over' }]
}

/** A WAV header for a stream of unknown length. */
function wavHeader({ encoding, sampleRateHz }: AudioFormat): Uint8Array {
  const sampleBytes = encoding === 'l16' ? 2 : 1
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE({ l16: 1, alaw: 6, mulaw: 7 }[encoding], 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRateHz, 24)
  header.writeUInt32LE(sampleRateHz * sampleBytes, 28)
  header.writeUInt16LE(sampleBytes, 32)
  header.writeUInt16LE(sampleBytes * 8, 34)
  header.write('data', 36)
  return header
}
