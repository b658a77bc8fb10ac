/**
 * Of a long list of contacts only the pages are read again in which something happened: calls go down the list in order, so
 * that is one or two of them, however far somebody has scrolled.
 */
import type { InfiniteData } from '@tanstack/react-query'
import { type ContactsPage, type ContactsWanted, campaignKeys, readContactsPage } from '../api/campaigns.ts'
import { queryClient } from '../api/query-client.ts'
import type { Told } from './follow-calls.ts'

const EVERY_MS = 2_000

const changed = new Map<number, Set<number>>()
let waiting: ReturnType<typeof setTimeout> | null = null

export function noteContacts(events: readonly Told[]): void {
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
    for (const [campaignId, contacts] of all) void readPages(campaignId, contacts)
  }, EVERY_MS)
}

async function readPages(campaignId: number, contacts: ReadonlySet<number>): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({ queryKey: campaignKeys.contacts(campaignId), type: 'active' })
  for (const list of lists) {
    const data = list.state.data as InfiniteData<ContactsPage, number | undefined> | undefined
    const wanted = (list.queryKey[2] ?? {}) as ContactsWanted
    for (const [at, page] of data?.pages.entries() ?? []) {
      if (!page.contacts.some(({ id }) => contacts.has(id))) continue
      const fresh = await readContactsPage(campaignId, wanted, data?.pageParams[at]).catch(() => null)
      if (!fresh) return
      queryClient.setQueryData<InfiniteData<ContactsPage, number | undefined>>(
        list.queryKey,
        (now) =>
          now && {
            ...now,
            pages: now.pages.map((one, index) => (index === at ? { ...fresh, next_cursor: one.next_cursor } : one)),
          },
      )
    }
  }
}
