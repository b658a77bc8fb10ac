/**
 * The tools of one conversation. A tool call that has begun is never aborted: its effect happens, whether the person waits or
 * speaks. Its result is kept until a brain takes it, and every tool call is recorded in the timeline.
 */

import { mask } from '../kernel/mask.ts'
import { DOCUMENTS_TOOL_ID, type RecordLookUp } from '../knowledge/agent-knowledge.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { notSentOutcome, type ToolOutcome } from '../tools/call-tool.ts'
import type { ToolValues } from '../tools/rules/tool-request.ts'
import type { TimelineEntry } from './journal.ts'

export interface ToolRun {
  tool: AgentTool
  /** The result of the call. Never rejects. */
  result: Promise<ToolOutcome>
}

/**
 * Whether a failed call certainly had no effect: nothing was sent, or the service refused the request by its status. After any
 * other failure the service may have done its work, even after an error from an MCP server, which comes from within the tool.
 */
function isSurelyUndone({ ok, reason, status }: ToolOutcome): boolean {
  if (ok) return false
  if (reason === 'not_sent' || reason === 'forbidden_address') return true
  return (reason === 'refused' || reason === 'redirected') && status !== null && status < 500
}

/** Adds a line to the timeline. */
export type AddToolTimelineEntry = (fields: Omit<TimelineEntry, 'at' | 'event'>) => void

export class ConversationTools {
  readonly #tools: readonly AgentTool[]
  readonly #note: AddToolTimelineEntry
  /** Adds a look-up in documents to the timeline. */
  readonly noteLookUp: RecordLookUp
  /** Calls of tools that act, by the text of their request. */
  readonly #acted = new Map<string, Promise<ToolOutcome>>()
  readonly #open = new Set<ToolRun>()
  readonly #running = new Set<Promise<ToolOutcome>>()

  constructor(tools: readonly AgentTool[], note: AddToolTimelineEntry, noteLookUp: RecordLookUp = () => {}) {
    this.noteLookUp = noteLookUp
    this.#tools = tools
    this.#note = note
  }

  find(uuid: string): AgentTool | null {
    return this.#tools.find((tool) => tool.uuid === uuid && tool.mcpName === null) ?? null
  }

  /** The tool with this uuid, or the allowed tools of the MCP server with this uuid. An empty list allows all. */
  offeredBy(uuid: string, allowed: readonly string[]): AgentTool[] {
    const isAllowed = ({ mcpName }: AgentTool) => mcpName === null || allowed.length === 0 || allowed.includes(mcpName)
    return this.#tools.filter((tool) => tool.uuid === uuid && isAllowed(tool))
  }

  /** Variables that are known only after a tool call. */
  get fills(): readonly string[] {
    return this.#tools.flatMap((tool) => tool.fills)
  }

  /** Calls whose result no brain has taken yet. */
  get open(): readonly ToolRun[] {
    return [...this.#open]
  }

  start(tool: AgentTool, values: ToolValues, nodeId: string): ToolRun {
    const run = { tool, result: this.#resultOf(tool, values, nodeId) }
    this.#open.add(run)
    return run
  }

  /** Records that a tool was not called, and why. */
  refuse(name: string, nodeId: string, message: string): ToolOutcome {
    const outcome = notSentOutcome(message)
    this.#note({ tool: name, node: nodeId, ok: false, reason: outcome.reason, message, tries: 0 })
    return outcome
  }

  take(run: ToolRun): void {
    this.#open.delete(run)
  }

  /** Resolves when every tool call has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** Calls the tool. A tool that acts is called once per request: a second identical call gets the result of the first. */
  #resultOf(tool: AgentTool, values: ToolValues, nodeId: string): Promise<ToolOutcome> {
    const fingerprint = tool.acts ? tool.fingerprint(values) : null
    const before = fingerprint === null ? undefined : this.#acted.get(fingerprint)
    if (before !== undefined) return before
    const result = this.#call(tool, values, nodeId)
    if (fingerprint !== null) this.#acted.set(fingerprint, result)
    this.#running.add(result)
    void result.then((outcome) => {
      this.#running.delete(result)
      if (fingerprint !== null && isSurelyUndone(outcome)) this.#acted.delete(fingerprint)
    })
    return result
  }

  async #call(tool: AgentTool, values: ToolValues, nodeId: string): Promise<ToolOutcome> {
    const outcome = await tool.call(values)
    // A look-up in documents has its own timeline entry.
    if (tool.uuid === DOCUMENTS_TOOL_ID && outcome.ok) return outcome
    const { ok, status, reason, message, ms, tries, request, variables } = outcome
    const sent = Object.entries(request?.values ?? {}).map(([name, value]) => `${name}: ${masked(value)}`)
    this.#note({
      tool: tool.name,
      tool_uuid: tool.uuid,
      node: nodeId,
      ok,
      status,
      ...(ok ? {} : { reason, message }),
      ms,
      tries,
      sent,
      variables: variables.map(({ name }) => name),
    })
    return outcome
  }
}

const masked = (value: unknown) => mask(typeof value === 'object' ? JSON.stringify(value) : String(value))
