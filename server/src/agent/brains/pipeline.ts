/**
 * A text brain over a chat endpoint with OpenAI's interface. The workflow's prompts are its instructions, the edges its tools;
 * fixed texts of a node are said without asking the model.
 *
 * Because a person waits on the line, a failed request is retried at most once, then a fallback sentence is said. After a few
 * such answers the brain gives up.
 *
 *   turn ─▶ answers (words), entries (sensitive words, keys) or line events (silence, transfer, machine)
 *              └─▶ thinking (asks the model, checks its proposals) ─▶ steps (enters the next one) ─▶ voice (says it)
 */
import { isSensitive } from '../../workflows/rules/definition.ts'
import { BrainFailed, type Conversation, type TextBrain } from '../brain.ts'
import type { HeardTurn, Turn } from '../rules/turn.ts'
import { AnswerHandler } from './pipeline/answers.ts'
import {
  type BrainActionStream,
  PipelineContext,
  type PipelineOptions,
  type TurnBeingAnswered,
} from './pipeline/context.ts'
import { EntryHandler } from './pipeline/entries.ts'
import { LineEventHandler } from './pipeline/line-events.ts'
import { PipelineThinking } from './pipeline/thinking.ts'
import { PipelineVoice } from './pipeline/voice.ts'

export function openPipelineBrain(conversation: Conversation, options: PipelineOptions): TextBrain {
  return new PipelineBrain(conversation, options)
}

class PipelineBrain implements TextBrain {
  readonly kind = 'words'
  readonly #context: PipelineContext
  readonly #closing = new AbortController()
  readonly #thinking: PipelineThinking
  readonly #answers: AnswerHandler
  readonly #entries: EntryHandler
  readonly #lineEvents: LineEventHandler

  constructor(conversation: Conversation, options: PipelineOptions) {
    const context = new PipelineContext(conversation, options)
    const voice = new PipelineVoice(context)
    this.#context = context
    this.#thinking = new PipelineThinking(context, voice)
    this.#answers = new AnswerHandler(context, voice, this.#thinking)
    this.#entries = new EntryHandler(context, this.#thinking)
    this.#lineEvents = new LineEventHandler(context, voice, this.#thinking)
  }

  async *answer(turn: Turn, signal: AbortSignal): BrainActionStream {
    const { options, history, walk } = this.#context
    const answering: TurnBeingAnswered = {
      signal: AbortSignal.any([signal, this.#closing.signal]),
      startedAtMs: options.clock.monotonic(),
      turn: turn.kind,
      spoke: false,
      nodes: 0,
    }
    try {
      const cut = turn.kind === 'heard' ? turn.interrupted : null
      history.settle(cut === null ? null : walk.withheldIn(cut.heardText))
      yield* this.#turn(turn, answering)
    } catch (error) {
      if (answering.signal.aborted) return
      if (error instanceof BrainFailed) throw error
      options.log.error({ err: error }, 'the pipeline brain failed with an internal error')
      yield* this.#thinking.failed(answering, 'an internal error')
    }
  }

  prepare(text: string, firstWords?: (text: string) => void): void {
    this.#thinking.prepare(text, firstWords)
  }

  warm(): void {
    const { warmer, chat } = this.#context.options
    void warmer?.warm(chat)
  }

  get trouble(): string | null {
    return this.#context.trouble
  }

  close(): void {
    this.#context.asker.forget()
    this.#closing.abort(new Error('The conversation is over.'))
  }

  async *#turn(turn: Turn, answering: TurnBeingAnswered): BrainActionStream {
    const context = this.#context
    // The person has said nothing since, so later input does not belong to the sensitive step.
    if (turn.kind !== 'heard' && turn.kind !== 'digits') context.secretStep = null
    const { node } = context.walk
    if (turn.kind !== 'started' && turn.kind !== 'machine') {
      if (node.type === 'http' && turn.kind === 'heard') return yield* this.#answers.meanwhile(node, turn, answering)
      if (node.type === 'http') return yield* this.#thinking.steps.leaveTool(node, answering)
      yield* this.#thinking.takeOpenResults(answering)
      if (answering.signal.aborted) return
    }
    switch (turn.kind) {
      case 'started':
        return yield* this.#thinking.steps.begin(answering)
      case 'heard':
        return yield* this.#heard(turn, answering)
      case 'back':
        return yield* this.#back(answering)
      case 'digits':
        return yield* this.#entries.pressed(turn.digits, answering)
      case 'no_input':
        return yield* this.#lineEvents.silence(turn.times, answering)
      case 'transfer_failed':
        return yield* this.#lineEvents.transferFailed(answering)
      case 'machine':
        return yield* this.#lineEvents.machine(turn.afterBeep, answering)
    }
  }

  /** The person is back, or continues in another language, in which the question has not been asked yet. */
  async *#back(answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    if (walk.state.question === 'unsaid' && walk.spoken !== '')
      return yield* this.#thinking.steps.askStepAgain(answering)
    yield* this.#thinking.think(answering, '(The person is back on the line. Go on where you were.)')
  }

  async *#heard(turn: HeardTurn, answering: TurnBeingAnswered): BrainActionStream {
    const context = this.#context
    const { walk, secretStep } = context
    const wanted = turn.added.judge((text) => walk.languageRequestIn(text))
    if (wanted !== null) return yield { kind: 'switch_language', ...wanted }
    const hearing = walk.hear(turn)
    if (hearing === 'last_words') return yield* this.#answers.lastWords(turn, answering)
    // A question about the value is answered like any other.
    const entersValue = walk.pending === null || hearing === 'continuation'
    if (isSensitive(walk.node) && entersValue) return yield* this.#entries.heardInSecret(turn, hearing, answering)
    if (secretStep !== null && !turn.questionHeard) return yield* this.#entries.spokeOn(turn, secretStep, answering)
    context.secretStep = null
    yield* this.#answers.heard(turn, hearing, answering)
  }
}
