/** Google's `StreamingRecognize`, available only by gRPC: one stream for each segment of a turn, which this program ends. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import type { Socket } from 'node:net'
import type { Clock } from '../../../kernel/clock.ts'
import type { Egress } from '../../../kernel/egress.ts'
import { withTimeLimit } from '../../../kernel/time-limit.ts'
import type { AudioFormat } from '../../../telephony/media.ts'
import type { Recognition } from '../../recognizer.ts'
import type { RecognitionListener, RecognitionStream } from '../../streaming.ts'
import {
  asServiceError,
  connectionLostError,
  errorOfStatus,
  refusedKeyError,
  SpeechServiceError,
} from '../service-error.ts'
import { SERVICE_SOCKET_LIMITS } from '../socket.ts'
import { SOCKET_RECOGNITION_LIMITS } from '../socket-recognition.ts'
import { readServiceAccount, type ServiceAccount } from './account.ts'
import { accessTokenOf, GOOGLE_SETTINGS } from './google.ts'
import { decodeFields, encodeBytesField, encodeMessage, encodeNumberField } from './protobuf.ts'

export interface GoogleRecognitionOptions {
  clock: Clock
  apiKey: string
  baseUrl: string | null
  region: string | null
  model: string | null
  language: string | null
  egress?: Egress | undefined
}

const METHOD = '/google.cloud.speech.v2.Speech/StreamingRecognize'

interface Turn {
  pieces: { text: string; confidence: number }[]
}

/** A segment of audio and its words. */
interface Stretch {
  turn: Turn
  audio: Uint8Array[]
  isEnded: boolean
  stream: ClientHttp2Stream | null
  interim: string
  received: Buffer
  status: number | null
  resolve: (recognition: Recognition) => void
  reject: (error: SpeechServiceError) => void
  done: Promise<Recognition>
}

export class GoogleRecognition implements RecognitionStream {
  readonly #options: GoogleRecognitionOptions
  readonly #format: AudioFormat
  readonly #listener: RecognitionListener
  readonly #account: ServiceAccount | null
  #session: ClientHttp2Session | null = null
  #token = ''
  #turn: Turn = { pieces: [] }
  #stretch: Stretch | null = null
  #last: Promise<Recognition> | null = null
  #waiting: Stretch[] = []
  readonly #open = new Set<Stretch>()
  #error: SpeechServiceError | null = null

  constructor(options: GoogleRecognitionOptions, format: AudioFormat, listener: RecognitionListener) {
    this.#options = options
    this.#format = format
    this.#listener = listener
    this.#account = readServiceAccount(options.apiKey)
    this.#connect().catch((error: unknown) => this.#fail(asServiceError(error)))
  }

  push(audio: Uint8Array): void {
    if (this.#error !== null) return
    this.#stretch ??= this.#begin()
    const { stream } = this.#stretch
    if (stream === null) this.#stretch.audio.push(audio)
    else stream.write(framed(encodeBytesField(5, audio)))
  }

  final(): Promise<Recognition> {
    if (this.#error !== null) return Promise.reject(this.#error)
    const stretch = this.#stretch
    // There is no new audio, so the last result is complete.
    if (stretch === null) return this.#last ?? Promise.resolve({ text: '', confidence: 0, ms: 0 })
    this.#stretch = null
    stretch.isEnded = true
    stretch.stream?.end()
    this.#last = stretch.done
    return stretch.done
  }

  nextTurn(): void {
    const stretch = this.#stretch
    if (stretch !== null) {
      stretch.isEnded = true
      stretch.stream?.end()
    }
    this.#stretch = null
    this.#last = null
    this.#turn = { pieces: [] }
  }

  close(): void {
    if (this.#error === null) this.#end(new SpeechServiceError('The transcript is no longer needed.', false))
  }

  async #connect(): Promise<void> {
    const { clock, baseUrl, region, egress } = this.#options
    if (this.#account === null) throw refusedKeyError()
    const url = baseUrl ?? GOOGLE_SETTINGS.recognitionHost(region ?? GOOGLE_SETTINGS.region)
    const [token, socket] = await withTimeLimit(
      clock,
      SERVICE_SOCKET_LIMITS.openMs,
      Promise.all([
        accessTokenOf(this.#account, clock.now(), egress?.fetch ?? fetch),
        egress === undefined ? undefined : socketTo(url, egress),
      ]),
    )
    if (this.#error !== null) return void socket?.destroy()
    this.#token = token
    const session = connect(url, socket === undefined ? {} : { createConnection: () => socket })
    this.#session = session
    session.on('error', (error) => this.#fail(asServiceError(error)))
    session.on('close', () => this.#fail(connectionLostError()))
    for (const stretch of this.#waiting) this.#start(stretch, session)
    this.#waiting = []
  }

  #begin(): Stretch {
    const askedAtMs = this.#options.clock.monotonic()
    let resolve: Stretch['resolve'] = () => {}
    let reject: Stretch['reject'] = () => {}
    const done = new Promise<Recognition>((yes, no) => {
      resolve = (recognition) => yes({ ...recognition, ms: this.#options.clock.monotonic() - askedAtMs })
      reject = no
    })
    done.catch(() => {})
    const turn = this.#turn
    const stretch: Stretch = {
      turn,
      audio: [],
      isEnded: false,
      stream: null,
      interim: '',
      received: Buffer.alloc(0),
      status: null,
      resolve,
      reject,
      done,
    }
    this.#open.add(stretch)
    if (this.#session === null) this.#waiting.push(stretch)
    else this.#start(stretch, this.#session)
    return stretch
  }

  #start(stretch: Stretch, session: ClientHttp2Session): void {
    const stream = session.request({
      ':method': 'POST',
      ':path': METHOD,
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: `Bearer ${this.#token}`,
    })
    stretch.stream = stream
    stream.on('response', (headers) => {
      const status = Number(headers[':status'] ?? 200)
      if (status !== 200) this.#fail(errorOfStatus(status))
      if (headers['grpc-status'] !== undefined) stretch.status = Number(headers['grpc-status'])
    })
    stream.on('trailers', (headers) => {
      stretch.status = Number(headers['grpc-status'] ?? 2)
    })
    stream.on('data', (bytes: Buffer) => this.#received(stretch, bytes))
    stream.on('error', () => this.#fail(connectionLostError()))
    stream.on('aborted', () => this.#fail(connectionLostError()))
    stream.on('close', () => this.#ended(stretch))
    stream.write(framed(configOf(this.#options, this.#account as ServiceAccount, this.#format)))
    for (const audio of stretch.audio) stream.write(framed(encodeBytesField(5, audio)))
    stretch.audio = []
    if (stretch.isEnded) stream.end()
  }

  #received(stretch: Stretch, bytes: Buffer): void {
    stretch.received = Buffer.concat([stretch.received, bytes])
    while (stretch.received.length >= 5) {
      const length = stretch.received.readUInt32BE(1)
      if (length > SERVICE_SOCKET_LIMITS.messageBytesMax)
        return this.#fail(new SpeechServiceError('The speech service answered with something unreadable.', false))
      if (stretch.received.length < 5 + length) return
      this.#read(stretch, stretch.received.subarray(5, 5 + length))
      stretch.received = stretch.received.subarray(5 + length)
    }
  }

  #read(stretch: Stretch, bytes: Uint8Array): void {
    const results = decodeFields(bytes).filter(({ field, value }) => field === 6 && typeof value !== 'number')
    let interim = ''
    for (const { value } of results) {
      const { text, confidence, isFinal } = resultOf(value as Uint8Array)
      if (isFinal && text !== '')
        stretch.turn.pieces.push({ text, confidence: confidence ?? SOCKET_RECOGNITION_LIMITS.assumedConfidence })
      if (!isFinal) interim += text
    }
    if (results.length === 0) return
    stretch.interim = interim
    const text = joined([...stretch.turn.pieces.map((piece) => piece.text), interim])
    if (stretch.turn === this.#turn && text !== '') this.#listener.partial(text)
  }

  #ended(stretch: Stretch): void {
    if (!this.#open.has(stretch) || this.#error !== null) return
    if (stretch.status !== 0) return this.#fail(errorOfCode(stretch.status))
    this.#open.delete(stretch)
    // A stream that the service ends has reached a limit of the service; further audio needs a new stream.
    if (this.#stretch === stretch) this.#stretch = null
    const { pieces } = stretch.turn
    const confidence = pieces.length === 0 ? 0 : Math.min(...pieces.map((piece) => piece.confidence))
    stretch.resolve({ text: joined(pieces.map(({ text }) => text)), confidence, ms: 0 })
  }

  #fail(error: SpeechServiceError): void {
    if (this.#error !== null) return
    this.#end(error)
    this.#listener.failed(error)
  }

  #end(error: SpeechServiceError): void {
    this.#error = error
    for (const stretch of this.#open) {
      stretch.reject(error)
      stretch.stream?.close(constants.NGHTTP2_CANCEL)
    }
    this.#open.clear()
    this.#session?.close()
    this.#session?.destroy()
  }
}

/** Opens a socket under the egress rules for addresses chosen by a tenant. */
function socketTo(url: string, egress: Egress): Promise<Socket> {
  const { hostname, port, protocol } = new URL(url)
  const isSecure = protocol === 'https:'
  const options = {
    host: hostname,
    port: Number(port || (isSecure ? 443 : 80)),
    ...(isSecure ? { ALPNProtocols: ['h2'] } : {}),
  }
  return new Promise((resolve, reject) => {
    const socket = egress
      .socketOptions(url)
      .createConnection(options, (error, opened) =>
        error || opened === undefined ? reject(error ?? connectionLostError()) : resolve(opened),
      )
    if (socket === undefined) return
    socket.once('error', reject)
    socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve(socket))
  })
}

function framed(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

function configOf(
  options: GoogleRecognitionOptions,
  account: ServiceAccount,
  { encoding, sampleRateHz }: AudioFormat,
): Uint8Array {
  const region = options.region ?? GOOGLE_SETTINGS.region
  const decoding = encodeMessage(
    encodeNumberField(1, { l16: 1, mulaw: 2, alaw: 3 }[encoding]),
    encodeNumberField(2, sampleRateHz),
    encodeNumberField(3, 1),
  )
  const config = encodeMessage(
    encodeBytesField(8, decoding),
    encodeBytesField(9, options.model ?? GOOGLE_SETTINGS.recognitionModel),
    encodeBytesField(10, options.language ?? GOOGLE_SETTINGS.language),
  )
  const features = encodeMessage(encodeNumberField(1, 1), encodeNumberField(2, 1))
  return encodeMessage(
    encodeBytesField(3, `projects/${account.project_id}/locations/${region}/recognizers/_`),
    encodeBytesField(6, encodeMessage(encodeBytesField(1, config), encodeBytesField(2, features))),
  )
}

function resultOf(bytes: Uint8Array): { text: string; confidence: number | undefined; isFinal: boolean } {
  const fields = decodeFields(bytes)
  const best = fields.find(({ field, value }) => field === 1 && typeof value !== 'number')
  const words = best === undefined ? [] : decodeFields(best.value as Uint8Array)
  const text = words.find(({ field, value }) => field === 1 && typeof value !== 'number')
  const confidence = words.find(({ field, value }) => field === 2 && typeof value === 'number')?.value as
    | number
    | undefined
  return {
    text: text === undefined ? '' : Buffer.from(text.value as Uint8Array).toString('utf8'),
    // Zero means that the service gave no confidence.
    confidence: confidence === 0 ? undefined : confidence,
    isFinal: fields.some(({ field, value }) => field === 2 && value === 1),
  }
}

function errorOfCode(code: number | null): SpeechServiceError {
  switch (code) {
    case null:
    case 14:
      return connectionLostError()
    case 7:
    case 16:
      return refusedKeyError()
    case 8:
      return errorOfStatus(429)
    default:
      return new SpeechServiceError(`Google ended the recognition with code ${code}.`, code !== 3)
  }
}

function joined(texts: readonly string[]): string {
  return texts.join(' ').replace(/\s+/gu, ' ').trim()
}
