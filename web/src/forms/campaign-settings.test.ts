import { expect, test } from 'vitest'
import { type CampaignSettings, mergeConcurrentSettings, retryWords } from './campaign-settings.ts'

const base = {
  max_concurrency: 10,
  retry: { enabled: true },
  hours: null,
  breaker: { enabled: true },
  keepOpen: false,
} as unknown as CampaignSettings

test('what only another user changed is taken over, and is no change of mine', () => {
  const { settings, clashes } = mergeConcurrentSettings(
    base,
    { ...base, keepOpen: true },
    { ...base, max_concurrency: 3 },
  )
  expect([settings.max_concurrency, settings.keepOpen, clashes]).toEqual([3, true, []])
})

test('what both changed stays mine and is named', () => {
  const { settings, clashes } = mergeConcurrentSettings(
    base,
    { ...base, max_concurrency: 7 },
    { ...base, max_concurrency: 3 },
  )
  expect([settings.max_concurrency, clashes]).toEqual([7, ['max_concurrency']])
})

test('the same change by both is no clash', () => {
  const both = { ...base, max_concurrency: 3 }
  expect(mergeConcurrentSettings(base, both, both).clashes).toEqual([])
})

const retry = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 7200,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: false,
}

test.each([
  ['one pause', {}, 'After busy or no answer again, twice, 2 h apart.'],
  [
    'a pause of its own',
    { retry_delays: { busy: 300 } },
    'Called again, twice: 5 min after busy, 2 h after no answer.',
  ],
  [
    'a pause that is never used',
    { retry_delays: { voicemail: 300 } },
    'After busy or no answer again, twice, 2 h apart.',
  ],
  [
    'all the same',
    { retry_delays: { busy: 300, no_answer: 300 } },
    'After busy or no answer again, twice, 5 min apart.',
  ],
  ['none', { retry_delays: { busy: 0 } }, 'Called again, twice: immediately after busy, 2 h after no answer.'],
  [
    'another time of day',
    { retry_other_time_of_day: true },
    'After busy or no answer again, twice, 2 h apart. Each time at least 3 hours earlier or later in the day.',
  ],
  [
    'hours in which the person answered',
    { prefer_reached_hours: true },
    'After busy or no answer again, twice, 2 h apart. If the person answered before, at that hour of the day, at most 24 hours later.',
  ],
])('retries in words: %s', (_case, part, words) => {
  expect(retryWords({ ...retry, ...part })).toBe(words)
})
