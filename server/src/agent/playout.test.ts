import { expect, test } from 'vitest'
import { l16 } from '../../test/agent/formats.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { MediaStream } from '../telephony/media.ts'
import { type Clip, Playout, playedMs } from './playout.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

function open() {
  const clock = new VirtualClock()
  const line = { marks: [] as string[], clears: 0, bytes: 0 }
  const media: MediaStream = {
    format: l16,
    listen() {},
    send: (audio) => {
      line.bytes += audio.length
    },
    mark: (name) => line.marks.push(name),
    clear: () => {
      line.clears++
    },
    close() {},
  }
  const played: Clip[] = []
  let quiet = 0
  const listener = { played: (clip: Clip) => void played.push(clip), quiet: () => void quiet++ }
  const playout = new Playout(media, clock, listener, null)
  const play = (ms: number) => {
    const clip = playout.open()
    playout.add(clip, new Uint8Array(ms * 16))
    playout.seal(clip)
    return clip
  }
  return { clock, line, playout, played, play, quietTimes: () => quiet }
}

test('clips follow one another without a break', async () => {
  const { playout, play, clock } = open()
  const [first, second] = [play(1000), play(500)]
  await clock.pass(1200)
  expect([playedMs(first, 1200), playedMs(second, 1200)]).toEqual([1000, 200])
  expect(playout.aheadMs).toBe(300)
})

test('a mark that comes late shows that the line is behind, and all that follows with it', async () => {
  const { playout, play, clock, line } = open()
  play(1000)
  const second = play(1000)
  await clock.pass(1400)
  playout.marked(line.marks[0] as string, true)
  await clock.pass(300)
  expect(playedMs(second, clock.monotonic())).toBe(300)
  expect(playout.clear().map((clip) => clip.audioMs)).toEqual([300])
})

test('a mark tells of everything before it too', async () => {
  const { playout, play, clock, line, played, quietTimes } = open()
  play(100)
  play(100)
  await clock.pass(200)
  playout.marked(line.marks[1] as string, true)
  expect(played).toHaveLength(2)
  expect(quietTimes()).toBe(1)
})

test('marks of what was dropped, unknown marks and marks told twice change nothing', async () => {
  const { playout, play, clock, line, played } = open()
  play(1000)
  await clock.pass(100)
  playout.clear()
  playout.marked(line.marks[0] as string, false)
  playout.marked(line.marks[0] as string, true)
  playout.marked('somebody elses', true)
  expect(played).toHaveLength(0)
  expect(line.clears).toBe(1)
})

test('nothing is cleared on a line that has nothing to drop', () => {
  const { playout, line } = open()
  playout.clear()
  expect(line.clears).toBe(0)
})

test('a lost mark is waited for, but not for ever', async () => {
  const { play, clock, played, quietTimes } = open()
  play(1000)
  await clock.pass(1000 + TURN_TAKING_LIMITS.markGraceMs - 1)
  expect(played).toHaveLength(0)
  await clock.pass(1)
  expect([played.length, quietTimes()]).toEqual([1, 1])
})

test('audio that comes slower than it plays leaves gaps, which are not heard', async () => {
  const { playout, clock } = open()
  const clip = playout.open()
  playout.add(clip, new Uint8Array(100 * 16))
  await clock.pass(400)
  playout.add(clip, new Uint8Array(100 * 16))
  await clock.pass(50)
  expect(playedMs(clip, clock.monotonic())).toBe(150)
})

test('what is added after a cut is not sent', async () => {
  const { playout, clock, line } = open()
  const clip = playout.open()
  playout.add(clip, new Uint8Array(1600))
  await clock.pass(10)
  playout.clear()
  expect(playout.add(clip, new Uint8Array(1600))).toBe(false)
  expect(line.bytes).toBe(1600)
})
