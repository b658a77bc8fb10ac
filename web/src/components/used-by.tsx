import { QueryContent } from '../ui/states.tsx'
import { shared } from '../words/shared.ts'

interface UsedByProps {
  of: { data: { used_by: readonly string[] } | undefined; error: unknown; refetch(): unknown }
}

/** Lists where a document or a recording is used, because it cannot be deleted while in use. */
export function UsedBy({ of }: UsedByProps) {
  return (
    <QueryContent of={of} what={shared.usedByWhat}>
      {({ used_by }) =>
        used_by.length === 0 ? (
          <p className="soft">{shared.unused}</p>
        ) : (
          <p className="soft">{shared.usedBy(used_by.join(', '))}</p>
        )
      }
    </QueryContent>
  )
}

/** Why it cannot be deleted; null: it can. */
export function whyNotDeletable(of: UsedByProps['of']): string | null {
  if (!of.data) return of.error ? shared.usedByUnread : shared.usedByReading
  return of.data.used_by.length > 0 ? shared.usedByKept : null
}
