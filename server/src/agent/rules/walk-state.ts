/**
 * The position of a conversation in its workflow and its evidence, as a pure state machine. Every brain uses it: the brains
 * translate words, keys and tool calls into its events and carry out its verdicts; none of them decides what counts as an
 * answer.
 *
 *   The open question (the step's own, or that of a confirmation):
 *
 *            said heard, then the person speaks or presses a key
 *   unsaid ───────▶ said ────────────────────────────────────────────────▶ answered ── proposal ──▶ next step, or its
 *   confirmation
 *     ▲ │
 *     └───────────────────────────────── another step, or a confirmation, begins ◀─────────────────────────┘
 *
 * A proposal (an edge, values, or both) is taken only from `answered`. An edge with a confirmation waits for it: its question
 * begins as `unsaid` like any other. An ending is final: only another answer to the step that led to it takes it back.
 */
import {
  collectOf,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { exitsOf, scriptListens } from '../../workflows/rules/exits.ts'
import type { EdgeReason, WorkflowAction } from './turn.ts'
import type { Utterance } from './utterance.ts'

export const WORKFLOW_WALK_LIMITS = {
  /** How often the question is repeated before the step is given up. */
  askAgainTimes: 2,
  /** Minimum confidence: words recognized with less decide nothing of consequence on their own. */
  sureConfidence: 0.6,
} as const

export type QuestionState = 'unsaid' | 'said' | 'answered'

export interface ProposedValue {
  name: string
  value: string
}

/** An answer as interpreted by a rule, a key, or a model. */
export interface AnswerProposal {
  /** The edge; null: only the values are recorded, or the workflow ends here. */
  edge: WorkflowEdge | null
  values: readonly ProposedValue[]
  because: EdgeReason
  /** Certainty, if similarity decided; else null. */
  score: number | null
}

export type CallEndingAction = Extract<WorkflowAction, { kind: 'hang_up' | 'transfer' }>

export interface WorkflowWalkState {
  node: WorkflowNode
  gathered: Readonly<Record<string, string>>
  question: QuestionState
  /** The recognizer's confidence in the words that answered; keys are certain. */
  confidence: number
  /** Whether the person has spoken or pressed a key in this call. */
  someoneActed: boolean
  /** The proposal that waits for a yes to its confirmation question. */
  pending: AnswerProposal | null
  /** The edge or tool that words of low confidence proposed; if other words propose it again, it counts. */
  doubtful: string | null
  /** Number of answers to this question that decided nothing. */
  misses: number
  /** How often the question was repeated without a miss. */
  repeats: number
  /** Incomplete digits of an entry. */
  partial: Utterance | null
  /** How the call ends once its last words are heard. */
  ending: CallEndingAction | null
  /** The state before the last answer, which the person may withdraw. `taken` is null if nothing was understood. */
  undo: { state: WorkflowWalkState; taken: AnswerProposal | null } | null
}

export function beginWorkflowWalk(
  node: WorkflowNode,
  gathered: Readonly<Record<string, string>> = {},
): WorkflowWalkState {
  return {
    node,
    gathered,
    question: 'unsaid',
    confidence: 1,
    someoneActed: false,
    pending: null,
    doubtful: null,
    misses: 0,
    repeats: 0,
    partial: null,
    ending: null,
    undo: null,
  }
}

/** Begins another step: nothing that was said before answers its question. */
export function enterStep(state: WorkflowWalkState, node: WorkflowNode): WorkflowWalkState {
  const { gathered, someoneActed, undo } = state
  return { ...beginWorkflowWalk(node, gathered), someoneActed, undo }
}

/** Marks the open question as said, at least in part. */
export function sayQuestion(state: WorkflowWalkState): WorkflowWalkState {
  return state.question === 'unsaid' ? { ...state, question: 'said' } : state
}

/** Begins the person's turn: earlier words do not answer the current question. */
export function awaitAnswer(state: WorkflowWalkState): WorkflowWalkState {
  return state.question === 'answered' ? { ...state, question: 'said' } : state
}

/** How words of the person are treated. */
export type SpeechInterpretation =
  /** The words answer the open question. */
  | 'answer'
  /** The words were said before the open question could be heard. */
  | 'not_an_answer'
  /** Together with the words before them, the words answer the previous question, because the next one was not heard. */
  | 'continuation'
  /** The words were said over the last words of the call. */
  | 'last_words'

export interface SpeechFacts {
  questionHeard: boolean
  continues: boolean
  confidence: number
}

export function interpretSpeech(
  state: WorkflowWalkState,
  spoken: SpeechFacts,
): { state: WorkflowWalkState; hearing: SpeechInterpretation } {
  const acted: WorkflowWalkState = { ...state, someoneActed: true }
  if (state.ending !== null) return { state: acted, hearing: 'last_words' }
  if (spoken.continues && state.undo?.taken) return { state: acted, hearing: 'continuation' }
  if (!spoken.questionHeard) return { state: acted, hearing: 'not_an_answer' }
  return { state: { ...acted, question: 'answered', confidence: spoken.confidence }, hearing: 'answer' }
}

/** A key applies to the open step, even if its words were not heard. */
export function pressKeys(state: WorkflowWalkState): WorkflowWalkState {
  return { ...state, someoneActed: true, question: 'answered', confidence: 1 }
}

export type AnswerProposalRefusal =
  | 'nobody_spoke'
  | 'not_answered'
  | 'awaits_confirmation'
  | 'ended'
  /** The words were recognized with too little confidence. */
  | 'unsure'

export type AnswerProposalVerdict =
  | { kind: 'take'; state: WorkflowWalkState; proposal: AnswerProposal }
  /** A confirmation question is asked first. */
  | { kind: 'confirm'; state: WorkflowWalkState; proposal: AnswerProposal }
  /** The words were recognized with too little confidence: the question is repeated. */
  | { kind: 'doubt'; state: WorkflowWalkState }
  | { kind: 'refuse'; state: WorkflowWalkState; why: AnswerProposalRefusal }

export interface AnswerProposalContext {
  definition: WorkflowDefinition
  /** Whether this proposal has its own confirmation question. */
  asksBefore: boolean
  /** Whether a step changes something outside of the program as soon as it is reached. */
  acts: (node: WorkflowNode) => boolean
}

/** Judges a proposal. This is the only rule about consent, for edges and values alike. */
export function judgeAnswerProposal(
  state: WorkflowWalkState,
  proposal: AnswerProposal,
  rules: AnswerProposalContext,
): AnswerProposalVerdict {
  const why = refusalOf(state, proposal, rules.definition)
  if (why !== null) return { kind: 'refuse', state, why }
  const undo = { state: { ...state, undo: null }, taken: proposal }
  if (rules.asksBefore) {
    return { kind: 'confirm', state: { ...state, ...NEW_QUESTION, pending: proposal, undo }, proposal }
  }
  const { edge } = proposal
  if (edge !== null && isLowConfidence(state, edge.id) && hasConsequences(edge, rules)) {
    return { kind: 'doubt', state: markDoubtful(state, edge.id) }
  }
  return { kind: 'take', state: withValues({ ...state, undo }, proposal), proposal }
}

const NEW_QUESTION = { question: 'unsaid', misses: 0, partial: null } as const

function refusalOf(
  state: WorkflowWalkState,
  { edge, values }: AnswerProposal,
  definition: WorkflowDefinition,
): AnswerProposalRefusal | null {
  if (state.ending !== null) return 'ended'
  if (state.pending !== null) return 'awaits_confirmation'
  if (state.question === 'answered') return null
  // An edge without alternatives needs no answer, but its step must have spoken.
  const asksNothing = edge !== null && isOnlyExit(state.node, edge, definition) && values.length === 0
  if (asksNothing && state.question === 'said') return null
  return state.someoneActed ? 'not_answered' : 'nobody_spoke'
}

/** Whether this is the only edge of a step that collects nothing: it depends on no answer. */
export function isOnlyExit(node: WorkflowNode, edge: WorkflowEdge, definition: WorkflowDefinition): boolean {
  return collectOf(node) === null && exitsOf(definition, node.id).plain?.id === edge.id && edge.data.consent !== true
}

/** Whether the words for this edge or tool were recognized with too little confidence, and for the first time. */
export function isLowConfidence(state: WorkflowWalkState, id: string): boolean {
  return state.confidence < WORKFLOW_WALK_LIMITS.sureConfidence && state.doubtful !== id
}

/** Opens the question again; the same answer to it then counts. */
export function markDoubtful(state: WorkflowWalkState, id: string): WorkflowWalkState {
  return { ...state, doubtful: id, question: 'said' }
}

/**
 * Whether the author marked this edge, or it leads without another answer to a step that ends the conversation, transfers it or
 * acts.
 */
function hasConsequences(edge: WorkflowEdge, { definition, acts }: Omit<AnswerProposalContext, 'asksBefore'>): boolean {
  if (edge.data.consent === true || (edge.data.confirm ?? '').trim() !== '') return true
  const passed = new Set<WorkflowNode>()
  for (let next: WorkflowEdge | null = edge; next !== null; ) {
    const { target: targetId }: WorkflowEdge = next
    const target: WorkflowNode | undefined = definition.nodes.find(({ id }) => id === targetId)
    if (target === undefined || passed.has(target)) return false
    if (target.type === 'endCall' || target.type === 'transfer' || acts(target)) return true
    passed.add(target)
    const ways = exitsOf(definition, target.id)
    next = scriptListens(target, ways) ? null : ways.plain
  }
  return false
}

/** The result of a confirmation by the person's closed yes or no; null: neither. */
export type Confirmation =
  | { kind: 'take'; state: WorkflowWalkState; proposal: AnswerProposal }
  /** The person said no: the step's own question is open again. */
  | { kind: 'rejected'; state: WorkflowWalkState }
  | { kind: 'ask_again'; state: WorkflowWalkState }
  | { kind: 'give_up'; state: WorkflowWalkState }

export function confirmPending(state: WorkflowWalkState, answer: 'yes' | 'no' | null): Confirmation {
  const { pending } = state
  if (pending === null || state.question !== 'answered') return { kind: 'ask_again', state }
  const open: WorkflowWalkState = { ...state, ...NEW_QUESTION, pending: null }
  if (answer === 'no') return { kind: 'rejected', state: open }
  if (answer === 'yes') {
    const proposal: AnswerProposal = { ...pending, because: 'confirmed', score: null }
    const undo = { state: { ...state, undo: null }, taken: proposal }
    return { kind: 'take', state: withValues({ ...open, undo }, proposal), proposal }
  }
  const misses = state.misses + 1
  if (misses > WORKFLOW_WALK_LIMITS.askAgainTimes) return { kind: 'give_up', state: open }
  return { kind: 'ask_again', state: { ...state, misses, question: 'said' } }
}

/** Drops a pending confirmation, because silence or another prompt replaced it. */
export function dropPendingConfirmation(state: WorkflowWalkState): WorkflowWalkState {
  return state.pending === null ? state : { ...state, ...NEW_QUESTION, pending: null }
}

/** Repeats the question without counting a miss. */
export function repeatQuestion(state: WorkflowWalkState): WorkflowWalkState {
  return { ...state, repeats: state.repeats + 1 }
}

/** The answer decided nothing: the question is repeated, and after a few times the step is given up. */
export function countMissedAnswer(state: WorkflowWalkState): { state: WorkflowWalkState; giveUp: boolean } {
  const misses = state.misses + 1
  return {
    state: { ...state, misses, partial: null, question: 'said' },
    giveUp: misses > WORKFLOW_WALK_LIMITS.askAgainTimes,
  }
}

export function gatherValues(state: WorkflowWalkState, values: readonly ProposedValue[]): WorkflowWalkState {
  const named = Object.fromEntries(values.map(({ name, value }) => [name, value]))
  return values.length === 0 ? state : { ...state, gathered: { ...state.gathered, ...named } }
}

function withValues(state: WorkflowWalkState, { values }: AnswerProposal): WorkflowWalkState {
  return gatherValues(state, values)
}

/** Decides how the call ends once its last words are heard. If no answer led here, the step itself may still be answered. */
export function planCallEnding(state: WorkflowWalkState, ending: CallEndingAction): WorkflowWalkState {
  return { ...state, ending, undo: state.undo ?? { state: { ...state, undo: null }, taken: null } }
}

/** Leaves the step because nothing was understood; only a real answer to it reverses that. */
export function giveUpStep(state: WorkflowWalkState): WorkflowWalkState {
  const step: WorkflowWalkState = { ...state, pending: null, partial: null, undo: null }
  return { ...state, pending: null, partial: null, undo: { state: step, taken: null } }
}

/** Makes the last answer final, because a tool has acted since. */
export function makeAnswerFinal(state: WorkflowWalkState): WorkflowWalkState {
  return { ...state, undo: null }
}

/** Returns to the step of the last answer, so that it can be answered again. */
export function stepBack(state: WorkflowWalkState, confidence: number): WorkflowWalkState {
  const before = state.undo?.state ?? state
  return { ...before, someoneActed: true, question: 'answered', confidence, ending: null }
}

export function isSameAnswer(one: AnswerProposal, other: AnswerProposal | null | undefined): boolean {
  if (!other || one.edge?.id !== other.edge?.id) return false
  return one.values.every(({ name, value }) => other.values.find((each) => each.name === name)?.value === value)
}
