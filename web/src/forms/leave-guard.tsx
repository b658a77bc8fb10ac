import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '../ui/confirm.tsx'

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
      title={`Leave without saving ${what}?`}
      verb="Leave"
      kind="danger"
      safe="Stay here"
      act={async () => blocked && blocker.proceed()}
    >
      <p className="soft">What you changed on this page is lost. Nothing on the server changes.</p>
    </Confirm>
  )
}
