/**
 * Rows by time, newest first, that do not move while the user reads: with the pointer or the focus inside, rows keep their places
 * and only their content changes; new rows wait behind a button.
 */
import { useEffect, useState } from 'react'

export interface FrozenRows<T> {
  rows: readonly T[]
  /** Number of new rows that wait. */
  fresh: number
  show(): void
  /** Event handlers for the element around the list. */
  reading: { onPointerEnter(): void; onPointerLeave(): void; onFocus(): void; onBlur(): void }
}

export function useFrozenRows<T extends { id: number }>(rows: readonly T[]): FrozenRows<T> {
  const [isRead, setRead] = useState(false)
  const [kept, setKept] = useState(rows)
  useEffect(() => {
    if (!isRead) setKept(rows)
  }, [isRead, rows])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = new Set(kept.map(({ id }) => id))
  // After a change of filter or page none of the previous rows is left, so nothing is held back.
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
