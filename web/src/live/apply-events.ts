/**
 * Applies events to the screen: at most four times a second, and displayed data is read again at most once a second. While
 * catching up nothing changes; everything is read once at the end.
 */
import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { connectionNow } from './connection.ts'
import { noteContacts } from './contact-pages.ts'
import { followCalls, type Told } from './follow-calls.ts'

const TELL_EVERY_MS = 250
const READ_EVERY_MS = 1_000
/** Charts need slower updates. */
const CHARTS_EVERY_MS = 5_000

let waiting: Told[] = []
let telling: ReturnType<typeof setTimeout> | null = null

let charts: ReturnType<typeof setTimeout> | null = null
const stale = new Map<string, QueryKey>()
let reading: ReturnType<typeof setTimeout> | null = null

export function takeEvents(events: readonly Told[]): void {
  if (connectionNow().face === 'catching-up') return
  waiting.push(...events)
  if (telling === null) telling = setTimeout(tell, TELL_EVERY_MS)
}

/** After a gap the caches miss what happened in it. */
export function caughtUp(): void {
  void queryClient.invalidateQueries({ refetchType: 'active' })
}

function tell(): void {
  telling = null
  const batch = waiting
  waiting = []
  followCalls(batch, readAgain)
  noteContacts(batch)
  for (const event of batch) for (const key of touchedBy(event)) readAgain(key)
  if (batch.some(({ type }) => type === 'call_ended')) chartsAgain()
}

function chartsAgain(): void {
  if (charts !== null) return
  charts = setTimeout(() => {
    charts = null
    void queryClient.invalidateQueries({ queryKey: ['statistics'], refetchType: 'active' }, { cancelRefetch: false })
  }, CHARTS_EVERY_MS)
}

/** Prefixes of the query keys that an event may have made stale. */
function touchedBy({ id, type, campaign_id }: Told): QueryKey[] {
  // Live changes patch states; only a call that takes or frees a slot changes figures.
  if (id === null) {
    if (type !== 'call_claimed' && type !== 'call_returned') return []
    const progress: QueryKey[] = campaign_id === null ? [] : [['campaign', campaign_id, 'progress']]
    return [['organization'], ['campaigns', 'progress'], ...progress]
  }
  const keys: QueryKey[] = [['organization'], ['calls']]
  if (campaign_id !== null) keys.push(['campaigns'], ['campaign', campaign_id])
  else if (type.startsWith('campaign')) keys.push(['campaigns'])
  if (campaign_id !== null && /^(campaign|window|circuit|policy)/.test(type)) keys.push(['forecast', campaign_id])
  if (type.startsWith('workflow')) keys.push(['workflows'], ['workflow'])
  if (type.startsWith('suppression')) keys.push(['suppressions'])
  if (type.startsWith('policy')) keys.push(['policy'])
  if (type.startsWith('spend')) keys.push(['spending'])
  return keys
}

/** Reads displayed data below this key again, soon and batched. */
export function readAgain(key: QueryKey): void {
  stale.set(JSON.stringify(key), key)
  if (reading !== null) return
  reading = setTimeout(() => {
    reading = null
    const keys = [...stale.values()]
    stale.clear()
    for (const queryKey of keys) {
      // A read in progress is not cancelled: under steady events nothing would ever arrive.
      void queryClient.invalidateQueries({ queryKey, refetchType: 'active' }, { cancelRefetch: false })
    }
  }, READ_EVERY_MS)
}

const MINUTE_MS = 60_000

/** Figures of the last minute expire even without events: they are read again once a minute while the page is visible. */
export function keepChartsFresh(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible')
      void queryClient.invalidateQueries({ queryKey: ['statistics'], refetchType: 'active' }, { cancelRefetch: false })
  }, MINUTE_MS)
}
