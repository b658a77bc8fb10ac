/** Calls and minutes by month, for billing. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { count, duration } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'

const MONTHS = 12

const usage = {
  queryKey: ['usage'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api().GET('/api/v1/organization/usage', { params: { query: { months: MONTHS } }, signal })).data!.usage,
  staleTime: 60_000,
}

export default function UsagePage() {
  const query = useQuery(usage)
  return (
    <Section
      help={helpGroup('costSums')}
      title="Usage"
      aside={`last ${MONTHS} months, months in UTC, without test calls`}
    >
      <Show of={query} what="The usage">
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No calls yet">Calls and talk time are counted here by month.</Empty>
          ) : (
            <table className="sheet">
              <thead>
                <tr>
                  <th>Month</th>
                  <th>Direction</th>
                  <th className="num">Calls</th>
                  <th className="num">Answered</th>
                  <th className="num">Talk time</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ month, direction, calls, answered, talk_seconds }) => (
                  <tr key={`${month}${direction}`}>
                    <td>{month}</td>
                    <td>{direction}</td>
                    <td className="num">{count(calls)}</td>
                    <td className="num">{count(answered)}</td>
                    <td className="num">{duration(talk_seconds)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Show>
    </Section>
  )
}
