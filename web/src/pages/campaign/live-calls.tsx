import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '../../api/campaigns.ts'
import { type LiveCall, liveCalls } from '../../api/live-calls.ts'
import { talkingWords, useLiveTable } from '../../components/live-table.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'

const NONE: readonly LiveCall[] = []

export function LiveCalls({ campaign }: { campaign: Campaign }) {
  const calls = useQuery(liveCalls(campaign.id))
  const live = calls.data ?? NONE
  const table = useLiveTable(live)
  return (
    <Section title="Live calls" count={count(live.length)} aside={live.length > 0 && talkingWords(live)}>
      <Show of={calls} what="The live calls">
        {() => table ?? <Empty title="No call right now">{whyNone(campaign)}</Empty>}
      </Show>
    </Section>
  )
}

function whyNone({ state }: Campaign): string {
  if (state === 'completed') return 'Every contact has a final outcome.'
  if (state === 'running')
    return 'The next calls are placed as soon as somebody may be called; what they wait for stands beside.'
  return 'Calls are placed once the campaign runs.'
}
