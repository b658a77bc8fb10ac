/**
 * Rows by time, newest first, that do not move under whoever reads them: while the pointer or the focus is inside, they keep
 * their places and change only in content; what is new waits behind a word.
 */
import { useEffect, useState } from 'react'

export interface Frozen<T> {
  rows: readonly T[]
  /** How many wait. */
  fresh: number
  show(): void
  /** For the element around the list. */
  reading: { onPointerEnter(): void; onPointerLeave(): void; onFocus(): void; onBlur(): void }
}

export function useFrozenRows<T extends { id: number }>(rows: readonly T[]): Frozen<T> {
  const [isRead, setRead] = useState(false)
  const [kept, setKept] = useState(rows)
  useEffect(() => {
    if (!isRead) setKept(rows)
  }, [isRead, rows])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = new Set(kept.map(({ id }) => id))
  // Another filter or page is not news: nothing of what was there is left.
  const same = isRead && kept.some(({ id }) => byId.has(id))
  return {
    rows: same ? kept.map((row) => byId.get(row.id) ?? row) : rows,
    fresh: same ? rows.filter(({ id }) => !known.has(id)).length : 0,
    show: () => setKept(rows),
    reading: {
      onPointerEnter: () => setRead(true),
      onPointerLeave: () => setRead(false),
      onFocus: () => setRead(true),
      onBlur: () => setRead(false),
    },
  }
}
