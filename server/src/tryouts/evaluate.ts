/** Runs many conversations with one version of a workflow, and counts how many meet the expectations. */

import {
  type ConversationExpectations,
  type ConversationResult,
  unmetExpectations,
} from '../agent/rules/conversation-expectations.ts'
import { pathOf } from '../agent/rules/recorded-turns.ts'
import { seededRng } from '../kernel/rng.ts'
import type { Dialogue } from '../workflows/rules/dialogue.ts'
import type { TrialConversation } from './conversation.ts'
import { judgeConversation, type ModelDeps, ModelNotAnswering, talkAsPerson } from './model-person.ts'
import type { OpenTrials, TrialWorkflow } from './open-trials.ts'
import type { SimulatedPeople } from './simulated-people.ts'

export const EVALUATION_LIMITS = {
  runsMax: 100,
  personasMax: 100,
  conversationsMax: 2000,
  /** Limited, because conversations with a model cost time and money. */
  withModelMax: 200,
  modelsAtOnce: 4,
  failuresShown: 10,
  /** After this time models are not asked any more; conversations that still need one do not pass. */
  longestMs: 10 * 60_000,
} as const

/** The person who talks to the agent. */
export type Persona = {
  name: string
  variables: Record<string, string>
  expect: ConversationExpectations
  /** The criterion that a model checks the conversation against. */
  judge: string | null
} & (
  | { kind: 'dialogue'; dialogue: Dialogue }
  | { kind: 'person'; person: string }
  | { kind: 'prompt'; prompt: string; answersWith: string | null }
)

export interface EvaluatedCase {
  name: string
  kind: Persona['kind']
  runs: number
  passed: number
  rate: number
  failures: { run: number; message: string }[]
  dispositions: Record<string, number>
  /** Transcript of the first failed conversation, else of the first one. */
  transcript: { who: 'agent' | 'person'; text: string; heard: string | null; node: string | null }[]
}

export interface EvaluationResult {
  passed: boolean
  rate: number
  minimum_rate: number
  runs: number
  conversations: number
  conversations_passed: number
  cases: EvaluatedCase[]
}

export interface EvaluationRequest {
  personas: readonly Persona[]
  runs: number
  minimumRate: number
  /** Whether a model leads the conversations. */
  isLedByModel: boolean
  attemptedWith(variables: Record<string, string>): Promise<TrialWorkflow>
  /** Called after every conversation. */
  onProgress?(progress: EvaluationProgress): void
}

export interface EvaluationProgress {
  conversations: number
  passed: number
}

/** The number of runs: a script says the same in each run of a dialogue, so one run is enough. */
const timesOf = ({ kind }: Persona, { isLedByModel, runs }: EvaluationRequest) =>
  kind === 'dialogue' && !isLedByModel ? 1 : runs

export const countConversations = (request: EvaluationRequest): number =>
  request.personas.reduce((sum, persona) => sum + timesOf(persona, request), 0)

interface Run {
  failures: string[]
  disposition: string | null
  transcript: EvaluatedCase['transcript']
}

export interface EvaluationDeps {
  tries: Pick<OpenTrials, 'hold' | 'talk'>
  people: Pick<SimulatedPeople, 'script'>
  /** Chat model of the organization; null: it has none. */
  model: ModelDeps | null
}

/** Runs the evaluation. Deterministic: another run gives the same result. */
export async function evaluate(deps: EvaluationDeps, request: EvaluationRequest): Promise<EvaluationResult> {
  const cases: EvaluatedCase[] = []
  const progress: EvaluationProgress = { conversations: 0, passed: 0 }
  for (const persona of request.personas) {
    const attempted = await request.attemptedWith(persona.variables)
    const usesModel = request.isLedByModel || persona.kind === 'prompt' || persona.judge !== null
    const runs = await inPortions(
      timesOf(persona, request),
      usesModel ? EVALUATION_LIMITS.modelsAtOnce : 1,
      async (run) => {
        const ended = await runOnce(deps, attempted, persona, run)
        progress.conversations++
        if (ended.failures.length === 0) progress.passed++
        request.onProgress?.(progress)
        return ended
      },
    )
    cases.push(caseOf(persona, runs))
  }
  return evaluationResultOf(request, cases)
}

export function evaluationResultOf(
  request: Pick<EvaluationRequest, 'minimumRate' | 'runs'>,
  cases: EvaluatedCase[],
): EvaluationResult {
  const conversations = cases.reduce((sum, each) => sum + each.runs, 0)
  const conversationsPassed = cases.reduce((sum, each) => sum + each.passed, 0)
  const rate = conversations === 0 ? 0 : conversationsPassed / conversations
  return {
    // Without conversations, nothing is proved.
    passed: conversations > 0 && cases.every((each) => each.rate >= request.minimumRate),
    rate: rounded(rate),
    minimum_rate: request.minimumRate,
    runs: request.runs,
    conversations,
    conversations_passed: conversationsPassed,
    cases,
  }
}

function caseOf({ name, kind }: Persona, runs: readonly Run[]): EvaluatedCase {
  const passed = runs.filter(({ failures }) => failures.length === 0).length
  const dispositions: Record<string, number> = {}
  for (const { disposition } of runs) {
    const ending = disposition ?? 'none'
    dispositions[ending] = (dispositions[ending] ?? 0) + 1
  }
  const failures = runs.flatMap((run, at) => run.failures.map((message) => ({ run: at + 1, message })))
  const shown = runs.find((run) => run.failures.length > 0) ?? runs[0]
  return {
    name,
    kind,
    runs: runs.length,
    passed,
    rate: rounded(runs.length === 0 ? 0 : passed / runs.length),
    failures: failures.slice(0, EVALUATION_LIMITS.failuresShown),
    dispositions,
    transcript: shown?.transcript ?? [],
  }
}

async function runOnce(deps: EvaluationDeps, attempted: TrialWorkflow, persona: Persona, run: number): Promise<Run> {
  const { model, people, tries } = deps
  if (persona.kind === 'dialogue') {
    const { failures, disposition, transcript } = await tries.hold(attempted, persona.dialogue)
    return { failures: failures.map(worded), disposition, transcript }
  }
  return tries.talk(attempted, async (conversation) => {
    try {
      if (persona.kind === 'person') await conversation.meet(people.script(persona.person, seededRng(run + 1)))
      else if (model === null) throw new ModelNotAnswering('There is no language model.')
      else await talkAsPerson(conversation, persona, model)
      const failures = unmetExpectations(persona.expect, heldOf(conversation))
      if (persona.judge !== null) failures.push(...(await verdict(persona.judge, conversation, model)))
      return runOf(conversation, failures)
    } catch (error) {
      if (!(error instanceof ModelNotAnswering)) throw error
      return runOf(conversation, [`Not known: ${error.message}`])
    }
  })
}

async function verdict(criterion: string, conversation: TrialConversation, model: ModelDeps | null): Promise<string[]> {
  if (model === null) throw new ModelNotAnswering('There is no language model.')
  const objection = await judgeConversation(criterion, conversation.transcript, model)
  return objection === null ? [] : [objection]
}

const worded = ({ step, message }: { step: number | null; message: string }) =>
  step === null ? message : `Step ${step}: ${message}`

function runOf({ record }: TrialConversation, failures: string[]): Run {
  const transcript = record.transcript.map(({ who, text, heard, node }) => ({ who, text, heard, node }))
  return { failures, disposition: record.disposition, transcript }
}

function heldOf(conversation: TrialConversation): ConversationResult {
  const { timeline, transcript, gathered, disposition } = conversation.record
  return {
    disposition,
    gathered,
    nodes: pathOf(timeline).map(({ node }) => node),
    said: transcript.filter(({ who }) => who === 'agent').map(({ text }) => text),
    doNotCall: timeline.some(({ event }) => event === 'do_not_call'),
    seconds: conversation.elapsedMs / 1000,
  }
}

/** Runs the work in order, a few at a time. */
async function inPortions(runs: number, atOnce: number, work: (run: number) => Promise<Run>): Promise<Run[]> {
  const done: Run[] = []
  for (let run = 0; run < runs; run += atOnce) {
    const portion = Array.from({ length: Math.min(atOnce, runs - run) }, (_, at) => work(run + at))
    done.push(...(await Promise.all(portion)))
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return done
}

/** Rounds a share from 0 to 1 to four digits. */
const rounded = (share: number) => Math.round(share * 10_000) / 10_000
