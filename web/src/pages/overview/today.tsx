import { useQuery } from '@tanstack/react-query'
import { answerRates, type CallColumn, callStatistics, pastStatistics } from '../../api/statistics.ts'
import { HeatMap } from '../../components/heat-map.tsx'
import { OutcomeColumns } from '../../components/outcome-columns.tsx'
import { OUTCOME_WORDS, OUTCOMES } from '../../components/outcomes.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { startOfDay, wallClock } from '../../ui/time.ts'
import { DAYS } from '../../ui/weekdays.ts'
import { overviewWords as w } from '../../words/overview.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000
const COLUMNS_MIN = 32

const range = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  bucket: 'quarter' as const,
})

/** Today's calls, and those of the same weekday a week ago for comparison. */
export function useToday() {
  const zone = useOrganization().time_zone
  const today = useQuery(
    callStatistics(`today ${zone}`, () => range(startOfDay(Date.now(), zone), Date.now() + QUARTER_MS)),
  )
  const before = useQuery(
    pastStatistics(`week ago ${zone}`, () =>
      range(startOfDay(Date.now(), zone) - 7 * DAY_MS, startOfDay(Date.now(), zone) - 6 * DAY_MS),
    ),
  )
  return { today, before, zone }
}

/** Today's figures. */
export function Today() {
  const { today, before, zone } = useToday()
  const weekday = DAYS[wallClock(Date.now(), zone).day] ?? ''
  return (
    <Section
      title={w.today}
      count={today.data && w.ended(count(today.data.totals.calls))}
      aside={w.perQuarter(weekday)}
    >
      <QueryContent of={today} what={w.todaysCalls}>
        {(data) => {
          const ghost = before.data?.columns.map((column) => column.calls) ?? []
          const { columns, line } = trimmed(data.columns, ghost)
          return (
            <>
              <OutcomeColumns
                label={w.endedByOutcome}
                columns={columns}
                zone={zone}
                height={128}
                now
                {...(line.some((calls) => calls > 0) ? { ghost: line } : {})}
              />
              <div className="legend mt-2">
                {OUTCOMES.map((part) => (
                  <span key={part}>
                    <StatusMark name={part} />
                    {OUTCOME_WORDS[part]}
                  </span>
                ))}
              </div>
            </>
          )
        }}
      </QueryContent>
    </Section>
  )
}

/** Removes the empty hours before the first call of either day. */
function trimmed(
  columns: readonly CallColumn[],
  ghost: readonly number[],
): { columns: readonly CallColumn[]; line: readonly number[] } {
  const first = columns.findIndex((column, at) => column.calls > 0 || (ghost[at] ?? 0) > 0)
  const from = Math.max(0, Math.min(first === -1 ? columns.length : first, columns.length - COLUMNS_MIN))
  return { columns: columns.slice(from), line: ghost.slice(from, columns.length) }
}

/** Answer rates by weekday and hour. */
export function WhenPeopleAnswer({ campaignId }: { campaignId?: number }) {
  const rates = useQuery(answerRates(campaignId))
  return (
    <Section title={w.whenAnswer} aside={w.byHour}>
      <QueryContent of={rates} what={w.theRates}>
        {(data) => <HeatMap rates={data} />}
      </QueryContent>
    </Section>
  )
}
