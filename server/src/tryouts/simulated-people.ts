/** The simulated people for try-out conversations, by audio or by text. */
import type { Rng } from '../kernel/rng.ts'
import type { MediaStream } from '../telephony/media.ts'

export interface SimulatedPersonInfo {
  name: string
  title: string
  description: string
}

/** The next move of a simulated person; the line adds the audio. */
export type PersonMove =
  | { kind: 'pause'; ms: number }
  /** Words; empty if nothing can be understood. */
  | { kind: 'say'; text: string }
  | { kind: 'press'; digit: string }
  | { kind: 'listen' }
  | { kind: 'overhear'; ms: number }
  | { kind: 'outwait' }

/** The person's moves; returning hangs up. */
export type PersonScript = Iterator<PersonMove, void, 'words' | 'silence'>

export interface SimulatedPeople {
  list: readonly SimulatedPersonInfo[]
  script(name: string, rng: Rng): PersonScript
  /** Starts an audio line; the listener receives both sides, 20 ms at a time, in the line's own format. */
  meet(name: string, moment: (agent: Uint8Array | null, person: Uint8Array | null) => void): MediaStream
}
