/** The people of the simulated network, as a conversation that is tried knows them: to be chosen, to be heard, to be read. */
import type { Rng } from '../../kernel/rng.ts'
import type { MediaStream } from '../../telephony/media.ts'

export interface SomebodySimulated {
  name: string
  title: string
  description: string
}

/** What one of them does next; sound is left to the line. */
export type PersonMove =
  | { kind: 'pause'; ms: number }
  /** Without words where nothing can be understood. */
  | { kind: 'say'; text: string }
  | { kind: 'press'; digit: string }
  | { kind: 'listen' }
  | { kind: 'overhear'; ms: number }
  | { kind: 'outwait' }

/** Hangs up by returning. */
export type PersonScript = Iterator<PersonMove, void, 'words' | 'silence'>

export interface SimulatedPeople {
  list: readonly SomebodySimulated[]
  script(name: string, rng: Rng): PersonScript
  /** Whoever listens in is told of both, 20 ms at a time, in the line's own format. */
  meet(name: string, moment: (agent: Uint8Array | null, person: Uint8Array | null) => void): MediaStream
}
