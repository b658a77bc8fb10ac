import * as Radix from '@radix-ui/react-dialog'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isTyping, keysAreOn, useKey } from '../keys/use-key.ts'
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

/** From this width on the drawer pushes the page aside (`styles/live.css`); below, it covers the page. */
const PUSHES = '(min-width: 1280px)'

/**
 * Details of one list item. On wide screens the drawer is beside the list, which stays usable. On narrow ones it covers the page
 * and is a dialog: the focus cannot leave it.
 */
export function Drawer(props: DrawerProps) {
  // Decided when the drawer opens: a change while it is open would render its content again, and restart a conversation in it.
  const [isBeside] = useState(() => matchMedia(PUSHES).matches)
  return isBeside ? <BesidePage {...props} /> : <OverPage {...props} />
}

/** A row that was opened by keyboard had no focus of its own, so its list gets the focus. */
function returnFocus(before: HTMLElement | null): void {
  const isLost = !before?.isConnected || before === document.body
  const back = isLost ? document.querySelector<HTMLElement>('[role=grid] [tabindex="0"], #main') : before
  back?.focus({ preventScroll: true })
}

function BesidePage(props: DrawerProps) {
  const heading = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => pushPage(), [])
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    box.current?.focus({ preventScroll: true })
    return () => returnFocus(before)
  }, [])
  useKey('escape', props.onClose)
  return (
    <aside className="drawer" aria-labelledby={heading} ref={box} tabIndex={-1}>
      <Inside
        {...props}
        heading={
          <h2 id={heading} className="title-18">
            {props.title}
          </h2>
        }
      />
    </aside>
  )
}

function OverPage(props: DrawerProps) {
  const [before] = useState(() => document.activeElement as HTMLElement | null)
  const box = useRef<HTMLDivElement>(null)
  return (
    <Radix.Root open onOpenChange={(now) => !now && props.onClose()}>
      <Radix.Portal>
        <div className="scrim" aria-hidden="true" onClick={props.onClose} />
        <Radix.Content
          className="drawer over"
          ref={box}
          aria-describedby={undefined}
          onKeyDown={(event) => walk(event, props)}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            box.current?.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(before)
          }}
        >
          <Inside {...props} heading={<Radix.Title className="title-18">{props.title}</Radix.Title>} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Handles `j` and `k`, which move through the list: the page's own shortcuts are disabled behind a dialog. */
function walk(event: KeyboardEvent, { onNext, onPrevious }: DrawerProps): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !keysAreOn()) return
  if (event.key === 'j') onNext?.()
  if (event.key === 'k') onPrevious?.()
}

function Inside({ heading, sub, onClose, onPrevious, onNext, children, footer }: DrawerProps & { heading: ReactNode }) {
  return (
    <>
      <header>
        <div className="row between items-start">
          <div className="grow">
            {heading}
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
    </>
  )
}
