import { expect, test } from 'vitest'
import { experimentSentence } from './experiment-sentence.ts'

const arm = (name: string, more: object = {}) => ({
  name,
  people: 1000,
  finished: 1000,
  successes: 300,
  uncalled: 0,
  rate: 0.3,
  interval: { low: 0.25, high: 0.35 },
  waits_for_hours: false,
  verdict: null,
  difference: null,
  difference_interval: null,
  more_people: null,
  sentence: '',
  ...more,
})
const decided = { difference: 0.1, difference_interval: { low: 0.04, high: 0.159 } }

test.each([
  [
    [arm('A'), arm('B', { ...decided, verdict: 'better' })],
    'B is better than A: by 10.0 percentage points (4.0 to 15.9). You may stop.',
  ],
  [
    [arm('A'), arm('B', { difference: -0.1, difference_interval: { low: -0.159, high: -0.04 }, verdict: 'worse' })],
    'B is worse than A: by 10.0 percentage points (4.0 to 15.9).',
  ],
  [[arm('A'), arm('B', { ...decided, verdict: 'undecided', more_people: 1234 })], /about 1,234 more people decide it/],
  [[arm('A'), arm('B', { ...decided, verdict: 'undecided' })], /about equal/],
  [[arm('A'), arm('B', { verdict: 'undecided' })], /B or A has no finished person/],
  [[arm('A'), arm('B', { ...decided, verdict: 'uneven' })], /cannot be compared/],
  [[arm('A'), arm('B', { ...decided, verdict: 'undecided', waits_for_hours: true })], /has other hours/],
  [[arm('A'), arm('B')], /control group/],
])('says in one sentence what came out', (arms, sentence) => {
  expect(experimentSentence({ arms: arms as never, may_stop: false })).toMatch(sentence)
})
