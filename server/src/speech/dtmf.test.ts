import { expect, test } from 'vitest'
import { keyTones, silence, tone } from '../../test/agent/tones.ts'
import { type Rng, randomIntBetween, seededRng } from '../kernel/rng.ts'
import { DtmfDetector, frequenciesOf } from './dtmf.ts'
import { decodeMuLaw, encodeMuLaw } from './g711.ts'
import { joinSamples } from './wire-audio.ts'

const KEYS = '0123456789*#ABCD'

function keysIn(samples: Int16Array): string {
  const detector = new DtmfDetector()
  const overTheLine = decodeMuLaw(encodeMuLaw(samples))
  let keys = ''
  for (let at = 0; at < overTheLine.length; at += 160)
    keys += detector.push(overTheLine.subarray(at, at + 160)).join('')
  return keys
}

/** As it happens: the tones do not begin at a block's edge. */
function delayed(samples: Int16Array, bySamples: number): Int16Array {
  return joinSamples([new Int16Array(bySamples), samples, silence(60)])
}

function noisy(samples: Int16Array, amplitude: number, rng: Rng): Int16Array {
  return samples.map((sample) => sample + randomIntBetween(rng, -amplitude, amplitude))
}

test('all sixteen keys are heard', () => {
  expect(keysIn(delayed(keyTones(KEYS), 0))).toBe(KEYS)
})

test.each([0, 20, 40, 60, 79, 100, 159])(
  'the shortest legal presses, 40 ms each, are heard %i samples off',
  (offset) => {
    expect(keysIn(delayed(keyTones('4279#00158*3', 40, 40), offset))).toBe('4279#00158*3')
  },
)

test('a key held for a second counts once, pressed twice twice', () => {
  expect(keysIn(delayed(joinSamples([keyTones('5', 1000, 100), keyTones('55', 60, 60)]), 33))).toBe('555')
})

test('quiet keys and keys in noise are heard', () => {
  const rng = seededRng(7)
  expect(keysIn(delayed(keyTones('192837', 80, 80, 500), 11))).toBe('192837')
  expect(keysIn(noisy(delayed(keyTones('192837', 80, 80, 3000), 11), 1500, rng))).toBe('192837')
})

test('keys off by one per cent, and unequally loud ones, are heard', () => {
  const [row, column] = frequenciesOf('8')!
  const off = tone([row * 1.01, column * 0.99], 80)
  const twisted = tone([row], 80, 8000).map((sample, at) => sample + tone([column], 80, 4000)[at]!)
  expect(keysIn(delayed(joinSamples([off, silence(80), twisted]), 50))).toBe('88')
})

test('single tones, ringing, busy and noise are no keys', () => {
  const rng = seededRng(3)
  const sounds = [
    tone([697], 300),
    tone([440, 480], 1000),
    tone([480, 620], 500),
    tone([1000], 500),
    tone([350, 440], 500),
  ]
  expect(keysIn(joinSamples(sounds.flatMap((sound) => [sound, silence(100)])))).toBe('')
  expect(keysIn(noisy(silence(5000), 8000, rng))).toBe('')
})
