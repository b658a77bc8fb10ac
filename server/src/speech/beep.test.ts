import { expect, test } from 'vitest'
import { keyTones, silence, tone } from '../../test/agent/tones.ts'
import { randomIntBetween, seededRng } from '../kernel/rng.ts'
import { BeepDetector, type ToneEvent } from './beep.ts'
import { decodeMuLaw, encodeMuLaw } from './g711.ts'
import { joinSamples } from './wire-audio.ts'

function heardIn(...sounds: Int16Array[]): ToneEvent[] {
  const detector = new BeepDetector()
  const overTheLine = decodeMuLaw(encodeMuLaw(joinSamples([silence(130), ...sounds, silence(1500)])))
  const events: ToneEvent[] = []
  for (let at = 0; at < overTheLine.length; at += 160) events.push(...detector.push(overTheLine.subarray(at, at + 160)))
  return events
}

const times = (count: number, ...sounds: Int16Array[]) => Array.from({ length: count }, () => sounds).flat()

test.each([
  [440, 300],
  [850, 250],
  [1000, 500],
  [1400, 200],
  [1000, 1500],
])('a beep of %i Hz for %i ms is heard with its pitch and length', (hertz, lengthMs) => {
  const [event, ...others] = heardIn(tone([hertz], lengthMs))
  expect(others).toEqual([])
  expect(event?.kind).toBe('beep')
  const beep = event as Extract<ToneEvent, { kind: 'beep' }>
  expect(Math.abs(beep.frequencyHz - hertz)).toBeLessThanOrEqual(5)
  expect(Math.abs(beep.lengthMs - lengthMs)).toBeLessThanOrEqual(40)
})

test('a quiet beep, and one in noise, are heard', () => {
  const rng = seededRng(11)
  const noisy = tone([850], 400, 4000).map((sample) => sample + randomIntBetween(rng, -1500, 1500))
  expect(heardIn(tone([1000], 400, 400))).toMatchObject([{ kind: 'beep' }])
  expect(heardIn(noisy)).toMatchObject([{ kind: 'beep' }])
})

test.each([
  ['North American ringing', times(2, tone([440, 480], 2000), silence(4000))],
  ['British ringing', times(3, tone([400, 450], 400), silence(200), tone([400, 450], 400), silence(2000))],
  ['North American busy', times(4, tone([480, 620], 500), silence(500))],
  ['reorder', times(6, tone([480, 620], 250), silence(250))],
  ['dial tone', [tone([350, 440], 3000)]],
  ['European ringing', times(2, tone([425], 1000), silence(4000))],
  ['European busy', times(4, tone([425], 480), silence(480))],
  ['European congestion', times(6, tone([425], 240), silence(240))],
  ['British busy', times(5, tone([400], 375), silence(375))],
  ['Chinese busy', times(5, tone([450], 350), silence(350))],
  ['telephone keys', [keyTones('147*', 200, 100)]],
  ['a tone without end', [tone([1000], 5000)]],
  ['a chirp', [tone([1000], 60)]],
  ['a melody', [tone([523], 200), tone([659], 200), tone([784], 200), tone([1047], 200)]],
])('%s is no beep', (_, sounds) => {
  expect(heardIn(...sounds).filter((event) => event.kind === 'beep')).toEqual([])
})

test('special information tones are told as such', () => {
  expect(heardIn(tone([950], 330), silence(20), tone([1400], 330), tone([1800], 330))).toEqual([
    { kind: 'special_information' },
  ])
})

test('a repeating tone is told as call progress', () => {
  expect(heardIn(...times(4, tone([425], 480), silence(480)))).toContainEqual({ kind: 'call_progress' })
})

test('noise is no beep', () => {
  const rng = seededRng(5)
  expect(heardIn(silence(20_000).map(() => randomIntBetween(rng, -9000, 9000)))).toEqual([])
})
