/** People who listen in hear what a recording has: the same bytes, and silence where it is silent. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeResampler, steady } from '../../test/agent/fake-speech.ts'
import { l16 } from '../../test/agent/formats.ts'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { encodeAudio } from '../speech/wire-audio.ts'
import { LIVE_AUDIO_FORMAT, LiveAudio } from './live-audio.ts'
import { RECORDING_LIMITS, Recording } from './recording.ts'

const definition = workflow(
  [
    start('Hello. Shall we begin?'),
    step('card', 'What is your number?', {
      collect: { variable: 'card', kind: 'digits', sensitive: true, exact_length: 4 },
    }),
    step('again', 'Thank you. Is that all?'),
    end('done'),
  ],
  [
    { source: 'start', target: 'card', label: 'yes', examples: ['yes'] },
    { source: 'card', target: 'again' },
    { source: 'again', target: 'done', label: 'yes', examples: ['yes'] },
  ],
)

const BYTES_PER_MS = 8 * 4

test('a listener receives the bytes of the recording, from the middle of a sentence to the end, without what is sensitive', async () => {
  const clock = new VirtualClock()
  const format = l16
  const directory = await temporaryFolder('live-audio')
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  const recorder = new Recording({
    directory,
    organizationId: 3,
    callId: 7,
    clock,
    format,
    openResampler: fakeResampler,
    onFailure,
  })
  const liveAudio = new LiveAudio({ clock, format, openResampler: fakeResampler })
  const frames: (Uint8Array | null)[] = []
  const call = testCall({ definition, clock, recorder, liveAudio })
  let beganMs = 0
  const secret = { from: 0, until: 0 }
  await call.play(async (person) => {
    await person.pause(400)
    beganMs = clock.monotonic()
    liveAudio.listen((frame) => frames.push(frame))
    await person.untilAgentWaits()
    await person.say('yes')
    await person.untilAgentWaits()
    secret.from = clock.monotonic()
    await person.say('one two three four')
    secret.until = clock.monotonic()
    await person.untilAgentWaits()
    await person.say('yes')
  })
  liveAudio.close()
  await recorder.close()
  expect(failures).toEqual([])
  expect(frames.at(-1)).toBeNull()
  const heard = Buffer.concat(frames.filter((frame) => frame !== null))
  const recorded = (await readFile(join(directory, recorder.path))).subarray(RECORDING_LIMITS.headerBytes)
  expect(heard.length).toBeGreaterThan(5000 * BYTES_PER_MS)
  expect(heard.equals(recorded.subarray(beganMs * BYTES_PER_MS, beganMs * BYTES_PER_MS + heard.length))).toBe(true)
  const person = (fromMs: number, untilMs: number) =>
    levels(heard.subarray((fromMs - beganMs) * BYTES_PER_MS, (untilMs - beganMs) * BYTES_PER_MS), 0)
  expect(person(secret.from, secret.until)).toBe(0)
  expect(person(beganMs, secret.from)).toBeGreaterThan(0)
  expect(levels(heard.subarray(0, 300 * BYTES_PER_MS), 1)).toBeGreaterThan(0)
})

/** How many samples of a channel are not silent. */
function levels(stereo: Buffer, channel: 0 | 1): number {
  let loud = 0
  for (let at = channel * 2; at + 1 < stereo.length; at += 4) if (stereo.readInt16LE(at) !== 0) loud++
  return loud
}

test('what was cut off is not heard, a call takes five listeners, and without one nothing is kept but what is still to be played', async () => {
  const clock = new VirtualClock()
  const audio = new LiveAudio({ clock, format: l16, openResampler: fakeResampler })
  const heard: Buffer[] = []
  audio.agent(encodeAudio(steady(2000, 1000), 'l16'), 0)
  await clock.pass(1600)
  const stop = audio.listen((frame) => frame && heard.push(Buffer.from(frame)))
  audio.agent(encodeAudio(steady(3000, 1000), 'l16'), 1600)
  await clock.pass(400)
  audio.agentCut(2000)
  await clock.pass(2000)
  const all = Buffer.concat(heard)
  expect(levels(all, 1)).toBe(400 * 8)
  expect([
    all.readInt16LE(2),
    all.readInt16LE(399 * BYTES_PER_MS + 2),
    all.readInt16LE(401 * BYTES_PER_MS + 2),
  ]).toEqual([3000, 3000, 0])
  const others = Array.from({ length: LIVE_AUDIO_FORMAT.listenersPerCallMax }, () => audio.listen(() => {}))
  expect(others.map((other) => other !== null)).toEqual([true, true, true, true, false])
  stop?.()
  expect(audio.listen(() => {})).not.toBeNull()
  audio.close()
  expect(audio.listen(() => {})).toBeNull()
})
