import { useQuery } from '@tanstack/react-query'
import { type LiveCall, liveCalls } from '../../api/live-calls.ts'
import { liveCallsText, useLiveTable } from '../../components/live-table.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { callsWords as w } from '../../words/calls.ts'

const NONE: LiveCall[] = []

/** Live calls above all others; renders nothing if there are none. */
export function LiveSection({ campaigns }: { campaigns: ReadonlyMap<number, string> }) {
  const live = useQuery(liveCalls(null)).data ?? NONE
  const table = useLiveTable(live, campaigns)
  if (!table) return null
  return (
    <Section title={w.live} count={count(live.length)} aside={liveCallsText(live)}>
      {table}
    </Section>
  )
}
