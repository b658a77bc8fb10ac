import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useKey } from '../keys/use-key.ts'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { pushPage } from './pushed.ts'

interface DrawerProps {
  title: string
  sub?: ReactNode
  onClose(): void
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  children: ReactNode
  footer?: ReactNode
}

/** Details of one list item, while the list stays visible: pushes the page on wide screens, covers it on narrow ones. */
export function Drawer({ title, sub, onClose, onPrevious, onNext, children, footer }: DrawerProps) {
  const heading = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => pushPage(), [])
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    box.current?.focus({ preventScroll: true })
    return () => {
      // A row opened by keyboard had no focus of its own: its list gets the focus.
      const isLost = !before?.isConnected || before === document.body
      const back = isLost ? document.querySelector<HTMLElement>('[role=grid] [tabindex="0"], #main') : before
      back?.focus({ preventScroll: true })
    }
  }, [])
  useKey('escape', onClose)
  return (
    <aside className="drawer" aria-labelledby={heading} ref={box} tabIndex={-1}>
      <header>
        <div className="row between items-start">
          <div className="grow">
            <h2 id={heading} className="title-18">
              {title}
            </h2>
            {sub && <div className="small mute">{sub}</div>}
          </div>
          <div className="row gap-0.5">
            {onPrevious && <Button kind="quiet" small icon="left" aria-label={shared.previous} onClick={onPrevious} />}
            {onNext && <Button kind="quiet" small icon="right" aria-label={shared.next} onClick={onNext} />}
            <Button kind="quiet" small icon="x" aria-label={shared.close} onClick={onClose} />
          </div>
        </div>
      </header>
      <div className="scroll grow">{children}</div>
      {footer && <footer className="row wrap border-0 border-t border-solid border-line px-5 py-3">{footer}</footer>}
    </aside>
  )
}
