/**
 * A live list that does not jump: new rows are added at the end, and ended ones stay greyed for a moment before they are removed.
 * With the pointer or focus inside nothing moves until the user leaves or requests an update.
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNow } from '../ui/use-now.ts'

const LINGER_MS = 4_000

export interface StableList<T> {
  rows: { row: T; over: boolean }[]
  /** Changes that are held back while the user reads the list. */
  held: { added: number; ended: number }
  /** Updates the list even while the user reads it. */
  show(): void
  /** Event handlers for the element around the list. */
  reading: { onPointerEnter(): void; onPointerLeave(): void; onFocus(): void; onBlur(): void }
}

interface Kept<T> {
  row: T
  overSince: number | null
}

export function useStableList<T>(
  live: readonly T[],
  last: (key: number) => T | undefined,
  keyOf: (row: T) => number,
): StableList<T> {
  const kept = useRef(new Map<number, Kept<T>>())
  const [isRead, setRead] = useState(false)
  const [, redraw] = useState(0)
  const now = useNow(1_000)
  const held = useMemo(() => settle(kept.current, live, last, keyOf, isRead, now), [live, last, keyOf, isRead, now])
  useEffect(() => redraw((count) => count + 1), [])
  const show = () => {
    settle(kept.current, live, last, keyOf, false, Number.POSITIVE_INFINITY)
    redraw((count) => count + 1)
  }
  return {
    rows: [...kept.current.values()].map(({ row, overSince }) => ({ row, over: overSince !== null })),
    held,
    show,
    reading: {
      onPointerEnter: () => setRead(true),
      onPointerLeave: () => setRead(false),
      onFocus: () => setRead(true),
      onBlur: () => setRead(false),
    },
  }
}

/** Changes `kept` in place; its order is the order on the screen. */
function settle<T>(
  kept: Map<number, Kept<T>>,
  live: readonly T[],
  last: (key: number) => T | undefined,
  keyOf: (row: T) => number,
  isRead: boolean,
  now: number,
): { added: number; ended: number } {
  const alive = new Map(live.map((row) => [keyOf(row), row]))
  let ended = 0
  for (const [key, entry] of kept) {
    const row = alive.get(key)
    if (row) kept.set(key, { row, overSince: null })
    else {
      const overSince = entry.overSince ?? Math.min(now, Date.now())
      if (!isRead && now - overSince > LINGER_MS) kept.delete(key)
      else kept.set(key, { row: last(key) ?? entry.row, overSince })
      ended += 1
    }
  }
  const fresh = live.filter((row) => !kept.has(keyOf(row)))
  if (!isRead || kept.size === 0) for (const row of fresh) kept.set(keyOf(row), { row, overSince: null })
  return isRead && kept.size > 0
    ? { added: fresh.filter((row) => !kept.has(keyOf(row))).length, ended }
    : { added: 0, ended: 0 }
}
