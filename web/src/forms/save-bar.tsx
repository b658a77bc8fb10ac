import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { formWords as w } from '../words/forms.ts'

interface SaveBarProps {
  changes: number
  /** A sentence that says when the changes take effect. */
  effect: ReactNode
  busy?: boolean
  onSave(): void
  onDiscard(): void
  verb?: string
}

/** A bar that appears once something has changed; asks before leaving with unsaved changes. */
export function SaveBar({ changes, effect, busy = false, onSave, onDiscard, verb = w.save }: SaveBarProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => changes > 0,
    enableBeforeUnload: () => changes > 0,
    withResolver: true,
  })
  return (
    <>
      {changes > 0 && (
        <section className="savebar float sheet" aria-label={w.unsaved}>
          <span className="grow">
            <b className="strong">{w.changes(changes)}</b> <span className="soft">{effect}</span>
          </span>
          <Button onClick={onDiscard}>{w.discard}</Button>
          <Button kind="primary" busy={busy} onClick={onSave}>
            {verb}
          </Button>
        </section>
      )}
      <Confirm
        open={blocker.status === 'blocked'}
        onClose={() => blocker.status === 'blocked' && blocker.reset()}
        title={w.leaveWithout(w.changes(changes))}
        verb={w.leave}
        kind="danger"
        safe={w.stay}
        act={async () => blocker.status === 'blocked' && blocker.proceed()}
      >
        <p className="soft">{w.isLost}</p>
      </Confirm>
    </>
  )
}
