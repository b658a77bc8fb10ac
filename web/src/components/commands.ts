/** Actions of the current page, listed in the command palette before navigation entries. */
import { useEffect, useRef } from 'react'
import type { IconName } from '../ui/icon.tsx'

export interface Command {
  label: string
  icon: IconName
  detail?: string
  run(): void
}

const offered: { current: readonly Command[] }[] = []

export function useCommands(commands: readonly Command[]): void {
  const ref = useRef(commands)
  ref.current = commands
  useEffect(() => {
    offered.push(ref)
    return () => {
      offered.splice(offered.indexOf(ref), 1)
    }
  }, [])
}

export const offeredCommands = (): Command[] => offered.flatMap(({ current }) => [...current])
