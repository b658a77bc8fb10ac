import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeResampler, steady } from '../../test/agent/fake-speech.ts'
import { l16 } from '../../test/agent/formats.ts'
import { recordingKey } from '../calls/recordings.ts'
import { repairRecording } from '../calls/wav.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { encodeAudio } from '../speech/wire-audio.ts'
import { RECORDING_LIMITS, Recording } from './recording.ts'

let directory: string
let clock: VirtualClock
let failures: unknown[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'outdial-recording-'))
  clock = new VirtualClock()
  failures = []
})

afterEach(() => rm(directory, { recursive: true, force: true }))

function record(into = directory): Recording {
  return new Recording({
    directory: into,
    organizationId: 3,
    callId: 41,
    clock,
    format: l16,
    openResampler: fakeResampler,
    onFailure: (error) => failures.push(error),
  })
}

/** Left and right at a moment. */
function at(wav: Buffer, ms: number): [number, number] {
  const offset = RECORDING_LIMITS.headerBytes + Math.round((ms / 1000) * RECORDING_LIMITS.sampleRateHz) * 4
  return [wav.readInt16LE(offset), wav.readInt16LE(offset + 2)]
}

test('has the person left and the agent right, each at its time, and what was cut off is not in it', async () => {
  const recording = record()
  recording.agent(encodeAudio(steady(2000, 3000), 'l16'), 0)
  for (let ms = 1000; ms < 1500; ms += 20) {
    await clock.pass(1020 + ms - 1000 - clock.monotonic())
    recording.person(steady(500, 20), ms)
  }
  recording.agentCut(1500)
  await clock.pass(1500)
  expect(await recording.close()).toBe(true)
  const wav = await readFile(join(directory, recording.path))
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
  expect(wav.readUInt16LE(22)).toBe(2)
  expect(wav.readUInt32LE(24)).toBe(8000)
  expect(wav.readUInt16LE(34)).toBe(16)
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
  expect(wav.readUInt32LE(40)).toBe(wav.length - RECORDING_LIMITS.headerBytes)
  expect([at(wav, 500), at(wav, 1200), at(wav, 1700)]).toEqual([
    [0, 2000],
    [500, 2000],
    [0, 0],
  ])
  expect((wav.length - RECORDING_LIMITS.headerBytes) / 4 / 8).toBe(clock.monotonic())
})

test('is on disk but for its last moments while the call goes on, and can be mended after a crash', async () => {
  const recording = record()
  recording.agent(encodeAudio(steady(2000, 5000), 'l16'), 0)
  await clock.pass(4000)
  const path = join(directory, recording.path)
  await expect.poll(async () => (await stat(path)).size).toBe(RECORDING_LIMITS.headerBytes + 3500 * 8 * 4)
  // As a crash leaves it: no lengths, and half a moment at the end.
  await writeFile(path, Buffer.concat([await readFile(path), Buffer.from([1])]))
  expect(await repairRecording(path)).toBe(true)
  const wav = await readFile(path)
  expect(wav.readUInt32LE(40)).toBe(wav.length - RECORDING_LIMITS.headerBytes)
  expect(at(wav, 3000)).toEqual([0, 2000])
  expect(await repairRecording(path)).toBe(false)
  await recording.close()
})

test('a file that is no recording is made one of no length, not an error', async () => {
  const path = join(directory, 'short.wav')
  await writeFile(path, 'RI')
  expect(await repairRecording(path)).toBe(true)
  expect((await readFile(path)).readUInt32LE(40)).toBe(0)
})

test('a disk that cannot be written is told once and harms nothing', async () => {
  const file = join(directory, 'a file, no directory')
  await (await open(file, 'w')).close()
  const recording = record(file)
  recording.person(steady(500, 100), 0)
  await clock.pass(5000)
  expect(await recording.close()).toBe(false)
  expect(failures).toHaveLength(1)
})

test('its path is made of numbers alone', () => {
  expect(recordingKey({ organizationId: 3, callId: 41 })).toBe('3/41.wav')
  const evil = '../../etc/passwd' as unknown as number
  expect(() => recordingKey({ organizationId: 3, callId: evil })).toThrow()
  expect(() => recordingKey({ organizationId: Number.NaN, callId: 1 })).toThrow()
})

test('others on the machine cannot read it', async () => {
  const recording = record()
  await recording.close()
  expect((await stat(join(directory, recording.path))).mode & 0o077).toBe(0)
  expect((await stat(join(directory, '3'))).mode & 0o077).toBe(0)
})

test('keeps nothing but the excerpts that were asked for, and no file without one', async () => {
  const excerpts = (callId: number) =>
    new Recording({
      directory,
      organizationId: 3,
      callId,
      clock,
      format: l16,
      openResampler: fakeResampler,
      excerptsOnly: true,
      onFailure: (error) => failures.push(error),
    })
  const recording = excerpts(41)
  recording.person(steady(500, 20), 100)
  recording.keep(true)
  recording.agent(encodeAudio(steady(2000, 200), 'l16'), 300)
  recording.person(steady(600, 20), 400)
  recording.keep(false)
  recording.person(steady(700, 20), 600)
  await clock.pass(2000)
  expect(await recording.close()).toBe(true)
  const wav = await readFile(join(directory, recording.path))
  expect([at(wav, 110), at(wav, 310), at(wav, 410), at(wav, 610)]).toEqual([
    [0, 0],
    [0, 2000],
    [600, 2000],
    [0, 0],
  ])
  const empty = excerpts(42)
  empty.person(steady(500, 20), 2100)
  await clock.pass(2000)
  expect(await empty.close()).toBe(false)
  await expect(stat(join(directory, empty.path))).rejects.toThrow('ENOENT')
  expect(failures).toEqual([])
})
