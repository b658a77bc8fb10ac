/** Where a conversation led by a model stands in its workflow, and what it has gathered on the way. */
import { knownValues } from '../../workflows/rules/computed.ts'
import {
  collectOf,
  isSensitive,
  mayInterrupt,
  spokenText,
  startNodeOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { render } from '../../workflows/rules/templates.ts'
import { type WaysOut, waysOut } from '../../workflows/rules/ways-out.ts'
import type { Conversation } from '../brain.ts'
import { dispositionOf } from '../rules/dispositions.ts'
import { expectationOf } from '../rules/expectation.ts'
import { markedAsData } from '../rules/marked-as-data.ts'
import { saidIn } from '../rules/said-in.ts'
import type { Expectation } from '../rules/turn.ts'
import { Withheld } from '../rules/withheld.ts'

/** What a model sees instead of a sensitive value. */
const WITHHELD = '(withheld)'

export class Walk {
  readonly conversation: Conversation
  readonly #gathered: Record<string, string> = {}
  #node: WorkflowNode
  #visited = new Set<WorkflowNode>()

  constructor(conversation: Conversation) {
    const start = startNodeOf(conversation.definition)
    if (start === undefined) throw new Error('the workflow has no start node')
    this.conversation = conversation
    this.#node = start
  }

  get node(): WorkflowNode {
    return this.#node
  }

  /** In the order of the first visit. */
  get visited(): readonly WorkflowNode[] {
    return [...this.#visited]
  }

  get gathered(): Readonly<Record<string, string>> {
    return { ...this.conversation.gathered, ...this.#gathered }
  }

  get ways(): WaysOut {
    return waysOut(this.conversation.definition, this.#node.id)
  }

  get mayInterrupt(): boolean {
    return mayInterrupt(this.#node, this.conversation.definition.settings)
  }

  get name(): string {
    return nameOf(this.#node)
  }

  get disposition(): string {
    return dispositionOf(this.name)
  }

  enter(node: WorkflowNode): void {
    this.#node = node
    this.#visited.add(node)
  }

  target(edge: WorkflowEdge): WorkflowNode | null {
    return this.conversation.definition.nodes.find((node) => node.id === edge.target) ?? null
  }

  gather(name: string, value: string): void {
    this.#gathered[name] = value
  }

  render(text: string): string {
    return saidIn(this.conversation, this.gathered, text)
  }

  /** As somebody said or heard it, for a model. */
  withheldIn(heard: string): string {
    const withheld = new Withheld()
    for (const [name, value] of Object.entries(this.gathered)) {
      if (this.#sensitive.has(name)) withheld.add(value, WITHHELD)
    }
    return withheld.inHeard(heard)
  }

  /** For a model: line breaks mean something, and what others have written is marked as theirs. */
  renderPrompt(text: string): string {
    return render(text, this.#knownToModels, { written: markedAsData, language: this.#language }).text.trim()
  }

  get #language(): string | null | undefined {
    return this.conversation.definition.settings?.language
  }

  get #knownToModels(): Record<string, string> {
    const { definition, variables } = this.conversation
    return knownValues(definition, variables, this.gatheredForModels)
  }

  /** What was gathered at sensitive steps is nobody else's. */
  get gatheredForModels(): Record<string, string> {
    const sensitive = this.#sensitive
    const entries = Object.entries(this.gathered)
    return Object.fromEntries(entries.map(([name, value]) => [name, sensitive.has(name) ? WITHHELD : value]))
  }

  get #sensitive(): Set<string | undefined> {
    const { nodes } = this.conversation.definition
    return new Set(nodes.filter(isSensitive).map((node) => collectOf(node)?.variable))
  }

  /** What this node says word for word; empty if nothing. */
  get spoken(): string {
    return this.render(spokenText(this.#node))
  }

  /** The same as a model may know it. */
  get spokenToModels(): string {
    return this.#renderToModels(spokenText(this.#node))
  }

  /** What is said on the way by this edge; empty if nothing. */
  transition(edgeId: string | undefined): string {
    return this.render(this.#transitionOf(edgeId))
  }

  /** The same as a model may know it. */
  transitionToModels(edgeId: string | undefined): string {
    return this.#renderToModels(this.#transitionOf(edgeId))
  }

  #transitionOf(edgeId: string | undefined): string {
    return this.conversation.definition.edges.find(({ id }) => id === edgeId)?.data.transition_speech ?? ''
  }

  #renderToModels(text: string): string {
    return saidIn(this.conversation, this.gatheredForModels, text)
  }

  get expectation(): Expectation {
    return expectationOf(this.#node, this.ways, this.conversation.definition.settings)
  }
}

export function nameOf(node: WorkflowNode): string {
  return (node.data.name ?? '').trim() || node.id
}
