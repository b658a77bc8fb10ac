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

const VOICES: Readonly<Record<string, (wish: VoiceRequest) => Synthesizer>> = {
  deepgram: (wish) => bySocket(deepgramVoice(serviceEndpoint(wish, DEEPGRAM_SETTINGS)), wish, DEEPGRAM_SETTINGS.voice),
  elevenlabs: (wish) =>
    bySocket(
      elevenLabsVoice({ ...serviceEndpoint(wish, ELEVENLABS_SETTINGS), model: wish.model, language: wish.language }),
      wish,
      '',
    ),
  cartesia: (wish) =>
    bySocket(
      cartesiaVoice({ ...serviceEndpoint(wish, CARTESIA_SETTINGS), model: wish.model, language: wish.language }),
      wish,
      '',
    ),
  azure: (wish) =>
    byRequest(azureVoice({ ...serviceEndpoint(wish, AZURE_SETTINGS, 'http'), region: wish.region }), wish),
  google: (wish) =>
    byRequest(
      googleVoice({
        ...serviceEndpoint(wish, GOOGLE_SETTINGS, 'http'),
        now: () => wish.clock.now(),
        fetch: wish.egress?.fetch ?? fetch,
      }),
      wish,
    ),
}

const RECOGNIZERS: Readonly<Record<string, (wish: RecognitionOptions) => StreamingService>> = {
  deepgram: (wish) =>
    streaming(wish, () =>
      deepgramRecognition({
        ...serviceEndpoint(wish, DEEPGRAM_SETTINGS),
        model: wish.model ?? DEEPGRAM_SETTINGS.recognitionModel,
        language: wish.language,
        alsoLanguages: wish.alsoLanguages ?? [],
      }),
    ),
  elevenlabs: (wish) =>
    streaming(wish, () =>
      elevenLabsRecognition({
        ...serviceEndpoint(wish, ELEVENLABS_SETTINGS),
        model: wish.model,
        language: wish.language,
      }),
    ),
  cartesia: (wish) =>
    streaming(wish, () =>
      cartesiaRecognition({ ...serviceEndpoint(wish, CARTESIA_SETTINGS), model: wish.model, language: wish.language }),
    ),
  openai_realtime: (wish) =>
    streaming(wish, () =>
      openAiRecognition({
        ...serviceEndpoint(wish, OPENAI_REALTIME_SETTINGS),
        model: wish.model,
        language: wish.language,
      }),
    ),
  azure: (wish) =>
    streaming(wish, () =>
      azureRecognition({ ...serviceEndpoint(wish, AZURE_SETTINGS), region: wish.region, language: wish.language }),
    ),
  google: (wish) => ({
    open: (format, listener) => new GoogleRecognition(wish, format, listener),
  }),
}

export function openVoice(name: string, wish: VoiceRequest): Synthesizer {
  const open = VOICES[name]
  if (open === undefined) throw new Error(`no voice service is called ${name}`)
  return open(wish)
}

export function openRecognition(
  name: string,
  wish: RecognitionOptions,
): Pick<RecognitionService, 'open' | 'recognize'> {
  const service = RECOGNIZERS[name]?.(wish)
  if (service === undefined) throw new Error(`no recognition service is called ${name}`)
  return {
    open: (format, listener) => service.open(format, listener),
    recognize: (audio, signal) => wholeUtterance(service, wish.clock, audio, signal),
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

function bySocket(dialect: VoiceDialect, wish: VoiceRequest, usual: string): Synthesizer {
  const { voice, cacheLimitBytes } = wish
  return new SocketVoice({ ...meansOf(wish), dialect, voice: voice ?? usual, cacheLimitBytes })
}

function byRequest(dialect: HttpVoiceDialect, { egress, voice, language, cacheLimitBytes }: VoiceRequest): Synthesizer {
  return new HttpVoice({ dialect, egress, voice: voice ?? '', language, cacheLimitBytes })
}

/** Opens a streaming service. A dialect has state, so each stream gets its own. */
function streaming(wish: ServiceAccess, dialect: () => RecognitionDialect): StreamingService {
  return { open: (format, listener) => new SocketRecognition(dialect(), meansOf(wish), format, listener) }
}
