/**
 * How many conversations this node can hold. It begins with what its cores are known to bear, shrinks while utterances wait
 * for their recognition, and grows back one by one. Whoever is told "no room" is not dialed; nobody who is talking is cut off.
 */
export const ROOM = {
  /** Measured with local speech: 57 conversations kept one core busy; the rest is left for the dialer and the database. */
  sessionsPerCore: 30,
  /** With speech and brain elsewhere a conversation costs its audio alone. */
  remoteSessionsPerCore: 100,
  /** However slow the machine: a node that answers nobody would stand still for ever. */
  least: 2,
  /** A reply is due half a second after the person ends; more waiting than this is heard. */
  longWaitMs: 400,
  shortWaitMs: 150,
  shrinkBy: 0.85,
  reviewEveryMs: 1000,
} as const

export interface RoomFacts {
  cores: number
  /** Recognition runs on this machine. */
  localSpeech: boolean
}

export function sessionsMax({ cores, localSpeech }: RoomFacts): number {
  return Math.max(ROOM.least, Math.floor(cores * (localSpeech ? ROOM.sessionsPerCore : ROOM.remoteSessionsPerCore)))
}

/** Once a second: the next capacity, from the wait that was measured and the conversations there are. */
export function nextCapacity(capacity: number, seen: { waitMs: number; sessions: number; max: number }): number {
  const { waitMs, sessions, max } = seen
  if (waitMs > ROOM.longWaitMs) {
    return Math.max(ROOM.least, Math.min(capacity, Math.floor(Math.max(sessions, ROOM.least) * ROOM.shrinkBy)))
  }
  return waitMs < ROOM.shortWaitMs ? Math.min(max, capacity + 1) : Math.min(max, capacity)
}
