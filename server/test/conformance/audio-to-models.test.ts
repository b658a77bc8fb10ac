/**
 * What a model endpoint receives of a call is the person's audio, and nothing else of the program's memory: every carrier's frames,
 * read by its own dialect, arrive at a realtime endpoint and at a recognition service byte for byte.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isSameFormat, openBridge } from '../../src/agent/audio-bridge.ts'
import { AudioInput, type AudioInputListener } from '../../src/agent/audio-input.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { OpenAiRecognizer } from '../../src/speech/openai-speech.ts'
import { openPlainResampler, resampleAll } from '../../src/speech/resample.ts'
import { decodeAudio, littleEndianBytes } from '../../src/speech/wire-audio.ts'
import type { MediaDialect } from '../../src/telephony/carrier-kit/media-socket.ts'
import { plivoMediaDialect } from '../../src/telephony/carrier-kit/plivo-media.ts'
import { TwimlMediaDialect } from '../../src/telephony/carrier-kit/twiml-dialect.ts'
import type { AudioFormat } from '../../src/telephony/media.ts'
import { AriDialect } from '../../src/telephony/providers/ari/media.ts'
import { ExotelMediaDialect } from '../../src/telephony/providers/exotel/media.ts'
import { TelnyxDialect } from '../../src/telephony/providers/telnyx/media.ts'
import { VonageDialect } from '../../src/telephony/providers/vonage/media.ts'
import { cleanups, KEY } from '../agent/endpoints.ts'
import { brainAt, Endpoint, Port } from '../agent/realtime-endpoint.ts'

const FRAMES = 40

interface Carrier {
  name: string
  format: AudioFormat
  /** One frame of the person's audio as the carrier's wire carries it, read by its dialect. */
  read(audio: Uint8Array): Uint8Array
}

const text = (message: object) => pooled(Buffer.from(JSON.stringify(message)))

/** As a socket delivers it: a view somewhere inside a larger buffer. */
function pooled(bytes: Uint8Array): Buffer {
  const pool = Buffer.alloc(8192, 0x5a)
  pool.set(bytes, 333)
  return pool.subarray(333, 333 + bytes.length)
}

function carrier(name: string, dialect: MediaDialect, start: object, media: (payload: string) => object): Carrier {
  dialect.read(text(start), false)
  const read = (audio: Uint8Array) => audioIn(dialect, text(media(Buffer.from(audio).toString('base64'))), false)
  return { name, format: dialect.format, read }
}

function binary(name: string, dialect: MediaDialect): Carrier {
  return { name, format: dialect.format, read: (audio) => audioIn(dialect, pooled(audio), true) }
}

function audioIn(dialect: MediaDialect, message: Buffer, isBinary: boolean): Uint8Array {
  const [news] = dialect.read(message, isBinary)
  if (news?.kind !== 'audio') throw new Error('the dialect read no audio')
  return news.audio
}

const CARRIERS: Carrier[] = [
  carrier(
    'Twilio and Cloudonix',
    new TwimlMediaDialect(),
    { event: 'start', streamSid: 'MZ1', start: { streamSid: 'MZ1' } },
    (payload) => ({ event: 'media', streamSid: 'MZ1', media: { track: 'inbound', payload } }),
  ),
  carrier('Plivo and Vobiz', plivoMediaDialect(), { event: 'start', start: { streamId: 's1' } }, (payload) => ({
    event: 'media',
    media: { track: 'inbound', payload },
  })),
  carrier(
    'Telnyx',
    new TelnyxDialect(),
    { event: 'start', start: { media_format: { encoding: 'PCMU', sample_rate: 8000, channels: 1 } } },
    (payload) => ({ event: 'media', media: { track: 'inbound', payload } }),
  ),
  carrier(
    'Exotel',
    new ExotelMediaDialect(() => {}),
    { event: 'start', stream_sid: 'MZ1', start: { media_format: { encoding: 'audio/x-raw', sample_rate: '8000' } } },
    (payload) => ({ event: 'media', stream_sid: 'MZ1', media: { chunk: '1', timestamp: '100', payload } }),
  ),
  binary('Vonage', new VonageDialect()),
  binary('Asterisk', new AriDialect(true)),
  {
    name: 'a plain array with an offset',
    format: { encoding: 'mulaw', sampleRateHz: 8000 },
    read: (audio) => {
      const wide = new Uint8Array(1000)
      wide.set(audio, 7)
      return wide.subarray(7, 7 + audio.length)
    },
  },
]

/** 20 ms that differ from each other in every frame. */
function framesIn({ encoding, sampleRateHz }: AudioFormat): Uint8Array[] {
  const bytes = (sampleRateHz / 50) * (encoding === 'l16' ? 2 : 1)
  return Array.from({ length: FRAMES }, (_, frame) =>
    Uint8Array.from({ length: bytes }, (_, at) => (at * 3 + frame * 7) % 256),
  )
}

test.each(CARRIERS)('a realtime endpoint receives the audio of $name and nothing else', async ({ format, read }) => {
  const endpoint = await Endpoint.open()
  const brain = brainAt(endpoint.url, systemClock)
  const wanted = brain.formats.find((each) => isSameFormat(each, format)) ?? brain.formats[0]!
  await brain.open(new Port(), wanted)
  const toBrain = openBridge(format, wanted, openPlainResampler)
  const expected = openBridge(format, wanted, openPlainResampler)
  const spoken = framesIn(format)
  for (const frame of spoken) brain.hear(toBrain.convert(read(frame)))
  await endpoint.nth('input_audio_buffer.append', FRAMES)
  const received = endpoint.of('input_audio_buffer.append').map(({ audio }) => Buffer.from(String(audio), 'base64'))
  expect(received).toEqual(spoken.map((frame) => Buffer.from(expected.convert(frame))))
})

test.each(CARRIERS)('a recognition service receives the audio of $name and nothing else', async ({ format, read }) => {
  const service = await recognitionService()
  const recognizer = new OpenAiRecognizer({ clock: systemClock, baseUrl: service.baseUrl, apiKey: KEY, model: 'm' })
  const input = new AudioInput({
    format,
    clock: systemClock,
    recognizer,
    openGate: () => ({ isVoice: () => true, close() {} }),
    openResampler: openPlainResampler,
    listener: NOBODY,
    tap: null,
  })
  const spoken = framesIn(format)
  for (const frame of spoken) input.hear(read(frame))
  await input.finish()
  const samples = decodeAudio(Buffer.concat(spoken), format.encoding)
  const wide = Buffer.from(littleEndianBytes(resampleAll(openPlainResampler, samples, format.sampleRateHz, 16_000)))
  expect(service.bodies).toHaveLength(1)
  const [body] = service.bodies as [Buffer]
  const header = body.indexOf('data', body.indexOf('RIFF'))
  expect(body.subarray(header + 8, header + 8 + wide.length).equals(wide)).toBe(true)
  expect(body.readUInt32LE(header + 4)).toBe(wide.length)
})

const NOBODY: AudioInputListener = {
  speechStarted() {},
  speaking() {},
  onPartialTranscript() {},
  speechEnded() {},
  understood() {},
  key() {},
  tone() {},
  recognitionFailed() {},
}

async function recognitionService(): Promise<{ baseUrl: string; bodies: Buffer[] }> {
  const bodies: Buffer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    bodies.push(Buffer.concat(chunks))
    response.setHeader('content-type', 'application/json').end('{"text":"yes"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies }
}
