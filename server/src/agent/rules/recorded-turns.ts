/** What a script brain was asked during a call, in order: enough to ask another version of the workflow the same. */
import type { Turn } from './turn.ts'

export type RecordedTurn =
  /**
   * `afterEnd`: the workflow had come to its end, and the person spoke over its last words. `skipped`: something newer came before the
   * answer began.
   */
  | { atMs: number; turn: Turn; afterEnd?: true; skipped?: true }
  /** The person said or pressed something that is kept nowhere. */
  | { atMs: number; withheld: true }
  /** The tool of an http step answered. */
  | { atMs: number; tool: string; ok: boolean; variables: { name: string; value: string }[] }
  /** Variables that a service gave before the call. */
  | { atMs: number; known: Record<string, string> }

/** Takes the turns of a conversation as they come. */
export interface TurnRecorder {
  /** What it returns is called when the answer has begun. */
  recordTurn(turn: Turn, now: { isSensitive: boolean; isAfterEnd: boolean }): () => void
  recordToolOutcome(tool: string, outcome: { ok: boolean; variables: readonly { name: string; value: string }[] }): void
}

/** One step of a conversation: where it led, and by which edge. */
export interface PathStep {
  node: string
  edge: string | null
}

/** Steps that a screening service or a menu led to, not the brain. */
const NOT_BY_THE_BRAIN: ReadonlySet<unknown> = new Set(['screening', 'ivr'])

/** The way that a conversation took, as its timeline has it. */
export function pathOf(timeline: readonly { event?: unknown; [detail: string]: unknown }[]): PathStep[] {
  return timeline
    .filter(({ event, because }) => event === 'node_entered' && !NOT_BY_THE_BRAIN.has(because))
    .map(({ node, edge }) => ({ node: String(node), edge: typeof edge === 'string' ? edge : null }))
}

/** The first step at which two ways differ, counted from 0; null if they are the same. */
export function firstDifference(one: readonly PathStep[], other: readonly PathStep[]): number | null {
  const length = Math.max(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    if (one[at]?.node !== other[at]?.node || one[at]?.edge !== other[at]?.edge) return at
  }
  return null
}
