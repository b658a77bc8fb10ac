/** Calls and minutes by month, for billing. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { count, duration } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { accountWords } from '../../words/account.ts'

const w = accountWords.usage

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
    <Section help={helpGroup('costSums')} title={w.title} aside={w.aside(MONTHS)}>
      <QueryContent of={query} what={w.what}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={w.none}>{w.noneText}</Empty>
          ) : (
            <table className="sheet">
              <thead>
                <tr>
                  <th>{w.month}</th>
                  <th>{w.direction}</th>
                  <th className="num">{w.calls}</th>
                  <th className="num">{w.answered}</th>
                  <th className="num">{w.talk}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ month, direction, calls, answered, talk_seconds }) => (
                  <tr key={`${month}${direction}`}>
                    <td>{month}</td>
                    <td>{w.directions[direction]}</td>
                    <td className="num">{count(calls)}</td>
                    <td className="num">{count(answered)}</td>
                    <td className="num">{duration(talk_seconds)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </QueryContent>
    </Section>
  )
}
