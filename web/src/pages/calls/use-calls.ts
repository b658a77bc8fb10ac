import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type CallFilter, callList, newestCalls, type Run } from '../../api/calls.ts'

/** The list as of opening, with new calls on top: shown immediately while the pointer is outside, otherwise behind a button. */
export function useCalls(wanted: CallFilter) {
  const list = useInfiniteQuery(callList(wanted))
  const newest = useQuery(newestCalls(wanted))
  const [reading, setReading] = useState(false)
  const known = useMemo(() => list.data?.pages.flatMap(({ runs }) => runs) ?? [], [list.data])
  const fresh = useMemo(() => new Map(newest.data?.runs.map((run) => [run.id, run])), [newest.data])
  const knownIds = useMemo(() => new Set(known.map(({ id }) => id)), [known])
  const added = useMemo(() => [...fresh.values()].filter(({ id }) => !knownIds.has(id)), [fresh, knownIds])
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (!reading && added.some(({ id }) => !shown.has(id))) setShown(new Set(added.map(({ id }) => id)))
  }, [reading, added, shown])
  const rows = useMemo(() => {
    const unique = new Map<number, Run>()
    for (const run of [...added.filter(({ id }) => shown.has(id)), ...known])
      unique.set(run.id, fresh.get(run.id) ?? run)
    return [...unique.values()]
  }, [added, shown, known, fresh])
  // If more calls ended than one page shows, the list itself is read again.
  const gap = newest.data !== undefined && known.length > 0 && !newest.data.runs.some(({ id }) => knownIds.has(id))
  const { refetch } = list
  useEffect(() => {
    if (gap && !reading) void refetch()
  }, [gap, reading, refetch])
  return {
    list,
    rows,
    total: newest.data ?? list.data?.pages[0],
    waiting: added.filter(({ id }) => !shown.has(id)).length,
    show: () => setShown(new Set(added.map(({ id }) => id))),
    onRead: { onPointerEnter: () => setReading(true), onPointerLeave: () => setReading(false) },
    more: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
    },
  }
}
