/** Abandoned calls: rates by campaign, the limits, and the records as a file. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api, download } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Field } from '../../forms/field.tsx'
import { NumberInput } from '../../forms/number-input.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { abandonmentWords as w } from '../../words/abandonment.ts'

const DAYS = [
  { key: '7', label: w.days(7) },
  { key: '30', label: w.days(30) },
  { key: '92', label: w.days(92) },
] as const
type Days = (typeof DAYS)[number]['key']

const statistics = (days: Days) => ({
  queryKey: ['abandonment', days],
  queryFn: () => api().policies.abandonmentOfAll({ days: Number(days) }),
  staleTime: 30_000,
})

const limitsQuery = {
  queryKey: ['abandonment', 'limits'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api().GET('/api/v1/organizations/abandonment', { signal })).data!,
}

type Limits = Awaited<ReturnType<typeof limitsQuery.queryFn>>
type Statistics = Awaited<ReturnType<ReturnType<typeof statistics>['queryFn']>>

export default function Abandonment() {
  const [days, setDays] = useState<Days>('30')
  const query = useQuery(statistics(days))
  return (
    <>
      <LimitsSection />
      <Section
        help={helpGroup('abandonment')}
        title={w.title}
        aside={
          <Button
            small
            icon="download"
            onClick={() => download(`/api/v1/statistics/abandonment/export?days=${days}`, 'abandonment.csv')}
          >
            {w.file}
          </Button>
        }
      >
        <p className="soft mb-2">{w.about}</p>
        <div className="mb-3">
          <Segmented label={w.howFar} choices={[...DAYS]} value={days} onChange={(next) => setDays(next)} />
        </div>
        <QueryContent of={query} what={w.what}>
          {(found) =>
            found.campaigns.length === 0 ? <Empty title={w.none}>{w.noneText}</Empty> : <RateTable found={found} />
          }
        </QueryContent>
      </Section>
    </>
  )
}

const percent = (rate: number | null): string => (rate === null ? w.noRate : `${rate.toFixed(1)} %`)

function RateTable({ found: { totals, campaigns, as_of } }: { found: Statistics }) {
  const zone = useOrganization().time_zone
  const rows = [{ campaign_id: null, name: w.all, ...totals }, ...campaigns]
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section className="scroll-t" tabIndex={0} aria-label={w.byCampaign}>
        <table className="sheet rates">
          <thead>
            <tr>
              <th>{w.campaign}</th>
              <th className="num">{w.rate}</th>
              <th className="num">{w.abandoned}</th>
              <th className="num">{w.answered}</th>
              <th className="num">{w.noAgent}</th>
              <th className="num">{w.agentFailed}</th>
              <th className="num">{w.lateWords}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.campaign_id ?? 'all'}>
                <td className={one.campaign_id === null ? 'strong' : ''}>
                  {one.campaign_id === null ? (
                    one.name
                  ) : (
                    <Link className="link" to={paths.campaign(one.campaign_id)}>
                      {one.name}
                    </Link>
                  )}
                </td>
                <td className="num strong">{percent(one.rate_percent)}</td>
                <td className="num">{count(one.abandoned)}</td>
                <td className="num">{count(one.answered)}</td>
                <td className="num">{count(one.no_agent)}</td>
                <td className="num">{count(one.agent_failed)}</td>
                <td className="num">{count(one.late_audio)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="small mute">{w.asOf(fullMoment(Date.parse(as_of), zone))}</p>
    </>
  )
}

function LimitsSection() {
  const limits = useQuery(limitsQuery)
  const forbidden = useWhyScopeDenied('admin')
  const [asking, setAsking] = useState(false)
  return (
    <Section
      help={helpGroup('abandonment')}
      title={w.limits}
      aside={
        limits.data &&
        !forbidden && (
          <Button small onClick={() => setAsking(true)}>
            {w.change}
          </Button>
        )
      }
    >
      <QueryContent of={limits} what={w.theLimits} rows={1}>
        {(now) => (
          <>
            <p>{limitWords(now)}</p>
            {asking && <ChangeLimits now={now} onClose={() => setAsking(false)} />}
          </>
        )}
      </QueryContent>
    </Section>
  )
}

export const limitWords = ({ warn_percent, pause_percent }: Limits): string =>
  `${w.warns(warn_percent)} ${pause_percent === null ? w.notPaused : w.paused(pause_percent)}`

function ChangeLimits({ now, onClose }: { now: Limits; onClose(): void }) {
  const [warn, setWarn] = useState<number | null>(now.warn_percent)
  const [pause, setPause] = useState<number | null>(now.pause_percent)
  const { faults, noting } = useFaults()
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.changeTitle}
      verb={w.changeVerb}
      scope="admin"
      whyNot={warn === null ? w.warnFirst : null}
      act={noting(async () => {
        if (warn === null) return
        await api().policies.setAbandonmentLimits({ warn_percent: warn, pause_percent: pause })
        await queryClient.invalidateQueries({ queryKey: ['abandonment'] })
        toast(w.saved)
      })}
    >
      <Field label={w.warnAbove} fault={faults.get('warn_percent')}>
        {(ids) => <NumberInput {...ids} min={0} max={100} step={0.1} value={warn} onChange={setWarn} unit="%" />}
      </Field>
      <Field label={w.pauseAbove} note={w.never} fault={faults.get('pause_percent')}>
        {(ids) => <NumberInput {...ids} min={0} max={100} step={0.1} value={pause} onChange={setPause} unit="%" />}
      </Field>
    </Confirm>
  )
}
