/** Handles keys, and values spoken at a sensitive step: both are parsed by rule, and the model learns only what it may. */
import { collectOf, isSensitive, type WorkflowNode } from '../../../workflows/rules/definition.ts'
import { chooseEdge } from '../../rules/choose-edge.ts'
import { collectValue } from '../../rules/collect-values.ts'
import type { HeardTurn } from '../../rules/turn.ts'
import type { AnswerProposal, SpeechInterpretation } from '../../rules/walk-state.ts'
import { interpretKeyPresses } from '../interpret-key-presses.ts'
import { CUE_QUESTION_NOT_HEARD, CUE_VALUE_WITHHELD, CUE_WITHHELD_VALUE_MISSING } from '../model-cues.ts'
import type { BrainActionStream, PipelineContext, TurnBeingAnswered } from './context.ts'
import type { PipelineThinking } from './thinking.ts'

export class EntryHandler {
  readonly #context: PipelineContext
  readonly #thinking: PipelineThinking

  constructor(context: PipelineContext, thinking: PipelineThinking) {
    this.#context = context
    this.#thinking = thinking
  }

  /** The model only learns that the person spoke; the sensitive value is parsed by rule. */
  async *heardInSecret(
    { words }: HeardTurn,
    hearing: SpeechInterpretation,
    answering: TurnBeingAnswered,
  ): BrainActionStream {
    const { walk, history } = this.#context
    const collect = collectOf(walk.node)
    const isAnswer = hearing === 'answer' || hearing === 'continuation'
    const value =
      collect === null || !isAnswer
        ? null
        : words.judge((transcript) => collectValue(collect, { transcript }, walk.today()))
    if (collect === null || value === null) {
      history.note(CUE_WITHHELD_VALUE_MISSING)
      return yield* this.#thinking.think(answering, null)
    }
    this.#context.secretStep = walk.node
    const values = [{ name: collect.variable, value: String(value) }]
    const edge = chooseEdge(walk.ways.choices, { digits: String(value) }).edge ?? walk.ways.plain
    history.note(CUE_VALUE_WITHHELD)
    yield* this.#takeInSecret({ edge, values, because: 'value', score: null }, answering, false)
  }

  /** Until the next step has been heard, further words or keys still belong to the sensitive step. */
  async *spokeOn(turn: HeardTurn, before: WorkflowNode, answering: TurnBeingAnswered): BrainActionStream {
    const { walk, history } = this.#context
    if (turn.continues) {
      walk.enter(before)
      walk.hear({ ...turn, questionHeard: true, continues: false })
      yield { kind: 'enter', nodeId: before.id, nodeName: walk.name }
      return yield* this.heardInSecret(turn, 'continuation', answering)
    }
    history.note(CUE_WITHHELD_VALUE_MISSING)
    yield* this.#thinking.think(answering, CUE_QUESTION_NOT_HEARD)
  }

  async *pressed(digits: string, answering: TurnBeingAnswered): BrainActionStream {
    const { walk, history } = this.#context
    const { ending, pending } = walk.state
    const stay = ending === null ? () => {} : walk.stepBack(1)
    walk.pressed()
    const { value, edge } = interpretKeyPresses(walk, digits, walk.today())
    if (ending !== null && edge === null) {
      stay()
      return yield ending
    }
    if (ending !== null) yield* walk.arrive()
    if (walk.keyConfirms(edge, value === null ? [] : [value])) {
      const confirmed = walk.confirm('yes')
      yield* walk.answeringConsent(pending, confirmed, walk.pressedAnswer(digits))
      if (confirmed.kind === 'take') return yield* this.#thinking.take(confirmed.proposal, answering)
    }
    walk.dropPending()
    walk.pressed()
    const sensitive = this.#belongsToSecret(value !== null || edge !== null)
    const withheld = value === null ? CUE_WITHHELD_VALUE_MISSING : CUE_VALUE_WITHHELD
    history.note(sensitive ? withheld : `(The person pressed the keys ${digits}.)`)
    const proposal: AnswerProposal = { edge, values: value === null ? [] : [value], because: 'key', score: null }
    if (sensitive) return yield* this.#takeInSecret(proposal, answering, true)
    if (edge === null && value === null) return yield* this.#thinking.think(answering, null)
    yield* this.#thinking.takeByRule(proposal, answering, true)
  }

  /** Keys without meaning here may be the rest of the entry at the previous sensitive step. */
  #belongsToSecret(hasMeaning: boolean): boolean {
    const context = this.#context
    const sensitive = isSensitive(context.walk.node) || (context.secretStep !== null && !hasMeaning)
    context.secretStep = sensitive ? (context.secretStep ?? context.walk.node) : null
    return sensitive
  }

  async *#takeInSecret(proposal: AnswerProposal, answering: TurnBeingAnswered, byKey: boolean): BrainActionStream {
    const { walk } = this.#context
    const verdict = walk.propose(proposal, byKey)
    if (verdict.kind === 'confirm') return yield* this.#thinking.askToConfirm(verdict.proposal, answering)
    if (verdict.kind !== 'take') return yield* this.#thinking.think(answering, null)
    yield* walk.gathering(proposal.values)
    if (proposal.edge !== null) return yield* this.#thinking.steps.follow(proposal.edge, answering, proposal.because)
    yield* this.#thinking.think(answering, null)
  }
}
