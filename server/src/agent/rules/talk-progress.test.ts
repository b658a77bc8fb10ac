import { expect, test } from 'vitest'
import {
  NEW_TALK_PROGRESS,
  noProgressReason,
  TALK_PROGRESS_LIMITS,
  withSentenceHeard,
  withStepReached,
} from './talk-progress.ts'

const SENTENCE = 'please hold while we connect you'

function after(times: number, text: (time: number) => string, step: (time: number) => string = () => 'start') {
  let talk = NEW_TALK_PROGRESS
  for (let time = 0; time < times; time++) talk = withSentenceHeard(withStepReached(talk, step(time)), text(time))
  return noProgressReason(talk)
}

test('sentences that come again are counted, whatever their punctuation; short ones are not', () => {
  expect(after(TALK_PROGRESS_LIMITS.repeatsMax, () => SENTENCE)).toBe(null)
  expect(
    after(TALK_PROGRESS_LIMITS.repeatsMax + 1, (time) => (time % 2 ? SENTENCE : `${SENTENCE.toUpperCase()}!`)),
  ).toBe('repetition')
  expect(after(30, () => "I don't know")).toBe(null)
})

test('a new step is progress, a known one is not', () => {
  expect(
    after(
      30,
      () => SENTENCE,
      (time) => `step ${Math.floor(time / TALK_PROGRESS_LIMITS.repeatsMax)}`,
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
  expect(after(TALK_PROGRESS_LIMITS.turnsMax - 1, (time) => `answer ${time}`)).toBe(null)
  expect(after(TALK_PROGRESS_LIMITS.turnsMax, (time) => `answer ${time}`)).toBe('turns')
})
