import type { Schemas } from '@outdial/sdk'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { api, download } from '../../api/session.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { capitalized, count } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { moment, utcTitle } from '../../ui/time.ts'

type AuditEvent = Schemas['AuditEvent']

const PAGE = 1_000

/** The server tells them from the oldest on; all are read before the newest is shown on top. */
const auditTrail = {
  queryKey: ['audit'],
  initialPageParam: 0,
  queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    (await api().GET('/api/v1/audit-events', { params: { query: { after: pageParam, limit: PAGE } }, signal })).data!,
  getNextPageParam: (page: { audit_events: AuditEvent[]; next_cursor: number }) =>
    page.audit_events.length === PAGE ? page.next_cursor : undefined,
  staleTime: 0,
}

/** Walks along the whole record of calls, so it is asked for, not read by itself. */
function LedgerCheck() {
  const verify = useMutation({ mutationFn: async () => (await api().GET('/api/v1/ledger/verify')).data! })
  const { data } = verify
  return (
    <Section
      title="Ledger"
      aside={
        <span className="row">
          <Button small busy={verify.isPending} onClick={() => verify.mutate()}>
            Verify it
          </Button>
          <Button small icon="download" onClick={() => download('/api/v1/ledger/export', 'ledger.jsonl')}>
            Export
          </Button>
        </span>
      }
    >
      {verify.error && <Note tone="bad">{sentenceOf(verify.error)}</Note>}
      {data ? (
        <div role="status">
          <Note
            tone={data.ok ? 'good' : 'bad'}
            title={
              data.ok
                ? `Chain verified: ${count(data.records)} records, none altered, dropped or moved`
                : 'The chain is broken'
            }
          >
            {data.faults.map(({ message }) => message).join(' ')}
          </Note>
        </div>
      ) : (
        <p className="soft">
          Who was called, when and under which rules, as a chain in which nothing can be changed unnoticed.
        </p>
      )}
    </Section>
  )
}

export default function Audit() {
  return (
    <>
      <LedgerCheck />
      <AuditTrail />
    </>
  )
}

function AuditTrail() {
  const query = useInfiniteQuery(auditTrail)
  const zone = useOrganization().time_zone
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.audit_events).reverse() ?? [], [query.data])
  return (
    <Section
      title="Audit"
      count={query.data && count(events.length)}
      aside={
        query.hasNextPage ? (
          <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Read newer ones
          </Button>
        ) : (
          'newest first'
        )
      }
    >
      <Show of={query} what="The audit" rows={6}>
        {() =>
          events.length === 0 ? (
            <Empty title="Nothing was changed yet">
              Changes appear here, with who made them and the previous values.
            </Empty>
          ) : (
            <div className="sheet">
              <table className="aud">
                <tbody>
                  {events.map((event) => (
                    <tr key={event.id}>
                      <td className="mute nowrap" title={utcTitle(Date.parse(event.at))}>
                        {moment(Date.parse(event.at), zone)}
                      </td>
                      <td className="nowrap" title={event.address ?? undefined}>
                        {event.api_key_name ?? event.author ?? 'Outdial'}
                      </td>
                      <td>
                        {doneWords(event.operation)}{' '}
                        <span className="mute code">{event.subject.replace('/api/v1', '')}</span>
                      </td>
                      <td className="num soft">{changeWords(event)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Show>
    </Section>
  )
}

/** "updateCampaign" as "Update campaign". */
const doneWords = (operation: string): string => capitalized(operation.replace(/([A-Z])/g, ' $1').toLowerCase())

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? 'nothing').slice(0, 40)
}

/** What changed, if it can be said in a line: "max_concurrency 10 → 20". */
function changeWords({ before, after }: AuditEvent): string {
  const was = (before ?? {}) as Record<string, unknown>
  const is = (after ?? {}) as Record<string, unknown>
  const names = Object.keys(is).filter((name) => before && JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  const told = names.filter((name) => !/_at$|^logs$/.test(name))
  const [first] = told
  if (first === undefined) return ''
  const rest = told.length > 1 ? ` and ${count(told.length - 1)} more` : ''
  return `${first} ${short(was[first])} → ${short(is[first])}${rest}`
}
