import { expect, test } from 'vitest'
import { loadResampler, type OpenResampler, openPlainResampler, resampleAll } from './resample.ts'
import { joinSamples } from './wire-audio.ts'

function sine(hertz: number, sampleRateHz: number, seconds: number): Int16Array {
  return Int16Array.from(
    { length: Math.round(sampleRateHz * seconds) },
    (_, index) => 10_000 * Math.sin((2 * Math.PI * hertz * index) / sampleRateHz),
  )
}

/** The amplitude of one frequency in the middle of the signal, where no edge disturbs it. */
function amplitudeAt(hertz: number, samples: Int16Array, sampleRateHz: number): number {
  const middle = samples.subarray(Math.floor(samples.length / 4), Math.floor((samples.length * 3) / 4))
  let real = 0
  let imaginary = 0
  middle.forEach((sample, index) => {
    const angle = (2 * Math.PI * hertz * index) / sampleRateHz
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  })
  return (2 * Math.hypot(real, imaginary)) / middle.length
}

const pairs: [number, number][] = [
  [8000, 16000],
  [16000, 8000],
  [22050, 8000],
  [24000, 8000],
  [24000, 16000],
  [16000, 24000],
]

const engines: [string, () => Promise<OpenResampler>][] = [
  ['speex', loadResampler],
  ['the fallback', async () => openPlainResampler],
]

for (const [name, open] of engines) {
  test.each(pairs)(`${name} keeps a tone's pitch and level from %i to %i Hz`, async (fromHz, toHz) => {
    const resampled = resampleAll(await open(), sine(1000, fromHz, 1), fromHz, toHz)
    expect(Math.abs(resampled.length - toHz)).toBeLessThan(toHz / 100)
    expect(amplitudeAt(1000, resampled, toHz)).toBeGreaterThan(9500)
    expect(amplitudeAt(1000, resampled, toHz)).toBeLessThan(10_500)
  })

  test(`${name} removes what the lower rate cannot carry instead of folding it back`, async () => {
    const resampled = resampleAll(await open(), sine(6000, 16000, 1), 16000, 8000)
    expect(amplitudeAt(2000, resampled, 8000)).toBeLessThan(150)
  })

  test(`${name} gives the same in 20 ms pieces as at once`, async () => {
    const whole = sine(440, 8000, 0.5)
    const openResampler = await open()
    const resampler = openResampler(8000, 16000)
    const pieces: Int16Array[] = []
    for (let at = 0; at < whole.length; at += 160) pieces.push(resampler.push(whole.subarray(at, at + 160)))
    pieces.push(resampler.flush())
    resampler.close()
    expect([...joinSamples(pieces)]).toEqual([...resampleAll(openResampler, whole, 8000, 16000)])
  })

  test(`${name} passes audio through when the rates are equal`, async () => {
    const samples = sine(300, 8000, 0.1)
    expect(resampleAll(await open(), samples, 8000, 8000)).toEqual(samples)
  })
}
