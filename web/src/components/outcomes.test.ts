import { expect, test } from 'vitest'
import type { CampaignProgress } from '../api/campaigns.ts'
import { doneCount, tallyOf, totalCount, waitingCount } from './outcomes.ts'

const progress = (part: Partial<CampaignProgress>): CampaignProgress =>
  ({
    state: 'running',
    total_rows: 100,
    outcomes: { answered: 20, lost: 1, no_answer: 4, canceled: 2 },
    live_calls: 10,
    pending_rows: 63,
    retries_not_due: 5,
    held_rows: 25,
    window_open: true,
    ...part,
  }) as CampaignProgress

test('the parts sum to the whole', () => {
  const tally = tallyOf(progress({}))
  expect(totalCount(tally)).toBe(100)
  expect(doneCount(tally)).toBe(27)
  expect(tally['no-answer']).toBe(5)
  expect(tally.suppressed).toBe(2)
  // Also those whom a rule of their own place holds back, not only retries.
  expect([tally.waiting, tally.held]).toEqual([38, 25])
})

test('also when figures were read a moment apart', () => {
  expect(totalCount(tallyOf(progress({ pending_rows: 61 })))).toBe(100)
})

test('outside calling hours everyone who is left is held', () => {
  const tally = tallyOf(progress({ window_open: false }))
  expect(tally.held).toBe(waitingCount(tally))
})
