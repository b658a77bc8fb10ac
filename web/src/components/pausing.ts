/** Campaigns whose pause the server has not confirmed yet: their buttons show it. */
import { useSyncExternalStore } from 'react'

/** Id that stands for the request which pauses all campaigns. */
export const ALL_CAMPAIGNS = 0

let pausing: ReadonlySet<number> = new Set()
const listeners = new Set<() => void>()

export function setCampaignPausing(id: number, is: boolean): void {
  const next = new Set(pausing)
  if (is) next.add(id)
  else next.delete(id)
  pausing = next
  for (const listener of listeners) listener()
}

export const isPausing = (id: number): boolean => pausing.has(id)

export function usePausing(id: number): boolean {
  const known = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pausing,
  )
  return known.has(id) || known.has(ALL_CAMPAIGNS)
}
