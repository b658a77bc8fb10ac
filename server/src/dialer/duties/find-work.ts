/** Looks for campaigns to serve without being told: signals between nodes may get lost, and only hasten what this finds. */

import type { Duty } from '../../kernel/duty.ts'
import type { DialerStore } from '../store.ts'

export const FIND_WORK_EVERY_MS = 3000

export function findWork({ store, wake }: { store: DialerStore; wake(organizationId: number): void }): Duty {
  return {
    name: 'find-work',
    everyMs: FIND_WORK_EVERY_MS,
    async runOnce() {
      const organizations = await store.organizationsWithRunningCampaigns()
      for (const id of organizations) wake(id)
      return {}
    },
  }
}
