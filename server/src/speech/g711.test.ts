import { expect, test } from 'vitest'
import { decodeALaw, decodeMuLaw, encodeALaw, encodeMuLaw } from './g711.ts'

const everyCode = Uint8Array.from({ length: 256 }, (_, code) => code)

test('known mu-law values of G.711 come out', () => {
  expect([...decodeMuLaw(Uint8Array.of(0xff, 0x7f, 0x80, 0x00))]).toEqual([0, 0, 32124, -32124])
  expect([...encodeMuLaw(Int16Array.of(0, 32767, -32768, 1000))]).toEqual([0xff, 0x80, 0x00, 0xce])
})

test('known A-law values of G.711 come out', () => {
  expect([...decodeALaw(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a))]).toEqual([8, -8, 32256, -32256])
  expect([...encodeALaw(Int16Array.of(0, -1, 32767, -32768))]).toEqual([0xd5, 0x55, 0xaa, 0x2a])
})

test('every code survives a round trip, but for mu-law’s two zeros', () => {
  const muLaw = encodeMuLaw(decodeMuLaw(everyCode))
  expect([...muLaw].filter((code, at) => code !== at)).toEqual([0xff])
  expect([...encodeALaw(decodeALaw(everyCode))]).toEqual([...everyCode])
})

test('no sample is off by more than its step', () => {
  const samples = Int16Array.from({ length: 65536 }, (_, index) => index - 32768)
  for (const decoded of [decodeMuLaw(encodeMuLaw(samples)), decodeALaw(encodeALaw(samples))]) {
    samples.forEach((sample, at) => {
      const error = Math.abs(sample - decoded[at]!)
      if (error > Math.max(16, Math.abs(sample) / 27)) throw new Error(`${sample} became ${decoded[at]}`)
    })
  }
})
