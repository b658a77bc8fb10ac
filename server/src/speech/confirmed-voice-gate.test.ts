import { expect, test } from 'vitest'
import { silence, tone } from '../../test/agent/tones.ts'
import { randomIntBetween, seededRng } from '../kernel/rng.ts'
import { missingPartMessage } from './availability.ts'
import { loadVoiceGate, UndecidedFrameBuffer, withSileroConfirmation } from './confirmed-voice-gate.ts'
import { readWeights } from './onnx-weights.ts'
import { loadSilero, SILERO_SETTINGS, Silero } from './silero.ts'
import { TurnDetector, type VoiceFrame } from './turns.ts'
import { loadQuickVoiceGate, type OpenVoiceGate, type VoiceGate } from './vad.ts'
import { joinSamples } from './wire-audio.ts'

/** ONNX Runtime 1.23 for a buzz whose pitch and loudness change, from a fresh state. */
const REFERENCE = [0.34884, 0.53485, 0.30043, 0.06524, 0.02865, 0.0101, 0.00977, 0.04727, 0.03376, 0.01458, 0.01315]

function buzz(): Int16Array {
  return Int16Array.from({ length: 4000 }, (_, index) => {
    const time = index / 8000
    const sway = 1.5 * Math.sin(2 * Math.PI * 5 * time)
    let sum = 0
    for (let harmonic = 1; harmonic < 8; harmonic++) {
      sum += Math.sin(harmonic * (2 * Math.PI * 140 * time + sway)) / harmonic
    }
    return 4000 * sum * Math.max(0, Math.sin(2 * Math.PI * 2 * time))
  })
}

const absent = missingPartMessage('voice_confirmation') !== undefined

test.skipIf(absent)('the network gives the probabilities of the reference implementation', () => {
  const silero = new Silero(loadSilero())
  const samples = buzz()
  for (const [at, probability] of REFERENCE.entries()) {
    const window = samples.subarray(at * SILERO_SETTINGS.windowSamples, (at + 1) * SILERO_SETTINGS.windowSamples)
    expect(silero.probability(window)).toBeCloseTo(probability, 3)
  }
})

test('a model file that is cut off is refused', () => {
  const graph = Uint8Array.from([0x3a, 0x08, 0x2a, 0x06, 0x42, 0x01])
  expect(() => readWeights(graph)).toThrow('cut off')
})

const SECONDS = 8
const SAMPLES = 8000 * SECONDS
const NOTES = [0, 4, 7, 12, 7, 4, 5, 9]

function melody(): Int16Array {
  return Int16Array.from({ length: SAMPLES }, (_, index) => {
    const time = index / 8000
    const hertz = 220 * 2 ** ((NOTES[Math.floor(time / 0.4) % NOTES.length] as number) / 12)
    let string = 0
    for (let harmonic = 1; harmonic < 6; harmonic++) {
      string += Math.sin(2 * Math.PI * hertz * harmonic * (time % 0.4)) / harmonic
    }
    return 6000 * string * Math.exp(-3 * (time % 0.4))
  })
}

function repeated(sound: Int16Array, pauseMs: number): Int16Array {
  const times = Math.ceil(SAMPLES / (sound.length + pauseMs * 8))
  return joinSamples(Array.from({ length: times }, () => [sound, silence(pauseMs)]).flat())
}

function noise(): Int16Array {
  const rng = seededRng(3)
  return Int16Array.from({ length: SAMPLES }, () => randomIntBetween(rng, -2500, 2500))
}

function turnsMs(open: OpenVoiceGate, line: Int16Array): number {
  const gate = open(8000)
  const decided = new UndecidedFrameBuffer(gate)
  const detector = new TurnDetector()
  const frames: VoiceFrame[] = []
  for (let at = 0; at + 160 <= line.length; at += 160) {
    const samples = line.subarray(at, at + 160)
    frames.push(...decided.push({ voice: gate.isVoice(samples), atMs: at / 8, durationMs: 20, samples }))
  }
  gate.close()
  const ended = frames.flatMap((frame) => detector.push(frame)).concat(detector.flush())
  return ended.reduce(
    (sum, event) => (event.kind === 'speech_ended' ? sum + event.lastVoiceAtMs - event.startedAtMs : sum),
    0,
  )
}

test.skipIf(absent).each([
  ['a tone', () => tone([440], SECONDS * 1000)],
  ['a ringback tone', () => repeated(tone([440, 480], 2000), 4000)],
  ['a busy tone', () => repeated(tone([480, 620], 500), 500)],
  ['a melody', melody],
  ['noise', noise],
  ['bursts of noise', () => repeated(noise().subarray(0, 12_000), 1500)],
] as const)('%s is taken for a voice by the quick detector, and not with Silero', async (_, make) => {
  const line = joinSamples([silence(400), make(), silence(1000)])
  expect(turnsMs(await loadQuickVoiceGate(), line)).toBeGreaterThan(2500)
  expect(turnsMs(await loadVoiceGate(), line)).toBeLessThan(2000)
})

test.skipIf(absent)(
  'where the model cannot be loaded the quick detector decides alone, and a sentence says so',
  async () => {
    const quick = await loadQuickVoiceGate()
    const warnings: string[] = []
    const broken = () => readWeights(Uint8Array.from([0x3a, 0x08])) as never
    expect(withSileroConfirmation(quick, broken, (sentence) => void warnings.push(sentence))).toBe(quick)
    expect(warnings).toEqual([expect.stringContaining('cannot be loaded')])
  },
)

/** A gate whose verdicts are given. */
function gateOf(verdicts: readonly VoiceGate['verdict'][]): { gate: VoiceGate; next(): void } {
  let at = -1
  const gate = {
    isVoice: () => true,
    get verdict() {
      return verdicts[at]
    },
    close() {},
  } as VoiceGate
  return { gate, next: () => void at++ }
}

function decide(...verdicts: VoiceGate['verdict'][]): boolean[][] {
  const { gate, next } = gateOf(verdicts)
  const decided = new UndecidedFrameBuffer(gate)
  const frame: VoiceFrame = { voice: true, atMs: 0, durationMs: 20, samples: new Int16Array(160) }
  const released = verdicts.map(() => {
    next()
    return decided.push(frame)
  })
  return [...released, decided.release()].map((frames) => frames.map(({ voice }) => voice))
}

test('a sound is held back until it is decided, and a voice counts from its first frame', () => {
  expect(decide('undecided', 'undecided', 'voice', 'voice')).toEqual([[], [], [true, true, true], [true], []])
  expect(decide('undecided', 'undecided', 'no_voice')).toEqual([[], [], [false, false, false], []])
  // The line is gone: rather a noise too much than a word too few.
  expect(decide('undecided', 'undecided')).toEqual([[], [], [true, true]])
  expect(decide(undefined, undefined)).toEqual([[true], [true], []])
})
