/**
 * What thinks in a conversation. Two kinds: a brain that works with words (the session listens and speaks for it), and
 * one that works with sound (speech to speech). Both walk the same workflow and act by the same few acts.
 */

import type { AgentKnowledge } from '../knowledge/agent-knowledge.ts'
import type { RecordedAudio } from '../recorded-audio/load-recordings.ts'
import type { AudioFormat } from '../telephony/media.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { ConversationTools } from './conversation-tools.ts'
import type { TurnRecorder } from './rules/recorded-turns.ts'
import type { Act, Turn, WorkflowAct } from './rules/turn.ts'

export interface Conversation {
  callId: number
  direction: 'outbound' | 'inbound'
  definition: WorkflowDefinition
  /** The contact's columns and what is always known (phone_number, caller_number, date, time ...), all as text. */
  variables: Readonly<Record<string, string>>
  /** IANA name of the zone the person is in; UTC if nobody knows. */
  timezone?: string
  /** What has been collected and extracted so far; a brain adds by the act `gather`. */
  gathered: Readonly<Record<string, string>>
  /** Left out: the conversation has none. */
  tools?: ConversationTools
  /** Documents that can be looked up. Left out: none. */
  knowledge?: AgentKnowledge
  /** Left out: nothing is recorded. */
  recorded?: RecordedAudio
  /** Keeps what the script brain is asked, so that another version can be asked the same. Left out: nothing is kept. */
  turns?: TurnRecorder
}

/** A brain is of no use any more. The message is for the operator: what its endpoint said or did. */
export class BrainFailed extends Error {
  override readonly name = 'BrainFailed'
}

/** A brain with words. One per conversation. */
export interface WordBrain {
  readonly kind: 'words'
  /**
   * Answers a turn. `signal` aborts when the person interrupts or the call ends; the brain stops at once, and the next
   * turn tells what was heard. What the outside world does is answered with a fallback sentence; a brain that cannot go on
   * throws `BrainFailed`.
   */
  answer(turn: Turn, signal: AbortSignal): AsyncIterable<Act>
  /**
   * These words may turn out to be the next turn: what takes time may begin, nothing may be done or said yet. `firstWords` is told
   * what would be said first, as soon as it is known.
   */
  prepare?(text: string, firstWords?: (text: string) => void): void
  /** Somebody speaks, and will want an answer: what it takes to ask for one may be opened. Often called. */
  warm?(): void
  /** Why its last answer was no answer; null or absent while all is well. Who hangs up on that was not talked to. */
  readonly trouble?: string | null
  close(): void
}

/** A brain with sound. One per conversation. */
export interface SoundBrain {
  readonly kind: 'sound'
  /** Formats it can take and give, best first. */
  readonly formats: readonly AudioFormat[]
  /** Connects and begins. Rejects if it cannot: the session then says its fallback and ends politely. */
  open(port: SoundPort, format: AudioFormat): Promise<void>
  /** The person's audio, as it comes. */
  hear(audio: Uint8Array): void
  pressed(digit: string): void
  /** Our own ears hear a voice on the line: endpoints need not tell when somebody speaks. */
  personSpeaks?(): void
  /** What the person said, as our own recognizer understood it. */
  heardWords?(text: string, confidence: number): void
  /** The person has hung up: what they said last is still to be written down. */
  personGone?(): void
  /** It owes an answer and has long been silent: asked once more, before it is given up. */
  nudge?(): void
  /** What was really played of an utterance before it was cut off. */
  playedUntil(utteranceId: string, playedMs: number): void
  close(): void
}

export interface SoundPort {
  /** It takes what comes from the person for speech. Without this no answer is owed: it may have been noise. */
  hears(): void
  speak(utteranceId: string, audio: Uint8Array): void
  /** Everything of this utterance has been sent. */
  spoken(utteranceId: string): void
  /** The person has begun to speak over it: drop what is queued. */
  interrupt(): void
  transcript(entry: { who: 'agent' | 'person'; text: string }): void
  act(act: WorkflowAct): void
  /** It cannot go on. */
  failed(reason: string): void
}

export type Brain = WordBrain | SoundBrain
