/**
 * A brain decides what the agent says. Two kinds: a text brain (the session listens and speaks for it), and a speech-to-speech
 * brain. Both follow the same workflow and use the same acts.
 */

import type { AgentKnowledge } from '../knowledge/agent-knowledge.ts'
import type { ModelUsageListener } from '../models/chat-attempt.ts'
import type { RecordedAudio } from '../recorded-audio/load-recordings.ts'
import type { AudioFormat } from '../telephony/media.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { ConversationTools } from './conversation-tools.ts'
import type { TurnRecorder } from './rules/recorded-turns.ts'
import type { BrainAction, Turn, WorkflowAction } from './rules/turn.ts'
import type { Utterance } from './rules/utterance.ts'

export interface Conversation {
  callId: number
  direction: 'outbound' | 'inbound'
  definition: WorkflowDefinition
  /** The contact's columns and standard variables (phone_number, caller_number, date, time ...), all as text. */
  variables: Readonly<Record<string, string>>
  /** IANA name of the person's zone; UTC if unknown. */
  timezone?: string
  /** Collected and extracted values so far; a brain adds one by the act `gather`. */
  gathered: Readonly<Record<string, string>>
  /** Tags of languages that the person may ask for instead; left out: none. */
  otherLanguages?: readonly string[]
  /** Whether a person who simply answers in one of them continues in it; at most once in a call. */
  detectsLanguage?: boolean
  /** Tools of the conversation; left out: it has none. */
  tools?: ConversationTools
  /** Documents that can be looked up; left out: none. */
  knowledge?: AgentKnowledge
  /** Recordings that replace texts; left out: none. */
  recorded?: RecordedAudio
  /** Receives the usage of language models and which endpoint took over; left out: neither is reported. */
  models?: ModelUsageListener
  /** Records the input of the script brain, so that another version can be replayed with it; left out: nothing is recorded. */
  turns?: TurnRecorder
}

/** The brain cannot continue. The message is for the operator and describes the failure of its endpoint. */
export class BrainFailed extends Error {
  override readonly name = 'BrainFailed'
}

/** A text brain. One per conversation. */
export interface TextBrain {
  readonly kind: 'words'
  /**
   * Answers a turn. `signal` aborts when the person interrupts or the call ends; the brain stops immediately, and the next turn
   * contains what the person heard. After failures of external services the brain says a fallback sentence; a brain that cannot
   * continue throws `BrainFailed`.
   */
  answer(turn: Turn, signal: AbortSignal): AsyncIterable<BrainAction>
  /**
   * Prepares an answer to words that may become the next turn: slow work may begin, but without any effect or speech.
   * `firstWords` is called with the first words of the answer as soon as they are known.
   */
  prepare?(text: string, firstWords?: (text: string) => void): void
  /** The person is speaking and will need an answer: opens connections. Called often. */
  warm?(): void
  /**
   * Why the last answer was only a fallback; null or absent if it was real. A person who hangs up after a fallback was not
   * reached.
   */
  readonly trouble?: string | null
  close(): void
}

/** A speech-to-speech brain. One per conversation. */
export interface SpeechToSpeechBrain {
  readonly kind: 'sound'
  /** Audio formats that the brain accepts and produces, best first. */
  readonly formats: readonly AudioFormat[]
  /** Connects and begins. Rejects if it cannot: the session then says its fallback sentence and ends politely. */
  open(port: SpeechToSpeechPort, format: AudioFormat): Promise<void>
  /** Sends the person's audio to the brain as it arrives. */
  hear(audio: Uint8Array): void
  pressed(digit: string): void
  /** The session's own detector hears a voice on the line, because not every endpoint reports it. */
  personSpeaks?(): void
  /** Passes on the words of the session's own recognizer. */
  heardWords?(words: Utterance, confidence: number): void
  /** The person has hung up: the brain must still transcribe their last words. */
  personGone?(): void
  /** An answer is overdue: asks the endpoint again before giving up. */
  nudge?(): void
  /** Reports how much of an utterance was played before it was cut off. */
  playedUntil(utteranceId: string, playedMs: number): void
  close(): void
}

export interface SpeechToSpeechPort {
  /**
   * The brain recognizes the person's audio as speech. Without this no answer is expected, because the sound may have been noise.
   */
  hears(): void
  speak(utteranceId: string, audio: Uint8Array): void
  /** The whole utterance has been sent. */
  spoken(utteranceId: string): void
  /** Barge-in: drops the queued audio. */
  interrupt(): void
  transcript(entry: { who: 'agent' | 'person'; text: string }): void
  act(act: WorkflowAction): void
  /** The brain cannot continue. */
  failed(reason: string): void
}

export type Brain = TextBrain | SpeechToSpeechBrain
