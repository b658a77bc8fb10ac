import { expect, test } from 'vitest'
import { hearSentence, NEW_TALK, reachStep, stuckBecause, TALK_PROGRESS } from './talk-progress.ts'

const SENTENCE = 'please hold while we connect you'

function after(times: number, text: (time: number) => string, step: (time: number) => string = () => 'start') {
  let talk = NEW_TALK
  for (let time = 0; time < times; time++) talk = hearSentence(reachStep(talk, step(time)), text(time))
  return stuckBecause(talk)
}

test('sentences that come again are counted, whatever their punctuation; short ones are not', () => {
  expect(after(TALK_PROGRESS.repeatsMax, () => SENTENCE)).toBe(null)
  expect(after(TALK_PROGRESS.repeatsMax + 1, (time) => (time % 2 ? SENTENCE : `${SENTENCE.toUpperCase()}!`))).toBe(
    'repetition',
  )
  expect(after(30, () => "I don't know")).toBe(null)
})

test('a new step is progress, a known one is not', () => {
  expect(
    after(
      30,
      () => SENTENCE,
      (time) => `step ${Math.floor(time / TALK_PROGRESS.repeatsMax)}`,
    ),
  ).toBe(null)
  expect(
    after(
      30,
      () => SENTENCE,
      (time) => `step ${time % 2}`,
    ),
  ).toBe('repetition')
})

test('many turns at one step are no conversation', () => {
  expect(after(TALK_PROGRESS.turnsMax - 1, (time) => `answer ${time}`)).toBe(null)
  expect(after(TALK_PROGRESS.turnsMax, (time) => `answer ${time}`)).toBe('turns')
})
