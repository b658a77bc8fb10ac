import type { Schemas } from '@outdial/sdk'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { operationWords, sentenceOf } from '../../api/error-words.ts'
import { api, download } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { fullMoment, utcTitle } from '../../ui/time.ts'
import { auditWords as w } from '../../words/audit.ts'
import { changesOf, changeWords } from './audit-changes.ts'
import { auditSubject } from './audit-subject.ts'
import { ledgerVerdict } from './ledger-verdict.ts'

type AuditEvent = Schemas['AuditEvent']

const PAGE = 100

const auditTrail = (operation: string) => ({
  queryKey: ['audit', operation],
  initialPageParam: null as number | null,
  queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) => {
    const query = {
      newest_first: true,
      limit: PAGE,
      ...(pageParam === null ? {} : { before: pageParam }),
      ...(operation === '' ? {} : { operation }),
    }
    return (await api().GET('/api/v1/audit-events', { params: { query }, signal })).data!
  },
  getNextPageParam: (page: { audit_events: AuditEvent[]; next_cursor: number }) =>
    page.audit_events.length === PAGE ? page.next_cursor : undefined,
  staleTime: 0,
})

/** The check of the ledger. It reads the whole ledger, so it runs only on request. */
function LedgerCheck() {
  const verify = useMutation({ mutationFn: async () => (await api().GET('/api/v1/ledger/verify')).data! })
  const { data } = verify
  return (
    <Section
      help={helpGroup('ledger')}
      title={w.ledger}
      aside={
        <span className="row">
          <Button small busy={verify.isPending} onClick={() => verify.mutate()}>
            {w.verify}
          </Button>
          <Button small icon="download" onClick={() => download('/api/v1/ledger/export', 'ledger.jsonl')}>
            {w.export}
          </Button>
        </span>
      }
    >
      {verify.error && <Note tone="bad">{sentenceOf(verify.error)}</Note>}
      {data ? (
        <div role="status">
          <Note tone={data.ok ? 'good' : 'bad'} title={ledgerVerdict(data).title}>
            {ledgerVerdict(data).text}
          </Note>
        </div>
      ) : (
        <p className="soft">{w.aboutLedger}</p>
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
  const [operation, setOperation] = useState('')
  const query = useInfiniteQuery(auditTrail(operation))
  const zone = useOrganization().time_zone
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.audit_events) ?? [], [query.data])
  const seen = useOperations(events)
  return (
    <Section
      help={helpGroup('audit')}
      title={w.audit}
      count={query.data && (query.hasNextPage ? w.newest(count(events.length)) : count(events.length))}
      aside={
        <select
          className="select"
          aria-label={w.only}
          value={operation}
          onChange={({ target }) => setOperation(target.value)}
        >
          <option value="">{w.everything}</option>
          {seen.map((one) => (
            <option key={one} value={one}>
              {operationWords(one)}
            </option>
          ))}
        </select>
      }
    >
      <QueryContent of={query} what={w.theAudit} rows={6}>
        {() =>
          events.length === 0 ? (
            <Empty title={w.none}>{w.noneText}</Empty>
          ) : (
            <>
              <div className="sheet">
                <table className="aud">
                  <tbody>
                    {events.map((event) => (
                      <OneEvent key={event.id} event={event} zone={zone} />
                    ))}
                  </tbody>
                </table>
              </div>
              {query.hasNextPage && (
                <div className="mt-2">
                  <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {w.older}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryContent>
    </Section>
  )
}

/** All operations seen so far, so that the list of choices does not shrink when one is chosen. */
function useOperations(events: readonly AuditEvent[]): string[] {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const fresh = events.map(({ operation }) => operation).filter((one) => !known.has(one))
  if (fresh.length > 0) setKnown(new Set([...known, ...fresh]))
  return [...known].sort()
}

/** An audit entry that has been open for longer than this is no longer in progress; an upload may take an hour. */
const UNDER_WAY_MS = 3_600_000

function Unfinished({ at }: { at: number }) {
  const isUnderWay = Date.now() - at < UNDER_WAY_MS
  return <p className={`small ${isUnderWay ? 'soft' : 'warn'}`}>{isUnderWay ? w.underWay : w.stopped}</p>
}

function OneEvent({ event, zone }: { event: AuditEvent; zone: string }) {
  const changes = changesOf(event)
  return (
    <tr>
      <td className="mute nowrap" title={utcTitle(Date.parse(event.at))}>
        {fullMoment(Date.parse(event.at), zone)}
      </td>
      <td className="nowrap" title={event.address ?? undefined}>
        {event.api_key_name ?? event.author ?? 'Outdial'}
      </td>
      <td>
        {operationWords(event.operation)} <Subject event={event} />
        {!event.finished && <Unfinished at={Date.parse(event.at)} />}
        {changes.length > 0 && (
          <details className="small soft">
            <summary>{event.before === null ? w.fields(changes.length) : changeWords(changes)}</summary>
            <dl className="kv">
              {changes.map(({ name, was, is }) => (
                <div key={name} className="contents">
                  <dt className="code">{name}</dt>
                  <dd className="code break-all">
                    {was} → {is}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </td>
    </tr>
  )
}

/** The subject of an entry; its API path stays available as a tooltip for developers. */
function Subject({ event }: { event: AuditEvent }) {
  const { name, address, page } = auditSubject(event)
  if (name === null) return <span className="mute code">{address}</span>
  if (page === null)
    return (
      <b className="strong" title={address}>
        {name}
      </b>
    )
  return (
    <Link className="link" to={page} title={address}>
      {name}
    </Link>
  )
}
