import type { Notifications } from '../storage/notifications.ts'
import type { Signal, Signals } from './store.ts'

const CHANNEL = 'outdial_dialer'

export function postgresSignals(notifications: Notifications): Signals {
  return {
    publish: (signal) => notifications.publish(CHANNEL, JSON.stringify(signal)),
    subscribe: (listener) =>
      notifications.subscribe(CHANNEL, (payload) => {
        const { kind, ...rest } = JSON.parse(payload) as { kind: string }
        // Nodes of the previous version call this signal `hold`.
        listener({ kind: kind === 'hold' ? 'revoke' : kind, ...rest } as Signal)
      }),
  }
}
