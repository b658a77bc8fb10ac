/** Reads the event log from the first to the last event, through every restart, and judges its order. */
import type { OutdialClient } from '@outdial/sdk'

export interface Follower {
  readonly seen: number
  readonly completed: ReadonlySet<number>
  /** Campaigns of which an event was read. */
  readonly campaigns: ReadonlySet<number>
  readonly faults: string[]
  stop(): void
}

const FAULTS_MAX = 20

export function follow(client: OutdialClient): Follower {
  const leave = new AbortController()
  const completed = new Set<number>()
  const campaigns = new Set<number>()
  const faults: string[] = []
  let seen = 0
  let last = 0
  void (async () => {
    try {
      for await (const event of client.events({ after: 0, signal: leave.signal })) {
        if (event.id <= last && faults.length < FAULTS_MAX) faults.push(`event ${event.id} came after ${last}`)
        last = event.id
        seen++
        if (event.campaign_id !== null) campaigns.add(event.campaign_id)
        if (event.type === 'campaign_completed' && event.campaign_id !== null) completed.add(event.campaign_id)
      }
    } catch (error) {
      if (!leave.signal.aborted) faults.push(`the event stream ended: ${(error as Error).message}`)
    }
  })()
  return {
    get seen() {
      return seen
    },
    completed,
    campaigns,
    faults,
    stop: () => leave.abort(),
  }
}
