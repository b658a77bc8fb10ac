import { expect, test } from 'vitest'
import type { Campaign } from '../../api/campaigns.ts'
import { runningInOrder } from './running-order.ts'

const campaign = (id: number, started_at: string, figures: object = {}) =>
  ({ id, state: 'running', started_at, ...figures }) as Campaign

test('the order of running campaigns does not depend on their calls', () => {
  const ids = (calls: number[]) =>
    runningInOrder([
      campaign(1, '2026-11-17T09:00:00Z', { live_calls: calls[0], processed_rows: calls[0] }),
      campaign(2, '2026-11-17T11:00:00Z', { live_calls: calls[1], processed_rows: calls[1] }),
      campaign(3, '2026-11-17T09:00:00Z', { live_calls: calls[2], processed_rows: calls[2] }),
    ]).map(({ id }) => id)
  expect(ids([9, 0, 1])).toEqual([2, 3, 1])
  expect(ids([0, 9, 5])).toEqual([2, 3, 1])
})

test('only running campaigns are in it', () => {
  expect(runningInOrder([{ id: 1, state: 'paused', started_at: null } as Campaign])).toEqual([])
})
