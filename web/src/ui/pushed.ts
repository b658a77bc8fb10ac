/** Whether a drawer pushes the page aside; counted, because one may open before another has closed. */
import { useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  open += by
  for (const listener of listeners) listener()
}

export function pushPage(): () => void {
  change(1)
  return () => change(-1)
}

export function useIsPagePushed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open > 0,
  )
}
