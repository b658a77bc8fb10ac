import { expect, test } from 'vitest'
import { TURN_DETECTION_TUNING, TurnDetector, type TurnEvent } from './turns.ts'

/** 'x' is a voiced frame, '.' a silent one, 20 ms each; the samples carry the frame's number. */
function play(timeline: string, detector = new TurnDetector()): TurnEvent[] {
  return [...timeline].flatMap((mark, index) =>
    detector.push({ voice: mark === 'x', atMs: index * 20, durationMs: 20, samples: Int16Array.of(index) }),
  )
}

const silent = (ms: number) => '.'.repeat(ms / 20)
const voiced = (ms: number) => 'x'.repeat(ms / 20)
const kinds = (events: TurnEvent[]) => events.map((event) => event.kind)

test('speech starts after 120 ms of voice and ends after 600 ms of silence', () => {
  const events = play(silent(500) + voiced(1000) + silent(600))
  expect(kinds(events)).toEqual(['speech_started', 'speech_paused', 'speech_ended'])
  expect(events[0]).toEqual({ kind: 'speech_started', startedAtMs: 500, atMs: 620 })
  expect(events[2]).toMatchObject({ startedAtMs: 500, lastVoiceAtMs: 1500, reason: 'silence' })
})

test('a click of 100 ms is not speech', () => {
  expect(play(silent(300) + voiced(100) + silent(1000))).toEqual([])
})

test('voice with holes starts speech when six of ten frames are voice', () => {
  const [started] = play(`${silent(300)}xx.x.xx.x`)
  expect(started).toMatchObject({ kind: 'speech_started', startedAtMs: 300 })
})

test('one frame short of 600 ms of silence the turn goes on', () => {
  const events = play(silent(300) + voiced(400) + silent(580) + voiced(200) + silent(600))
  expect(kinds(events)).toEqual(['speech_started', 'speech_paused', 'speech_resumed', 'speech_paused', 'speech_ended'])
})

test('a pause shorter than 160 ms is not reported', () => {
  const events = play(silent(300) + voiced(400) + silent(140) + voiced(200) + silent(600))
  expect(kinds(events)).toEqual(['speech_started', 'speech_paused', 'speech_ended'])
})

test('the audio begins 300 ms before the voice and ends a little after it', () => {
  const ended = play(silent(1000) + voiced(400) + silent(600)).at(-1) as { audio: Int16Array }
  const first = (1000 - TURN_DETECTION_TUNING.preRollMs) / 20
  const last = (1400 + TURN_DETECTION_TUNING.keepAfterMs) / 20 - 1
  expect([...ended.audio]).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index))
})

test('what is recognised on speculation is what the turn turns out to be', () => {
  const events = play(silent(500) + voiced(400) + silent(600))
  const [paused, ended] = events.slice(1) as { audio: Int16Array }[]
  expect([...paused!.audio]).toEqual([...ended!.audio])
})

test('two turns in one call are told apart', () => {
  const turn = silent(400) + voiced(300) + silent(600)
  const ended = play(turn + turn).filter((event) => event.kind === 'speech_ended')
  expect(ended.map((event) => event.startedAtMs)).toEqual([400, 1700])
})

test('a turn ends though the carrier sends nothing during silence', () => {
  const detector = new TurnDetector()
  play(silent(300) + voiced(400), detector)
  expect(detector.elapse(840)).toEqual([])
  expect(kinds(detector.elapse(860))).toEqual(['speech_paused'])
  expect(kinds(detector.elapse(1300))).toEqual(['speech_ended'])
  expect(detector.speaking).toBe(false)
})

test('endless voice is cut at the limit, and nothing is lost at the seam', () => {
  const ended = play(voiced(TURN_DETECTION_TUNING.longestMs * 2 + 1000)).filter(
    (event) => event.kind === 'speech_ended',
  )
  expect(ended.map((event) => event.reason)).toEqual(['limit', 'limit'])
  expect(ended[1]!.startedAtMs).toBe(ended[0]!.lastVoiceAtMs)
})

test('when the call ends, an unfinished turn is given out', () => {
  const detector = new TurnDetector()
  play(silent(300) + voiced(400), detector)
  expect(detector.flush()).toMatchObject([{ kind: 'speech_ended', reason: 'flushed', lastVoiceAtMs: 700 }])
  expect(detector.flush()).toEqual([])
})

test('who wants guesses is told of the first moment of a silence, also of one that is no pause', () => {
  const detector = new TurnDetector()
  detector.tellsHush = true
  const events = play(silent(300) + voiced(400) + silent(100) + voiced(200) + silent(600), detector)
  expect(kinds(events)).toEqual([
    'speech_started',
    'speech_hushed',
    'speech_resumed',
    'speech_hushed',
    'speech_paused',
    'speech_ended',
  ])
})
