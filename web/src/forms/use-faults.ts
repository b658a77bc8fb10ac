import { useState } from 'react'
import { faultsByField } from '../api/error-words.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/** The server's validation errors of the last attempt, by field; `noting(act)` stores them and rethrows. */
export function useFaults() {
  const [faults, setFaults] = useState(NONE)
  const noting =
    <T>(act: () => Promise<T>) =>
    async (): Promise<T> => {
      setFaults(NONE)
      try {
        return await act()
      } catch (error) {
        setFaults(faultsByField(error))
        throw error
      }
    }
  return { faults, noting, forget: () => setFaults(NONE) }
}
