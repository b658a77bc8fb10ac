/**
 * The input of a script brain during a call, in order; it is sufficient to replay the call with another version of the workflow.
 */
import type { HeardTurn, Turn } from './turn.ts'
import { Utterance } from './utterance.ts'

/** A turn as it is stored: the words of the person as text. Sensitive turns are not stored. */
export type StoredTurn =
  | Exclude<Turn, HeardTurn>
  | (Omit<HeardTurn, 'words' | 'added'> & { text: string; added: string })

export function storedTurnOf(turn: Turn): StoredTurn {
  if (turn.kind !== 'heard') return turn
  const { words, added, ...facts } = turn
  return { ...facts, text: words.shown, added: added.shown }
}

export function turnFromStored(stored: StoredTurn): Turn {
  if (stored.kind !== 'heard') return stored
  const { text, added, ...facts } = stored
  const utterance = (said: string) => new Utterance(said, { isWithheld: false, confidence: facts.confidence })
  return { ...facts, words: utterance(text), added: utterance(added) }
}

export type RecordedTurn =
  /**
   * `afterEnd`: the workflow had ended, and the person spoke over its last words. `skipped`: newer input came before the answer
   * began.
   */
  | { atMs: number; turn: StoredTurn; afterEnd?: true; skipped?: true }
  /** Sensitive words or keys, which are not stored. */
  | { atMs: number; withheld: true }
  /** The tool of an http step answered. */
  | { atMs: number; tool: string; ok: boolean; variables: { name: string; value: string }[] }
  /** Variables that a service returned before the call. */
  | { atMs: number; known: Record<string, string> }

/** Records the turns of a conversation. */
export interface TurnRecorder {
  /** Records a turn. The returned function must be called when the answer has begun. */
  recordTurn(turn: Turn, now: { isSensitive: boolean; isAfterEnd: boolean }): () => void
  recordToolOutcome(tool: string, outcome: { ok: boolean; variables: readonly { name: string; value: string }[] }): void
}

/** One step of a conversation: the node reached, and the edge taken. */
export interface PathStep {
  node: string
  edge: string | null
}

/** Reasons of steps that were reached because of a screening service or a menu, not by the brain. */
const NOT_BY_THE_BRAIN: ReadonlySet<unknown> = new Set(['screening', 'ivr'])

/** The path of a conversation from its timeline. */
export function pathOf(timeline: readonly { event?: unknown; [detail: string]: unknown }[]): PathStep[] {
  return timeline
    .filter(({ event, because }) => event === 'node_entered' && !NOT_BY_THE_BRAIN.has(because))
    .map(({ node, edge }) => ({ node: String(node), edge: typeof edge === 'string' ? edge : null }))
}

/** The first step at which two paths differ, counted from 0; null if they are equal. */
export function firstDifference(one: readonly PathStep[], other: readonly PathStep[]): number | null {
  const length = Math.max(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    if (one[at]?.node !== other[at]?.node || one[at]?.edge !== other[at]?.edge) return at
  }
  return null
}
