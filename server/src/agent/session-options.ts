import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { StandardSentences } from '../language/rules/sentences.ts'
import type { Recognizer } from '../speech/recognizer.ts'
import type { OpenResampler } from '../speech/resample.ts'
import type { Synthesizer } from '../speech/synthesizer.ts'
import type { OpenVoiceGate } from '../speech/vad.ts'
import type { MediaStream } from '../telephony/media.ts'
import type { AudioInputListener, TurnInput } from './audio-input.ts'
import type { Brain, Conversation, TextBrain } from './brain.ts'
import type { Journal } from './journal.ts'
import type { PlayoutTap } from './playout.ts'
import type { EndedBy } from './rules/session-state.ts'

export type SessionReport =
  | { kind: 'agent' }
  | { kind: 'agent_verdict'; verdict: 'human' | 'machine' }
  | { kind: 'message_left' }
  /** A network announcement instead of a person. */
  | { kind: 'announcement'; announcement: 'no_such_number' | 'unreachable' }
  /** The person wants to be called back at this time; null: the request was withdrawn. */
  | { kind: 'call_back'; at: string | null }
  /** The agent could not hold the conversation, so the person was not reached. */
  | { kind: 'agent_failed'; reason: string }
export type MachineVerdict = 'human' | 'machine' | 'fax' | 'unknown'

/** The target of a transfer, and its announcement. */
export interface TransferRequest {
  destination: string
  announcement: string
  /** DTMF keys for the target's own menu, sent before the announcement; `w` and `,` are pauses. */
  keys?: string | undefined
  /** How long the target may ring; if left out, the ring time of the configuration. */
  ringSeconds?: number | undefined
  /** Called immediately before the calls are joined. Returns false if they must not be joined any more. */
  joining?(): boolean
  signal: AbortSignal
}

/** The parts of a conversation that change with its language. */
export interface LanguageDependentParts
  extends Pick<SessionOptions, 'conversation' | 'fallBack' | 'synthesizer' | 'voice' | 'recognizer' | 'sentences'> {
  brain: TextBrain
}

/** The functions that a session needs besides its audio. */
export interface SessionHooks {
  report(news: SessionReport): void
  hangUp(): Promise<void>
  /** Transfers the person. Resolves when the calls are joined or cannot be joined. `signal` aborts when the person is gone. */
  transfer(wanted: TransferRequest): Promise<{ ok: boolean; message: string }>
  /** Adds the person's number to the do-not-call list, unless the call is simulated. May reject; it is then retried. */
  suppress(): Promise<'simulated' | undefined>
}

/** Opens an input that replaces the line's audio. */
export type OpenAudioInput = (listener: AudioInputListener) => TurnInput

export interface SessionOptions {
  clock: Clock
  log: Log
  media: MediaStream
  conversation: Conversation
  brain: Brain
  /** The brain that continues at this step if the first one fails; null if there is none. */
  fallBack?: (nodeId: string | null) => TextBrain | null
  /** Opens the conversation in another of its languages, from this step on; null if that is not possible. */
  openLanguage?: (language: string, nodeId: string | null) => LanguageDependentParts | null
  journal: Journal
  hooks: SessionHooks
  synthesizer: Synthesizer
  voice?: string | undefined
  /** The recognizer; null: speech is not recognized, but keys are. */
  recognizer: Recognizer | null
  openGate: OpenVoiceGate
  openResampler: OpenResampler
  /** Opens the input; by default it is the audio of the line. */
  openInput?: OpenAudioInput
  recorder?: Recorder | null
  /** Receives the same audio for operators who listen in. */
  liveAudio?: Recorder | null
  sentences?: StandardSentences
  /** When the call was answered, on the monotonic clock; if left out, now. */
  answeredAtMs?: number
  /** A time limit besides that of the workflow. */
  longestMs?: number | null
}

export interface Recorder extends PlayoutTap {
  person(samples: Int16Array, startMs: number): void
  /** If only consent answers are recorded: switches whether the current audio is kept. */
  keep?(on: boolean): void
}

export interface SessionResult {
  endedBy: EndedBy
  disposition: string
  machine: boolean
  transferred: boolean
}
