import { expect, test } from 'vitest'
import { peaksOf, readWav } from './read-wav.ts'
import { afterSilence } from './use-player.ts'

/** Two seconds at 100 Hz: the person speaks in the first half second, the agent in the last. */
function recording(): ArrayBuffer {
  const moments = 200
  const bytes = new ArrayBuffer(44 + moments * 4)
  const view = new DataView(bytes)
  const word = (at: number, text: string) => {
    for (let letter = 0; letter < text.length; letter++) view.setUint8(at + letter, text.charCodeAt(letter))
  }
  word(0, 'RIFF')
  word(8, 'WAVE')
  word(12, 'fmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 2, true)
  view.setUint32(24, 100, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, moments * 4, true)
  for (let moment = 0; moment < moments; moment++) {
    view.setInt16(44 + moment * 4, moment < 50 ? 16_384 : 0, true)
    view.setInt16(46 + moment * 4, moment >= 150 ? -8_192 : 0, true)
  }
  return bytes
}

test('the person is read from the left channel, the agent from the right, each where they spoke', () => {
  const peaks = peaksOf(readWav(recording())!, 4)
  expect(peaks.seconds).toBe(2)
  expect(peaks.person).toEqual([0.5, 0, 0, 0])
  expect(peaks.agent).toEqual([0, 0, 0, 0.25])
})

test('a file that is none of ours has no waveform', () => {
  expect(readWav(new ArrayBuffer(100))).toBeNull()
})

test('only silence that is long enough is skipped, to just before the next sound', () => {
  const peaks = peaksOf(readWav(recording())!, 20)
  expect(afterSilence(peaks, 0.2)).toBeNull()
  expect(afterSilence(peaks, 0.5)).toBeCloseTo(1.4)
  expect(afterSilence(peaks, 1.2)).toBeNull()
})
