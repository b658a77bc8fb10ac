import type { WorkflowSettings } from '../../workflows/rules/definition.ts'

/** How speech over ours interrupts. */
export interface Interruption {
  afterMs: number
  /** Any voice interrupts; otherwise we only pause, and the words decide. */
  byVoice: boolean
}

export function interruptionOf(settings: WorkflowSettings | null | undefined): Interruption {
  if (settings?.interruption !== 'milliseconds') return { afterMs: TURN_TAKING.interruptAfterMs, byVoice: false }
  return { afterMs: settings.interrupt_after_ms ?? TURN_TAKING.voiceInterruptsAfterMs, byVoice: true }
}

/** Time limits of a conversation. `speech/turns.ts` has those for detecting speech by its sound. */
export const TURN_TAKING = {
  /** Longer speech is recognized once, at its end: a person who pauses often would keep the shared recognizer busy. */
  speculateUpToMs: 10_000,
  /** Speech over ours of this length interrupts: we are silent within 0.4 s, yet a "hello?" is shorter. */
  interruptAfterMs: 380,
  /** By voice alone, if the workflow says so. */
  voiceInterruptsAfterMs: 500,
  /** Shorter sounds without words were a cough or a chair. */
  shortestUtteranceMs: 300,
  /** A person who was cut off this often never stops: the agent says goodbye. */
  longestUtterances: 3,

  noInputAfterMs: 6000,
  /** After speech that was not understood, the question is asked again sooner. */
  mumbledPatienceMs: 2500,
  /** This many sounds in one turn that were not understood count as silence. */
  mostMumbles: 6,
  /** An answer given while we still spoke counts after this much silence. */
  earlyAnswerMs: 700,
  /** After "hold on a second" we stay silent for this long. */
  holdOnMs: 45_000,
  /** Music or a television in that time does not count, but limits it to this. */
  longestHoldMs: 90_000,
  /** After this many echoes of our own voice, only keys interrupt us in this call. */
  mostEchoes: 2,
  /** With any brain, more turns than this are not a conversation: two machines are talking. */
  mostTurns: 120,
  /** After this many noises in one turn only words interrupt us. */
  mostNoises: 3,
  /** A sound of at least this length that was not understood was speech. */
  surelySpeechMs: 1500,
  /** Limits of the patience that a brain may ask for. */
  leastPatienceMs: 1000,
  mostPatienceMs: 60_000,
  /** How often the question is repeated; after that, silence is an answer. */
  noInputTimes: 2,
  /** More consecutive silences end the conversation, whatever the brain asks for. */
  mostSilences: 5,
  /** Digits that are not ended by `#` or by their number end by this pause. */
  digitPauseMs: 2500,
  mostDigits: 64,
  /** A key reported by the carrier and heard in the audio within this time is one key. */
  sameKeyMs: 1500,

  /** After this much silence of the brain the session says a filler ... */
  fillerAfterMs: 2500,
  /** ... another one after this much more silence ... */
  nextFillerAfterMs: 4500,
  /** ... and gives up after this much silence since the filler. */
  giveUpAfterMs: 5500,
  /** A recognizer that takes longer has not understood. */
  recognitionMs: 8000,
  /** A synthesizer that has not begun a clause by then has failed. */
  synthesisMs: 6000,

  /** Audio is sent to the carrier this far ahead of its playback: enough for any jitter, little to drop. */
  leadMs: 3000,
  /** A mark that is this late was lost; its audio has been played. */
  markGraceMs: 2000,
  /** Longest text that is spoken: about ten minutes. */
  longestSayCharacters: 8000,

  /** Silence after a machine's greeting after which no beep will come. */
  machineSilenceMs: 2500,
  /** A machine that speaks this long after we had begun has not finished its greeting. */
  machineSpeaksOnMs: 600,
  /** From the detection of a mailbox until the call ends, whatever it plays. */
  mailboxMs: 90_000,

  /** Silence after which a screening service or a menu has finished its sentence. */
  gatePauseMs: 700,
  /** Longest wait for the person. */
  gatePatienceMs: 60_000,
  /** Longest time with a screening service or a menu. */
  gateMs: 150_000,
  /** Maximum number of replies to a screening service or a menu. */
  gateTimes: 4,

  /** Longest time a person may continue to speak when we would hang up. */
  lastWordsMs: 5000,
  /** A speech-to-speech endpoint must have transcribed the last words by then. */
  writtenWordsMs: 2500,
  /** From the decision to end until the call ends, whatever is heard meanwhile. */
  endingMs: 45_000,
  /** Longest playback of the rest before hanging up. */
  farewellMs: 60_000,
  /** Without any audio, keys or marks from the line for this long, it is dead. */
  lineDeadMs: 20_000,
  /** Audio flows both ways and neither side has said a word for this long. */
  idleMs: 120_000,
  hangUpMs: 10_000,
  /** Longer than ringing, the announcement and connecting take; these have their own limits. */
  transferMs: 120_000,
  /** After joining the calls, a carrier closes the audio itself within this time. */
  afterTransferMs: 5000,
  /** A "do not call me again" is stored immediately; after a failure it is retried after this time, doubled each time. */
  suppressRetryMs: 500,
  suppressTries: 6,
} as const
