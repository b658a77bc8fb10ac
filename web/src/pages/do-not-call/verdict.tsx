import type { Suppression } from '../../api/suppressions.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { count, phone } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { moment, relative } from '../../ui/time.ts'

const isInternational = (text: string): boolean => /^(\+|00)\d/.test(text.trim())

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
          title={`${phone(one.phone_number)} is ${one.expires_at ? `not called until ${moment(Date.parse(one.expires_at), zone)}` : 'never called'}`}
          acts={
            <>
              <NumberLink number={one.phone_number} className="btn">
                History
              </NumberLink>
              <Button onClick={() => onRemove(one)}>Remove…</Button>
            </>
          }
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
      <Note
        title="Not on the list"
        acts={
          <>
            {isInternational(text) && (
              <NumberLink number={text.trim()} className="btn">
                History
              </NumberLink>
            )}
            <Button onClick={onAdd}>Add it</Button>
          </>
        }
      >
        No entry contains {text.trim()}. Prefixes and countries are below; the history of a number says whether it may
        be called now.
      </Note>
    </div>
  )
}
