/**
 * Only those pages of a long contact list are read again in which a contact changed. Calls follow the list order, so these are
 * one or two, wherever the user has scrolled.
 */
import { campaignKeys } from '../api/campaigns.ts'
import { queryClient } from '../api/query-client.ts'
import type { StreamEvent } from './call-steps.ts'

const EVERY_MS = 2_000

const changed = new Map<number, Set<number>>()
let waiting: ReturnType<typeof setTimeout> | null = null

export function markContactsChanged(events: readonly StreamEvent[]): void {
  for (const { campaign_id, contact_id } of events) {
    if (campaign_id === null || contact_id === null) continue
    const contacts = changed.get(campaign_id) ?? new Set()
    changed.set(campaign_id, contacts.add(contact_id))
  }
  if (changed.size === 0 || waiting !== null) return
  waiting = setTimeout(() => {
    waiting = null
    const all = [...changed]
    changed.clear()
    for (const [campaignId, contacts] of all) readPages(campaignId, contacts)
  }, EVERY_MS)
}

function readPages(campaignId: number, contacts: ReadonlySet<number>): void {
  void queryClient.invalidateQueries(
    {
      queryKey: campaignKeys.contacts(campaignId),
      predicate: ({ state }) =>
        (state.data as { id: number }[] | undefined)?.some(({ id }) => contacts.has(id)) ?? false,
    },
    { cancelRefetch: false },
  )
}
