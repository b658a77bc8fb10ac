/**
 * How many conversations this node can hold. The capacity begins at a value that suits its cores, shrinks while utterances wait
 * for recognition, and grows back one by one. A full node places no further calls; running conversations are never cut off.
 */
export const CAPACITY_LIMITS = {
  /**
   * Conversations per core. Measured with local speech, 57 keep one core busy; the rest is left for the dialer and the database.
   */
  sessionsPerCore: 30,
  /** Conversations per core with hosted speech and brain, where each costs only its audio. */
  remoteSessionsPerCore: 100,
  /** Minimum capacity, even on a slow machine: a node with capacity 0 would stay idle forever. */
  least: 2,
  /** A longer wait for recognition is noticeable, because a reply is due half a second after the end of speech. */
  longWaitMs: 400,
  shortWaitMs: 150,
  shrinkBy: 0.85,
  reviewEveryMs: 1000,
} as const

export interface CapacityFacts {
  cores: number
  /** Whether recognition runs on this machine. */
  localSpeech: boolean
}

export function sessionsMax({ cores, localSpeech }: CapacityFacts): number {
  return Math.max(
    CAPACITY_LIMITS.least,
    Math.floor(cores * (localSpeech ? CAPACITY_LIMITS.sessionsPerCore : CAPACITY_LIMITS.remoteSessionsPerCore)),
  )
}

/** Computes the next capacity once a second, from the measured wait and the number of conversations. */
export function nextCapacity(capacity: number, seen: { waitMs: number; sessions: number; max: number }): number {
  const { waitMs, sessions, max } = seen
  if (waitMs > CAPACITY_LIMITS.longWaitMs) {
    return Math.max(
      CAPACITY_LIMITS.least,
      Math.min(capacity, Math.floor(Math.max(sessions, CAPACITY_LIMITS.least) * CAPACITY_LIMITS.shrinkBy)),
    )
  }
  return waitMs < CAPACITY_LIMITS.shortWaitMs ? Math.min(max, capacity + 1) : Math.min(max, capacity)
}
