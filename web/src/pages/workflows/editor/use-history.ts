import { useCallback, useState } from 'react'

interface History<T> {
  past: T[]
  present: T
  future: T[]
  /** Name of the last change; consecutive changes with the same name are one undo step. */
  last: string | null
}

export interface EditHistory<T> {
  value: T
  change(next: T | ((now: T) => T), name?: string): void
  undo: (() => void) | null
  redo: (() => void) | null
  /** Makes the saved state the new base; undo stays possible. */
  rebase(value: T): void
}

/** An unlimited undo history: changes are small, and a user may want to undo all of them. */
export function useHistory<T>(first: T): EditHistory<T> {
  const [history, setHistory] = useState<History<T>>({ past: [], present: first, future: [], last: null })
  const change = useCallback((next: T | ((now: T) => T), name?: string) => {
    setHistory((before) => {
      const present = typeof next === 'function' ? (next as (now: T) => T)(before.present) : next
      if (present === before.present) return before
      const joined = name !== undefined && name === before.last
      return { past: joined ? before.past : [...before.past, before.present], present, future: [], last: name ?? null }
    })
  }, [])
  const undo = useCallback(
    () =>
      setHistory(({ past, present, future }) => {
        const previous = past.at(-1)
        if (previous === undefined) return { past, present, future, last: null }
        return { past: past.slice(0, -1), present: previous, future: [present, ...future], last: null }
      }),
    [],
  )
  const redo = useCallback(
    () =>
      setHistory(({ past, present, future }) => {
        const [next, ...rest] = future
        if (next === undefined) return { past, present, future, last: null }
        return { past: [...past, present], present: next, future: rest, last: null }
      }),
    [],
  )
  const rebase = useCallback((value: T) => setHistory((before) => ({ ...before, present: value, last: null })), [])
  return {
    value: history.present,
    change,
    undo: history.past.length > 0 ? undo : null,
    redo: history.future.length > 0 ? redo : null,
    rebase,
  }
}
