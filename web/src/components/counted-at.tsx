import type { WaitingCount } from '../api/until-counted.ts'
import { homeZone, timeOfDay } from '../ui/time.ts'
import { campaignWords as w } from '../words/campaign.ts'

/** When the waiting contacts of a very large campaign were counted. Those of others are counted for each answer. */
export function CountedAt({ of: { waiting_counted, waiting_counted_at } }: { of: WaitingCount }) {
  if (!waiting_counted) return <p className="small soft mt-2">{w.stillCounting}</p>
  if (waiting_counted_at === null) return null
  return <p className="small soft mt-2">{w.waitingAsOf(timeOfDay(Date.parse(waiting_counted_at), homeZone(), true))}</p>
}
