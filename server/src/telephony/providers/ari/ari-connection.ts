/** Shared by the parts of one account. */
import type { Clock } from '../../../kernel/clock.ts'
import type { AccountContext } from '../../provider.ts'
import type { AriRest } from './client.ts'
import type { CallRegistry, LiveCall } from './live-call.ts'
import type { AriSettings } from './settings.ts'

export interface AriConnection {
  context: AccountContext
  settings: AriSettings
  rest: AriRest
  book: CallRegistry
  starts: ChannelStartWaiter
  /** The Stasis application of this node, which receives all events of its calls. */
  nodeApp: string
  /** Ends a call. */
  hangUp(call: LiveCall): void
  /** Ends a call because of a fault that the callee has not caused. */
  abandon(call: LiveCall, fault: string): void
}

/** Names of this program's channels besides the call itself. The prefix distinguishes them from others at the PBX. */
export const sideChannelIds = {
  media: (channelId: string): string => `outdial-media-${channelId}`,
  snoop: (channelId: string): string => `outdial-snoop-${channelId}`,
}

export function bridgeId(channelId: string): string {
  return `outdial-bridge-${channelId}`
}

export type ChannelStart = { kind: 'started' } | { kind: 'ended'; cause: string } | { kind: 'timeout' }

/** Waits for channels to enter Stasis. Start waiting before requesting the channel: the event may come first. */
export class ChannelStartWaiter {
  readonly #clock: Clock
  readonly #waiting = new Map<string, (start: ChannelStart) => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  expect(channelId: string, timeoutMs: number): Promise<ChannelStart> {
    return new Promise((resolve) => {
      const timer = this.#clock.after(timeoutMs, () => settle({ kind: 'timeout' }))
      const settle = (start: ChannelStart): void => {
        timer.cancel()
        this.#waiting.delete(channelId)
        resolve(start)
      }
      this.#waiting.set(channelId, settle)
    })
  }

  started(channelId: string): void {
    this.#waiting.get(channelId)?.({ kind: 'started' })
  }

  /** Cancels all waits. */
  close(): void {
    for (const settle of [...this.#waiting.values()]) settle({ kind: 'timeout' })
  }

  ended(channelId: string, cause: string): void {
    this.#waiting.get(channelId)?.({ kind: 'ended', cause })
  }
}
