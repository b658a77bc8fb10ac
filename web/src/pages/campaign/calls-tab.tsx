import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ContactsWanted, campaignCalls, type Run } from '../../api/campaigns.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { markOfCall, type Part, partOf, WORDS } from '../../components/outcomes.ts'
import { nameOf } from '../../components/person.ts'
import { resultWords } from '../../components/result-words.ts'
import { useRowKeys } from '../../keys/use-row-keys.ts'
import { useFrozenRows } from '../../live/use-frozen-rows.ts'
import { paths } from '../../paths.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chip.tsx'
import { clockDuration, count, ordinal, phone } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { moment, utcTitle } from '../../ui/time.ts'
import type { CampaignProps } from './campaign-page.tsx'

type Outcome = Exclude<NonNullable<ContactsWanted['outcome']>, 'inbound'>
const OUTCOMES: Outcome[] = ['answered', 'voicemail', 'no_answer', 'busy', 'declined', 'failed', 'lost']

/** Filters have no counts: the campaign counts people, and a person may have had several calls. */
export default function CallsTab({ campaign }: CampaignProps) {
  const [outcome, setOutcome] = useQueryParam<Outcome | 'all'>('outcome', 'all')
  const [pageText, setPage] = useQueryParam<string>('page', '1')
  const page = Math.max(1, Number(pageText) || 1)
  const calls = useQuery(campaignCalls(campaign.id, page, outcome === 'all' ? undefined : outcome))
  return (
    <div className="stack gap-3">
      <Chips
        label="Filter by outcome"
        value={outcome}
        onChange={(next) => {
          setOutcome(next)
          setPage('1')
        }}
        choices={[
          { key: 'all', label: 'All' },
          ...OUTCOMES.map((key) => {
            const part: Part = partOf(key)
            return { key, label: key === 'lost' ? 'Lost' : WORDS[part], mark: part as Exclude<Part, never> }
          }),
        ]}
      />
      <Show of={calls} what="The calls" rows={8}>
        {(data) =>
          data.runs.length === 0 ? (
            <Empty
              title="No call here"
              acts={outcome !== 'all' && <Button onClick={() => setOutcome('all')}>Show all calls</Button>}
            >
              {outcome === 'all'
                ? 'Calls appear here when the first one is placed.'
                : 'No call of this campaign ended like that.'}
            </Empty>
          ) : (
            <>
              <CallTable calls={data.runs} zone={zoneOf(campaign)} />
              <div className="row between small mute">
                <span>
                  {count((page - 1) * data.limit + 1)} to {count((page - 1) * data.limit + data.runs.length)} of{' '}
                  {data.total_count === null ? 'more than 10,000' : count(data.total_count)} calls, newest first
                </span>
                <span className="row">
                  {page > 1 && (
                    <Button small icon="left" onClick={() => setPage(String(page - 1))}>
                      Newer
                    </Button>
                  )}
                  {data.runs.length === data.limit && (
                    <Button small icon="right" onClick={() => setPage(String(page + 1))}>
                      Older
                    </Button>
                  )}
                </span>
              </div>
            </>
          )
        }
      </Show>
    </div>
  )
}

function CallTable({ calls: newest, zone }: { calls: readonly Run[]; zone: string }) {
  const { rows: calls, fresh, show, reading } = useFrozenRows(newest)
  const navigate = useNavigate()
  const { selected } = useRowKeys(calls.length, (row) => void navigate({ to: paths.call(calls[row]!.id) }))
  return (
    <div {...reading}>
      {fresh > 0 && (
        <button type="button" className="banner sunk new-rows" onClick={show}>
          {count(fresh)} new
        </button>
      )}
      <div className="sheet">
        <table className="calls-table">
          <thead>
            <tr>
              <th>Outcome</th>
              <th>Person</th>
              <th className="wide-only">Result</th>
              <th className="num wide-only">Try</th>
              <th className="num">Length</th>
              <th className="num">Time</th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call, row) => {
              const { mark, tone, word } = markOfCall(call)
              const name = nameOf(call.initial_context)
              return (
                <tr key={call.id} aria-selected={row === selected}>
                  <td className="nowrap">
                    <span className="pill">
                      <Mark name={mark} tone={tone} />
                      {word}
                    </span>
                  </td>
                  <td>
                    <Link className="strong" to={paths.call(call.id)}>
                      {name ?? phone(call.phone_number)}
                    </Link>{' '}
                    {name && <span className="mute wide-only">{phone(call.phone_number)}</span>}
                  </td>
                  <td className="soft wide-only">
                    {call.disposition ? resultWords(call.disposition) : (call.cause ?? '')}
                  </td>
                  <td className="num mute wide-only">{ordinal(call.attempt)}</td>
                  <td className="num">{call.duration_seconds === null ? '' : clockDuration(call.duration_seconds)}</td>
                  <td className="num nowrap mute" title={utcTitle(Date.parse(call.created_at))}>
                    {moment(Date.parse(call.created_at), zone)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
