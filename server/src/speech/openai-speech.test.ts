import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LLMock } from '@copilotkit/aimock'
import { afterEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { OpenAiRecognizer, OpenAiSynthesizer, type OpenAiSynthesizerOptions } from './openai-speech.ts'
import { SpeechServiceError } from './services/service-error.ts'
import { rootMeanSquare } from './vad.ts'
import { readWav } from './wav.ts'
import { decodeAudio, littleEndianBytes } from './wire-audio.ts'

const telephone: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
const KEY = 'sk-test-secret'

/** One second of 440 Hz at 24 kHz, as the service sends it. */
const SERVICE_AUDIO = littleEndianBytes(
  Int16Array.from({ length: 24_000 }, (_, index) => 9000 * Math.sin((2 * Math.PI * 440 * index) / 24_000)),
)

const cleanups: (() => Promise<unknown> | unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

interface Seen {
  path: string
  authorization: string | undefined
  body: Buffer
}

async function service(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    seen.push({ path: request.url!, authorization: request.headers.authorization, body: Buffer.concat(chunks) })
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, seen }
}

function mouthAt(baseUrl: string, more: Partial<OpenAiSynthesizerOptions> = {}): OpenAiSynthesizer {
  return new OpenAiSynthesizer({ clock: systemClock, baseUrl, apiKey: KEY, model: 'tts-1', voice: 'alloy', ...more })
}

function earsAt(baseUrl: string, clock: Clock = systemClock): OpenAiRecognizer {
  return new OpenAiRecognizer({ clock, baseUrl, apiKey: KEY, model: 'whisper-1', language: 'en' })
}

async function spoken(synthesizer: OpenAiSynthesizer, text: string, signal?: AbortSignal): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of synthesizer.speak(text, { format: telephone, signal })) pieces.push(piece)
  return Buffer.concat(pieces)
}

const errorOf = (work: Promise<unknown>): Promise<SpeechServiceError> =>
  work.then(
    () => Promise.reject(new Error('it worked')),
    (error) => error,
  )

async function mocked(): Promise<LLMock> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  await mock.start()
  cleanups.push(() => mock.stop())
  return mock
}

test('speech of an OpenAI-compatible service arrives in the carrier’s format', async () => {
  const mock = await mocked()
  mock.onSpeech('Good morning.', { audio: Buffer.from(SERVICE_AUDIO).toString('base64'), format: 'pcm' })
  const audio = await spoken(mouthAt(`${mock.url}/v1`), 'Good morning.')
  expect(Math.abs(audio.length - 8000)).toBeLessThan(80)
  expect(rootMeanSquare(decodeAudio(audio, 'mulaw'))).toBeGreaterThan(5500)
})

test('an OpenAI-compatible service understands an utterance', async () => {
  const mock = await mocked()
  mock.onTranscription({ transcription: { text: ' Call me back tomorrow. ' } })
  const heard = await earsAt(`${mock.url}/v1`).recognize(new Int16Array(16_000))
  expect(heard).toMatchObject({ text: 'Call me back tomorrow.', confidence: 0.8 })
})

test('the request carries model, voice, text and key', async () => {
  const { baseUrl, seen } = await service((response) => response.end(SERVICE_AUDIO))
  await spoken(mouthAt(baseUrl), 'Hello.')
  expect(seen[0]).toMatchObject({ path: '/v1/audio/speech', authorization: `Bearer ${KEY}` })
  expect(JSON.parse(seen[0]!.body.toString())).toEqual({
    model: 'tts-1',
    voice: 'alloy',
    input: 'Hello.',
    response_format: 'pcm',
  })
})

test('samples cut in half by the network are put together', async () => {
  const { baseUrl } = await service((response) => {
    for (let at = 0; at < SERVICE_AUDIO.length; at += 4097) response.write(SERVICE_AUDIO.subarray(at, at + 4097))
    response.end()
  })
  const audio = decodeAudio(await spoken(mouthAt(baseUrl), 'Hello.'), 'mulaw')
  const loudest = audio.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
  expect(Math.abs(audio.length - 8000)).toBeLessThan(80)
  expect(loudest).toBeLessThan(10_000)
})

test('what was spoken whole is not asked for again', async () => {
  const { baseUrl, seen } = await service((response) => response.end(SERVICE_AUDIO))
  const synthesizer = mouthAt(baseUrl)
  await synthesizer.warm(['Hello.'], { format: telephone })
  expect((await spoken(synthesizer, 'Hello.')).length).toBeGreaterThan(7000)
  expect(seen).toHaveLength(1)
})

test('the utterance is sent as a 16 kHz waveform', async () => {
  const { baseUrl, seen } = await service((response) => response.end('{"text":"yes"}'))
  await earsAt(baseUrl).recognize(Float32Array.of(0, 0.5, -1, 1))
  const { body } = seen[0]!
  const wav = readWav(body.subarray(body.indexOf('RIFF')))
  expect(wav.sampleRateHz).toBe(16_000)
  expect([...wav.samples]).toEqual([0, 16384, -32768, 32767])
  expect(body.toString('latin1')).toMatch(/name="model"\r\n\r\nwhisper-1/)
  expect(body.toString('latin1')).toMatch(/name="language"\r\n\r\nen/)
})

test('probabilities of the service become the confidence', async () => {
  const body = JSON.stringify({ text: 'yes', logprobs: [{ logprob: Math.log(0.5) }, { logprob: Math.log(0.5) }] })
  const { baseUrl } = await service((response) => response.end(body))
  expect((await earsAt(baseUrl).recognize(new Int16Array(100))).confidence).toBeCloseTo(0.5)
})

test.each([
  [401, false, 'refused the key'],
  [400, false, 'status 400'],
  [429, true, 'status 429'],
  [503, true, 'status 503'],
])('status %i is told in our words, without the key or the text', async (status, retryable, words) => {
  const { baseUrl } = await service((response) => {
    response.statusCode = status
    response.end(`{"error":"${KEY} may not say Hello."}`)
  })
  const speaking = () => spoken(mouthAt(baseUrl), 'Hello.')
  const listening = () => earsAt(baseUrl).recognize(new Int16Array(10))
  for (const work of [speaking, listening]) {
    const error = await errorOf(work())
    expect(error).toBeInstanceOf(SpeechServiceError)
    expect(error.retryable).toBe(retryable)
    expect(error.message).toContain(words)
    expect(error.message).not.toMatch(/sk-test|Hello/)
  }
})

test('an answer that is not understood, and a service that is not there, are errors of the service', async () => {
  const { baseUrl } = await service((response) => response.end('<html>'))
  expect(await errorOf(earsAt(baseUrl).recognize(new Int16Array(10)))).toMatchObject({ retryable: false })
  const gone = await service(() => {})
  await cleanups.pop()!()
  expect(await errorOf(spoken(mouthAt(gone.baseUrl), 'Hello.'))).toMatchObject({ retryable: true })
})

test('a service that does not answer is given up at the deadline', async () => {
  const clock = new VirtualClock()
  const { baseUrl } = await service(() => clock.advance(60_000))
  expect((await errorOf(earsAt(baseUrl, clock).recognize(new Int16Array(10)))).message).toMatch(/in time/)
  expect((await errorOf(spoken(mouthAt(baseUrl, { clock }), 'Hello.'))).message).toMatch(/in time/)
})

test('a service that falls silent in mid-speech is given up too', async () => {
  const clock = new VirtualClock()
  const { baseUrl } = await service((response) => response.write(SERVICE_AUDIO.subarray(0, 9600)))
  const speaking = async () => {
    for await (const _ of mouthAt(baseUrl, { clock }).speak('Hello.', { format: telephone }))
      setImmediate(() => clock.advance(60_000))
  }
  expect((await errorOf(speaking())).message).toMatch(/in time/)
})

test('an interruption ends the request to the service', async () => {
  const interruption = new AbortController()
  let closed: (() => void) | undefined
  const hungUp = new Promise<void>((resolve) => {
    closed = resolve
  })
  const { baseUrl } = await service((response) => {
    response.on('close', () => closed!())
    response.write(SERVICE_AUDIO.subarray(0, 9600))
    interruption.abort(new Error('interrupted'))
  })
  await expect(spoken(mouthAt(baseUrl), 'Hello.', interruption.signal)).rejects.toThrow('interrupted')
  await hungUp
})

test('a listener who stops early ends the request as well', async () => {
  let closed: (() => void) | undefined
  const hungUp = new Promise<void>((resolve) => {
    closed = resolve
  })
  const { baseUrl } = await service((response) => {
    response.on('close', () => closed!())
    response.write(SERVICE_AUDIO.subarray(0, 9600))
  })
  for await (const _ of mouthAt(baseUrl).speak('Hello.', { format: telephone })) break
  await hungUp
})
