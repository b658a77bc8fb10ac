import type { Campaign } from '../../api/campaigns.ts'

/** Sorts campaigns by a value that does not change while they run, so that rows do not move under the pointer. */
export function runningInOrder<T extends Pick<Campaign, 'id' | 'state' | 'started_at'>>(campaigns: readonly T[]): T[] {
  return campaigns
    .filter(({ state }) => state === 'running')
    .sort((a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? '') || b.id - a.id)
}
