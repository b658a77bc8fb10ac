/** Costs of calls: today against its limit, the last 30 days, and carriers without prices. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignList } from '../../../api/campaigns.ts'
import { type Spending, spendingByDay, spendingToday } from '../../../api/costs.ts'
import { helpGroup } from '../../../components/help.ts'
import { useWhyNot } from '../../../components/scope.ts'
import { ALARM_SHARE } from '../../../components/spend-alarm.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { count, money, plural } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { Section, Sheet } from '../../../ui/section.tsx'
import { Empty, Show } from '../../../ui/states.tsx'
import { DayLimit } from './day-limit.tsx'

export default function Costs() {
  const today = useQuery(spendingToday())
  return (
    <>
      <Section help={helpGroup('spendLimits')} title="Today">
        <Show of={today} what="What today has cost">
          {(spending) => <Today spending={spending} />}
        </Show>
      </Section>
      <Days />
    </>
  )
}

function Today({ spending }: { spending: Spending }) {
  const [editing, setEditing] = useState(false)
  const forbidden = useWhyNot('admin')
  const { currency, max_spend_per_day: limit, spent_today: spent, calls_today, unpriced_configurations } = spending
  if (currency === null)
    return (
      <Empty title="Costs are not counted" acts={<ButtonLink to={paths.telephony}>Enter prices</ButtonLink>}>
        Enter the prices of a carrier on its page. From then on every call is estimated, and limits can be set.
      </Empty>
    )
  return (
    <div className="stack gap-3">
      <Alarm spending={spending} />
      <Sheet pad>
        <dl className="kv">
          <dt>Spent on {spending.day}</dt>
          <dd>
            <b className="strong">{money(spent, currency)}</b> for {plural(calls_today, 'call')}
          </dd>
          <dt>Limit of a day</dt>
          <dd>{limit === null ? 'none' : money(limit, currency)}</dd>
        </dl>
        {!forbidden && (
          <div className="row mt-2">
            <Button small onClick={() => setEditing(true)}>
              Change the limit…
            </Button>
          </div>
        )}
      </Sheet>
      {unpriced_configurations.length > 0 && (
        <Note tone={limit === null ? '' : 'warn'} title="Carriers without prices">
          {limit === null ? 'Their calls are not counted: ' : 'No calls are placed through them while a limit is set: '}
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
  if (limit === null || Number(spent) < Number(limit) * ALARM_SHARE) return null
  const isReached = Number(spent) >= Number(limit)
  return (
    <div role="alert">
      <Note
        tone={isReached ? 'bad' : 'warn'}
        title={isReached ? 'The limit of today is reached' : 'More than 80 % of the limit of today is spent'}
      >
        {isReached
          ? 'No call is placed before tomorrow, or before the limit is raised. Calls in progress continue.'
          : 'When the limit is reached, no call is placed before tomorrow.'}
      </Note>
    </div>
  )
}

function Days() {
  const sums = useQuery(spendingByDay())
  const campaigns = useQuery(campaignList()).data
  const nameOf = (id: number | null) =>
    id === null ? 'Without a campaign' : (campaigns?.find((one) => one.id === id)?.name ?? `Campaign ${id}`)
  return (
    <Section help={helpGroup('costSums')} title="By day and campaign" aside="last 30 days, newest first">
      <Show of={sums} what="The costs">
        {({ days, totals }) =>
          days.length === 0 ? (
            <Empty title="Nothing was spent">Calls that cost something are summed here by day and campaign.</Empty>
          ) : (
            <table className="sheet money">
              <thead>
                <tr>
                  <th>Day</th>
                  <th>Campaign</th>
                  <th className="num">Calls</th>
                  <th className="num">Cost</th>
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
                      <b className="strong">Together</b>{' '}
                      <span className="small mute">
                        {total.confirmed_calls === 0
                          ? 'all estimated'
                          : `${count(total.confirmed_calls)} by the carrier’s own price, the others estimated`}
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
      </Show>
    </Section>
  )
}
