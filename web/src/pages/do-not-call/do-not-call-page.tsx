import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { download } from '../../api/session.ts'
import { type Suppression, suppressionList } from '../../api/suppressions.ts'
import { useCommands } from '../../components/commands.ts'
import { numberState } from '../../components/number-link.tsx'
import { Page } from '../../components/page.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Search } from '../../ui/chip.tsx'
import { count, phone } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { shortMoment, utcTitle } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { type Column, listHeight, VirtualList } from '../../ui/virtual-list.tsx'
import { doNotCallWords as w } from '../../words/do-not-call.ts'
import { AddNumber } from './add-number.tsx'
import { Candidates } from './candidates.tsx'
import { ImportFile } from './import-file.tsx'
import { digitsOf, isExpired, matchesSearch } from './match.ts'
import { Ranges } from './ranges.tsx'
import { RemoveNumber } from './remove-number.tsx'
import { DoNotCallVerdict } from './verdict.tsx'

/** The page: first the check whether a number may be called, then the list. */
export function DoNotCallPage() {
  const query = useInfiniteQuery(suppressionList())
  // The text is not part of the address, because it is a person's number.
  const [text, setText] = useState('')
  const [adding, setAdding] = useState(false)
  const [importing, setImporting] = useState(false)
  const [removing, setRemoving] = useState<Suppression | null>(null)
  const all = useMemo(
    () => (query.data?.pages.flat() ?? []).sort((one, other) => other.created_at.localeCompare(one.created_at)),
    [query.data],
  )
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const searching = digitsOf(text) !== ''
  useEffect(() => {
    // The result for a number is valid only after the whole list was searched.
    if (searching && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [searching, hasNextPage, isFetchingNextPage, fetchNextPage])
  const shown = useMemo(() => all.filter((entry) => matchesSearch(entry, text)), [all, text])
  useCommands([{ label: w.addCommand, icon: 'dnc', run: () => setAdding(true) }])
  return (
    <Page
      title={w.title}
      actions={
        <>
          {all.length > 0 && (
            <Button
              icon="download"
              className="wide-only"
              onClick={() => download('/api/v1/suppressions/export', 'do-not-call.csv')}
            >
              {w.export}
            </Button>
          )}
          <Button icon="upload" className="wide-only" onClick={() => setImporting(true)}>
            {w.import}
          </Button>
          <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
            {w.add}
          </Button>
        </>
      }
    >
      <div className="stack max-w-[720px] gap-3">
        <Search label={w.isOnList} placeholder={w.isOnIt} value={text} onChange={setText} />
        {searching && query.data && (
          <DoNotCallVerdict
            text={text}
            found={shown}
            whole={!hasNextPage}
            onAdd={() => setAdding(true)}
            onRemove={setRemoving}
          />
        )}
      </div>
      <Candidates />
      <QueryContent of={query} what={w.theList} rows={6}>
        {() =>
          all.length === 0 ? (
            <Empty title={w.empty} acts={<Button onClick={() => setAdding(true)}>{w.add}</Button>}>
              {w.emptyText}
            </Empty>
          ) : (
            <Section
              title={w.neverCalled}
              count={[count(shown.length), hasNextPage && w.readSoFar].filter(Boolean).join(' ')}
              aside={hasNextPage ? w.newestOfRead : w.newestFirst}
            >
              <Numbers
                rows={shown}
                onRemove={setRemoving}
                more={() => {
                  if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
                }}
              />
            </Section>
          )
        }
      </QueryContent>
      <AddNumber key={String(adding)} open={adding} number={text} onClose={() => setAdding(false)} />
      <Ranges />
      {removing && <RemoveNumber key={removing.id} entry={removing} onClose={() => setRemoving(null)} />}
      {importing && <ImportFile onClose={() => setImporting(false)} />}
    </Page>
  )
}

const SOURCES: Record<string, string> = w.sources

interface NumbersProps {
  rows: readonly Suppression[]
  onRemove(entry: Suppression): void
  more(): void
}

function Numbers({ rows, onRemove, more }: NumbersProps) {
  const zone = useOrganization().time_zone
  const navigate = useNavigate()
  const now = useNow(60_000)
  const columns = useMemo<Column<Suppression>[]>(
    () => [
      {
        title: w.number,
        width: 'minmax(0, 1fr)',
        cell: (entry) => <span className="strong">{phone(entry.phone_number)}</span>,
      },
      { title: w.reason, width: 'minmax(0, 1.4fr)', wide: true, cell: (entry) => entry.reason.replaceAll('_', ' ') },
      {
        title: w.source,
        width: '130px',
        wide: true,
        cell: (entry) =>
          entry.call_id === null ? (
            <span className="mute">{SOURCES[entry.source] ?? entry.source}</span>
          ) : (
            <Link className="link" to={paths.call(entry.call_id)}>
              {w.sources.call}
            </Link>
          ),
      },
      {
        title: w.until,
        width: '140px',
        wide: true,
        cell: (entry) =>
          entry.expires_at === null ? (
            w.withoutEnd
          ) : (
            <span className={isExpired(entry, now) ? 'warn' : ''}>
              {isExpired(entry, now)
                ? w.ended(shortMoment(Date.parse(entry.expires_at), zone))
                : shortMoment(Date.parse(entry.expires_at), zone)}
            </span>
          ),
      },
      {
        title: w.since,
        width: 'var(--w-time)',
        numeric: true,
        cell: (entry) => (
          <span className="mute" title={utcTitle(Date.parse(entry.created_at))}>
            {shortMoment(Date.parse(entry.created_at), zone)}
          </span>
        ),
      },
      {
        title: <span className="vh">{w.removeTitle}</span>,
        width: '96px',
        numeric: true,
        cell: (entry) => (
          <Button
            kind="quiet"
            small
            aria-label={w.removeNamed(phone(entry.phone_number))}
            onClick={(event) => {
              event.stopPropagation()
              onRemove(entry)
            }}
          >
            {w.remove}
          </Button>
        ),
      },
    ],
    [zone, onRemove, now],
  )
  return (
    <VirtualList
      label={w.neverCalled}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={(entry) => void navigate({ to: paths.number, state: numberState(entry.phone_number) })}
      rowHeight={36}
      height={listHeight(rows.length, 36, 260)}
      onEnd={more}
    />
  )
}
