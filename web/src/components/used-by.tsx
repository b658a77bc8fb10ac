import { Show } from '../ui/states.tsx'

interface UsedByProps {
  of: { data: { used_by: readonly string[] } | undefined; error: unknown; refetch(): unknown }
}

/** Where a document or a recording is used: it cannot be deleted while it is. */
export function UsedBy({ of }: UsedByProps) {
  return (
    <Show of={of} what="Where it is used">
      {({ used_by }) =>
        used_by.length === 0 ? (
          <p className="soft">No workflow uses it.</p>
        ) : (
          <p className="soft">Used by: {used_by.join(', ')}.</p>
        )
      }
    </Show>
  )
}

/** Null: it can be deleted. */
export function whyKept(of: UsedByProps['of']): string | null {
  if (!of.data) return of.error ? 'Where it is used could not be read.' : 'Looking where it is used…'
  return of.data.used_by.length > 0 ? 'Remove it from these workflows first.' : null
}
