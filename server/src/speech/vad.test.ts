import { expect, test } from 'vitest'
import { randomIntBetween, seededRng } from '../kernel/rng.ts'
import { loadQuickVoiceGate, type OpenVoiceGate, openLoudnessGate, samplesPerFrame } from './vad.ts'

const gates: [string, () => Promise<OpenVoiceGate>][] = [
  ['the quick gate', loadQuickVoiceGate],
  ['the loudness gate', async () => openLoudnessGate],
]

/** A buzz with the pitch and the rise and fall of syllables. */
function syllables(sampleRateHz: number, seconds: number, amplitude: number): Int16Array {
  return Int16Array.from({ length: sampleRateHz * seconds }, (_, index) => {
    const time = index / sampleRateHz
    const swell = Math.max(0, Math.sin(2 * Math.PI * 3 * time))
    let buzz = 0
    for (let harmonic = 1; harmonic <= 20; harmonic++) buzz += Math.sin(2 * Math.PI * 130 * harmonic * time) / harmonic
    return amplitude * swell * buzz
  })
}

function shareOfVoice(open: OpenVoiceGate, samples: Int16Array, sampleRateHz: 8000 | 16000): number {
  const gate = open(sampleRateHz)
  const length = samplesPerFrame(sampleRateHz)
  const frames = Math.floor(samples.length / length)
  let voiced = 0
  for (let frame = 0; frame < frames; frame++) {
    if (gate.isVoice(samples.subarray(frame * length, (frame + 1) * length))) voiced++
  }
  gate.close()
  return voiced / frames
}

for (const [name, open] of gates) {
  test(`${name} hears a voice at 8 and 16 kHz`, async () => {
    for (const rate of [8000, 16000] as const) {
      expect(shareOfVoice(await open(), syllables(rate, 3, 4000), rate)).toBeGreaterThan(0.3)
    }
  })

  test(`${name} hears nothing in silence, hiss and speech too quiet to be meant`, async () => {
    const rng = seededRng(2)
    const hiss = Int16Array.from({ length: 24_000 }, () => randomIntBetween(rng, -100, 100))
    expect(shareOfVoice(await open(), new Int16Array(24_000), 8000)).toBe(0)
    expect(shareOfVoice(await open(), hiss, 8000)).toBe(0)
    expect(shareOfVoice(await open(), syllables(8000, 3, 30), 8000)).toBe(0)
  })
}

test('the loudness gate gets used to steady noise', () => {
  const rng = seededRng(4)
  const noise = Int16Array.from({ length: 8000 * 20 }, () => randomIntBetween(rng, -900, 900))
  const gate = openLoudnessGate(8000)
  const verdicts = Array.from({ length: 1000 }, (_, frame) =>
    gate.isVoice(noise.subarray(frame * 160, (frame + 1) * 160)),
  )
  expect(verdicts.slice(-50).some(Boolean)).toBe(false)
})

test('frames of another length are refused, not misread', async () => {
  const gate = (await loadQuickVoiceGate())(8000)
  expect(() => gate.isVoice(new Int16Array(100))).toThrow('160 samples')
  gate.close()
})
