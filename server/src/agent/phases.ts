/** Who handles the sounds of the line in which phase of a conversation. */
import type { ActiveBrain } from './active-brain.ts'
import type { Speech, Understood } from './audio-input.ts'
import type { SessionPhase } from './rules/session-state.ts'

/** The handler of one phase; a phase without a method ignores that event. */
export interface PhaseHandler {
  speechStarted?(): void
  /** The speech has lasted this long. */
  speaking?(lengthMs: number): void
  /** Whether a rough interim transcript would be useful now. */
  readonly wantsGuess?: boolean
  onSpeculativeTranscript?(text: string): void
  onPartialTranscript?(text: string): void
  partly?(text: string): void
  speechEnded?(speech: Speech): void
  understood?(understood: Understood): void
  key?(digit: string): void
  beep?(): void
  /** All our audio has been played. */
  quiet?(): void
}

const IGNORES_EVERYTHING: PhaseHandler = {}

/** `leaving`: the handler while the last words are played. */
export function phaseHandler(phase: SessionPhase, activeBrain: ActiveBrain, leaving: PhaseHandler): PhaseHandler {
  switch (phase.at) {
    case 'talking':
      return activeBrain.dialog
    case 'mailbox':
      return activeBrain.message
    case 'gate':
      return activeBrain.gate
    case 'leaving':
      return leaving
    case 'over':
      // Words that were still being transcribed at the end.
      return { understood: (understood) => activeBrain.dialog.understood(understood) }
    case 'transferring':
    case 'transferred':
      return IGNORES_EVERYTHING
  }
}
