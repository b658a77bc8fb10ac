/** Replays past conversations of a workflow with another version of it, to find calls that would have gone differently. */

import { type EndedCall, loadEndedCalls } from '../agent/queries.ts'
import { DISPOSITIONS } from '../agent/rules/dispositions.ts'
import { firstDifference, type PathStep, pathOf, type RecordedTurn } from '../agent/rules/recorded-turns.ts'
import { type CallWithTurns, newestCallsWithTurns, readCallsWithTurns } from '../calls/queries.ts'
import { packOf } from '../language/packs/packs.ts'
import { languageOf } from '../language/rules/read-language.ts'
import type { StandardSentences } from '../language/rules/sentences.ts'
import type { Queries } from '../storage/database.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { definitionInLanguage } from '../workflows/rules/languages.ts'
import { canReplay, type ReplayImpossibleReason, type ReplayOutcome, replayTurns } from './replay-turns.ts'

export const REPLAY_LIMITS = {
  callsMax: 5000,
  callsDefault: 500,
  /** Number of differing calls that are listed; all are counted. */
  listedMax: 200,
  perBatch: 200,
  /** Number of calls replayed before yielding to other work. */
  perBreath: 20,
} as const

export interface ReplayRequest {
  organizationId: number
  workflowId: number
  /** Calls to replay; if left out, the newest ones. */
  callIds?: readonly number[] | undefined
  limit: number
  definition: WorkflowDefinition
  sentences: StandardSentences
  tools: readonly AgentTool[]
}

export interface ChangedCall {
  callId: number
  definitionId: number
  /** The first step that differs, counted from 1. */
  step: number
  before: { node: string | null; path: PathStep[]; disposition: string | null; doNotCall: boolean }
  after: { node: string | null; path: PathStep[]; ending: string | null; doNotCall: boolean }
}

export interface ReplayReport {
  /** Number of answered calls that were examined. */
  calls: number
  same: number
  changed: number
  /** Number of calls that are equal as far as they are known. */
  sameInPart: number
  notReplayable: number
  gaps: Record<ReplayImpossibleReason, number>
  /** Number of people whose request not to be called again was recognized by an edge of the workflow and would now be missed. */
  lostDoNotCall: number
  endings: { before: string | null; after: string | null; calls: number }[]
  listed: ChangedCall[]
}

export async function replayCalls(db: Queries, input: ReplayRequest): Promise<ReplayReport> {
  const { organizationId, workflowId, callIds } = input
  const { looked, ids } =
    callIds === undefined
      ? await newestCallsWithTurns(db, organizationId, workflowId, input.limit)
      : { looked: callIds.length, ids: [...callIds] }
  const report = new Report(looked)
  for (let at = 0; at < ids.length; at += REPLAY_LIMITS.perBatch) {
    const recorded = await readCallsWithTurns(
      db,
      organizationId,
      workflowId,
      ids.slice(at, at + REPLAY_LIMITS.perBatch),
    )
    await replayBatch(db, input, recorded, report)
  }
  return report.finish()
}

async function replayBatch(db: Queries, input: ReplayRequest, recorded: readonly CallWithTurns[], report: Report) {
  const replayable = recorded.flatMap((call) => {
    const turns = call.turns as RecordedTurn[] | null
    return canReplay(turns) ? [{ ...call, turns, nowMs: turns[0]?.atMs ?? 0 }] : []
  })
  const began = replayable.map(({ call_id: callId, nowMs }) => ({ callId, nowMs }))
  const calls = new Map<number, EndedCall>()
  for (const call of await loadEndedCalls(db, input.organizationId, began)) calls.set(call.callId, call)
  for (const [index, each] of replayable.entries()) {
    if (index % REPLAY_LIMITS.perBreath === 0) await new Promise<void>((resolve) => setImmediate(resolve))
    const call = calls.get(each.call_id)
    if (call === undefined) continue
    const { tools } = input
    const { definition } = definitionInLanguage(input.definition, languageOf(call.variables))
    const isOwn = definition === input.definition
    const sentences = isOwn ? input.sentences : packOf(definition.settings?.language).sentences
    const replayed = await replayTurns({ ...call, definition, sentences, tools, turns: each.turns })
    report.add(each, replayed)
  }
}

class Report {
  readonly #report: Omit<ReplayReport, 'endings'>
  readonly #endings = new Map<string, ReplayReport['endings'][number]>()

  constructor(looked: number) {
    this.#report = {
      calls: looked,
      same: 0,
      changed: 0,
      sameInPart: 0,
      notReplayable: looked,
      gaps: { withheld: 0, tool: 0 },
      lostDoNotCall: 0,
      listed: [],
    }
  }

  add(call: CallWithTurns, replayed: ReplayOutcome): void {
    const report = this.#report
    report.notReplayable -= 1
    const past = pathOf(call.timeline)
    const known = replayed.unknown === null ? past : past.slice(0, replayed.path.length)
    if (replayed.unknown !== null) report.gaps[replayed.unknown] += 1
    const at = firstDifference(known, replayed.path)
    const isLost = replayed.unknown === null && askedByStep(call) && !replayed.doNotCall
    if (isLost) report.lostDoNotCall += 1
    if (at !== null || isLost) this.#changed(call, replayed, at)
    else if (replayed.unknown === null) report.same += 1
    else report.sameInPart += 1
  }

  #changed(call: CallWithTurns, replayed: ReplayOutcome, difference: number | null): void {
    const report = this.#report
    const { path, doNotCall } = replayed
    const past = pathOf(call.timeline)
    const ending = endingOf(replayed)
    report.changed += 1
    const key = JSON.stringify([call.disposition, ending])
    const counted = this.#endings.get(key) ?? { before: call.disposition, after: ending, calls: 0 }
    counted.calls += 1
    this.#endings.set(key, counted)
    if (report.listed.length >= REPLAY_LIMITS.listedMax) return
    const at = difference ?? Math.max(0, past.length - 1)
    report.listed.push({
      callId: call.call_id,
      definitionId: call.definition_id,
      step: at + 1,
      before: { node: past[at]?.node ?? null, path: past, disposition: call.disposition, doNotCall: askedByStep(call) },
      after: { node: path[at]?.node ?? null, path, ending, doNotCall },
    })
  }

  finish(): ReplayReport {
    const endings = [...this.#endings.values()].sort((one, other) => other.calls - one.calls)
    return { ...this.#report, endings }
  }
}

/** Whether a step of the workflow put the number on the do-not-call list. Spoken requests are recognized in every version. */
function askedByStep({ timeline }: CallWithTurns): boolean {
  return timeline.some(({ event }, at) => event === 'do_not_call' && timeline[at - 1]?.event === 'node_entered')
}

/** A disposition of the call; null if the version would still wait for an answer, or the rest is unknown. */
function endingOf({ ending }: ReplayOutcome): string | null {
  if (ending === null) return null
  return 'transfer' in ending ? DISPOSITIONS.transferred : ending.disposition
}
