/** Appends the event `suppression_changed` in the transaction of the change. */
import type { PoolClient } from 'pg'
import { appendEvent } from '../events/append.ts'
import { insertEventOnConnection } from '../events/queries.ts'
import type { Queries } from '../storage/database.ts'

export interface SuppressionChange {
  organizationId: number
  now: Date
  /** `renewed`: the entry was already on the list. `range_`: the entry is a prefix or a country. */
  change: 'added' | 'renewed' | 'removed' | 'imported' | 'range_added' | 'range_removed'
  /** Number of entries that were added or removed. */
  entries: number
  source: string
  by: string
  callId?: number | null
}

/** The event does not contain the number, because all subscribers of the organization can read events. */
export async function appendSuppressionChange(tx: Queries, given: SuppressionChange): Promise<void> {
  const { organizationId, now, callId = null } = given
  await appendEvent(tx, { organizationId, at: now, type: TYPE, callId, data: dataOf(given) })
}

/** Appends the event on a connection that is inside a transaction and holds the organization's lock. */
export async function appendSuppressionChangeOnConnection(client: PoolClient, given: SuppressionChange): Promise<void> {
  const { organizationId, now } = given
  await insertEventOnConnection(client, {
    organization_id: organizationId,
    at: now,
    type: TYPE,
    data: JSON.stringify(dataOf(given)),
  })
}

const TYPE = 'suppression_changed'

function dataOf({ change, entries, source, by }: SuppressionChange) {
  return { change, entries, source, by }
}
