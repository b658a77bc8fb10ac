/** Asks the model, and checks its proposals against the evidence. */
import type { ChatMessage } from '../../../models/chat-attempt.ts'
import { PIPELINE_LIMITS } from '../../../models/chat-limits.ts'
import { withEndpointMessage } from '../../../models/endpoint-message.ts'
import { isSensitive } from '../../../workflows/rules/definition.ts'
import { BrainFailed } from '../../brain.ts'
import { DISPOSITIONS } from '../../rules/dispositions.ts'
import { type AnswerProposal, isOnlyExit } from '../../rules/walk-state.ts'
import { instructionsFor } from '../instructions.ts'
import type { ModelCall, ModelReply, StepRequest } from '../model-asker.ts'
import { CUE_CONFIRMED, CUE_LOW_CONFIDENCE, toolRefusalCue } from '../model-cues.ts'
import { type ToolAction, toolsFor } from '../model-tools.ts'
import { recordedValues } from '../recorded-values.ts'
import type { WorkflowWalk } from '../workflow-walk.ts'
import type { BrainActionStream, PipelineContext, TurnBeingAnswered } from './context.ts'
import { PipelineSteps, type StepModel } from './steps.ts'
import type { PipelineVoice } from './voice.ts'

export class PipelineThinking implements StepModel {
  readonly #context: PipelineContext
  readonly #voice: PipelineVoice
  readonly steps: PipelineSteps

  constructor(context: PipelineContext, voice: PipelineVoice) {
    this.#context = context
    this.#voice = voice
    this.steps = new PipelineSteps(context, voice, this)
  }

  /** Sends a speculative request for these words; its answer is used only if the turn has the same words. */
  prepare(text: string, firstWords?: (text: string) => void): void {
    const { walk, failures, history, asker } = this.#context
    // Nothing that is said at a sensitive step is sent to a model.
    if (isSensitive(walk.node) || walk.pending !== null) return
    if (failures > 0 || walk.state.ending !== null || text.trim() === '') return
    asker.askAhead(this.#request(history.messagesIf(text.trim()), true), firstWords)
  }

  async *think(answering: TurnBeingAnswered, cue: string | null): BrainActionStream {
    let again = cue
    let toolRounds = 0
    for (let step = 0; step < PIPELINE_LIMITS.stepsPerTurn; step += 1) {
      const thought = yield* this.ask(answering, again)
      if (thought.kind === 'aborted') return
      if (thought.kind === 'failed')
        return yield* this.failed(answering, withEndpointMessage(thought.failure.reason, thought.failure.words))
      this.#context.failures = 0
      this.#context.trouble = null
      const used = thought.calls.filter(({ tool }) => tool.action.kind === 'tool')
      if (used.length > 0) {
        const records = thought.calls.filter(({ tool }) => tool.action.kind === 'record')
        if ((yield* this.#propose(records, null, answering)) === 'done') return
        yield* this.#useTools(used, answering)
        if (answering.signal.aborted) return
        // The model decides what follows once it has the tools' results.
        again = null
        if (++toolRounds <= PIPELINE_LIMITS.toolRoundsPerTurn) step -= 1
        continue
      }
      const decisive = thought.calls.find(({ tool }) => tool.action.kind !== 'record')?.tool.action ?? null
      const refused = yield* this.#propose(thought.calls, decisive, answering)
      if (refused === 'done') return
      if (answering.spoke) return yield this.#voice.listen()
      again = refused === null ? '(Recorded. Go on.)' : refused
    }
    yield* this.failed(answering, 'The model only called tools and never spoke.')
  }

  ask(answering: TurnBeingAnswered, cue: string | null): BrainActionStream<ModelReply> {
    const { history, walk, asker } = this.#context
    const request = this.#request(history.messages(cue), walk.state.question === 'answered')
    const say = (found: readonly string[], first: boolean) => this.#voice.utter(found, first, answering)
    return asker.ask(request, { ...answering, say })
  }

  /** Says the fallback sentence; gives up after a few failures. */
  async *failed(answering: TurnBeingAnswered, reason: string): BrainActionStream {
    const context = this.#context
    context.failures += 1
    context.trouble = reason
    // At the start there is nothing that the person could repeat.
    if (context.failures >= PIPELINE_LIMITS.failuresBeforeHangUp || answering.turn === 'started')
      throw new BrainFailed(reason)
    yield this.#voice.say(context.options.sentences.fallback, answering)
    yield this.#voice.listen()
  }

  /** Applies the values and the edge of a confirmed proposal. */
  async *take({ edge, values, because }: AnswerProposal, answering: TurnBeingAnswered): BrainActionStream {
    yield* this.#context.walk.gathering(values)
    if (edge !== null) return yield* this.steps.follow(edge, answering, because)
    yield* this.think(answering, CUE_CONFIRMED)
  }

  /** Takes an answer that is understood without a model. */
  async *takeByRule(proposal: AnswerProposal, answering: TurnBeingAnswered, byKey = false): BrainActionStream {
    const { walk } = this.#context
    const verdict = walk.propose(proposal, byKey)
    if (verdict.kind === 'take') return yield* this.take(proposal, answering)
    if (verdict.kind !== 'confirm') return yield* this.think(answering, null)
    yield* this.askToConfirm(proposal, answering)
  }

  /** Passes on results of tool calls that were running when the person spoke. */
  async *takeOpenResults({ signal }: TurnBeingAnswered): BrainActionStream {
    const { tools } = this.#context
    for (const run of tools.open) {
      const outcome = await run.result
      if (signal.aborted) return
      this.#context.history.note(yield* tools.take(run, outcome))
    }
  }

  /** Runs the model's tool calls one after the other and passes the results back. */
  async *#useTools(calls: readonly ModelCall[], answering: TurnBeingAnswered): BrainActionStream {
    const { tools, walk, history } = this.#context
    for (const { tool, input } of calls) {
      if (tool.action.kind !== 'tool') continue
      const run = tools.call(tool.action.tool, input)
      if ('refused' in run) {
        history.note(toolRefusalCue(run.refused))
        continue
      }
      const words = walk.render(run.tool.message)
      if (words !== '') yield this.#voice.say(words, answering)
      const outcome = await run.result
      // The person spoke in the meantime, so the next turn handles the result.
      if (answering.signal.aborted) return
      history.note(yield* tools.take(run, outcome))
    }
  }

  /**
   * Checks the model's proposal against the evidence. Returns a text for the model if it is refused; null: the model may continue
   * to speak.
   */
  async *#propose(
    calls: readonly ModelCall[],
    decisive: ToolAction | null,
    answering: TurnBeingAnswered,
  ): BrainActionStream<string | null | 'done'> {
    const { walk } = this.#context
    const edge = decisive?.kind === 'edge' ? decisive.edge : null
    const values = calls
      .flatMap(({ input }) => recordedValues([walk.node], input, walk.today()))
      .filter(({ name, value }) => walk.gathered[name] !== value)
    if (edge !== null || values.length > 0) {
      const verdict = walk.propose({ edge, values, because: 'model', score: null })
      if (verdict.kind === 'refuse') return toolRefusalCue(verdict.why)
      if (verdict.kind === 'doubt') return CUE_LOW_CONFIDENCE
      if (verdict.kind === 'confirm') {
        yield* this.askToConfirm(verdict.proposal, answering)
        return 'done'
      }
      yield* walk.gathering(values)
    }
    if (decisive === null || decisive.kind === 'record') return null
    if (decisive.kind !== 'do_not_call' && !walk.state.someoneActed && answering.turn !== 'no_input')
      return toolRefusalCue('nobody_spoke')
    yield* this.#act(decisive, answering)
    return 'done'
  }

  async *askToConfirm(proposal: AnswerProposal, answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    yield { kind: 'new_question' }
    yield* walk.askingConfirmation()
    yield* this.#voice.askInOurWords(walk.confirmQuestion(proposal), answering)
  }

  async *#act(action: ToolAction, answering: TurnBeingAnswered): BrainActionStream {
    switch (action.kind) {
      case 'edge':
        return yield* this.steps.follow(action.edge, answering, 'model')
      case 'transfer':
        return yield* this.steps.enter(action.node, answering)
      case 'hang_up':
        return yield* this.steps.leave(DISPOSITIONS.completed, answering)
      case 'do_not_call':
        return yield { kind: 'do_not_call', ends: true }
      case 'record':
      case 'tool':
        return
    }
  }

  /**
   * Builds a request. Edges that need an answer are offered only once there is an answer; a model that takes them anyway gets the
   * reason of the refusal.
   */
  #request(messages: ChatMessage[], isAnswered: boolean): StepRequest {
    const { walk, tools: use, options } = this.#context
    const known = walk.node.type === 'endCall' ? [] : toolsFor(walk, use.offered)
    const tools = isAnswered ? known : known.filter(({ action }) => needsNoAnswer(walk, action))
    const { models: watch } = walk.conversation
    return { chat: options.chat, instructions: instructionsFor(walk), messages, tools, known, watch }
  }
}

/** Whether a tool may be offered before the step's question was answered. */
function needsNoAnswer(walk: WorkflowWalk, action: ToolAction): boolean {
  if (action.kind === 'record') return false
  if (action.kind === 'tool') return !action.tool.acts
  return action.kind !== 'edge' || isOnlyExit(walk.node, action.edge, walk.conversation.definition)
}
