import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Notifications } from '../storage/notifications.ts'
import { EVENTS_CHANNEL } from './queries.ts'

/** A busy dialer commits hundreds of times a second; the subscribers of an organization are notified at most this often. */
const TELL_EVERY_MS = 100
/**
 * Interval between notifications of this node. Each is a transaction, so that a hundred small organizations with a call or two a
 * second would cost more in notifications than in calls.
 */
const PUBLISH_EVERY_MS = 20

/**
 * Notifies subscribers of new events, of all organizations together: the first immediately, later ones with the next
 * notification.
 */
export function notifySubscribers({
  notifications,
  clock,
  log,
}: {
  notifications: Pick<Notifications, 'publish'>
  clock: Clock
  log: Log
}): (organizationId: number) => void {
  /** Organizations notified a moment ago. True: another notification is due when the interval ends. */
  const resting = new Map<number, boolean>()
  /** Organizations to notify at the end of the interval; null: this node has published nothing for a moment. */
  let waiting: Set<number> | null = null

  function tell(organizationId: number): void {
    resting.set(organizationId, false)
    if (waiting) waiting.add(organizationId)
    else publish([organizationId])
    clock.after(TELL_EVERY_MS, () => {
      const more = resting.get(organizationId)
      resting.delete(organizationId)
      if (more) tell(organizationId)
    })
  }

  function publish(organizationIds: readonly number[]): void {
    waiting = new Set()
    notifications
      .publish(EVENTS_CHANNEL, ...organizationIds.map(String))
      .catch((error: unknown) => log.debug({ err: error }, 'failed to notify subscribers of events'))
    clock.after(PUBLISH_EVERY_MS, () => {
      const next = [...(waiting ?? [])]
      waiting = null
      if (next.length > 0) publish(next)
    })
  }

  return (organizationId) => {
    if (resting.has(organizationId)) resting.set(organizationId, true)
    else tell(organizationId)
  }
}
