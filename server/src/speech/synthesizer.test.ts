import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { promisesSettled } from '../kernel/virtual-clock.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { missingPartMessage } from './availability.ts'
import {
  type ClauseRequest,
  ClauseSynthesizer,
  FLITE_VOICES,
  FliteSynthesizer,
  type SpeakOptions,
} from './synthesizer.ts'
import { rootMeanSquare } from './vad.ts'
import { decodeAudio } from './wire-audio.ts'
import type { SpeechWorker } from './worker.ts'

const TIME_LIMIT_MS = 120_000
const absent = missingPartMessage('synthesizer') !== undefined
const telephone: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }

let synthesizer: FliteSynthesizer

beforeAll(() => {
  if (!absent) synthesizer = new FliteSynthesizer()
})

afterAll(() => synthesizer?.close())

async function spoken(text: string, options: SpeakOptions): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of synthesizer.speak(text, options)) pieces.push(piece)
  return pieces
}

const total = (pieces: Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0)

test.skipIf(absent)(
  'every voice speaks, in every format, for the same time',
  async () => {
    const formats: AudioFormat[] = [
      telephone,
      { encoding: 'alaw', sampleRateHz: 8000 },
      { encoding: 'l16', sampleRateHz: 16000 },
      { encoding: 'l16', sampleRateHz: 24000 },
    ]
    for (const voice of FLITE_VOICES) {
      const seconds: number[] = []
      for (const format of formats) {
        const [audio] = (await spoken('Good morning to you.', { voice, format })) as [Uint8Array]
        const samples = decodeAudio(audio, format.encoding)
        expect(rootMeanSquare(samples)).toBeGreaterThan(300)
        seconds.push(samples.length / format.sampleRateHz)
      }
      expect(Math.min(...seconds)).toBeGreaterThan(0.8)
      expect(Math.max(...seconds) - Math.min(...seconds)).toBeLessThan(0.02)
    }
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'a longer text comes clause by clause',
  async () => {
    const pieces = await spoken('Hello, this is the clinic. Can you still make it?', { format: telephone })
    expect(pieces).toHaveLength(3)
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'calls that want the same words at the same time share one making, and later ones the cache',
  async () => {
    const text = 'A sentence that nobody has said before.'
    const together = await Promise.all([1, 2, 3].map(() => spoken(text, { format: telephone })))
    const later = await spoken(text, { format: telephone })
    for (const pieces of [...together, later]) expect(pieces[0]).toBe(together[0]![0])
    const other = await spoken(text, { format: telephone, voice: 'rms' })
    expect(other[0]).not.toBe(together[0]![0])
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'what was made ahead is spoken without being made again',
  async () => {
    const text = 'We made this one, and it was ahead of time.'
    const closed = new FliteSynthesizer()
    await closed.warm([text], { format: telephone })
    await closed.close()
    const pieces: Uint8Array[] = []
    for await (const piece of closed.speak(text, { format: telephone })) pieces.push(piece)
    expect(total(pieces)).toBeGreaterThan(8000)
    await expect(closed.warm(['Something else.'], { format: telephone })).rejects.toThrow('shut down')
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'an interrupted speech stops, and the synthesizer speaks on afterwards',
  async () => {
    const interruption = new AbortController()
    const heard: Uint8Array[] = []
    const speaking = async () => {
      const text = 'First of all, here is something. Then comes more. And then the end.'
      for await (const piece of synthesizer.speak(text, { format: telephone, signal: interruption.signal })) {
        heard.push(piece)
        interruption.abort(new Error('interrupted'))
      }
    }
    await expect(speaking()).rejects.toThrow('interrupted')
    expect(heard).toHaveLength(1)
    expect(total(await spoken('Go on.', { format: telephone }))).toBeGreaterThan(2000)
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'odd texts do no harm',
  async () => {
    expect(await spoken('', { format: telephone })).toEqual([])
    expect(await spoken('… — !', { format: telephone })).toEqual([])
    expect(total(await spoken('-voice kal "café" O’Brien \u0000 – déjà', { format: telephone }))).toBeGreaterThan(4000)
    expect(total(await spoken('Hello.', { format: telephone, voice: 'nobody' }))).toBeGreaterThan(2000)
    expect(total(await spoken('日本語', { format: telephone }))).toBe(0)
  },
  TIME_LIMIT_MS,
)

/** A worker that makes one clause after the other, whenever `finish` is called. */
function heldWorker() {
  const begun: string[] = []
  let tell: (message: unknown) => void = () => {}
  const worker: SpeechWorker = {
    stopsAtAnyTime: true,
    post: (request) => void begun.push((request as ClauseRequest).text),
    onMessage: (listener) => {
      tell = listener
    },
    onGone() {},
    ref() {},
    unref() {},
    stop: async () => {},
  }
  const finish = async () => {
    tell({ reply: Uint8Array.of(1) })
    await promisesSettled()
  }
  return { worker, begun, finish, ready: () => tell({ ready: true }) }
}

test('what a live call waits for overtakes what is made ahead, also if it is the same', async () => {
  const { worker, begun, finish, ready } = heldWorker()
  const voice = new ClauseSynthesizer({
    clock: systemClock,
    openWorker: () => worker,
    workers: 1,
    voiceOf: () => 'anna',
  })
  ready()
  const options = { format: telephone }
  for (const text of ['First.', 'Second.', 'Third.']) void voice.warm([text], options)
  const live = ['Now.', 'Third.'].map((text) => voice.speak(text, options).next())
  for (let clause = 0; clause < 4; clause++) await finish()
  await Promise.all(live)
  expect(begun).toEqual(['First.', 'Third.', 'Now.', 'Second.'])
  await voice.close()
})
