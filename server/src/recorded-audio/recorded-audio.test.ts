/** From the file of a client to the audio on the line. */
import { describe, expect, test } from 'vitest'
import { packageDirectory } from '../speech/availability.ts'
import { writeWav } from '../speech/wav.ts'
import { decodeRecording } from './decode-recording.ts'
import { STORED_RATE_HZ } from './rules/limits.ts'
import { levelSpeech } from './rules/loudness.ts'
import { distributeWords, splitAtPauses } from './rules/pauses.ts'
import { readWavFile } from './wav-file.ts'

/** 0.6 seconds of 440 Hz, 16 kbit/s. */
const MP3 = Buffer.from(
  '//MoxAAMiEq4f0IYAgA5dttsB/5CNOHAzggCDvL8EOD5/nKPD/Bx2IAf1g4cxAD76wcDGQB99YEOaAf5R3f0JiCmooGABIQA//MoxAAN0Lb2WZ' +
    'SIAoBwOBwOBwOBwOAkZeDcoOh8DDJwPpaUaqK4EaFzIgr+Q4c4c4x/y6TJkXi98qCoiPfWCoiPfwVTEFNA//MoxAAMYHI4Ad4IAP///VNDV2cS' +
    'GAIDAOBKMCQEMwhhezPWEuNk0ZQxDxIDCwCFMG4N8RgrgYD1XMFRbKq0xBTUUDAAkIAA//MoxAAJ6GJkHgG6JgBKIAPUmnAsBLAhcHDECHjKsL' +
    'lMYsCABa3A1nrv////1ezkrmf//0piCmooGABIQAAgAAAAAAAAAAAA//MoxAANwG4oAOe2gP///dI/cJZ6KAIAhUwgMjGJ3NBXIy7e8DZCH4ML' +
    'cKE1tdOU5DLzwFIaSDbxSX0gJ/93///1+6pMQU1F//MoxAANGG4oAN+4gP///ckfFwldEwCPD4cmAarPYDjTFCMOi4DQw+wUzHZzMGXoQngkBq' +
    '2npklDUMu/3/1+//1JiCmooAAA//MoxAANgGooAOe2gP///dM5Kxi/wMAYBCBgoVmJTUZ2sZl79gmzQOqYNYJxiA2b/wGUIgCQUKmmxadHs/0f' +
    '/o/X7UxBTUUA//MoxAAL4GZIWAeyLAgAF2di1NPGvARgAggBgwEwdzDIV7MccKkwJAJDMKOW8syqCB7FsE2/////9XU+tMQU1FAwAJCAAEAA//' +
    'MoxAANgGowEN+4gAG///9UMGRFtVXiwQDi8zoIOhPzOgLdN8UGkwvgRjFxUMLx0GFUYATR4Im6gPu/0f///t6dq0xBTUUA//MoxAANgGosCOe2' +
    'gB///+qV2mcpClqgACTBYcMTFEzvGjL2wMNmUXYwdALwKRGwcJjaGAi5K1xoraGHf9P//9Xs6UxBTUUA//MoxAAMcG4sAAe2LLEjdVeJAAAIQE' +
    'QABYYCYNpgiCvGNLyYZxg7Rg4hDminJxDwZWKCx+nA88gn7AR/53+tMQU1FAwAJCAA//MoxAALEGZEOAd2LCACXV2tPPItcvQAgjMRAqNz5iP7' +
    'BGMVQdMNHzBoIQjjA4hXqCRP/////T16kxBTUUDAAkIAAQAAAAAA//MoxAANUG4wCN+2gh///+60MtaUCQkgEAMKETJTg3TbMt+aM2MBIzB3AU' +
    'ICc0XaMOQAEMqbO7LrPU/9v//9vR7qkxBTUUAA//MoxAAL8Go4CAe0Lh9oos0pRMcACEYC4IBCMBMOkwsJ3zGRE/MDAE40RQ6qkHKSIw1OTUdg' +
    'L/////+/oTEFNRQMACQgABAA//MoxAAL+GpEWAd0LAgAF26l2iftdBdswOAYxBD82+zM/NGExSCIxx4x/8LG1yROpXwB93/////cnIXElJiCmo' +
    'oGABIQAAgA//MoxAAOCG4oAN+4gP///UpcJdqAUs0YQCmNixoCKdj/GghZAcW4phhdADgwkGUJ+YVMphMEJEtejNNijd+z+v3fs6f1piCA//Mo' +
    'xAANCG4wEA+0LAG+70icVW1D4lANFAJAqC+YAgnRgp58GGINMYF4NJsS59hhFGKGStL3Sa/gEf+3///6PfWmIKaigAAA//MoxAANwFasWAvMSw' +
    'WTkiGwGwG38kz9eSoDkLimwGBMWRyEUk5FPqpHIRSbs3riPVmtwS4QPIpJCyOQuknIpLNbs3pMQU1F//MoxAANgFaYWBmMRwaclrGsNYYV0Ti0' +
    'BwKKAz1VNZiFdtETJasxvRVFdhLKSRTFUVySWVjeiqKckllJIpjmL3b3/ExBTUUA',
  'base64',
)

const tone = (amplitude: number, ms: number, rate = 16_000) =>
  Float32Array.from({ length: (rate * ms) / 1000 }, (_, at) => amplitude * Math.sin((2 * Math.PI * 440 * at) / rate))
const integers = (samples: Float32Array) => Int16Array.from(samples, (sample) => Math.round(sample * 32_767))
const wav = (samples: Float32Array, sampleRateHz = 16_000) => writeWav({ samples: integers(samples), sampleRateHz })
const rms = (samples: ArrayLike<number>) =>
  Math.sqrt(Array.from(samples).reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

/** A WAV file of one format. */
function file(code: number, bits: number, channels: number, frames: Buffer): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + frames.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(code, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(frames.length, 40)
  return Buffer.concat([head, frames])
}

describe('a WAV file', () => {
  const float = Buffer.alloc(4)
  float.writeFloatLE(0.5)
  test.each([
    ['8-bit PCM', file(1, 8, 1, Buffer.from([192])), 0.5],
    ['16-bit PCM', file(1, 16, 1, Buffer.from([0x00, 0x40])), 0.5],
    ['24-bit PCM', file(1, 24, 1, Buffer.from([0, 0, 0x40])), 0.5],
    ['24-bit PCM below zero', file(1, 24, 1, Buffer.from([0, 0, 0xc0])), -0.5],
    ['32-bit PCM', file(1, 32, 1, Buffer.from([0, 0, 0, 0x40])), 0.5],
    ['floating point', file(3, 32, 1, float), 0.5],
    ['mu-law', file(7, 8, 1, Buffer.from([0x8f])), 0.49],
    ['A-law', file(6, 8, 1, Buffer.from([0xa5])), 0.49],
    ['stereo, mixed to one channel', file(1, 16, 2, Buffer.from([0x00, 0x60, 0x00, 0x20])), 0.5],
  ])('of %s is read', (_name, bytes, expected) => {
    const { samples, sampleRateHz } = readWavFile(bytes)
    expect([samples.length, sampleRateHz]).toEqual([1, 8000])
    expect(samples[0]).toBeCloseTo(expected, 1)
  })

  test.each([
    ['empty', Buffer.alloc(0), /empty/],
    ['no audio', Buffer.from('%PDF-1.7 and so on'), /neither WAV nor MP3/],
    ['cut off before its samples', Buffer.from(wav(tone(0.3, 500)).subarray(0, 40)), /cut off or damaged/],
    ['compressed', file(2, 4, 1, Buffer.alloc(8000)), /compressed/],
    ['of sixteen channels', file(1, 16, 16, Buffer.alloc(64_000)), /16 channels/],
    ['a click', wav(tone(0.3, 100)), /shorter/],
    ['silent', wav(tone(0.0005, 1000)), /silent/],
    ['three minutes long', wav(tone(0.3, 180_000, 8000), 8000), /longer than 120 seconds/],
    ['an MP3 file without frames', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(500)]), /MP3/],
  ])('that is %s is refused with the reason', async (_name, bytes, reason) => {
    await expect(decodeRecording(bytes)).rejects.toThrow(reason)
  })
})

test('quiet and loud recordings are stored equally loud, and none clips', async () => {
  const stored = await Promise.all([0.01, 0.2, 0.99].map((amplitude) => decodeRecording(wav(tone(amplitude, 1000)))))
  for (const { samples, durationMs } of stored) {
    expect(20 * Math.log10(rms(samples) / 32_767)).toBeCloseTo(-20, 0)
    expect([durationMs, Math.max(...samples) < 32_767]).toEqual([1000, true])
  }
})

test('pauses do not count as quiet speech', () => {
  const speech = tone(0.3, 500)
  const withPause = Float32Array.from([...speech, ...new Float32Array(32_000)])
  expect(levelSpeech(withPause, 16_000)?.gainDb).toBeCloseTo(levelSpeech(speech, 16_000)?.gainDb as number, 0)
})

test('a file of 44.1 kHz stereo keeps its length and pitch at 16 kHz', async () => {
  const { samples, durationMs } = await decodeRecording(wav(tone(0.3, 1000, 44_100), 44_100))
  const crossings = samples.filter((sample, at) => at > 0 && sample >= 0 && (samples[at - 1] as number) < 0).length
  expect(durationMs).toBe(1000)
  expect(Math.abs(crossings - 440)).toBeLessThanOrEqual(2)
})

test.skipIf(packageDirectory('mpg123-decoder') === undefined)('an MP3 file is read', async () => {
  const { format, samples, durationMs } = await decodeRecording(MP3)
  expect(format).toBe('mp3')
  expect(durationMs).toBeGreaterThan(550)
  const middle = samples.subarray(STORED_RATE_HZ * 0.2, STORED_RATE_HZ * 0.4)
  const crossings = middle.filter((sample, at) => at > 0 && sample >= 0 && (middle[at - 1] as number) < 0).length
  expect(crossings).toBeCloseTo(88, -1)
})

test('a recording is cut at its pauses, without gaps, and each piece has its words', () => {
  const samples = integers(Float32Array.from([...tone(0.3, 1500), ...new Float32Array(6400), ...tone(0.3, 1500)]))
  const pieces = splitAtPauses(samples, 16_000, 4000)
  expect(pieces).toEqual([
    { startMs: 0, endMs: 1700 },
    { startMs: 1700, endMs: 3400 },
  ])
  expect(distributeWords('Hello this is Anna.', pieces)).toEqual(['Hello this', 'is Anna.'])
  expect(splitAtPauses(samples, 16_000, 1000).map(({ endMs }) => endMs)).toEqual([1000, 1700, 2700, 3400])
})
