import type { Suppression } from '../../api/suppressions.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { count, phone } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { moment, relative } from '../../ui/time.ts'

interface VerdictProps {
  text: string
  found: readonly Suppression[]
  /** Whether the whole list was looked at. */
  whole: boolean
  onAdd(): void
  onRemove(entry: Suppression): void
}

export function Verdict({ text, found, whole, onAdd, onRemove }: VerdictProps) {
  const zone = useOrganization().time_zone
  const [one] = found
  if (one && found.length === 1) {
    const since = Date.parse(one.created_at)
    return (
      <div role="status">
        <Note
          tone="warn"
          title={`${phone(one.phone_number)} is never called`}
          acts={<Button onClick={() => onRemove(one)}>Remove…</Button>}
        >
          Since {moment(since, zone)}, {relative(since)}: {one.reason.replaceAll('_', ' ')}
        </Note>
      </div>
    )
  }
  if (found.length > 1)
    return (
      <div role="status">
        <Note>{count(found.length)} numbers on the list contain these digits.</Note>
      </div>
    )
  if (!whole) return <p className="soft">Looking through the whole list…</p>
  return (
    <div role="status">
      <Note tone="good" title="Not on the list" acts={<Button onClick={onAdd}>Add it</Button>}>
        No number on it contains {text.trim()}. It may be called where the other rules allow it.
      </Note>
    </div>
  )
}
