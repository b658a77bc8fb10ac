import { expect, test } from 'vitest'
import { prepareForListening, RECOGNITION_TRIM, trimForSpeaking } from './trim.ts'

const RATE = 16000

function speechLike(silentBeforeMs: number, speechMs: number, silentAfterMs: number, amplitude: number): Int16Array {
  const [before, during, after] = [silentBeforeMs, speechMs, silentAfterMs].map((ms) => (ms * RATE) / 1000)
  return Int16Array.from({ length: before! + during! + after! }, (_, index) => {
    const speaking = index >= before! && index < before! + during!
    // The silence of a line is never zero: its noise must survive as the room around the words.
    return speaking ? amplitude * Math.sin(index / 8) : index % 2 === 0 ? 5 : -5
  })
}

test('silence is cut to a margin of real audio', () => {
  const prepared = prepareForListening(speechLike(1000, 500, 1000, 8000))!
  const expectedMs = RECOGNITION_TRIM.leadMs + 500 + RECOGNITION_TRIM.tailMs
  expect(Math.abs((prepared.samples.length / RATE) * 1000 - expectedMs)).toBeLessThanOrEqual(20)
  expect(prepared.samples.slice(0, 100).every((sample) => sample !== 0)).toBe(true)
  expect(Math.abs(prepared.speechMs - 500)).toBeLessThanOrEqual(20)
})

test('nothing is added where the recording has no margin', () => {
  const prepared = prepareForListening(speechLike(0, 500, 0, 8000))!
  expect(prepared.samples.length).toBe(RATE / 2)
})

test('quiet and loud speech come out at the same level, from whole numbers and from fractions', () => {
  const quiet = speechLike(200, 500, 200, 300)
  for (const audio of [
    quiet,
    Float32Array.from(quiet, (sample) => sample / 32768),
    speechLike(200, 500, 200, 30_000),
  ]) {
    const { samples } = prepareForListening(audio)!
    expect(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeCloseTo(RECOGNITION_TRIM.peak, 3)
  }
})

test('silence, a click and nothing at all are not speech', () => {
  expect(prepareForListening(speechLike(1000, 0, 0, 0))).toBeUndefined()
  expect(prepareForListening(speechLike(500, 30, 500, 8000))).toBeUndefined()
  expect(prepareForListening(new Int16Array(0))).toBeUndefined()
})

test('no more than the longest utterance is given to the recognizer', () => {
  const prepared = prepareForListening(speechLike(0, RECOGNITION_TRIM.longestMs + 5000, 0, 8000))!
  expect(prepared.samples.length).toBe((RECOGNITION_TRIM.longestMs * RATE) / 1000)
})

test('a spoken clause begins at once and ends in the pause asked for', () => {
  const trimmed = trimForSpeaking(speechLike(250, 500, 100, 8000), RATE, 320)
  expect(Math.abs((trimmed.length / RATE) * 1000 - (30 + 500 + 320))).toBeLessThanOrEqual(5)
  expect(trimForSpeaking(speechLike(300, 0, 0, 0), RATE, 320).length).toBe(0)
})

test('the noise of a line is not judged by its quietest moment', () => {
  const word = speechLike(300, 400, 500, 8000)
  const clear = prepareForListening(word)!.signalOverNoise
  // A television with a pause of 20 ms.
  const paused = (index: number) => index > 1000 && index < 1000 + RATE / 50
  const noisy = word.map((sample, index) => (paused(index) ? sample : sample + 1600 * Math.sin(index / 3)))
  expect(clear).toBeGreaterThan(100)
  expect(prepareForListening(noisy)!.signalOverNoise).toBeLessThan(10)
})
