/** Replays the recorded turns of a call with a version of its workflow, to find the path that this version would have taken. */

import type { Conversation } from '../agent/brain.ts'
import { ScriptBrain } from '../agent/brains/script.ts'
import { ConversationTools } from '../agent/conversation-tools.ts'
import { type PathStep, type RecordedTurn, turnFromStored } from '../agent/rules/recorded-turns.ts'
import { timezoneOffsetMinutes } from '../agent/rules/timezone-offset.ts'
import type { BrainAction } from '../agent/rules/turn.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { StandardSentences } from '../language/rules/sentences.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ToolOutcome } from '../tools/call-tool.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

export interface ReplayOutcome {
  path: PathStep[]
  /** How it ended; null if the version still waits for an answer after the recorded turns. */
  ending: { disposition: string } | { transfer: string } | null
  doNotCall: boolean
  /** Why the rest of the call is unknown; null if all of it was replayed. */
  unknown: ReplayImpossibleReason | null
}

export const REPLAY_IMPOSSIBLE_REASONS = {
  withheld: 'The person said something sensitive, which is not stored.',
  tool: 'The version calls a tool that was not called then.',
} as const
export type ReplayImpossibleReason = keyof typeof REPLAY_IMPOSSIBLE_REASONS

export interface ReplayOptions {
  definition: WorkflowDefinition
  turns: readonly RecordedTurn[]
  direction: 'outbound' | 'inbound'
  variables: Readonly<Record<string, string>>
  timezone: string
  sentences: StandardSentences
  /** Tools of the workflow. They are not called: the recorded answers are used. */
  tools: readonly AgentTool[]
}

/** Whether the script led this call from its beginning, and the call's input was recorded. */
export function canReplay(turns: readonly RecordedTurn[] | null): turns is readonly RecordedTurn[] {
  const first = turns?.find((entry) => !('known' in entry))
  return first !== undefined && 'turn' in first && first.turn.kind === 'started'
}

export async function replayTurns(options: ReplayOptions): Promise<ReplayOutcome> {
  return new Replay(options).run()
}

type AskedTurn = Extract<RecordedTurn, { turn: unknown }>

class Replay {
  readonly #options: ReplayOptions
  readonly #brain: ScriptBrain
  readonly #clock: VirtualClock
  readonly #answers: RecordedAnswers
  readonly #gathered: Record<string, string> = {}
  readonly #result: ReplayOutcome = { path: [], ending: null, doNotCall: false, unknown: null }
  /** The reply to the current turn. `blocked`: it waits for a tool. */
  #answering: {
    acts: AsyncIterator<BrainAction>
    next: Promise<IteratorResult<BrainAction>> | null
    stop: AbortController
  } | null = null

  constructor(options: ReplayOptions) {
    const { definition, direction, timezone, sentences, turns } = options
    const startMs = turns[0]?.atMs ?? 0
    this.#options = options
    this.#clock = new VirtualClock({ startMs })
    this.#answers = new RecordedAnswers(options.tools)
    const known = turns.flatMap((entry) => ('known' in entry ? [entry.known] : []))
    const conversation: Conversation = {
      callId: 0,
      direction,
      definition,
      variables: Object.assign({}, options.variables, ...known),
      timezone,
      gathered: this.#gathered,
      tools: new ConversationTools(this.#answers.tools, () => {}),
    }
    const offset = timezoneOffsetMinutes(timezone, new Date(startMs))
    this.#brain = new ScriptBrain(conversation, { clock: this.#clock, sentences, timezoneOffsetMinutes: offset })
  }

  async run(): Promise<ReplayOutcome> {
    const { turns } = this.#options
    for (const [at, entry] of turns.entries()) {
      if ('known' in entry) continue
      if ('withheld' in entry) return this.#gap('withheld')
      const { waitsFor } = this.#answers
      if (
        'turn' in entry &&
        waitsFor !== null &&
        !turns.slice(at).some((later) => 'tool' in later && later.tool === waitsFor)
      )
        return this.#gap('tool')
      await this.#clock.pass(Math.max(0, entry.atMs - this.#clock.now()))
      if ('tool' in entry) {
        if (this.#answers.give(entry)) await this.#pump()
        continue
      }
      if (this.#isFromElsewhere(entry)) return this.#result
      await this.#ask(entry)
    }
    return this.#result
  }

  /**
   * Whether the person's words belong to another point: the replay ended earlier than the call, or has not ended where the call
   * had.
   */
  #isFromElsewhere({ turn, afterEnd }: AskedTurn): boolean {
    const { ending } = this.#result
    switch (turn.kind) {
      case 'started':
      case 'machine':
        return false
      case 'transfer_failed':
        return ending === null || !('transfer' in ending)
      default:
        return (ending !== null) !== (afterEnd === true)
    }
  }

  async #ask({ turn, skipped }: AskedTurn): Promise<void> {
    this.#answering?.stop.abort(new Error('A newer turn has to be answered.'))
    const stop = new AbortController()
    const acts = this.#brain.answer(turnFromStored(turn), stop.signal)[Symbol.asyncIterator]()
    if (skipped) return void (await acts.next())
    this.#answering = { acts, next: null, stop }
    await this.#pump()
  }

  /** Takes acts until the reply is complete, or waits for a tool. */
  async #pump(): Promise<void> {
    const answering = this.#answering
    if (answering === null) return
    for (;;) {
      answering.next ??= answering.acts.next()
      const next = await Promise.race([answering.next, this.#answers.awaited])
      if (next === WAITS) return
      answering.next = null
      if (next.done) {
        this.#answering = null
        return
      }
      this.#act(next.value)
    }
  }

  #act(act: BrainAction): void {
    const result = this.#result
    switch (act.kind) {
      case 'enter':
        result.path.push({ node: act.nodeId, edge: act.via?.edgeId ?? null })
        // The conversation is back at a step: its decided end was withdrawn.
        result.ending = null
        return
      case 'gather':
        this.#gathered[act.name] = act.value
        return
      case 'do_not_call':
        result.doNotCall = true
        return
      case 'hang_up':
        result.ending = { disposition: act.disposition }
        return
      case 'transfer':
        result.ending = { transfer: act.destination }
    }
  }

  #gap(unknown: ReplayImpossibleReason): ReplayOutcome {
    return { ...this.#result, unknown }
  }
}

const WAITS = Symbol('waits for a tool')

/** The tools of the workflow, with their recorded answers. */
class RecordedAnswers {
  readonly tools: readonly AgentTool[]
  #waiting: { uuid: string; answer: (outcome: ToolOutcome) => void } | null = null
  #told!: (waits: typeof WAITS) => void
  #awaited!: Promise<typeof WAITS>

  constructor(tools: readonly AgentTool[]) {
    this.#expect()
    this.tools = tools.map((tool) => ({ ...tool, call: () => this.#wait(tool.uuid) }))
  }

  /** Resolves while a tool is awaited. */
  get awaited(): Promise<typeof WAITS> {
    return this.#awaited
  }

  get waitsFor(): string | null {
    return this.#waiting?.uuid ?? null
  }

  /** Gives a recorded answer; returns whether that tool was awaited. */
  give({ tool, ok, variables }: Extract<RecordedTurn, { tool: string }>): boolean {
    const waiting = this.#waiting
    if (waiting?.uuid !== tool) return false
    this.#waiting = null
    this.#expect()
    const none = { status: null, message: null, data: null, ms: 0, tries: 1, request: null }
    waiting.answer({ ...none, ok, reason: ok ? null : 'refused', variables })
    return true
  }

  #wait(uuid: string): Promise<ToolOutcome> {
    return new Promise((answer) => {
      this.#waiting = { uuid, answer }
      this.#told(WAITS)
    })
  }

  #expect(): void {
    this.#awaited = new Promise((told) => {
      this.#told = told
    })
  }
}
