import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '../ui/confirm.tsx'
import { formWords as w } from '../words/forms.ts'

/** Asks before leaving with unsaved changes. */
export function LeaveGuard({ dirty, what }: { dirty: boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  const blocked = blocker.status === 'blocked'
  return (
    <Confirm
      open={blocked}
      onClose={() => blocked && blocker.reset()}
      title={w.leaveWithout(what)}
      verb={w.leave}
      kind="danger"
      safe={w.stay}
      act={async () => blocked && blocker.proceed()}
    >
      <p className="soft">{w.isLost}</p>
    </Confirm>
  )
}
