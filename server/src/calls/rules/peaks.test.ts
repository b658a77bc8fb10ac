import { expect, test } from 'vitest'
import { PeakReader, reducePeaks } from './peaks.ts'

/** A second of the person at half loudness, then half a second of the agent as loud as can be. */
function wav(): Buffer {
  const header = Buffer.alloc(44)
  header.writeUInt32LE(8000, 24)
  const data = Buffer.alloc(12_000 * 4)
  for (let sample = 0; sample < 12_000; sample++) {
    data.writeInt16LE(sample < 8000 ? -16_384 : 0, sample * 4)
    data.writeInt16LE(sample < 8000 ? 0 : 32_767, sample * 4 + 2)
  }
  return Buffer.concat([header, data])
}

test.each([1, 7, 45, 4096, 100_000])('the same in pieces of %i bytes', (size) => {
  const [reader, file] = [new PeakReader(), wav()]
  for (let at = 0; at < file.length; at += size) reader.push(file.subarray(at, at + size))
  const { durationSeconds, person, agent } = reader.finish()
  expect(durationSeconds).toBe(1.5)
  expect([...person]).toEqual([...Array(20).fill(128), ...Array(10).fill(0)])
  expect([...agent]).toEqual([...Array(20).fill(0), ...Array(10).fill(255)])
})

test('a file that holds nothing yet has no peaks', () => {
  const reader = new PeakReader()
  reader.push(Buffer.from('RIFF'))
  expect(reader.finish()).toEqual({ durationSeconds: 0, person: new Uint8Array(), agent: new Uint8Array() })
})

test('fewer points keep the loudest, whatever their number', () => {
  const peaks = Uint8Array.from({ length: 100 }, (_, index) => (index === 57 ? 200 : 1))
  for (const points of [1, 3, 7, 99, 100, 500]) {
    const shown = reducePeaks(peaks, points)
    expect(shown.length).toBe(Math.min(points, 100))
    expect(shown.filter((value) => value === 200)).toHaveLength(1)
  }
})
