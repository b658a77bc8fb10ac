import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'
import type { IconName } from './icon.tsx'

export interface MenuItem {
  label: string
  icon?: IconName
  keys?: string
  danger?: boolean
  /** Why the entry is not possible now; shown in the menu instead of a tooltip. */
  whyNot?: string | null
  run(): void
}

export interface MenuProps {
  trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' }>
  items: (MenuItem | 'separator')[]
  label: string
}

const OpenMenu = lazy(() => import('./open-menu.tsx'))

/** A menu whose positioning code is loaded when the first menu is opened. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false)
  const closed = cloneElement(props.trigger, { onClick: () => setWanted(true), 'aria-haspopup': 'menu' })
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu {...props} />
    </Suspense>
  )
}
