/** State, events and effects of turn-taking in a conversation with a text brain; `dialog-state.ts` moves between them. */
import { NO_KEYS, type PressedKeys } from './keypad.ts'
import type { AnswerExpectation, BrainAction, Turn, WorkflowAction } from './turn.ts'
import { type Interruption, TURN_TAKING_LIMITS } from './turn-taking.ts'
import type { Utterance } from './utterance.ts'

/** The facts of the line at the time of an event. */
export interface LineFacts {
  /** Whether audio is playing by the clock, so that a late or lost mark does not make the agent miss a short answer. */
  audible: boolean
  /** Whether the agent speaks, according to the carrier's marks. */
  speaking: boolean
  /** Whether the agent was interrupted and has kept the rest of its words. */
  paused: boolean
  interruptible: boolean
  someoneSpeaks: boolean
  interruption?: Interruption
  /** The agent's words that were heard in this turn. */
  heardText: string
}

/** Speech whose words are still being recognized. */
export interface PendingSpeech {
  /** The speech ended while the agent spoke or computed an answer. */
  overOurs: boolean
  /** The speech began while the agent spoke or computed an answer. */
  begunOverOurs: boolean
  turn: number
  questionHeard: boolean
}

/** The agent's words in this turn, and whether the person can have heard their question. */
export interface Prompt {
  /** Text of the current step. */
  text: string
  /** Number of letters said before the step's text in the same turn. */
  lettersBefore: number
  /** Whether the question was heard; it stays true until another step begins. */
  heard: boolean
}

interface Open {
  /** Number of the current turn, counted by turns given to the brain. */
  turn: number
  expect: AnswerExpectation
  prompt: Prompt
  /** The end that the brain has decided; it waits until its last words were heard. */
  ending: WorkflowAction | null
  /** The first decided end, and its turn: its deadline runs until another step begins, whatever is heard in between. */
  farewell: { act: WorkflowAction; turn: number } | null
  /** The last words given to the brain, if no other question was asked since. */
  lastHeard: Utterance | null
  /** State when the person began to speak: whether the question had been heard, and whether the agent was speaking or computing. */
  speech: { questionHeard: boolean; overOurs: boolean }
  unclear: readonly PendingSpeech[]
  /** An answer that was given while the agent continued to speak: it counts if silence follows. */
  early: UtteranceHeard | null
  /** Whether the person asked for a moment. */
  hold: boolean
  /** Number of utterances in this turn that were not understood. */
  mumbles: number
  /** Number of noises in this turn that interrupted the agent. */
  noises: number
  /** How often the agent's own words were heard as an echo in this call. */
  echoes: number
  /** Whether an echo of the agent's voice was detected by its sound and noted. */
  echoNoted: boolean
  /** Number of fillers since the person's last word. */
  fillers: number
  silences: number
  cutUtterances: number
  /** Whether the person does not stop talking: then the reply must not be interrupted by the same speech. */
  talkOver: boolean
  keys: PressedKeys
  typedAhead: readonly string[]
}

export interface AnsweringState extends Open {
  kind: 'answering'
  reacted: boolean
  /** The interrupted prompt: resumed if the brain says so, dropped if the brain says anything else. */
  cutShort: (Pick<Open, 'expect' | 'prompt' | 'ending'> & { heardText: string | null }) | null
}

export interface ListeningState extends Open {
  kind: 'listening'
}

export type ActiveDialogState = AnsweringState | ListeningState

export type DialogState = ActiveDialogState | { kind: 'stopped' }

export interface UtteranceHeard {
  words: Utterance
  confidence: number
  lengthMs: number
  lastVoiceAtMs: number
  /** Whether the turn was cut off at its maximum duration instead of being ended by silence. */
  cut: boolean
  onlyKeys: boolean
  /** Whether its sound was detected as the agent's own voice. */
  echo?: boolean | undefined
}

export type DialogEvent =
  | { kind: 'begun' }
  | { kind: 'speech_started' }
  | { kind: 'speaking'; lengthMs: number }
  | { kind: 'speech_ended'; lastVoiceAtMs: number }
  | ({ kind: 'understood' } & UtteranceHeard)
  | { kind: 'key'; digit: string }
  /** The brain acted in answer to this turn. */
  | { kind: 'acted'; turn: number; act: BrainAction }
  | { kind: 'answered'; turn: number }
  /** All the agent's audio has been played. */
  | { kind: 'quiet' }
  | { kind: 'time_up'; timer: DialogTimer }
  | { kind: 'stop' }

export const DIALOG_TIMERS = ['patience', 'keys', 'cover', 'ending', 'farewell', 'hold'] as const
export type DialogTimer = (typeof DIALOG_TIMERS)[number]

export type DialogEffect =
  /** Cancels the brain's current work and asks it to answer this turn. */
  | { do: 'ask'; turn: Turn; number: number }
  /** Stops the agent's speech immediately and keeps the rest. */
  | { do: 'pause' }
  | { do: 'resume' }
  /** Drops the rest; `heardText` is the heard part, if any. */
  | { do: 'fall_silent'; heardText: string | null }
  | { do: 'say'; text: string; interruptible: boolean; recordingId?: string }
  /** Says that the person may take their time, outside the conversation. */
  | { do: 'give_time' }
  /** Says the next filler, if one is left. */
  | { do: 'fill'; number: number }
  /** The reply gap is measured from this time. */
  | { do: 'reply_to'; lastVoiceAtMs: number }
  /** The next words begin a new transcript line. */
  | { do: 'new_line' }
  | { do: 'note_keys'; count: number }
  | { do: 'note_silence'; times: number }
  | { do: 'note_echo'; times: number }
  | { do: 'act'; act: WorkflowAction }
  | { do: 'leave'; disposition: string }

export interface DialogStepResult {
  state: DialogState
  effects: DialogEffect[]
}

export const DEFAULT_ANSWER_EXPECTATION: AnswerExpectation = {
  answer: 'open',
  maxDigits: null,
  noInputAfterMs: TURN_TAKING_LIMITS.noInputAfterMs,
}

export const NO_PENDING_SPEECH: PendingSpeech = { overOurs: false, begunOverOurs: false, turn: 0, questionHeard: false }

const NO_PROMPT: Prompt = { text: '', lettersBefore: 0, heard: false }

export const NEW_DIALOG: ListeningState = {
  kind: 'listening',
  turn: 0,
  expect: DEFAULT_ANSWER_EXPECTATION,
  prompt: NO_PROMPT,
  ending: null,
  farewell: null,
  lastHeard: null,
  speech: { questionHeard: false, overOurs: false },
  unclear: [],
  early: null,
  hold: false,
  mumbles: 0,
  noises: 0,
  echoes: 0,
  echoNoted: false,
  fillers: 0,
  silences: 0,
  cutUtterances: 0,
  talkOver: false,
  keys: NO_KEYS,
  typedAhead: [],
}
