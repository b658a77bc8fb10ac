import type { Clock } from '../../kernel/clock.ts'
import { isOpening } from '../../language/rules/backchannel.ts'
import { SENTENCES, type Sentences } from '../../language/rules/sentences.ts'
import {
  type Collect,
  collectOf,
  spokenText,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { render } from '../../workflows/rules/templates.ts'
import { scriptListens, type WaysOut, waysOut } from '../../workflows/rules/ways-out.ts'
import type { Conversation, WordBrain } from '../brain.ts'
import { chooseEdge } from '../rules/choose-edge.ts'
import { collectValue, type Heard } from '../rules/collect-values.ts'
import { DISPOSITIONS, dispositionOf } from '../rules/dispositions.ts'
import { expectationOf } from '../rules/expectation.ts'
import { tidySpaces } from '../rules/plain-text.ts'
import type { Act, Turn } from '../rules/turn.ts'
import { TURN_TAKING } from '../rules/turn-taking.ts'

export const SCRIPT = {
  /** A workflow may lead in circles; no conversation needs so many steps. */
  mostSteps: 60,
  /** A person is asked again so often before `no_match` is taken. */
  askAgainTimes: 2,
  /** A step is repeated so often because it was interrupted by nothing that could be understood. */
  mostRepeats: 3,
} as const

export interface ScriptOptions {
  clock: Clock
  sentences?: Sentences
  /** Of the person's place, for "tomorrow". */
  timezoneOffsetMinutes?: number
}

/**
 * Follows the workflow by rote: says what is written, listens, and goes on by the edge whose key was pressed or whose
 * examples the words resemble. It understands no free wording and follows no conditions; those need a language model.
 */
export class ScriptBrain implements WordBrain {
  readonly kind = 'words'
  readonly #conversation: Conversation
  readonly #options: ScriptOptions
  readonly #sentences: Sentences
  #node: WorkflowNode | undefined
  #gathered: Record<string, string> = {}
  #misses = 0
  #repeats = 0
  #steps = 0

  constructor(conversation: Conversation, options: ScriptOptions) {
    this.#conversation = conversation
    this.#options = options
    this.#sentences = options.sentences ?? SENTENCES
  }

  async *answer(turn: Turn, signal: AbortSignal): AsyncGenerator<Act> {
    for (const act of this.#acts(turn)) {
      if (signal.aborted) return
      yield act
    }
  }

  close(): void {}

  *#acts(turn: Turn): Generator<Act> {
    switch (turn.kind) {
      case 'started':
        return yield* this.#enter(this.#start())
      case 'heard':
        return yield* this.#heard(turn)
      case 'digits':
        return yield* this.#choose({ digits: turn.digits })
      case 'no_input':
        return yield* this.#noInput(turn.times)
      case 'machine':
        return yield* this.#machine()
    }
  }

  #start(): WorkflowNode | undefined {
    return this.#conversation.definition.nodes.find((node) => node.type === 'startCall')
  }

  /** Speaks at this node and goes on until somebody has to answer or the call ends. */
  *#enter(first: WorkflowNode | undefined): Generator<Act> {
    for (let node = first; node !== undefined; ) {
      if (++this.#steps > SCRIPT.mostSteps) return yield* this.#end(this.#sentences.farewell, DISPOSITIONS.loop)
      this.#node = node
      this.#misses = 0
      this.#repeats = 0
      yield { kind: 'enter', nodeId: node.id, nodeName: node.data.name ?? '' }
      yield* this.#say(node)
      if (node.type === 'endCall') return yield { kind: 'hang_up', disposition: dispositionOf(node.data.name ?? '') }
      if (node.type === 'transfer') {
        return yield { kind: 'transfer', destination: this.#rendered(node.data.destination) }
      }
      const ways = this.#ways(node)
      if (scriptListens(node, ways)) return yield { kind: 'listen', expect: expectationOf(node, ways) }
      node = this.#target(ways.plain)
    }
    yield { kind: 'hang_up', disposition: DISPOSITIONS.completed }
  }

  *#say(node: WorkflowNode): Generator<Act> {
    const text = this.#rendered(spokenText(node))
    if (text !== '') yield { kind: 'say', text, interruptible: mayInterrupt(node) }
  }

  *#heard({ text, interrupted }: Extract<Turn, { kind: 'heard' }>): Generator<Act> {
    const saidNothing = text.trim() === '' || isOpening(text)
    const choice = saidNothing && text.trim() !== '' ? this.#choice({ transcript: text }) : null
    // "Hello?" over our first words, or a noise that made us stop: nobody failed to understand anybody.
    if (saidNothing && choice === null && (interrupted !== null || this.#steps === 1)) {
      if (++this.#repeats <= SCRIPT.mostRepeats) return yield* this.#askAgain('')
    }
    yield* this.#choose({ transcript: text })
  }

  *#choose(heard: Heard): Generator<Act> {
    const choice = this.#choice(heard)
    if (choice === null) return yield* this.#miss()
    if (choice.value !== null) {
      const { variable } = choice.value
      this.#gathered[variable] = choice.value.value
      yield { kind: 'gather', name: variable, value: choice.value.value }
    }
    const target = this.#target(choice.edge)
    if (target === undefined) return yield { kind: 'hang_up', disposition: DISPOSITIONS.completed }
    yield* this.#enter(target)
  }

  #choice(heard: Heard): { edge: WorkflowEdge | null; value: { variable: string; value: string } | null } | null {
    const node = this.#node
    if (node === undefined) return null
    const ways = this.#ways(node)
    const collect = collectOf(node)
    const meant = chooseEdge(ways.choices, heard).edge
    if (collect === null) return meant === null ? null : { edge: meant, value: null }
    const value = this.#collected(collect, heard)
    if (value === null) return meant === null ? null : { edge: meant, value: null }
    const only = ways.choices.length === 1 ? (ways.choices[0] ?? null) : null
    const edge = chooseEdge(ways.choices, { digits: value }).edge ?? meant ?? ways.plain ?? only
    // Edges are there, and none of them is for this value: it was not what was asked for.
    if (edge === null && ways.choices.length > 0) return null
    return { edge, value: { variable: collect.variable, value } }
  }

  #collected(collect: Collect, heard: Heard): string | null {
    const reference = {
      instant: new Date(this.#options.clock.now()),
      timezoneOffsetMinutes: this.#options.timezoneOffsetMinutes ?? 0,
    }
    const value = collectValue(collect, heard, reference)
    return value === null ? null : String(value)
  }

  *#miss(): Generator<Act> {
    if (++this.#misses <= SCRIPT.askAgainTimes) return yield* this.#askAgain(this.#sentences.notUnderstood)
    const ways = this.#waysHere()
    const edge = ways?.noMatch ?? ways?.plain
    if (edge) return yield* this.#enter(this.#target(edge))
    yield* this.#end(this.#sentences.farewell, DISPOSITIONS.noMatch)
  }

  *#noInput(times: number): Generator<Act> {
    if (times <= TURN_TAKING.noInputTimes) return yield* this.#askAgain(this.#sentences.stillThere)
    const ways = this.#waysHere()
    const edge = ways?.noInput ?? ways?.noMatch
    if (edge) return yield* this.#enter(this.#target(edge))
    yield* this.#end(this.#sentences.farewell, DISPOSITIONS.noInput)
  }

  *#askAgain(opening: string): Generator<Act> {
    const node = this.#node
    if (node === undefined) return
    if (opening !== '') yield { kind: 'say', text: opening, interruptible: mayInterrupt(node) }
    yield* this.#say(node)
    yield { kind: 'listen', expect: expectationOf(node, this.#ways(node)) }
  }

  /** A recording answers nothing: whatever is written for it is said, then the call ends. */
  *#machine(): Generator<Act> {
    const start = this.#start()
    let node = start && this.#target(this.#ways(start).voicemail)
    for (; node !== undefined && ++this.#steps <= SCRIPT.mostSteps; node = this.#target(this.#ways(node).plain)) {
      yield { kind: 'enter', nodeId: node.id, nodeName: node.data.name ?? '' }
      yield* this.#say(node)
    }
    yield { kind: 'hang_up', disposition: DISPOSITIONS.messageLeft }
  }

  *#end(text: string, disposition: string): Generator<Act> {
    yield { kind: 'say', text, interruptible: true }
    yield { kind: 'hang_up', disposition }
  }

  #rendered(text: string): string {
    const { variables, gathered } = this.#conversation
    return tidySpaces(render(text, { ...variables, ...gathered, ...this.#gathered }).text)
  }

  #ways(node: WorkflowNode): WaysOut {
    return waysOut(this.#conversation.definition, node.id)
  }

  #waysHere(): WaysOut | undefined {
    return this.#node && this.#ways(this.#node)
  }

  #target(edge: WorkflowEdge | null | undefined): WorkflowNode | undefined {
    return this.#conversation.definition.nodes.find((node) => node.id === edge?.target)
  }
}

function mayInterrupt(node: WorkflowNode): boolean {
  return !('allow_interrupt' in node.data) || node.data.allow_interrupt !== false
}
