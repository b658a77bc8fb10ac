/** Which campaign the user wants to resume; `resume-question.tsx` asks, and is loaded only then. */
import { useSyncExternalStore } from 'react'
import type { Campaign } from '../api/campaigns.ts'

let asked: number | null = null
const listeners = new Set<() => void>()

function ask(id: number | null): void {
  asked = id
  for (const listener of listeners) listener()
}

export const askToResume = ({ id }: Pick<Campaign, 'id'>): void => ask(id)
export const endResumeQuestion = (): void => ask(null)

export const useAskedToResume = (): number | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
