/**
 * Applies events to the displayed data at most four times a second. Data is read again at most once a second, less often while
 * many campaigns run. While catching up the display does not change; everything is read once at the end.
 */
import type { QueryKey } from '@tanstack/react-query'
import { type Campaign, campaignKeys } from '../api/campaigns.ts'
import { queryClient } from '../api/query-client.ts'
import type { StreamEvent } from './call-steps.ts'
import { connectionNow } from './connection.ts'
import { markContactsChanged } from './contact-pages.ts'
import { followCalls } from './follow-calls.ts'
import { chartIntervalMs, minIntervalMs, nextReadAtMs, PendingRefetches, type RefetchKind } from './pace.ts'

const TELL_EVERY_MS = 250

let waiting: StreamEvent[] = []
let telling: ReturnType<typeof setTimeout> | null = null

let charts: ReturnType<typeof setTimeout> | null = null
let chartsReadMs = 0
const reads = new PendingRefetches()
let reading: { timer: ReturnType<typeof setTimeout>; due: number } | null = null

const runningNow = (): number =>
  queryClient.getQueryData<Campaign[]>(campaignKeys.list)?.filter(({ state }) => state === 'running').length ?? 0

export function applyEvents(events: readonly StreamEvent[]): void {
  if (connectionNow().face === 'catching-up') return
  waiting.push(...events)
  if (telling === null) telling = setTimeout(tell, TELL_EVERY_MS)
}

/** The page has caught up after a gap: everything is read again, because the caches miss the events of the gap. */
export function refetchAfterGap(): void {
  void queryClient.invalidateQueries({ refetchType: 'active' })
}

function tell(): void {
  telling = null
  const batch = waiting
  waiting = []
  followCalls(batch, (key) => readPaced(key, 'live'))
  markContactsChanged(batch)
  for (const event of batch) {
    const isPatched = patchState(event)
    const touched = /^(call|contact)/.test(event.type) ? 'figures' : 'state'
    for (const key of touchedBy(event)) readPaced(key, isPatched && key[0] !== 'campaign' ? 'figures' : touched)
  }
  if (batch.some(({ type }) => type === 'call_ended')) chartsAgain()
}

/** Campaign states by event type: with many campaigns, a state is set from its event, and the rest is read later. */
const STATES: Record<string, Campaign['state']> = {
  campaign_started: 'running',
  campaign_resumed: 'running',
  campaign_completed: 'completed',
}

function patchState({ type, campaign_id }: StreamEvent): boolean {
  const state = STATES[type]
  const known = queryClient.getQueryData<Campaign[]>(campaignKeys.list)
  if (!state || !known?.some(({ id }) => id === campaign_id)) return false
  queryClient.setQueryData<Campaign[]>(campaignKeys.list, (now) =>
    now?.map((campaign) => (campaign.id === campaign_id ? { ...campaign, state } : campaign)),
  )
  return true
}

function chartsAgain(): void {
  if (charts !== null) return
  const due = nextReadAtMs(Date.now(), chartsReadMs, chartIntervalMs(runningNow()))
  charts = setTimeout(readCharts, due - Date.now())
}

function readCharts(): void {
  if (charts !== null) clearTimeout(charts)
  charts = null
  chartsReadMs = Date.now()
  void queryClient.invalidateQueries({ queryKey: ['statistics'], refetchType: 'active' }, { cancelRefetch: false })
}

/** Prefixes of the query keys that an event makes stale. */
function touchedBy({ id, type, campaign_id }: StreamEvent): QueryKey[] {
  // Live changes only update states; figures change only when a call takes or frees a slot.
  if (id === null) {
    if (type !== 'call_claimed' && type !== 'call_returned') return []
    const progress: QueryKey[] = campaign_id === null ? [] : [['campaign', campaign_id, 'progress']]
    return [['organization'], ['campaigns', 'progress'], ...progress]
  }
  const keys: QueryKey[] = [['organization'], ['calls']]
  if (campaign_id === null && type === 'call_ended') keys.push(['first-steps'])
  if (campaign_id !== null) keys.push(['campaigns'], ['campaign', campaign_id])
  else if (type.startsWith('campaign')) keys.push(['campaigns'])
  if (campaign_id !== null && /^(campaign|window|circuit|policy)/.test(type)) keys.push(['forecast', campaign_id])
  if (type.startsWith('workflow')) keys.push(['workflows'], ['workflow'])
  if (type.startsWith('suppression')) keys.push(['suppressions'])
  if (type.startsWith('policy')) keys.push(['policy'])
  if (type.startsWith('spend')) keys.push(['spending'])
  return keys
}

/** Reads the displayed data below this key again soon, together with other reads, because this user changed it. */
export const refetchSoon = (key: QueryKey): void => readPaced(key, 'act')

function readPaced(queryKey: QueryKey, touched: RefetchKind): void {
  waitFor(reads.note(queryKey, Date.now(), minIntervalMs(touched, runningNow())))
}

function waitFor(due: number): void {
  if (reading !== null && reading.due <= due) return
  if (reading !== null) clearTimeout(reading.timer)
  reading = { due, timer: setTimeout(readStale, due - Date.now()) }
}

function readStale(): void {
  reading = null
  for (const name of reads.take(Date.now())) {
    const queryKey = JSON.parse(name) as QueryKey
    // A read in progress is not aborted, because under steady events none would ever finish. It may have begun before the event,
    // so another one follows.
    if (queryClient.isFetching({ queryKey, type: 'active' }) > 0) readPaced(queryKey, 'live')
    void queryClient.invalidateQueries({ queryKey, refetchType: 'active' }, { cancelRefetch: false })
  }
  const next = reads.nextMs()
  if (next !== null) waitFor(next)
}

const MINUTE_MS = 60_000

/** Figures of the last minute expire even without events, so they are read again once a minute while the page is visible. */
export function keepChartsFresh(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible' && Date.now() - chartsReadMs > MINUTE_MS / 2) readCharts()
  }, MINUTE_MS)
}
