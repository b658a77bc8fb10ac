/**
 * Events become what is on the screen: events are applied at most four times a second, and what is shown is read again at
 * most once a second. While catching up nothing moves; everything is read once at the end.
 */
import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { connectionNow } from './connection.ts'
import { noteContacts } from './contact-pages.ts'
import { followCalls, type Told } from './follow-calls.ts'

const TELL_EVERY_MS = 250
const READ_EVERY_MS = 1_000
/** Charts are looked at, not watched. */
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

/** After a gap the caches know nothing of what happened in it. */
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

/** The beginnings of the query keys that an event may have made stale. */
function touchedBy({ id, type, campaign_id }: Told): QueryKey[] {
  // What is told live changes states, which are patched; only a line that is taken or given back changes figures.
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

/** Reads what is shown below this key again, soon and together with others. */
export function readAgain(key: QueryKey): void {
  stale.set(JSON.stringify(key), key)
  if (reading !== null) return
  reading = setTimeout(() => {
    reading = null
    const keys = [...stale.values()]
    stale.clear()
    for (const queryKey of keys) {
      // A read under way is not thrown away: under steady events nothing would ever arrive.
      void queryClient.invalidateQueries({ queryKey, refetchType: 'active' }, { cancelRefetch: false })
    }
  }, READ_EVERY_MS)
}

const MINUTE_MS = 60_000

/** Figures of the last minute grow old also when nothing happens: they are read again once a minute while the page is seen. */
export function keepChartsFresh(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible')
      void queryClient.invalidateQueries({ queryKey: ['statistics'], refetchType: 'active' }, { cancelRefetch: false })
  }, MINUTE_MS)
}
