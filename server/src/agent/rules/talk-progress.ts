/**
 * Decides whether a conversation makes progress, as a pure rule for every brain. Two agents that call each other, and a menu that
 * repeats itself, could talk for the longest call time: neither hangs up first, and each answer is new. People make progress, or
 * hang up.
 */
import { wordsOf } from '../../language/rules/spoken-words.ts'

export const TALK_PROGRESS_LIMITS = {
  /** Maximum number of sentences that the other side repeats at known steps: then it is a recording or another agent. */
  repeatsMax: 5,
  /** Minimum number of words of a counted sentence, because people often say "yes" and "I don't know". */
  repeatedWordsMin: 5,
  /** Maximum number of turns of the other side without a new step of the workflow. */
  turnsMax: 60,
} as const

export interface TalkProgress {
  /** Ids of the steps reached so far. */
  steps: ReadonlySet<string>
  /** Number of turns since the last new step. */
  turns: number
  said: ReadonlySet<string>
  repeats: number
}

export const NEW_TALK_PROGRESS: TalkProgress = { steps: new Set(), turns: 0, said: new Set(), repeats: 0 }

/** Records a step. A step that was reached before is not progress, because two steps can lead to each other. */
export function withStepReached(talk: TalkProgress, nodeId: string): TalkProgress {
  if (talk.steps.has(nodeId)) return talk
  return { ...NEW_TALK_PROGRESS, steps: new Set([...talk.steps, nodeId]) }
}

export function withSentenceHeard(talk: TalkProgress, text: string): TalkProgress {
  const words = wordsOf(text)
  const sentence = words.join(' ')
  const counts = words.length >= TALK_PROGRESS_LIMITS.repeatedWordsMin
  const repeats = talk.repeats + (counts && talk.said.has(sentence) ? 1 : 0)
  return { ...talk, turns: talk.turns + 1, repeats, said: counts ? new Set([...talk.said, sentence]) : talk.said }
}

/** Why the conversation makes no progress; null while it does. */
export function noProgressReason(talk: TalkProgress): 'repetition' | 'turns' | null {
  if (talk.repeats >= TALK_PROGRESS_LIMITS.repeatsMax) return 'repetition'
  return talk.turns >= TALK_PROGRESS_LIMITS.turnsMax ? 'turns' : null
}
