import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type Suppression, suppressionList } from '../../api/suppressions.ts'
import { useCommands } from '../../components/commands.ts'
import { Page } from '../../components/page.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Search } from '../../ui/chip.tsx'
import { count, phone } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { moment, utcTitle } from '../../ui/time.ts'
import { type Column, listHeight, VirtualList } from '../../ui/virtual-list.tsx'
import { AddNumber } from './add-number.tsx'
import { exportList } from './export-list.ts'
import { digitsOf, matches } from './match.ts'
import { RemoveNumber } from './remove-number.tsx'
import { Verdict } from './verdict.tsx'

/** Whether a number may be called is asked first; the list stands below. */
export function DoNotCallPage() {
  const query = useInfiniteQuery(suppressionList())
  // Not in the address: it is somebody's number.
  const [text, setText] = useState('')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Suppression | null>(null)
  const all = useMemo(
    () => (query.data?.pages.flat() ?? []).sort((one, other) => other.created_at.localeCompare(one.created_at)),
    [query.data],
  )
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const searching = digitsOf(text) !== ''
  useEffect(() => {
    // An answer about a number counts only once the whole list was looked at.
    if (searching && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [searching, hasNextPage, isFetchingNextPage, fetchNextPage])
  const shown = useMemo(() => all.filter((entry) => matches(entry, text)), [all, text])
  useCommands([{ label: 'Never call a number…', icon: 'dnc', run: () => setAdding(true) }])
  return (
    <Page
      title="Do not call"
      actions={
        <>
          {all.length > 0 && (
            <Button icon="download" onClick={() => void exportList()}>
              Export
            </Button>
          )}
          <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
            Add a number
          </Button>
        </>
      }
    >
      <div className="stack max-w-[720px] gap-3">
        <Search
          label="Is this number on the list?"
          placeholder="Is this number on it?"
          value={text}
          onChange={setText}
        />
        {searching && query.data && (
          <Verdict
            text={text}
            found={shown}
            whole={!hasNextPage}
            onAdd={() => setAdding(true)}
            onRemove={setRemoving}
          />
        )}
      </div>
      <Show of={query} what="The do-not-call list" rows={6}>
        {() =>
          all.length === 0 ? (
            <Empty
              title="Nobody has asked not to be called"
              acts={<Button onClick={() => setAdding(true)}>Add a number</Button>}
            >
              Who asks the agent not to be called again is put here within the same call, and no campaign calls them.
            </Empty>
          ) : (
            <Section
              title="Numbers that are never called"
              count={`${count(shown.length)}${hasNextPage ? ' and more' : ''}`}
              aside="newest first"
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
      </Show>
      <AddNumber key={String(adding)} open={adding} number={text} onClose={() => setAdding(false)} />
      <RemoveNumber entry={removing} onClose={() => setRemoving(null)} />
    </Page>
  )
}

interface NumbersProps {
  rows: readonly Suppression[]
  onRemove(entry: Suppression): void
  more(): void
}

function Numbers({ rows, onRemove, more }: NumbersProps) {
  const zone = useOrganization().time_zone
  const columns = useMemo<Column<Suppression>[]>(
    () => [
      {
        title: 'Number',
        width: 'minmax(0, 1fr)',
        cell: (entry) => <span className="strong">{phone(entry.phone_number)}</span>,
      },
      { title: 'Why', width: 'minmax(0, 1.4fr)', wide: true, cell: (entry) => entry.reason.replaceAll('_', ' ') },
      {
        title: 'Came',
        width: '110px',
        wide: true,
        cell: (entry) =>
          entry.call_id === null ? (
            <span className="mute">by hand</span>
          ) : (
            <Link className="link" to={paths.call(entry.call_id)}>
              in a call
            </Link>
          ),
      },
      {
        title: 'Since',
        width: 'var(--w-time)',
        numeric: true,
        cell: (entry) => (
          <span className="mute" title={utcTitle(Date.parse(entry.created_at))}>
            {moment(Date.parse(entry.created_at), zone)}
          </span>
        ),
      },
      {
        title: <span className="vh">Remove</span>,
        width: '96px',
        numeric: true,
        cell: (entry) => (
          <Button
            kind="quiet"
            small
            aria-label={`Remove ${phone(entry.phone_number)}…`}
            onClick={(event) => {
              event.stopPropagation()
              onRemove(entry)
            }}
          >
            Remove…
          </Button>
        ),
      },
    ],
    [zone, onRemove],
  )
  return (
    <VirtualList
      label="Numbers that are never called"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={onRemove}
      rowHeight={36}
      height={listHeight(rows.length, 36, 260)}
      onEnd={more}
    />
  )
}
