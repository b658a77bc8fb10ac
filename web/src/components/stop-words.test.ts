import { expect, test } from 'vitest'
import type { CampaignProgress } from '../api/campaigns.ts'
import { stopWords } from './stop-words.ts'

const progress = (outcomes: Record<string, number>): CampaignProgress =>
  ({
    state: 'paused',
    total_rows: 860,
    outcomes,
    live_calls: 0,
    pending_rows: 854,
    retries_not_due: 0,
    held_rows: 0,
    window_open: true,
  }) as unknown as CampaignProgress

test('after an automatic stop, those whose call failed are named as not called again', () => {
  expect(stopWords('5 of the last 7 calls failed', progress({ failed: 5, answered: 1 }))).toBe(
    '5 of the last 7 calls failed. 854 people still to call. 5 failed and are not called again.',
  )
})

test('without a failed call no person is said to be left out', () => {
  expect(stopWords('The daily limit is reached.', progress({ answered: 6 }))).toBe(
    'The daily limit is reached. 854 people still to call.',
  )
})
