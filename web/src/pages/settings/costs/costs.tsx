/** Costs of calls: today's costs against the limit, the last 30 days, and carriers without prices. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignList } from '../../../api/campaigns.ts'
import { type Spending, spendingByDay, spendingToday } from '../../../api/costs.ts'
import { helpGroup } from '../../../components/help.ts'
import { useWhyScopeDenied } from '../../../components/scope.ts'
import { SPEND_ALARM_SHARE } from '../../../components/spend-alarm.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { count, money } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { Section, Sheet } from '../../../ui/section.tsx'
import { Empty, QueryContent } from '../../../ui/states.tsx'
import { costWords as w } from '../../../words/costs.ts'
import { DayLimit } from './day-limit.tsx'

export default function Costs() {
  const today = useQuery(spendingToday())
  return (
    <>
      <Section help={helpGroup('spendLimits')} title={w.today}>
        <QueryContent of={today} what={w.whatToday}>
          {(spending) => <Today spending={spending} />}
        </QueryContent>
      </Section>
      <Days />
    </>
  )
}

function Today({ spending }: { spending: Spending }) {
  const [editing, setEditing] = useState(false)
  const forbidden = useWhyScopeDenied('admin')
  const { currency, max_spend_per_day: limit, spent_today: spent, calls_today, unpriced_configurations } = spending
  if (currency === null)
    return (
      <Empty title={w.notCounted} acts={<ButtonLink to={paths.telephony}>{w.enterPrices}</ButtonLink>}>
        {w.notCountedText}
      </Empty>
    )
  return (
    <div className="stack gap-3">
      <Alarm spending={spending} />
      <Sheet pad>
        <dl className="kv">
          <dt>{w.spentOn(spending.day)}</dt>
          <dd>
            <b className="strong">{money(spent, currency)}</b>
            {w.forCalls(calls_today)}
          </dd>
          <dt>{w.limit}</dt>
          <dd>{limit === null ? w.none : money(limit, currency)}</dd>
        </dl>
        {!forbidden && (
          <div className="row mt-2">
            <Button small onClick={() => setEditing(true)}>
              {w.change}
            </Button>
          </div>
        )}
      </Sheet>
      {unpriced_configurations.length > 0 && (
        <Note tone={limit === null ? '' : 'warn'} title={w.unpriced}>
          {limit === null ? w.unpricedText : w.unpricedStop}
          {unpriced_configurations.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link className="link" to={paths.telephonyConfiguration(id)}>
                {name}
              </Link>
            </span>
          ))}
          .
        </Note>
      )}
      {editing && <DayLimit spending={spending} currency={currency} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Alarm({ spending: { max_spend_per_day: limit, spent_today: spent } }: { spending: Spending }) {
  if (limit === null || Number(spent) < Number(limit) * SPEND_ALARM_SHARE) return null
  const isReached = Number(spent) >= Number(limit)
  return (
    <div role="alert">
      <Note tone={isReached ? 'bad' : 'warn'} title={isReached ? w.reached : w.near}>
        {isReached ? w.reachedText : w.nearText}
      </Note>
    </div>
  )
}

function Days() {
  const sums = useQuery(spendingByDay())
  const campaigns = useQuery(campaignList()).data
  const nameOf = (id: number | null) =>
    id === null ? w.noCampaign : (campaigns?.find((one) => one.id === id)?.name ?? w.campaignNamed(id))
  return (
    <Section help={helpGroup('costSums')} title={w.byDay} aside={w.last}>
      <QueryContent of={sums} what={w.what}>
        {({ days, totals }) =>
          days.length === 0 ? (
            <Empty title={w.nothing}>{w.nothingText}</Empty>
          ) : (
            <table className="sheet money">
              <thead>
                <tr>
                  <th>{w.day}</th>
                  <th>{w.campaign}</th>
                  <th className="num">{w.calls}</th>
                  <th className="num">{w.cost}</th>
                </tr>
              </thead>
              <tbody>
                {days
                  .toSorted((one, other) => other.day.localeCompare(one.day))
                  .map((row) => (
                    <tr key={`${row.day} ${row.campaign_id} ${row.currency}`}>
                      <td>{row.day}</td>
                      <td>
                        {row.campaign_id === null ? (
                          nameOf(null)
                        ) : (
                          <Link className="link" to={paths.campaign(row.campaign_id)}>
                            {nameOf(row.campaign_id)}
                          </Link>
                        )}
                      </td>
                      <td className="num">{count(row.calls)}</td>
                      <td className="num">{money(row.amount, row.currency)}</td>
                    </tr>
                  ))}
              </tbody>
              <tfoot>
                {totals.map((total) => (
                  <tr key={total.currency}>
                    <td colSpan={2}>
                      <b className="strong">{w.together}</b>{' '}
                      <span className="small mute">
                        {total.confirmed_calls === 0 ? w.estimated : w.confirmed(count(total.confirmed_calls))}
                      </span>
                    </td>
                    <td className="num">{count(total.calls)}</td>
                    <td className="num strong">{money(total.amount, total.currency)}</td>
                  </tr>
                ))}
              </tfoot>
            </table>
          )
        }
      </QueryContent>
    </Section>
  )
}
