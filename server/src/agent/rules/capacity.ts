/**
 * How many conversations this node can hold. Begins with what its cores can bear, shrinks while utterances wait for
 * recognition, and grows back one by one. A full node places no further calls; running conversations are never cut off.
 */
export const CAPACITY = {
  /** Measured with local speech: 57 conversations kept one core busy; the rest is left for the dialer and the database. */
  sessionsPerCore: 30,
  /** With hosted speech and brain, a conversation costs only its audio. */
  remoteSessionsPerCore: 100,
  /** Even on a slow machine: a node with capacity 0 would stay idle for ever. */
  least: 2,
  /** A reply is due half a second after the person ends; a longer wait is noticeable. */
  longWaitMs: 400,
  shortWaitMs: 150,
  shrinkBy: 0.85,
  reviewEveryMs: 1000,
} as const

export interface CapacityFacts {
  cores: number
  /** Recognition runs on this machine. */
  localSpeech: boolean
}

export function sessionsMax({ cores, localSpeech }: CapacityFacts): number {
  return Math.max(
    CAPACITY.least,
    Math.floor(cores * (localSpeech ? CAPACITY.sessionsPerCore : CAPACITY.remoteSessionsPerCore)),
  )
}

/** Once a second: the next capacity, from the measured wait and the number of conversations. */
export function nextCapacity(capacity: number, seen: { waitMs: number; sessions: number; max: number }): number {
  const { waitMs, sessions, max } = seen
  if (waitMs > CAPACITY.longWaitMs) {
    return Math.max(
      CAPACITY.least,
      Math.min(capacity, Math.floor(Math.max(sessions, CAPACITY.least) * CAPACITY.shrinkBy)),
    )
  }
  return waitMs < CAPACITY.shortWaitMs ? Math.min(max, capacity + 1) : Math.min(max, capacity)
}
