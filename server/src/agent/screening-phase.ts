import type { Timer } from '../kernel/clock.ts'
import { asksToHold, detectScreening, type ScreeningKind } from '../language/rules/screening-kind.ts'
import { wordsOf } from '../language/rules/spoken-words.ts'
import { matchesAnyPattern } from '../language/rules/utterance-kind.ts'
import {
  keysToSend,
  spokenText,
  startNodeOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../workflows/rules/definition.ts'
import { exitsOf } from '../workflows/rules/exits.ts'
import type { Conversation } from './brain.ts'
import type { DialogContext, UnderstoodSpeech } from './dialog.ts'
import { dispositionOf } from './rules/dispositions.ts'
import { spokenTextOf } from './rules/fixed-phrases.ts'
import { textBeforeQuestion } from './rules/question-heard.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

/**
 * Handles a screening service that asks who is calling and why, or a menu, before the person answers. When it pauses, the agent
 * says the text or sends the keys that the workflow has for it, then waits for the person. Each time it asks again, the next step
 * of the workflow answers.
 */
export class ScreeningPhase {
  readonly #conversation: Conversation
  readonly #context: DialogContext
  #kind: ScreeningKind = 'screening'
  #next: WorkflowEdge | null = null
  #times = 0
  /** Disposition of an end that follows the current words; then the agent waits for nothing. */
  #ending: string | null = null
  /** Whether the service or menu has asked something. */
  #asked = false
  #pause: Timer | undefined
  #patience: Timer | undefined
  /** Time limit, set once: a service that repeatedly asks to hold the line does not lead to a person. */
  #deadline: Timer | undefined

  constructor(conversation: Conversation, context: DialogContext) {
    this.#conversation = conversation
    this.#context = context
  }

  /** Whether the workflow has an answer for it. A screening service always gets one: the greeting says who is calling. */
  hasWay(kind: ScreeningKind): boolean {
    return this.#edge(kind) !== null || (kind === 'screening' && this.#whoAndWhy() !== '')
  }

  /** Whether the workflow has a step for screening or menus. */
  get hasEdge(): boolean {
    return this.#edge('screening') !== null || this.#edge('ivr') !== null
  }

  pass(kind: ScreeningKind): void {
    this.#kind = kind
    this.#next = this.#edge(kind)
    this.#asked = true
    this.#deadline = this.#context.clock.after(TURN_TAKING_LIMITS.gateMs, () => this.#giveUp())
    this.#wait()
    if (!this.#context.input.someoneSpeaks) this.speechEnded()
  }

  speechStarted(): void {
    this.#pause?.cancel()
  }

  speechEnded(): void {
    this.#pause?.cancel()
    if (this.#asked) this.#pause = this.#context.clock.after(TURN_TAKING_LIMITS.gatePauseMs, () => this.#answer())
  }

  /** Handles words of the service, or of the person who has answered. */
  understood({ words }: Pick<UnderstoodSpeech, 'words'>): void {
    words.judge((text) => this.#judge(text))
  }

  #judge(text: string): void {
    const { pack } = this.#context
    const said = wordsOf(text).join(' ')
    if (said === '' || this.#ending !== null) return
    if (detectScreening(text, pack.tag) !== null) return this.#askedAgain()
    // Words before the agent's answer are part of the service's question.
    if (this.#asked) return
    const { machine, doubtful } = pack.machineWords
    if (matchesAnyPattern(machine, said) || matchesAnyPattern(doubtful, said))
      return this.#context.gateAnswered('machine')
    if (asksToHold(text, pack.tag)) return this.#wait()
    this.stop()
    this.#context.speaker.clear()
    this.#context.gateAnswered('person')
  }

  /** Called when all audio has been played. */
  quiet(): void {
    if (this.#ending !== null) this.#context.leave(this.#ending)
  }

  stop(): void {
    this.#pause?.cancel()
    this.#patience?.cancel()
    this.#deadline?.cancel()
  }

  #askedAgain(): void {
    if (this.#asked) return
    if (this.#times >= TURN_TAKING_LIMITS.gateTimes) return this.#giveUp()
    this.#asked = true
    if (!this.#context.input.someoneSpeaks) this.speechEnded()
  }

  #answer(): void {
    const { speaker, act } = this.#context
    this.#asked = false
    this.#times++
    const edge = this.#next
    const node = this.#conversation.definition.nodes.find(({ id }) => id === edge?.target)
    if (edge === null || node === undefined) {
      if (this.#kind === 'ivr') return this.#giveUp()
      speaker.say(this.#whoAndWhy(), false)
      return this.#wait()
    }
    act({
      kind: 'enter',
      nodeId: node.id,
      nodeName: node.data.name ?? '',
      via: { edgeId: edge.id, because: this.#kind, score: null },
    })
    const keys = this.#rendered(keysToSend(node))
    if (keys !== '') act({ kind: 'send_keys', keys })
    const words = this.#rendered(spokenText(node))
    if (words !== '') speaker.say(words, false)
    this.#next = exitsOf(this.#conversation.definition, node.id).plain
    // A service that asks again gets the same answer.
    if (this.#kind === 'screening' && this.#next === null) this.#next = edge
    if (node.type === 'endCall') this.#end(node)
    this.#wait()
  }

  #end(node: WorkflowNode): void {
    this.#ending = dispositionOf(node.data.name ?? '')
    if (!this.#context.speaker.isSpeaking) this.#context.leave(this.#ending)
  }

  #wait(): void {
    this.#patience?.cancel()
    this.#patience = this.#context.clock.after(TURN_TAKING_LIMITS.gatePatienceMs, () => this.#giveUp())
  }

  /** Ends the wait, because no person answers. */
  #giveUp(): void {
    this.stop()
    this.#context.gateAnswered('nobody')
  }

  #edge(kind: ScreeningKind): WorkflowEdge | null {
    const start = startNodeOf(this.#conversation.definition)
    return start === undefined ? null : exitsOf(this.#conversation.definition, start.id)[kind]
  }

  /** The part of the greeting before its question, which says who is calling and why. */
  #whoAndWhy(): string {
    const start = startNodeOf(this.#conversation.definition)
    return start === undefined ? '' : textBeforeQuestion(this.#rendered(spokenText(start)))
  }

  #rendered(text: string): string {
    return spokenTextOf(this.#conversation, this.#conversation.gathered, text)
  }
}
