/** Handles turns in which the person neither spoke nor pressed a key: silence, a failed transfer, an answering machine. */
import { startNodeOf } from '../../../workflows/rules/definition.ts'
import { DISPOSITIONS } from '../../rules/dispositions.ts'
import { TURN_TAKING_LIMITS } from '../../rules/turn-taking.ts'
import type { BrainActionStream, PipelineContext, TurnBeingAnswered } from './context.ts'
import type { PipelineThinking } from './thinking.ts'
import type { PipelineVoice } from './voice.ts'

export class LineEventHandler {
  readonly #context: PipelineContext
  readonly #voice: PipelineVoice
  readonly #thinking: PipelineThinking

  constructor(context: PipelineContext, voice: PipelineVoice, thinking: PipelineThinking) {
    this.#context = context
    this.#voice = voice
    this.#thinking = thinking
  }

  async *silence(times: number, answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    const { pending, question, pack } = walk
    if (pending !== null && times <= TURN_TAKING_LIMITS.noInputTimes)
      return yield* this.#voice.askInOurWords(`${pack.sentences.stillThere} ${question}`, answering)
    if (times <= TURN_TAKING_LIMITS.noInputTimes)
      return yield* this.#thinking.think(answering, '(The person says nothing. Ask again.)')
    const { noInput } = walk.ways
    walk.giveUp()
    if (noInput !== null) return yield* this.#thinking.steps.follow(noInput, answering, 'no_input')
    yield* this.#thinking.steps.leave(DISPOSITIONS.noInput, answering)
  }

  /** Continues by the edge that leaves the transfer; else returns to the previous step, which can offer something else. */
  async *transferFailed(answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    const { plain, choices } = walk.ways
    const edge = plain ?? choices[0]
    if (edge) return yield* this.#thinking.steps.follow(edge, answering, 'only_way')
    const before = walk.visited.filter((node) => node.type !== 'transfer').at(-1)
    if (before) walk.enter(before)
    yield* this.#thinking.think(answering, '(Nobody took the call. Tell the person, and offer what else you can do.)')
  }

  async *machine(afterBeep: boolean, answering: TurnBeingAnswered): BrainActionStream {
    const { walk } = this.#context
    const start = startNodeOf(walk.conversation.definition)
    if (start !== undefined && walk.node !== start) walk.enter(start)
    const { voicemail } = walk.ways
    const target = voicemail === null ? null : walk.target(voicemail)
    if (target === null) return yield { kind: 'hang_up', disposition: DISPOSITIONS.voicemail }
    if (!afterBeep) return
    walk.enter(target)
    const via = voicemail && { edgeId: voicemail.id, because: 'voicemail' as const, score: null }
    yield { kind: 'enter', nodeId: target.id, nodeName: walk.name, ...(via ? { via } : {}) }
    yield* this.#thinking.steps.reciteStep(answering)
    if (!answering.spoke)
      yield* this.#thinking.ask(answering, '(A machine records. Leave your message in a few sentences.)')
    const disposition = answering.spoke ? DISPOSITIONS.messageLeft : DISPOSITIONS.voicemail
    yield { kind: 'hang_up', disposition }
  }
}
