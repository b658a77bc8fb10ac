import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '../../api/campaigns.ts'
import { callStatistics } from '../../api/statistics.ts'
import { OutcomeColumns } from '../../components/outcome-columns.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { shortMoment } from '../../ui/time.ts'
import { contactWords as w } from '../../words/contacts.ts'

const MINUTE_MS = 60_000
const BUCKETS: Record<string, string> = w.endedPer

/** Calls of a campaign since its creation; the server chooses the resolution. */
export function SinceStart({ campaign }: { campaign: Campaign }) {
  const { started_at, completed_at, id } = campaign
  const calls = useQuery({
    ...callStatistics(`campaign ${id}`, () => ({
      campaignId: id,
      from: started_at as string,
      to: new Date((completed_at ? Date.parse(completed_at) : Date.now()) + MINUTE_MS).toISOString(),
    })),
    enabled: started_at !== null,
  })
  if (started_at === null) return null
  const { data } = calls
  return (
    <Section
      title={BUCKETS[data?.bucket ?? 'minute']}
      aside={
        data &&
        w.fromTo(
          shortMoment(Date.parse(started_at), data.timezone),
          completed_at ? shortMoment(Date.parse(completed_at), data.timezone) : w.now,
        )
      }
    >
      <QueryContent of={calls} what={w.overTime}>
        {({ columns, timezone }) => (
          <OutcomeColumns label={w.byOutcome} columns={columns} zone={timezone} now={completed_at === null} />
        )}
      </QueryContent>
    </Section>
  )
}
