/** Decides which part of the agent handles speech, keys and tones in each phase of a conversation. */
import type { ActiveBrain } from './active-brain.ts'
import type { SpeechSegment } from './audio-input.ts'
import type { UnderstoodSpeech } from './dialog.ts'
import type { SessionPhase } from './rules/session-state.ts'

/** The handler of one phase; a phase without a method ignores that event. */
export interface PhaseHandler {
  speechStarted?(): void
  /** Called while the person speaks, with the length of the speech so far. */
  speaking?(lengthMs: number): void
  /** Whether a rough speculative transcript would be useful now. */
  readonly wantsGuess?: boolean
  onSpeculativeTranscript?(text: string): void
  onPartialTranscript?(text: string): void
  partly?(text: string): void
  speechEnded?(speech: SpeechSegment): void
  understood?(understood: UnderstoodSpeech): void
  key?(digit: string): void
  beep?(): void
  /** Called when all the agent's audio has been played. */
  quiet?(): void
}

const IGNORES_EVERYTHING: PhaseHandler = {}

/** Chooses the handler of a phase. `leaving`: the handler while the last words are played. */
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
      // Handles words that were still being transcribed at the end.
      return { understood: (understood) => activeBrain.dialog.understood(understood) }
    case 'transferring':
    case 'transferred':
      return IGNORES_EVERYTHING
  }
}
