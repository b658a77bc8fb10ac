/** What the page in view can do, offered by the command palette before the places one can go to. */
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
