import type { WorkflowSettings } from '../../workflows/rules/definition.ts'

/** How the person's speech interrupts the agent (barge-in). */
export interface Interruption {
  afterMs: number
  /** True: any voice interrupts. False: the agent only pauses, and the words decide. */
  byVoice: boolean
}

export function interruptionOf(settings: WorkflowSettings | null | undefined): Interruption {
  if (settings?.interruption !== 'milliseconds') return { afterMs: TURN_TAKING_LIMITS.interruptAfterMs, byVoice: false }
  return { afterMs: settings.interrupt_after_ms ?? TURN_TAKING_LIMITS.voiceInterruptsAfterMs, byVoice: true }
}

/** Time limits of a conversation. `speech/turns.ts` has those for detecting speech by its sound. */
export const TURN_TAKING_LIMITS = {
  /** Speech longer than this is recognized only at its end: a person who pauses often would keep the shared recognizer busy. */
  speculateUpToMs: 10_000,
  /**
   * Speech of this length over the agent's words triggers barge-in: the agent is silent within 0.4 s, but a "hello?" is shorter.
   */
  interruptAfterMs: 380,
  /** Length of voice that interrupts, if the workflow lets any voice interrupt. */
  voiceInterruptsAfterMs: 500,
  /** After this much silence a paid voice may be asked for an answer that is not certain to be said. */
  silentMs: 80,
  /** Shorter sounds without words count as a cough or a chair. */
  shortestUtteranceMs: 300,
  /** A person whose turns were cut off this often never stops: the agent says goodbye. */
  longestUtterances: 3,

  noInputAfterMs: 6000,
  /** Patience after speech that was not understood: the question is repeated sooner. */
  mumbledPatienceMs: 2500,
  /** This many sounds in one turn that were not understood count as silence. */
  mostMumbles: 6,
  /** An answer that was given while the agent still spoke counts after this much silence. */
  earlyAnswerMs: 700,
  /** After "hold on a second" the agent stays silent for this long. */
  holdOnMs: 45_000,
  /** Maximum length of such a pause; music or a television in that time does not count as speech. */
  longestHoldMs: 90_000,
  /** After this many echoes of the agent's own voice, only keys interrupt it in this call. */
  mostEchoes: 2,
  /** Maximum number of turns with any brain: beyond it, two machines are talking. */
  mostTurns: 120,
  /** After this many noises in one turn, only words interrupt the agent. */
  mostNoises: 3,
  /** A sound of at least this length that was not understood counts as speech. */
  surelySpeechMs: 1500,
  /** Limits of the patience that a brain may ask for. */
  leastPatienceMs: 1000,
  mostPatienceMs: 60_000,
  /** How often the question is repeated after silence; then silence counts as an answer. */
  noInputTimes: 2,
  /** More consecutive silences end the conversation, even if the brain asks for more patience. */
  mostSilences: 5,
  /** Pause that ends an entry of digits which `#` or its length did not end. */
  digitPauseMs: 2500,
  mostDigits: 64,
  /** A key reported by the carrier and heard in the audio within this time is one key. */
  sameKeyMs: 1500,

  /** After this much silence of the brain, the session says a filler ... */
  fillerAfterMs: 2500,
  /** ... another one after this much more silence ... */
  nextFillerAfterMs: 4500,
  /** ... and gives up after this much silence since the filler. */
  giveUpAfterMs: 5500,
  /** A recognizer that takes longer counts as not having understood. */
  recognitionMs: 8000,
  /** A synthesizer that has not begun a clause within this time has failed. */
  synthesisMs: 6000,

  /**
   * Audio is sent to the carrier this far ahead of its playback: enough for any jitter, and little is dropped at an interruption.
   */
  leadMs: 3000,
  /** A mark that is this late was lost; its audio counts as played. */
  markGraceMs: 2000,
  /** Longest text that is spoken: about ten minutes. */
  longestSayCharacters: 8000,

  /** After this much silence following a machine's greeting, no beep will come. */
  machineSilenceMs: 2500,
  /** A machine that speaks this long after the message had begun has not finished its greeting. */
  machineSpeaksOnMs: 600,
  /** Time limit from the detection of a mailbox to the end of the call, whatever the mailbox plays. */
  mailboxMs: 90_000,

  /** Silence after which a screening service or a menu has finished its sentence. */
  gatePauseMs: 700,
  /** Longest wait for the person at a screening service or a menu. */
  gatePatienceMs: 60_000,
  /** Longest time with a screening service or a menu. */
  gateMs: 150_000,
  /** Maximum number of replies to a screening service or a menu. */
  gateTimes: 4,

  /** Longest time that a person may continue to speak when the agent would hang up. */
  lastWordsMs: 5000,
  /** Time limit for a speech-to-speech endpoint to transcribe the last words. */
  writtenWordsMs: 2500,
  /** Time limit from the decision to end to the end of the call, whatever is heard in between. */
  endingMs: 45_000,
  /** Longest playback of the remaining words before hanging up. */
  farewellMs: 60_000,
  /** Without any audio, keys or marks from the line for this long, the line is dead. */
  lineDeadMs: 20_000,
  /** A call on which neither side has said a word for this long is ended. */
  idleMs: 120_000,
  hangUpMs: 10_000,
  /** Longer than ringing, the announcement and connecting take; each has its own limit. */
  transferMs: 120_000,
  /** After joining the calls, a carrier closes the audio itself within this time. */
  afterTransferMs: 5000,
  /** Delay before storing a "do not call me again" is retried, doubled each time; the first attempt is immediate. */
  suppressRetryMs: 500,
  suppressTries: 6,
} as const
