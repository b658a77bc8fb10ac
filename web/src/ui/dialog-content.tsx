/**
 * The content of a dialog, which `dialog.tsx` loads. Radix traps the focus; a separate scrim replaces its overlay, which would
 * insert a style element, which the page's content security policy forbids.
 */
import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'

/** Delay in milliseconds before keys count: a key pressed for another purpose must not answer the question. */
const DEAF_MS = 500

export interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  footer?: ReactNode
  className?: string
}

export default function DialogContent({ open, onClose, title, children, footer, className = '' }: DialogProps) {
  const openedAt = useRef(0)
  return (
    <Radix.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <Radix.Portal>
        <div className="scrim" aria-hidden="true" onClick={onClose} />
        <Radix.Content
          className={`dialog ${className}`}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            openedAt.current = performance.now()
          }}
          onKeyDownCapture={(event) => {
            if (event.key === 'Enter' && performance.now() - openedAt.current < DEAF_MS) event.preventDefault()
          }}
        >
          <div className="in">
            <Radix.Title>{title}</Radix.Title>
            {children}
          </div>
          {footer && <footer>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
