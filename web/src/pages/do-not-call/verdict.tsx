import { useQuery } from '@tanstack/react-query'
import { type NumberHistory, numberHistory } from '../../api/numbers.ts'
import type { Suppression } from '../../api/suppressions.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { count, phone } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { doNotCallWords as w } from '../../words/do-not-call.ts'
import { completeNumber } from './match.ts'

const ASK_AFTER_MS = 250

interface VerdictProps {
  text: string
  found: readonly Suppression[]
  /** Whether the whole list was searched. */
  whole: boolean
  onAdd(): void
  onRemove(entry: Suppression): void
}

/** For a complete number the server answers, by all entries and ranges; other digits are only searched for in the list. */
export function DoNotCallVerdict({ text, found, whole, onAdd, onRemove }: VerdictProps) {
  const settled = useDebounced(text, ASK_AFTER_MS)
  const [only] = found.length === 1 ? found : []
  const number = completeNumber(settled) ?? only?.phone_number ?? null
  if (number !== null && settled === text)
    return <NumberVerdict number={number} found={found} onAdd={onAdd} onRemove={onRemove} />
  if (found.length > 1)
    return (
      <div role="status">
        <Note>{w.contain(count(found.length))}</Note>
      </div>
    )
  if (!whole) return <p className="soft">{w.looking}</p>
  return (
    <div role="status">
      <Note title={w.noEntry} acts={<Button onClick={onAdd}>{w.addIt}</Button>}>
        {w.toLearn}
      </Note>
    </div>
  )
}

type NumberProps = Pick<VerdictProps, 'found' | 'onAdd' | 'onRemove'> & { number: string }

function NumberVerdict({ number, found, onAdd, onRemove }: NumberProps) {
  const zone = useOrganization().time_zone
  const history = useQuery(numberHistory(number))
  return (
    <QueryContent of={history} what={w.whether}>
      {({ phone_number, suppressed }) => {
        const own = found.find((entry) => entry.phone_number === phone_number)
        const [entry] = suppressed
        return (
          <div role="status">
            <Note
              tone={entry ? 'warn' : ''}
              title={entry ? titleOf(phone_number, suppressed, zone) : w.notOnList(phone(phone_number))}
              acts={
                <>
                  <NumberLink number={phone_number} className="btn">
                    {w.history}
                  </NumberLink>
                  {own && <Button onClick={() => onRemove(own)}>{w.remove}</Button>}
                  {!entry && <Button onClick={onAdd}>{w.addIt}</Button>}
                </>
              }
            >
              {entry
                ? suppressed.map((one) => (
                    <p key={`${one.kind}${one.value}${one.created_at}`}>
                      {one.kind === 'number' ? '' : w.byRange(one.value)}
                      {w.sinceFor(fullMoment(Date.parse(one.created_at), zone), one.reason.replaceAll('_', ' '))}
                    </p>
                  ))
                : w.neither}
            </Note>
          </div>
        )
      }}
    </QueryContent>
  )
}

function titleOf(number: string, entries: NumberHistory['suppressed'], zone: string): string {
  const ends = entries.map(({ expires_at }) => expires_at)
  const last = ends.includes(null) ? null : (ends as string[]).toSorted().at(-1)
  return last ? w.notCalledUntil(phone(number), fullMoment(Date.parse(last), zone)) : w.isNeverCalled(phone(number))
}
