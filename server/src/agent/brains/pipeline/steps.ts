/** Moves through the workflow: enters steps, waits for the tool of a step, and leaves the call. */
import { PIPELINE_LIMITS } from '../../../models/chat-limits.ts'
import {
  keysToSend,
  type NodeOfType,
  promptOf,
  startNodeOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../../workflows/rules/definition.ts'
import { canAnyBrainListen } from '../../../workflows/rules/exits.ts'
import { DISPOSITIONS } from '../../rules/dispositions.ts'
import type { EdgeReason, EdgeTaken, Turn } from '../../rules/turn.ts'
import type { ModelReply } from '../model-asker.ts'
import { History } from '../pipeline-history.ts'
import { toolEdgeTaken } from '../tool-use.ts'
import type { BrainActionStream, PipelineContext, TurnBeingAnswered } from './context.ts'
import type { PipelineVoice } from './voice.ts'

/** The part of the model that a step needs. */
export interface StepModel {
  /** Asks the model until it has spoken, chosen an edge, or failed. */
  think(answering: TurnBeingAnswered, cue: string | null): BrainActionStream
  /** Requests one answer of the model and speaks it as it arrives. */
  ask(answering: TurnBeingAnswered, cue: string | null): BrainActionStream<ModelReply>
}

export class PipelineSteps {
  readonly #context: PipelineContext
  readonly #voice: PipelineVoice
  readonly #model: StepModel

  constructor(context: PipelineContext, voice: PipelineVoice, model: StepModel) {
    this.#context = context
    this.#voice = voice
    this.#model = model
  }

  /**
   * Begins the conversation, also when a person answers after a screening service, because nothing was said to this person yet.
   */
  async *begin(answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    this.#context.history = new History()
    yield* this.enter(startNodeOf(walk.conversation.definition) ?? walk.node, answering)
  }

  async *enter(node: WorkflowNode, answering: TurnBeingAnswered, via?: EdgeTaken): BrainActionStream {
    const { walk, tools } = this.#context
    if (++answering.nodes > PIPELINE_LIMITS.nodesPerTurn) return yield* this.leave(DISPOSITIONS.loop, answering)
    walk.enter(node)
    yield* walk.arrive(via)
    yield* this.#voice.recite(walk.transition(via?.edgeId), walk.transitionForModel(via?.edgeId))
    if (node.type === 'http') {
      const words = tools.waitingWords(node)
      yield* this.#voice.recite([{ text: words, recordingId: null }], words)
      return yield* this.leaveTool(node, answering)
    }
    const keys = walk.render(keysToSend(node))
    if (keys !== '') yield { kind: 'send_keys', keys }
    yield* this.reciteStep(answering)
    yield* this.#continueFrom(node, answering)
  }

  /** Says the fixed text of the current step. */
  async *reciteStep(answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    yield* this.#voice.recite(walk.spokenParts, walk.spokenToModels)
    answering.spoke ||= walk.spoken !== ''
  }

  /** Asks the question of the current step again, in its fixed words. */
  async *askStepAgain(answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    yield* this.#voice.recite(walk.questionParts, walk.spokenToModels)
    answering.spoke = true
    yield this.#voice.listen()
  }

  /** Continues after the words of the step. */
  async *#continueFrom(node: WorkflowNode, answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    switch (node.type) {
      case 'endCall':
        return yield* this.#end(answering)
      case 'transfer':
        return yield walk.end({ kind: 'transfer', destination: walk.render(node.data.destination) })
      case 'globalNode':
      case 'webhook':
      case 'trigger':
      case 'qa':
        return yield* this.leave(DISPOSITIONS.completed, answering)
      default:
        if (walk.spoken === '') return yield* this.#model.think(answering, cueFor(answering.turn))
        if (canAnyBrainListen(node, walk.ways)) return yield this.#voice.listen()
        if (walk.ways.plain === null) return yield* this.leave(DISPOSITIONS.completed, answering)
        return yield* this.follow(walk.ways.plain, answering, 'only_way')
    }
  }

  async *follow(edge: WorkflowEdge, answering: TurnBeingAnswered, because: EdgeReason): BrainActionStream {
    const target = this.#context.walk.target(edge)
    if (target === null) return yield* this.leave(DISPOSITIONS.completed, answering)
    yield* this.enter(target, answering, { edgeId: edge.id, because, score: null })
  }

  /** Waits for the tool of this step and continues by its result. */
  async *leaveTool(node: NodeOfType<'http'>, answering: TurnBeingAnswered): BrainActionStream {
    const { walk, tools } = this.#context
    const outcome = await tools.callStep(node)
    if (answering.signal.aborted) return
    const edge = yield* tools.leaveStep(node, outcome)
    const target = edge === null ? null : walk.target(edge)
    if (edge === null || target === null) return yield* this.leave(DISPOSITIONS.completed, answering)
    yield* this.enter(target, answering, toolEdgeTaken(edge, outcome.ok))
  }

  async *#end(answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    if (walk.spoken === '' && promptOf(walk.node) !== '') {
      const thought = yield* this.#model.ask(answering, '(Take your leave.)')
      if (thought.kind === 'aborted') return
    }
    yield* this.leave(walk.disposition, answering)
  }

  /** Says a farewell before hanging up. */
  async *leave(disposition: string, answering: TurnBeingAnswered): BrainActionStream {
    const { walk, options } = this.#context
    const mayBeSilent = walk.node.type === 'endCall' && promptOf(walk.node) === ''
    if (!answering.spoke && !mayBeSilent) yield this.#voice.say(options.sentences.farewell, answering)
    yield walk.end({ kind: 'hang_up', disposition })
  }
}

function cueFor(turn: Turn['kind']): string {
  return turn === 'started' ? '(The person has answered the telephone. Begin.)' : '(Go on with this step.)'
}
