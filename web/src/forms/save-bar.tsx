import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { plural } from '../ui/format.ts'

interface SaveBarProps {
  changes: number
  /** When the changes take effect. */
  effect: ReactNode
  busy?: boolean
  onSave(): void
  onDiscard(): void
  verb?: string
}

/** Appears once something has changed; asks before leaving with changes. */
export function SaveBar({ changes, effect, busy = false, onSave, onDiscard, verb = 'Save' }: SaveBarProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => changes > 0,
    enableBeforeUnload: () => changes > 0,
    withResolver: true,
  })
  return (
    <>
      {changes > 0 && (
        <section className="savebar float sheet" aria-label="Unsaved changes">
          <span className="grow">
            <b className="strong">{plural(changes, 'change')}</b> <span className="soft">{effect}</span>
          </span>
          <Button onClick={onDiscard}>Discard</Button>
          <Button kind="primary" busy={busy} onClick={onSave}>
            {verb}
          </Button>
        </section>
      )}
      <Confirm
        open={blocker.status === 'blocked'}
        onClose={() => blocker.status === 'blocked' && blocker.reset()}
        title={`Leave without saving ${plural(changes, 'change')}?`}
        verb="Leave"
        kind="danger"
        safe="Stay here"
        act={async () => blocker.status === 'blocked' && blocker.proceed()}
      >
        <p className="soft">What you changed on this page is lost. Nothing on the server changes.</p>
      </Confirm>
    </>
  )
}
