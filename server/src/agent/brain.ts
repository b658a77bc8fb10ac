/**
 * What thinks in a conversation. Two kinds: a brain that works with words (the session listens and speaks for it), and
 * one that works with sound (speech to speech). Both walk the same workflow and act by the same few acts.
 */

import type { AudioFormat } from '../telephony/media.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

export interface Conversation {
  callId: number
  direction: 'outbound' | 'inbound'
  definition: WorkflowDefinition
  /** The contact's columns and what is always known (phone_number, caller_number, date, time ...), all as text. */
  variables: Readonly<Record<string, string>>
  /** What has been collected and extracted so far; a brain adds by the act `gather`. */
  gathered: Readonly<Record<string, string>>
}

/** What happened, and asks for an answer. */
export type Turn =
  | { kind: 'started' }
  /** The person said something. `spokenSoFar` is what they had heard of our last words if they interrupted them. */
  | { kind: 'heard'; text: string; confidence: number; interrupted: { heardText: string } | null }
  | { kind: 'digits'; digits: string }
  /** Nothing was said for as long as the brain asked to wait. */
  | { kind: 'no_input'; times: number }
  /** A machine has answered; `afterBeep` when it is ready to record. */
  | { kind: 'machine'; afterBeep: boolean }

export type Act =
  /** Spoken as soon as it comes; a brain that streams sends clause by clause. */
  | { kind: 'say'; text: string; interruptible: boolean }
  /** Now it is the person's turn. Without it after the last `say`, the session waits with its defaults. */
  | { kind: 'listen'; expect: Expectation }
  | { kind: 'gather'; name: string; value: string }
  /** For the timeline: where in the workflow we are. */
  | { kind: 'enter'; nodeId: string; nodeName: string }
  | { kind: 'transfer'; destination: string }
  /** After what was said has been played. */
  | { kind: 'hang_up'; disposition: string }

export interface Expectation {
  /** Digits end by `#`, by this length, or by a pause. */
  maxDigits: number | null
  noInputAfterMs: number
}

/** A brain with words. One per conversation. */
export interface WordBrain {
  readonly kind: 'words'
  /**
   * Answers a turn. `signal` aborts when the person interrupts or the call ends; the brain stops at once, and the next
   * turn tells what was heard. Never throws for what the outside world does: it says a fallback sentence instead.
   */
  answer(turn: Turn, signal: AbortSignal): AsyncIterable<Act>
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
  /** What was really played of an utterance before it was cut off. */
  playedUntil(utteranceId: string, playedMs: number): void
  close(): void
}

export interface SoundPort {
  speak(utteranceId: string, audio: Uint8Array): void
  /** Everything of this utterance has been sent. */
  spoken(utteranceId: string): void
  /** The person has begun to speak over it: drop what is queued. */
  interrupt(): void
  transcript(entry: { who: 'agent' | 'person'; text: string }): void
  act(act: Exclude<Act, { kind: 'say' } | { kind: 'listen' }>): void
  /** It cannot go on. */
  failed(reason: string): void
}

export type Brain = WordBrain | SoundBrain

/** Makes the brain of one conversation; chosen by the organization's model configuration and the workflow's own settings. */
export type OpenBrain = (conversation: Conversation) => Brain
