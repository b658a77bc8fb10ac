import type { WorkflowSettings } from '../../workflows/rules/definition.ts'

/** How a voice over ours interrupts. */
export interface Interruption {
  afterMs: number
  /** Any voice does; otherwise we only pause, and the words decide. */
  byVoice: boolean
}

export function interruptionOf(settings: WorkflowSettings | null | undefined): Interruption {
  if (settings?.interruption !== 'milliseconds') return { afterMs: TURN_TAKING.interruptAfterMs, byVoice: false }
  return { afterMs: settings.interrupt_after_ms ?? TURN_TAKING.voiceInterruptsAfterMs, byVoice: true }
}

/** How long anything may take in a conversation. When speech begins and ends by its sound alone is in `speech/turns.ts`. */
export const TURN_TAKING = {
  /** A longer speech is recognised once, at its end: a talker who pauses often would keep everybody's recognizer busy. */
  speculateUpToMs: 10_000,
  /** A person who speaks over us for so long is listened to: silence within 0.4 s, yet longer than a "hello?" takes. */
  interruptAfterMs: 380,
  /** By its voice alone, where the workflow says so. */
  voiceInterruptsAfterMs: 500,
  /** What is shorter and not understood was a cough or a chair. */
  shortestUtteranceMs: 300,
  /** One who was cut off so often never stops: the agent takes its leave. */
  longestUtterances: 3,

  noInputAfterMs: 6000,
  /** Something was said that nobody understood: asked again sooner. */
  mumbledPatienceMs: 2500,
  /** So many sounds in one turn that were not understood are as good as silence. */
  mostMumbles: 6,
  /** An answer given while we still spoke counts after so much silence. */
  earlyAnswerMs: 700,
  /** "Hold on a second": we are silent for so long. */
  holdOnMs: 45_000,
  /** Music or a television in that time does not count, but it makes the moment no longer than this. */
  longestHoldMs: 90_000,
  /** Our own voice came back so often: from there on only keys interrupt us in this call. */
  mostEchoes: 2,
  /** Whatever leads, a conversation of so many turns is none: two machines are talking. */
  mostTurns: 120,
  /** So many noises in one turn stop our words; after that only words do. */
  mostNoises: 3,
  /** An utterance nobody understood of at least this length was speech. */
  surelySpeechMs: 1500,
  /** Within these a brain may ask for another patience. */
  leastPatienceMs: 1000,
  mostPatienceMs: 60_000,
  /** The person is asked again so often; after that silence is an answer. */
  noInputTimes: 2,
  /** Whatever the brain would like: more silences in a row end the conversation. */
  mostSilences: 5,
  /** Digits that are not ended by `#` or by their number end by this pause. */
  digitPauseMs: 2500,
  mostDigits: 64,
  /** A key told by the carrier and heard in the audio within this time is one key. */
  sameKeyMs: 1500,

  /** A brain that lets the person wait so long in silence is covered by a filler ... */
  fillerAfterMs: 2500,
  /** ... by another after so much more silence ... */
  nextFillerAfterMs: 4500,
  /** ... and given up after so much silence since the filler. */
  giveUpAfterMs: 5500,
  /** A recognizer that takes longer has not understood. */
  recognitionMs: 8000,
  /** A synthesizer that has not begun a clause by then will not. */
  synthesisMs: 6000,

  /** Audio is handed to the carrier so far ahead of its playing: enough for any jitter, little to drop. */
  leadMs: 3000,
  /** A mark that is so late was lost on the way; what it marks has been played. */
  markGraceMs: 2000,
  /** At most so much of one text is spoken: about ten minutes. */
  longestSayCharacters: 8000,

  /** After the last word of a machine's greeting: there will be no beep. */
  machineSilenceMs: 2500,
  /** A machine that speaks so long after we had begun has not finished its greeting. */
  machineSpeaksOnMs: 600,
  /** From the discovery of a mailbox until the call ends, whatever it plays. */
  mailboxMs: 90_000,

  /** A screening service or a menu has finished its sentence after so much silence. */
  gatePauseMs: 700,
  /** Nobody comes to the telephone after so long. */
  gatePatienceMs: 60_000,
  /** A screening service or a menu is stayed with for so long, whatever it says. */
  gateMs: 150_000,
  /** It is answered so often. */
  gateTimes: 4,

  /** Somebody who still speaks when we would hang up is heard out for so long. */
  lastWordsMs: 5000,
  /** A speech-to-speech endpoint has written down what was said last by then. */
  writtenWordsMs: 2500,
  /** From the decision to end until the call ends, whatever is heard meanwhile. */
  endingMs: 45_000,
  /** Playing what is left before hanging up never takes longer. */
  farewellMs: 60_000,
  /** Nothing at all came from the line for so long, neither audio nor keys nor marks: nobody is there. */
  lineDeadMs: 20_000,
  /** The audio runs both ways and nobody has said a word for so long. */
  idleMs: 120_000,
  longestSessionMs: 30 * 60_000,
  hangUpMs: 10_000,
  /** Longer than anybody rings, listens to a summary and is connected: whoever does that has limits of its own. */
  transferMs: 120_000,
  /** Having connected the two, a carrier closes the audio by itself within this time. */
  afterTransferMs: 5000,
  /** "Do not call me again" is stored at once; if that fails, again after this time, doubled each time. */
  suppressRetryMs: 500,
  suppressTries: 6,
} as const
