/** State, events and effects of turn-taking in a conversation with a text brain; `dialog-state.ts` moves between them. */
import { NO_KEYS, type PressedKeys } from './keypad.ts'
import type { Act, Expectation, Turn, WorkflowAct } from './turn.ts'
import { type Interruption, TURN_TAKING } from './turn-taking.ts'

/** The facts of the line at the time of an event. */
export interface LineFacts {
  /** By the clock: a late or lost mark does not make us miss a short answer. */
  audible: boolean
  /** Whether the agent speaks, according to the carrier's marks. */
  speaking: boolean
  /** We were interrupted and have kept the rest of our words. */
  paused: boolean
  interruptible: boolean
  someoneSpeaks: boolean
  interruption?: Interruption
  /** Our words heard in this turn. */
  heardText: string
}

/** Speech that is being recognized. */
export interface Unclear {
  /** It ended while we spoke or computed an answer. */
  overOurs: boolean
  /** It began while we spoke or computed an answer. */
  begunOverOurs: boolean
  turn: number
  questionHeard: boolean
}

/** Our words in this turn, and whether the person can have heard their question. */
export interface Prompt {
  /** Text of the current step. */
  text: string
  /** Letters said before it in the same turn. */
  lettersBefore: number
  /** Once heard it stays heard, until another step begins. */
  heard: boolean
}

interface Open {
  /** Number of turns given to the brain; the number of the current one. */
  turn: number
  expect: Expectation
  prompt: Prompt
  /** The brain has decided the end; it waits until its last words were heard. */
  ending: WorkflowAct | null
  /** The first decided end, and its turn: its deadline runs until another step begins, whatever is heard meanwhile. */
  farewell: { act: WorkflowAct; turn: number } | null
  /** The last words given to the brain, if nothing else was asked since. */
  lastHeard: string
  /** At the start of the current speech: had the question been heard, and did we speak or compute? */
  speech: { questionHeard: boolean; overOurs: boolean }
  unclear: readonly Unclear[]
  /** Words that answer, said while we continued to speak: they count if silence follows. */
  early: UtteranceHeard | null
  /** The person asked for a moment. */
  hold: boolean
  /** Number of utterances in this turn that were not understood. */
  mumbles: number
  /** Number of noises in this turn that interrupted us. */
  noises: number
  /** How often our own words were heard as an echo in this call. */
  echoes: number
  /** An echo of our voice was detected by its sound and noted. */
  echoNoted: boolean
  /** Number of fillers since the person's last word. */
  fillers: number
  silences: number
  cutUtterances: number
  /** The person does not stop: our reply must not be interrupted by what they are already saying. */
  talkOver: boolean
  keys: PressedKeys
  typedAhead: readonly string[]
}

export interface Answering extends Open {
  kind: 'answering'
  reacted: boolean
  /** Our interrupted words: resumed if the brain says so, dropped if it says anything else. */
  cutShort: (Pick<Open, 'expect' | 'prompt' | 'ending'> & { heardText: string | null }) | null
}

export interface Listening extends Open {
  kind: 'listening'
}

export type Alive = Answering | Listening

export type DialogState = Alive | { kind: 'stopped' }

export interface UtteranceHeard {
  text: string
  confidence: number
  lengthMs: number
  lastVoiceAtMs: number
  /** The turn was cut off at its longest duration, not ended by silence. */
  cut: boolean
  onlyKeys: boolean
  /** Detected as our own voice by its sound. */
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
  | { kind: 'acted'; turn: number; act: Act }
  | { kind: 'answered'; turn: number }
  /** All our audio has been played. */
  | { kind: 'quiet' }
  | { kind: 'time_up'; timer: DialogTimer }
  | { kind: 'stop' }

export const DIALOG_TIMERS = ['patience', 'keys', 'cover', 'ending', 'farewell', 'hold'] as const
export type DialogTimer = (typeof DIALOG_TIMERS)[number]

export type DialogEffect =
  /** Cancels the brain's current work and asks this. */
  | { do: 'ask'; turn: Turn; number: number }
  /** Stops our speech immediately and keeps the rest. */
  | { do: 'pause' }
  | { do: 'resume' }
  /** Drops the rest; `heardText` is the heard part, if any. */
  | { do: 'fall_silent'; heardText: string | null }
  | { do: 'say'; text: string; interruptible: boolean; recordingId?: string }
  /** Outside the conversation: gives the person the time they asked for. */
  | { do: 'give_time' }
  /** The next filler, if one is left. */
  | { do: 'fill'; number: number }
  /** The reply gap is measured from here. */
  | { do: 'reply_to'; lastVoiceAtMs: number }
  /** The next words begin a new transcript line. */
  | { do: 'new_line' }
  | { do: 'note_keys'; count: number }
  | { do: 'note_silence'; times: number }
  | { do: 'note_echo'; times: number }
  | { do: 'act'; act: WorkflowAct }
  | { do: 'leave'; disposition: string }

export interface Step {
  state: DialogState
  effects: DialogEffect[]
}

export const DEFAULT_EXPECTATION: Expectation = {
  answer: 'open',
  maxDigits: null,
  noInputAfterMs: TURN_TAKING.noInputAfterMs,
}

export const NOTHING_UNCLEAR: Unclear = { overOurs: false, begunOverOurs: false, turn: 0, questionHeard: false }

const NO_PROMPT: Prompt = { text: '', lettersBefore: 0, heard: false }

export const NEW_DIALOG: Listening = {
  kind: 'listening',
  turn: 0,
  expect: DEFAULT_EXPECTATION,
  prompt: NO_PROMPT,
  ending: null,
  farewell: null,
  lastHeard: '',
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
