/** Placeholders for data that is loading, missing or failed. */
import { type ReactNode, useEffect, useState } from 'react'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { FaultWords } from './fault-words.tsx'
import { Note } from './note.tsx'

export function Empty({ title, children, acts }: { title: string; children?: ReactNode; acts?: ReactNode }) {
  return (
    <div className="sheet empty">
      <h3 className="strong">{title}</h3>
      {children && <p>{children}</p>}
      {acts && <div className="row wrap">{acts}</div>}
    </div>
  )
}

const PATIENCE_MS = 150

/** A loading placeholder, delayed because most answers arrive immediately. */
export function Loading({ rows = 3, what }: { rows?: number; what: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <div className="sheet p-3.5" role="status" aria-label={shared.reading(what)}>
      <div className="skeleton">
        {Array.from({ length: rows }, (_, row) => (
          <i key={row} style={{ width: `${[42, 78, 60, 70][row % 4]}%` }} />
        ))}
      </div>
    </div>
  )
}

/** The error, shown in place of the missing data. */
export function Failed({ what, error, retry }: { what: string; error: unknown; retry?: () => void }) {
  return (
    <div role="alert">
      <Note
        tone="bad"
        title={shared.couldNotRead(what)}
        acts={
          retry && (
            <Button small onClick={retry}>
              {shared.tryAgain}
            </Button>
          )
        }
      >
        <FaultWords error={error} />
      </Note>
    </div>
  )
}

interface Readable<T> {
  data: T | undefined
  error: unknown
  refetch(): unknown
}

/** Shows a query's state: loading, failed, or its data. Old data stays while new data is loaded. */
export function QueryContent<T>({
  of,
  what,
  rows,
  children,
}: {
  of: Readable<T>
  what: string
  rows?: number
  children: (data: T) => ReactNode
}) {
  if (of.data !== undefined) return <>{children(of.data)}</>
  if (of.error) return <Failed what={what} error={of.error} retry={() => void of.refetch()} />
  return <Loading what={what.charAt(0).toLowerCase() + what.slice(1)} {...(rows ? { rows } : {})} />
}
