import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Notifications } from '../storage/notifications.ts'
import { EVENTS_CHANNEL } from './queries.ts'

/** A busy dialer commits hundreds of times a second; subscribers are notified at most this often. */
const TELL_EVERY_MS = 100

/**
 * Notifies subscribers of an organization's new events, in batches: the first immediately, later ones with the next
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

  function tell(organizationId: number): void {
    resting.set(organizationId, false)
    notifications
      .publish(EVENTS_CHANNEL, String(organizationId))
      .catch((error: unknown) => log.debug({ err: error }, 'failed to notify subscribers of events'))
    clock.after(TELL_EVERY_MS, () => {
      const more = resting.get(organizationId)
      resting.delete(organizationId)
      if (more) tell(organizationId)
    })
  }

  return (organizationId) => {
    if (resting.has(organizationId)) resting.set(organizationId, true)
    else tell(organizationId)
  }
}
