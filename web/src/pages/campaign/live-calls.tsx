import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Campaign } from '../../api/campaigns.ts'
import { LIVE_CALLS_MAX, type LiveCall, liveCalls } from '../../api/live-calls.ts'
import { liveCallsText, useLiveTable } from '../../components/live-table.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { campaignWords as w } from '../../words/campaign.ts'

const NONE: readonly LiveCall[] = []

export function LiveCalls({ campaign }: { campaign: Campaign }) {
  const own = useCallback((all: LiveCall[]) => all.filter((call) => call.campaign_id === campaign.id), [campaign.id])
  // The page frame already reads the live calls of all campaigns. This campaign's calls are requested separately only if the
  // organization may have more live calls than one response contains.
  const isInAll = useOrganization().max_concurrency <= LIVE_CALLS_MAX
  const calls = useQuery({ ...liveCalls(isInAll ? null : campaign.id), select: own })
  const live = calls.data ?? NONE
  const table = useLiveTable(live)
  return (
    <Section title={w.liveCalls} count={count(live.length)} aside={live.length > 0 && liveCallsText(live)}>
      <QueryContent of={calls} what={w.theLiveCalls}>
        {() => table ?? <Empty title={w.noCallNow}>{whyNone(campaign)}</Empty>}
      </QueryContent>
    </Section>
  )
}

function whyNone({ state }: Campaign): string {
  if (state === 'completed') return w.everyFinal
  if (state === 'running') return w.nextCalls
  return w.onceRuns
}
