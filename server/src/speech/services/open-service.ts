/** Opens every speech service by name, as the settings describe it. */
import type { Clock } from '../../kernel/clock.ts'
import type { Egress } from '../../kernel/egress.ts'
import { withTimeLimit } from '../../kernel/time-limit.ts'
import type { Recognition } from '../recognizer.ts'
import type { RecognitionService, StreamingService } from '../streaming.ts'
import type { Synthesizer } from '../synthesizer.ts'
import { encodeAudio } from '../wire-audio.ts'
import { AZURE_SETTINGS } from './azure/azure.ts'
import { azureRecognition } from './azure/recognition.ts'
import { azureVoice } from './azure/voice.ts'
import { CARTESIA_SETTINGS } from './cartesia/cartesia.ts'
import { cartesiaRecognition } from './cartesia/recognition.ts'
import { cartesiaVoice } from './cartesia/voice.ts'
import { DEEPGRAM_SETTINGS } from './deepgram/deepgram.ts'
import { deepgramRecognition } from './deepgram/recognition.ts'
import { deepgramVoice } from './deepgram/voice.ts'
import { ELEVENLABS_SETTINGS } from './elevenlabs/elevenlabs.ts'
import { elevenLabsRecognition } from './elevenlabs/recognition.ts'
import { elevenLabsVoice } from './elevenlabs/voice.ts'
import { GOOGLE_SETTINGS } from './google/google.ts'
import { GoogleRecognition } from './google/recognition.ts'
import { googleVoice } from './google/voice.ts'
import { HttpVoice, type HttpVoiceDialect } from './http-voice.ts'
import { OPENAI_REALTIME_SETTINGS, openAiRecognition } from './openai/recognition.ts'
import { type RecognitionDialect, SocketRecognition } from './socket-recognition.ts'
import { SocketVoice, type VoiceDialect } from './socket-voice.ts'

export interface ServiceAccess {
  clock: Clock
  apiKey: string
  /** Address of the service; null: the vendor's own. */
  baseUrl: string | null
  region: string | null
  egress?: Egress | undefined
}

export interface VoiceRequest extends ServiceAccess {
  voice: string | null
  model: string | null
  language: string | null
  cacheLimitBytes?: number | undefined
}

export interface RecognitionOptions extends ServiceAccess {
  model: string | null
  language: string | null
  /** Other languages in which the person may answer. */
  alsoLanguages?: readonly string[]
}

/** Time limit for a whole utterance if there is no other service. */
const UTTERANCE_MS = 4000
const PUSH_SAMPLES = 1600
const RECOGNIZER_HZ = 16_000

const VOICES: Readonly<Record<string, (request: VoiceRequest) => Synthesizer>> = {
  deepgram: (request) =>
    bySocket(deepgramVoice(serviceEndpoint(request, DEEPGRAM_SETTINGS)), request, DEEPGRAM_SETTINGS.voice),
  elevenlabs: (request) =>
    bySocket(
      elevenLabsVoice({
        ...serviceEndpoint(request, ELEVENLABS_SETTINGS),
        model: request.model,
        language: request.language,
      }),
      request,
      '',
    ),
  cartesia: (request) =>
    bySocket(
      cartesiaVoice({
        ...serviceEndpoint(request, CARTESIA_SETTINGS),
        model: request.model,
        language: request.language,
      }),
      request,
      '',
    ),
  azure: (request) =>
    byRequest(azureVoice({ ...serviceEndpoint(request, AZURE_SETTINGS, 'http'), region: request.region }), request),
  google: (request) =>
    byRequest(
      googleVoice({
        ...serviceEndpoint(request, GOOGLE_SETTINGS, 'http'),
        now: () => request.clock.now(),
        fetch: request.egress?.fetch ?? fetch,
      }),
      request,
    ),
}

const RECOGNIZERS: Readonly<Record<string, (request: RecognitionOptions) => StreamingService>> = {
  deepgram: (request) =>
    streaming(request, () =>
      deepgramRecognition({
        ...serviceEndpoint(request, DEEPGRAM_SETTINGS),
        model: request.model ?? DEEPGRAM_SETTINGS.recognitionModel,
        language: request.language,
        alsoLanguages: request.alsoLanguages ?? [],
      }),
    ),
  elevenlabs: (request) =>
    streaming(request, () =>
      elevenLabsRecognition({
        ...serviceEndpoint(request, ELEVENLABS_SETTINGS),
        model: request.model,
        language: request.language,
      }),
    ),
  cartesia: (request) =>
    streaming(request, () =>
      cartesiaRecognition({
        ...serviceEndpoint(request, CARTESIA_SETTINGS),
        model: request.model,
        language: request.language,
      }),
    ),
  openai_realtime: (request) =>
    streaming(request, () =>
      openAiRecognition({
        ...serviceEndpoint(request, OPENAI_REALTIME_SETTINGS),
        model: request.model,
        language: request.language,
      }),
    ),
  azure: (request) =>
    streaming(request, () =>
      azureRecognition({
        ...serviceEndpoint(request, AZURE_SETTINGS),
        region: request.region,
        language: request.language,
      }),
    ),
  google: (request) => ({
    open: (format, listener) => new GoogleRecognition(request, format, listener),
  }),
}

export function openVoice(name: string, request: VoiceRequest): Synthesizer {
  const open = VOICES[name]
  if (open === undefined) throw new Error(`no voice service is called ${name}`)
  return open(request)
}

export function openRecognition(
  name: string,
  request: RecognitionOptions,
): Pick<RecognitionService, 'open' | 'recognize'> {
  const service = RECOGNIZERS[name]?.(request)
  if (service === undefined) throw new Error(`no recognition service is called ${name}`)
  return {
    open: (format, listener) => service.open(format, listener),
    recognize: (audio, signal) => wholeUtterance(service, request.clock, audio, signal),
  }
}

/** Streams a complete utterance to the service in one go. */
async function wholeUtterance(
  service: StreamingService,
  clock: Clock,
  audio: Float32Array | Int16Array,
  signal?: AbortSignal,
): Promise<Recognition> {
  const format = { encoding: 'l16', sampleRateHz: RECOGNIZER_HZ } as const
  const stream = service.open(format, { partial() {}, endOfTurn() {}, failed() {} })
  const samples = audio instanceof Int16Array ? audio : Int16Array.from(audio, (sample) => sample * 32767)
  try {
    for (let at = 0; at < samples.length; at += PUSH_SAMPLES) {
      stream.push(encodeAudio(samples.subarray(at, at + PUSH_SAMPLES), 'l16'))
    }
    const recognition = await withTimeLimit(clock, UTTERANCE_MS, stream.final())
    signal?.throwIfAborted()
    return recognition
  } finally {
    stream.close()
  }
}

/** One configured address is used for websockets and requests, so its scheme is replaced as needed. */
export function serviceEndpoint(
  { apiKey, baseUrl }: ServiceAccess,
  { baseUrl: own }: { baseUrl: string },
  over: 'ws' | 'http' = 'ws',
) {
  return { apiKey, baseUrl: (baseUrl ?? own).replace(/\/+$/u, '').replace(/^(?:http|ws)(?=s?:)/u, over) }
}

function meansOf({ clock, egress }: ServiceAccess) {
  return { clock, egress }
}

function bySocket(dialect: VoiceDialect, request: VoiceRequest, usual: string): Synthesizer {
  const { voice, cacheLimitBytes } = request
  return new SocketVoice({ ...meansOf(request), dialect, voice: voice ?? usual, cacheLimitBytes })
}

function byRequest(dialect: HttpVoiceDialect, { egress, voice, language, cacheLimitBytes }: VoiceRequest): Synthesizer {
  return new HttpVoice({ dialect, egress, voice: voice ?? '', language, cacheLimitBytes })
}

/** Opens a streaming service. A dialect has state, so each stream gets its own. */
function streaming(request: ServiceAccess, dialect: () => RecognitionDialect): StreamingService {
  return { open: (format, listener) => new SocketRecognition(dialect(), meansOf(request), format, listener) }
}
