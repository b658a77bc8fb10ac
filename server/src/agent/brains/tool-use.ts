/** How brains use the tools of a conversation: decides what may be called, what is sent, and what happens with the result. */
import type { AgentTool } from '../../tools/agent-tool.ts'
import type { ToolOutcome } from '../../tools/call-tool.ts'
import { TOOL_DATA_CHARACTERS_MAX } from '../../tools/rules/limits.ts'
import { dataForModel } from '../../tools/rules/tool-result.ts'
import {
  documentUuidsOf,
  mcpFilterOf,
  type NodeOfType,
  toolUuidsOf,
  type WorkflowEdge,
} from '../../workflows/rules/definition.ts'
import { toolExitsOf } from '../../workflows/rules/exits.ts'
import { render } from '../../workflows/rules/templates.ts'
import type { ToolRun } from '../conversation-tools.ts'
import { quoteAsData } from '../rules/prompt-quoting.ts'
import type { EdgeTaken, WorkflowAction } from '../rules/turn.ts'
import type { AnswerProposalRefusal } from '../rules/walk-state.ts'
import { stepNameOf, type WorkflowWalk } from './workflow-walk.ts'

type HttpStep = NodeOfType<'http'>

const NOT_AVAILABLE = 'The tool of this step does not exist, or is archived.'
const NOT_AGREED = 'The tool changes something, and no answer of the person led to this step.'

export class ToolUse {
  readonly #walk: WorkflowWalk
  /** The call of the current http step, while its result is awaited. */
  #step: { node: HttpStep; result: Promise<ToolOutcome> } | null = null

  constructor(walk: WorkflowWalk) {
    this.#walk = walk
  }

  /** Tools that a model can call at the current step. */
  get offered(): AgentTool[] {
    const { tools } = this.#walk.conversation
    const { node } = this.#walk
    const own = toolUuidsOf(node).flatMap((uuid) => tools?.offeredBy(uuid, mcpFilterOf(node, uuid)) ?? [])
    const noteLookUp = tools?.noteLookUp ?? (() => {})
    const { knowledge, models } = this.#walk.conversation
    const search = knowledge?.toolFor(documentUuidsOf(node), noteLookUp, models) ?? null
    return search === null ? own : [...own, search]
  }

  /** Sentence that is spoken while the tool of this step works. */
  waitingWords({ data }: HttpStep): string {
    const tool = this.#walk.conversation.tools?.find(data.tool_uuid)
    return this.#walk.render(data.say?.trim() || (tool?.message ?? ''))
  }

  /** Calls the tool of an http step. While a call is running, it returns the same call. */
  callStep(node: HttpStep): Promise<ToolOutcome> {
    if (this.#step?.node !== node) this.#step = { node, result: this.#recordedStep(node) }
    return this.#step.result
  }

  /** Applies the result of an http step and returns the next step. */
  *leaveStep(node: HttpStep, { ok, variables }: ToolOutcome): Generator<WorkflowAction, WorkflowEdge | null> {
    this.#forgetStep(node)
    if (ok) yield* this.#gather(variables)
    const { done, failed } = toolExitsOf(this.#walk.conversation.definition, node.id)
    return ok ? done : failed
  }

  /**
   * Handles words that withdraw the answer which led to this step, while its tool works: returns to the step of the decision. Not
   * possible after a tool that acts, because its request was sent and cannot be undone.
   */
  takeBackStep(node: HttpStep): boolean {
    if (!this.#walk.state.undo?.taken) return false
    this.#forgetStep(node)
    this.#walk.stepBack(1)
    this.#walk.dropPending()
    this.#walk.awaitAnswer()
    return true
  }

  #forgetStep(node: HttpStep): void {
    this.#step = null
    for (const run of this.#walk.conversation.tools?.open ?? []) {
      if (run.tool.uuid === node.data.tool_uuid) this.#walk.conversation.tools?.take(run)
    }
  }

  /** Begins a tool call of a model, or returns why it is refused. */
  call(tool: AgentTool, input: unknown): ToolRun | { refused: AnswerProposalRefusal } {
    const walk = this.#walk
    const { tools } = walk.conversation
    const refused = walk.toolRefusal(tool, true)
    if (refused === 'unsure') walk.doubtTool(tool)
    if (refused !== null || tools === undefined) return { refused: refused ?? 'ended' }
    if (tool.acts) walk.acted()
    return tools.start(tool, { arguments: argumentsOf(input), ...walk.knownToTools() }, walk.node.id)
  }

  /** Tool calls that were running when the person spoke; their results must still be passed to the model. */
  get open(): readonly ToolRun[] {
    return this.#step === null ? (this.#walk.conversation.tools?.open ?? []) : []
  }

  /** Applies a tool's result to the conversation; returns the text for the model. */
  *take(run: ToolRun, outcome: ToolOutcome): Generator<WorkflowAction, string> {
    this.#walk.conversation.tools?.take(run)
    const name = run.tool.name
    if (!outcome.ok) {
      const said = outcome.data ? ` It said ${quoteAsData(dataForModel(outcome.data))}.` : ''
      return `(The tool "${name}" failed: ${outcome.message}${said} Do not say that it worked.)`
    }
    yield* this.#gather(outcome.variables)
    return `(The tool "${name}" answered ${quoteAsData(dataForModel(outcome.data), TOOL_DATA_CHARACTERS_MAX)}.)`
  }

  async #recordedStep(node: HttpStep): Promise<ToolOutcome> {
    const outcome = await this.#startStep(node)
    this.#walk.conversation.turns?.recordToolOutcome(node.data.tool_uuid, outcome)
    return outcome
  }

  async #startStep(node: HttpStep): Promise<ToolOutcome> {
    const walk = this.#walk
    const { tools, callId } = walk.conversation
    const tool = tools?.find(node.data.tool_uuid)
    if (!tools) throw new Error(`the conversation of call ${callId} was opened without tools`)
    if (!tool) return tools.refuse(stepNameOf(node), node.id, NOT_AVAILABLE)
    if (walk.toolRefusal(tool, false) !== null) return tools.refuse(tool.name, node.id, NOT_AGREED)
    if (tool.acts) walk.acted()
    const known = walk.knownToTools()
    const filled = Object.entries(argumentsOf(node.data.arguments)).map(([name, value]) => [
      name,
      typeof value === 'string' ? render(value, known.variables).text.trim() : value,
    ])
    return tools.start(tool, { arguments: Object.fromEntries(filled), ...known }, node.id).result
  }

  *#gather(variables: ToolOutcome['variables']): Generator<WorkflowAction> {
    for (const { name, value } of variables) {
      this.#walk.gather(name, value)
      yield { kind: 'gather', name, value }
    }
  }
}

const argumentsOf = (given: unknown): Record<string, unknown> =>
  given !== null && typeof given === 'object' && !Array.isArray(given) ? (given as Record<string, unknown>) : {}

/** Why an http step was left by this edge. */
export const toolEdgeTaken = (edge: WorkflowEdge, ok: boolean): EdgeTaken => ({
  edgeId: edge.id,
  because: ok ? 'tool' : 'tool_failed',
  score: null,
})
