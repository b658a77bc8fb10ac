import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CONTACTS_PAGE, type ContactFilter, contactsPage, type ListedContact } from '../../api/campaigns.ts'

const TOP = { from: 0, to: 0 }
const pageOf = (row: number): number => Math.floor(row / CONTACTS_PAGE)

/**
 * The contacts as an array of the list's true length with holes where nothing has been read yet; only the visible pages are
 * read and updated. `total` is null if only the server could count: then the array grows as it is read.
 */
export function useContactRows(campaignId: number, wanted: ContactFilter, total: number | null) {
  const client = useQueryClient()
  const [seen, setSeen] = useState({ wanted, from: 0, to: 0 })
  // After a change of the filter, the list starts at the top.
  const range = seen.wanted === wanted ? seen : TOP
  const pages = useMemo(() => Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at), [range])
  const results = useQueries({ queries: pages.map((page) => contactsPage(campaignId, wanted, page)) })
  const updated = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read lies in the cache; `updated` says that it changed
  const rows = useMemo(() => {
    const read = new Map<number, ListedContact[]>()
    for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: ['contacts', campaignId, wanted] }))
      if (state.data) read.set(queryKey[3] as number, state.data as ListedContact[])
    const found: (ListedContact | undefined)[] = []
    for (const [page, contacts] of read)
      for (const [at, contact] of contacts.entries()) found[page * CONTACTS_PAGE + at] = contact
    const first = read.get(0)
    // A first page that is not full is the whole list, whatever earlier figures said.
    if (total !== null && first?.length === CONTACTS_PAGE) found.length = Math.max(found.length, total)
    else if (found.length > 0 && found.length % CONTACTS_PAGE === 0) found.length += 1
    return found
  }, [client, campaignId, wanted, total, updated])
  const before = useRef(rows)
  const isRead = results.some(({ data }) => data !== undefined)
  // Old rows stay visible until new ones can replace them.
  const shown = isRead ? rows : before.current
  useEffect(() => {
    before.current = shown
  }, [shown])
  const failed = results.find(({ error }) => error)
  const state = {
    data: isRead || (shown.length > 0 && !failed) ? shown : undefined,
    error: failed?.error ?? null,
    refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
  }
  return {
    rows: shown,
    isRead,
    state,
    onRange(first: number, last: number) {
      const [from, to] = [pageOf(first), pageOf(last)]
      // Most scroll steps stay on a page and need no new render.
      setSeen((now) => (now.wanted === wanted && now.from === from && now.to === to ? now : { wanted, from, to }))
    },
  }
}
