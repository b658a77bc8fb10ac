import { expect, test } from 'vitest'
import { type Rng, randomIntBetween, seededRng } from '../kernel/rng.ts'
import { OwnEcho } from './own-echo.ts'
import { decodeAudio, encodeAudio } from './wire-audio.ts'

/** Syllables of changing pitch, colour and length, as a voice makes them. 8 kHz. */
function voice(seed: number, seconds: number): Int16Array {
  const rng = seededRng(seed)
  const samples = new Int16Array(seconds * 8000)
  for (let at = 0; at < samples.length; ) {
    const length = randomIntBetween(rng, 800, 2000)
    syllable(samples.subarray(at, at + length), rng)
    at += length + (rng.next() < 0.25 ? randomIntBetween(rng, 400, 1600) : 0)
  }
  return samples
}

function syllable(samples: Int16Array, rng: Rng): void {
  const pitchHz = randomIntBetween(rng, 90, 220)
  const colours = [randomIntBetween(rng, 300, 900), randomIntBetween(rng, 1000, 2300)]
  const loudness = randomIntBetween(rng, 2000, 8000)
  for (let index = 0; index < samples.length; index++) {
    let sample = 0
    for (let hertz = pitchHz; hertz < 3500; hertz += pitchHz) {
      const weight = colours.reduce((sum, colour) => sum + Math.exp(-(((hertz - colour) / 250) ** 2)), 0.02)
      sample += weight * Math.sin((2 * Math.PI * hertz * index) / 8000)
    }
    samples[index] = loudness * 0.3 * Math.sin((Math.PI * index) / samples.length) * sample
  }
}

/** The share of frames that are taken for our own voice. */
function shareOfEcho(sent: Int16Array, heard: Int16Array, delayMs: number, gain: number): number {
  const echo = new OwnEcho()
  const rng = seededRng(1)
  echo.sent(sent, 0)
  let found = 0
  let frames = 0
  for (let at = 0; at + 160 <= heard.length; at += 160) {
    const noisy = heard.subarray(at, at + 160).map((sample) => sample * gain + randomIntBetween(rng, -20, 20))
    echo.heard(decodeAudio(encodeAudio(noisy, 'mulaw'), 'mulaw'), at / 8 + delayMs)
    frames++
    if (echo.isEcho) found++
  }
  return found / frames
}

const ours = voice(1, 4)

test.each([
  [0, 0.5],
  [45, 0.3],
  [260, 0.1],
  [995, 0.3],
  // The incoming audio is behind the clock.
  [-300, 0.3],
])('our own voice is known %d ms later at %d of its loudness', (delayMs, gain) => {
  expect(shareOfEcho(ours, ours, delayMs, gain)).toBeGreaterThan(0.6)
})

test('other voices over ours are never taken for it', () => {
  for (const seed of [2, 3]) expect(shareOfEcho(ours, voice(seed, 4), 300, 1)).toBe(0)
})

test('a voice over our echo is heard', () => {
  const theirs = voice(7, 4)
  const both = ours.map((sample, index) => sample * 0.2 + (theirs[index] as number))
  expect(shareOfEcho(ours, both, 260, 1)).toBeLessThan(0.1)
})

test('what was cut was not played and cannot come back', () => {
  const echo = new OwnEcho()
  echo.sent(ours, 0)
  echo.cut(500)
  let found = 0
  for (let at = 8000; at + 160 <= ours.length; at += 160) {
    echo.heard(ours.subarray(at, at + 160), at / 8 + 200)
    if (echo.isEcho) found++
  }
  expect(found).toBe(0)
})
