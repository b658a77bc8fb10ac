/**
 * Stand-ins for hosted speech services: they speak the published protocols over loopback, also where those are inconvenient. What is
 * "understood" comes from a script: every stretch of sound that reaches them is the next utterance of it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { decodeAudio } from '../../../src/speech/wire-audio.ts'
import type { AudioFormat } from '../../../src/telephony/media.ts'

export const KEY = 'the-right-key'

export interface StandInOptions {
  /** What the stretches of sound say, in order. */
  says?: string[]
  trouble?:
    | 'none'
    /** Takes everything and says nothing. */
    | 'hangs'
    /** Breaks the connection in the middle of a word. */
    | 'drops'
    /** Too many at once. */
    | 'busy'
  /** Words that stand come after so many requests for them instead of with the first. */
  lateFinals?: boolean
  /** Each connection hears the whole script. */
  saysToEach?: boolean
  /** So much silence separates two utterances; 50 ms if left out. */
  gapMs?: number
  /**
   * Delay of interim words: each word is reported this long after it was spoken (about sixteen characters a second), the last
   * one this long after the sound has ended. Left out: all words are reported without a delay.
   */
  lagMs?: number
  /** How long it takes for words that stand, and for the first audio. */
  delayMs?: number
  /** How long it takes for the first audio, if another time. */
  firstAudioMs?: number
}

export interface StandIn {
  url: string
  /** Since the beginning. */
  connections: number
  /** Texts it was asked to speak. */
  spoken: string[]
  /** Stretches of sound it has heard. */
  stretches: number
  /** Length of all audio that it was sent, silence too. */
  heardMs: number
  /** What it could not read. */
  complaints: string[]
  trouble: NonNullable<StandInOptions['trouble']>
  rules?: ServiceRules
  /** Lets late words go. */
  release(): void
  close(): Promise<void>
}

export interface Talk {
  socket: WebSocket
  request: IncomingMessage
  send(message: object): void
  url: URL
}

export interface ServiceRules {
  options: StandInOptions
  standIn: StandIn
  /** Words of the audio so far, since the last `finish`. */
  ears(format: AudioFormat): Ears
  /** Runs now, or when it is let go. */
  later(work: () => void, delayMs?: number): void
}

/** Hears sound and silence, and reads the script. */
export interface Ears {
  push(audio: Uint8Array): void
  /** What was said so far of what has not been given out. */
  readonly words: string[]
  take(): string
  readonly ms: number
}

/** Says one thing for as long as the text is long: eight bytes of a value for each character. */
export function voiceOf(text: string, format: AudioFormat): Uint8Array {
  const sampleBytes = format.encoding === 'l16' ? 2 : 1
  return Uint8Array.from(
    { length: text.length * 80 * sampleBytes },
    (_, at) => (text.charCodeAt(Math.floor(at / (80 * sampleBytes))) + at) % 256,
  )
}

/** In sizes that fit no frame. */
export function oddPieces(audio: Uint8Array, size = 777): Uint8Array[] {
  return Array.from({ length: Math.ceil(audio.length / size) }, (_, at) => audio.subarray(at * size, (at + 1) * size))
}

const LOUD = 300

export async function openStandIn(
  options: StandInOptions,
  authorized: (request: IncomingMessage) => boolean,
  talk: (talk: Talk, rules: ServiceRules) => void,
  answer?: (request: IncomingMessage, body: string, response: ServerResponse, rules: ServiceRules) => void,
): Promise<StandIn> {
  let script = [...(options.says ?? [])]
  const held: (() => void)[] = []
  const sockets = new Set<WebSocket>()
  const standIn: StandIn = {
    url: '',
    connections: 0,
    spoken: [],
    stretches: 0,
    heardMs: 0,
    complaints: [],
    trouble: options.trouble ?? 'none',
    release: () => {
      for (const work of held.splice(0)) work()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.terminate()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const rules: ServiceRules = {
    options,
    standIn,
    ears: (format) => {
      let own = [...(options.says ?? [])]
      const ears = earsOf(
        format,
        () => {
          standIn.stretches++
          const [next = '', ...rest] = options.saysToEach ? own : script
          if (options.saysToEach) own = rest
          else script = rest
          return next
        },
        options,
      )
      return {
        push(audio) {
          standIn.heardMs += decodeAudio(audio, format.encoding).length / (format.sampleRateHz / 1000)
          ears.push(audio)
        },
        get words() {
          return ears.words
        },
        take: () => ears.take(),
        get ms() {
          return ears.ms
        },
      }
    },
    later(work, delayMs = options.delayMs) {
      if (options.lateFinals === true) held.push(work)
      else if (delayMs !== undefined) setTimeout(work, delayMs)
      else work()
    },
  }
  standIn.rules = rules
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      standIn.connections++
      if (!authorized(request)) return void response.writeHead(401).end('{"message":"no"}')
      if (standIn.trouble === 'busy') return void response.writeHead(429).end('{}')
      if (standIn.trouble === 'hangs') return
      answer?.(request, Buffer.concat(pieces).toString('utf8'), response, rules)
    })
  })
  const upgrades = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    standIn.connections++
    const refuse = (status: string) =>
      socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
    if (!authorized(request)) return refuse('401 Unauthorized')
    if (standIn.trouble === 'busy') return refuse('429 Too Many Requests')
    upgrades.handleUpgrade(request, socket, head, (opened) => {
      sockets.add(opened)
      opened.on('close', () => sockets.delete(opened))
      opened.on('error', () => {})
      const url = new URL(request.url ?? '/', 'http://stand-in')
      talk({ socket: opened, request, url, send: (message) => opened.send(JSON.stringify(message)) }, rules)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return standIn
}

const MS_PER_CHARACTER = 60

function wholeWords(text: string, characters: number): string {
  if (characters >= text.length) return text
  return text.slice(0, Math.max(0, text.lastIndexOf(' ', characters)))
}

export function earsOf(
  { encoding, sampleRateHz }: AudioFormat,
  next: () => string,
  { gapMs = 50, lagMs }: Pick<StandInOptions, 'gapMs' | 'lagMs'> = {},
): Ears {
  let isLoud = false
  let quietSamples = 0
  let loudSamples = 0
  let samplesHeard = 0
  let words: string[] = []
  /** What of the last utterance can be known by now. */
  const soFar = (text: string) => {
    if (lagMs === undefined) return text
    // The last word has been spoken when the sound ends, however fast the person speaks.
    if (!isLoud || quietSamples >= (sampleRateHz * lagMs) / 1000) return text
    const knownMs = (loudSamples / sampleRateHz) * 1000 - lagMs
    return wholeWords(text, Math.min(text.length - 1, knownMs / MS_PER_CHARACTER))
  }
  return {
    push(audio) {
      const samples = decodeAudio(audio, encoding)
      samplesHeard += samples.length
      for (const sample of samples) {
        if (Math.abs(sample) >= LOUD) {
          if (!isLoud) {
            words.push(next())
            loudSamples = 0
          }
          isLoud = true
          quietSamples = 0
        } else if (++quietSamples > (sampleRateHz * gapMs) / 1000) isLoud = false
        if (isLoud) loudSamples++
      }
    },
    get words() {
      return words.map((text, at) => (at === words.length - 1 ? soFar(text) : text))
    },
    take() {
      const taken = words.join(' ')
      words = []
      return taken
    },
    get ms() {
      return (samplesHeard / sampleRateHz) * 1000
    },
  }
}
