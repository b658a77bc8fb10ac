import { expect, test } from 'vitest'
import { type CampaignSettings, rebasedSettings } from './campaign-settings.ts'

const base = {
  max_concurrency: 10,
  retry: { enabled: true },
  hours: null,
  breaker: { enabled: true },
  keepOpen: false,
} as unknown as CampaignSettings

test('what only another user changed is taken over, and is no change of mine', () => {
  const { settings, clashes } = rebasedSettings(base, { ...base, keepOpen: true }, { ...base, max_concurrency: 3 })
  expect([settings.max_concurrency, settings.keepOpen, clashes]).toEqual([3, true, []])
})

test('what both changed stays mine and is named', () => {
  const { settings, clashes } = rebasedSettings(base, { ...base, max_concurrency: 7 }, { ...base, max_concurrency: 3 })
  expect([settings.max_concurrency, clashes]).toEqual([7, ['max_concurrency']])
})

test('the same change by both is no clash', () => {
  const both = { ...base, max_concurrency: 3 }
  expect(rebasedSettings(base, both, both).clashes).toEqual([])
})
