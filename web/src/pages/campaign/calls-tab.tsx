import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ContactFilter, campaignCalls, type Run } from '../../api/campaigns.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { markOfCall, OUTCOME_WORDS, type OutcomePart, outcomePartOf } from '../../components/outcomes.ts'
import { personNameOf } from '../../components/person-name.ts'
import { causeWords, resultWords } from '../../components/result-words.ts'
import { useRowKeys } from '../../keys/use-row-keys.ts'
import { useFrozenRows } from '../../live/use-frozen-rows.ts'
import { paths } from '../../paths.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chip.tsx'
import { clockDuration, count, ordinal, phone } from '../../ui/format.ts'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { shortMoment, utcTitle } from '../../ui/time.ts'
import { campaignRequestWords } from '../../words/campaign-requests.ts'
import type { CampaignProps } from './campaign-page.tsx'

const w = campaignRequestWords.calls

type Outcome = Exclude<NonNullable<ContactFilter['outcome']>, 'inbound'>
const OUTCOMES: Outcome[] = ['answered', 'voicemail', 'no_answer', 'busy', 'declined', 'failed', 'lost']

/** The filters show no counts, because the campaign counts people, and a person may have had several calls. */
export default function CallsTab({ campaign }: CampaignProps) {
  const [outcome, setOutcome] = useQueryParam<Outcome | 'all'>('outcome', 'all')
  const [pageText, setPage] = useQueryParam<string>('page', '1')
  const page = Math.max(1, Number(pageText) || 1)
  const calls = useQuery(campaignCalls(campaign.id, page, outcome === 'all' ? undefined : outcome))
  return (
    <div className="stack gap-3">
      <Chips
        label={w.filter}
        value={outcome}
        onChange={(next) => {
          setOutcome(next)
          setPage('1')
        }}
        choices={[
          { key: 'all', label: w.all },
          ...OUTCOMES.map((key) => {
            const part: OutcomePart = outcomePartOf(key)
            return {
              key,
              label: key === 'lost' ? w.lost : OUTCOME_WORDS[part],
              mark: part as Exclude<OutcomePart, never>,
            }
          }),
        ]}
      />
      <QueryContent of={calls} what={w.what} rows={8}>
        {(data) =>
          data.runs.length === 0 ? (
            <Empty
              title={w.none}
              acts={outcome !== 'all' && <Button onClick={() => setOutcome('all')}>{w.showAll}</Button>}
            >
              {outcome === 'all' ? w.noneYet : w.noneLikeThis}
            </Empty>
          ) : (
            <>
              <CallTable calls={data.runs} zone={zoneOf(campaign)} />
              <div className="row between small mute">
                <span>
                  {w.range(
                    count((page - 1) * data.limit + 1),
                    count((page - 1) * data.limit + data.runs.length),
                    data.total_count === null ? null : count(data.total_count),
                  )}
                </span>
                <span className="row">
                  {page > 1 && (
                    <Button small icon="left" onClick={() => setPage(String(page - 1))}>
                      {w.newer}
                    </Button>
                  )}
                  {data.runs.length === data.limit && (
                    <Button small icon="right" onClick={() => setPage(String(page + 1))}>
                      {w.older}
                    </Button>
                  )}
                </span>
              </div>
            </>
          )
        }
      </QueryContent>
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
          {w.fresh(count(fresh))}
        </button>
      )}
      <div className="sheet">
        <table className="calls-table">
          <thead>
            <tr>
              <th>{w.outcome}</th>
              <th>{w.person}</th>
              <th className="wide-only">{w.result}</th>
              <th className="num wide-only">{w.attempt}</th>
              <th className="num">{w.length}</th>
              <th className="num">{w.time}</th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call, row) => {
              const { mark, tone, word } = markOfCall(call)
              const name = personNameOf(call.initial_context)
              return (
                <tr key={call.id} aria-selected={row === selected}>
                  <td className="nowrap">
                    <span className="pill">
                      <StatusMark name={mark} tone={tone} />
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
                    {call.disposition ? resultWords(call.disposition) : causeWords(call.cause ?? '')}
                  </td>
                  <td className="num mute wide-only">{ordinal(call.attempt)}</td>
                  <td className="num">{call.duration_seconds === null ? '' : clockDuration(call.duration_seconds)}</td>
                  <td className="num nowrap mute" title={utcTitle(Date.parse(call.created_at))}>
                    {shortMoment(Date.parse(call.created_at), zone)}
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
