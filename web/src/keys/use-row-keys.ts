import { useCallback, useState } from 'react'
import { useKey } from './use-key.ts'

/** `j` and `k` move a selection through rows, `enter` opens the selected one. */
export function useRowKeys(rows: number, open: (row: number) => void) {
  const [selected, setSelected] = useState<number | null>(null)
  const move = useCallback(
    (by: number) =>
      setSelected((now) => (rows === 0 ? null : Math.min(rows - 1, Math.max(0, (now ?? (by > 0 ? -1 : rows)) + by)))),
    [rows],
  )
  useKey('j', () => move(1))
  useKey('k', () => move(-1))
  useKey(
    'enter',
    selected === null
      ? null
      : (event) => {
          if (event.target instanceof HTMLElement && event.target.closest('a, button'))
            return (event.target.closest('a, button') as HTMLElement).click()
          open(selected)
        },
  )
  return { selected, setSelected, move }
}
