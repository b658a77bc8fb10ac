/**
 * Handles the person's words at a step that is not sensitive: answers, confirmations, and words over the last sentence of the
 * call.
 */
import type { NodeOfType } from '../../../workflows/rules/definition.ts'
import { chooseEdge } from '../../rules/choose-edge.ts'
import { DISPOSITIONS } from '../../rules/dispositions.ts'
import type { HeardTurn } from '../../rules/turn.ts'
import type { SpeechInterpretation } from '../../rules/walk-state.ts'
import { CUE_DECISION_WITHDRAWN, CUE_NOT_CONFIRMED, CUE_QUESTION_NOT_HEARD } from '../model-cues.ts'
import type { BrainActionStream, PipelineContext, TurnBeingAnswered } from './context.ts'
import type { PipelineThinking } from './thinking.ts'
import type { PipelineVoice } from './voice.ts'

export class AnswerHandler {
  readonly #context: PipelineContext
  readonly #voice: PipelineVoice
  readonly #thinking: PipelineThinking

  constructor(context: PipelineContext, voice: PipelineVoice, thinking: PipelineThinking) {
    this.#context = context
    this.#voice = voice
    this.#thinking = thinking
  }

  async *heard(turn: HeardTurn, hearing: SpeechInterpretation, answering: TurnBeingAnswered): BrainActionStream {
    const { walk, history } = this.#context
    if (hearing === 'continuation') {
      walk.stepBack(turn.confidence)
      yield* walk.arrive()
    } else if (walk.pending !== null) return yield* this.#confirmation(turn, hearing, answering)
    history.heard(this.#context.wordsOf(turn.words))
    yield* this.#thinking.think(answering, hearing === 'not_an_answer' ? CUE_QUESTION_NOT_HEARD : null)
  }

  /**
   * The person speaks over the last words of the call: a no, or another answer, returns to the step; anything else lets the agent
   * finish.
   */
  async *lastWords({ added, confidence }: HeardTurn, answering: TurnBeingAnswered): BrainActionStream {
    const { walk, history } = this.#context
    const { undo, ending } = walk.state
    const stay = walk.stepBack(confidence)
    const { edge, reason } = added.judge((transcript) =>
      chooseEdge(walk.ways.choices, { transcript }, walk.pack, walk.question),
    )
    const isOther = edge !== null && edge.id !== undo?.taken?.edge?.id
    if (!isOther && !(undo?.taken && added.judge((text) => walk.takesBack(text)))) {
      stay()
      yield { kind: 'go_on' }
      return ending === null ? undefined : yield ending
    }
    walk.dropPending()
    yield* walk.arrive()
    history.heard(this.#context.wordsOf(added))
    if (isOther) {
      walk.hear({ questionHeard: true, continues: false, confidence })
      return yield* this.#thinking.takeByRule({ edge, values: [], because: reason, score: null }, answering)
    }
    // After an answer was withdrawn, only another answer decides.
    walk.awaitAnswer()
    yield* this.#thinking.think(answering, CUE_DECISION_WITHDRAWN)
  }

  /** Words during a tool call answer no question. The model sees them, and they may withdraw the answer that led to the tool. */
  async *meanwhile(node: NodeOfType<'http'>, turn: HeardTurn, answering: TurnBeingAnswered): BrainActionStream {
    const { walk, tools, history } = this.#context
    const takesBack = turn.added.judge((text) => walk.takesBack(text))
    yield { kind: 'said_meanwhile', takesBack }
    history.heard(this.#context.wordsOf(turn.words))
    if (!takesBack || !tools.takeBackStep(node)) return yield* this.#thinking.steps.leaveTool(node, answering)
    yield* walk.arrive()
    yield* this.#thinking.think(answering, CUE_DECISION_WITHDRAWN)
  }

  /** A confirmation is asked and judged by rule: the model does not decide whether the person agreed. */
  async *#confirmation(
    turn: HeardTurn,
    hearing: SpeechInterpretation,
    answering: TurnBeingAnswered,
  ): BrainActionStream {
    const { walk, history } = this.#context
    const { pending, question } = walk
    if (hearing === 'not_an_answer') {
      if (turn.interrupted !== null) return yield { kind: 'go_on' }
      return yield* this.#voice.askInOurWords(question, answering)
    }
    const words = this.#context.wordsOf(turn.words)
    history.heard(words)
    const answer = words.judge((text) => walk.readConsent(text))
    const corrected = answer !== 'yes' ? words.judge((text) => walk.correction(text)) : null
    if (corrected !== null) return yield* this.#thinking.takeByRule(corrected, answering)
    const result = walk.confirm(answer)
    yield* walk.answeringConsent(pending, result, words)
    switch (result.kind) {
      case 'take':
        return yield* this.#thinking.take(result.proposal, answering)
      case 'ask_again':
        return yield* this.#voice.askInOurWords(`${walk.pack.sentences.notUnderstood} ${question}`, answering)
      case 'rejected':
        yield { kind: 'new_question' }
        return yield* this.#thinking.think(answering, CUE_NOT_CONFIRMED)
      case 'give_up': {
        const { noMatch } = walk.ways
        walk.giveUp()
        if (noMatch !== null) return yield* this.#thinking.steps.follow(noMatch, answering, 'no_match')
        return yield* this.#thinking.steps.leave(DISPOSITIONS.noMatch, answering)
      }
    }
  }
}
