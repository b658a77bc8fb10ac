/** A model analyzes the transcript after the call, for every brain and every kind of ending. */

import { RECORD_TOOL } from '../agent/brains/model-tools.ts'
import type { CallContext } from '../agent/queries.ts'
import { timezoneOffsetMinutes } from '../agent/rules/timezone-offset.ts'
import type { StoredCall } from '../calls/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { type ModelRequest, type ModelUsageListener, streamChatAttempt } from '../models/chat-attempt.ts'
import type { ChatEndpoint } from '../models/chat-model.ts'
import { chatEndpoint, chooseBrain } from '../models/choose-model.ts'
import { isBrainSetUp, type ModelSettings, openSettings } from '../models/settings.ts'
import { knownValues } from '../workflows/rules/computed.ts'
import {
  type AnalysisAnswer,
  type AnalysisQuestion,
  buildAnalysisRequest,
  parseAnalysisAnswer,
  type TranscriptLine,
} from './analysis-question.ts'
import type { ModelCircuitBreaker } from './model-circuit-breaker.ts'
import {
  type AfterCallWork,
  type ConversationRecord,
  hasPersonSpoken,
  mayContainObjection,
  stepsToExtract,
} from './rules/after-call-work.ts'

/** The call is over, so a model may take a while. */
const MODEL_MS = 60_000

export type AnalysisResult =
  /** No analysis is configured, or the conversation has no words. */
  | { kind: 'nothing' }
  | { kind: 'done'; answer: AnalysisAnswer }
  /** The model is known to be unavailable and is not asked before this time. */
  | { kind: 'away'; untilMs: number }
  /** `mayHelp`: another attempt may succeed. `away`: other requests to the model fail too. */
  | { kind: 'failed'; reason: string; mayHelp: boolean; away: boolean }

export interface AnalyzeDeps {
  clock: Clock
  secrets: SecretBox
  egress?: Egress
  away: ModelCircuitBreaker
}

export async function analyzeCall(
  deps: AnalyzeDeps,
  call: StoredCall,
  context: CallContext,
  owed: AfterCallWork,
  { signal, watch }: { signal: AbortSignal; watch: ModelUsageListener },
): Promise<AnalysisResult> {
  const happened = {
    timeline: call.timeline ?? [],
    transcript: (call.transcript ?? []) as TranscriptLine[],
    gathered: call.gathered ?? {},
  } as ConversationRecord & { transcript: TranscriptLine[] }
  const { transcript, gathered } = happened
  const question: AnalysisQuestion = {
    steps: stepsToExtract(owed, happened),
    gathered,
    requested: owed.analysis,
    mayObject: mayContainObjection(happened, context.definition.settings?.language),
    transcript,
    known: knownValues(context.definition, context.variables, gathered),
  }
  const isOwed = question.steps.length > 0 || question.requested !== null
  if ((!isOwed && !question.mayObject) || !hasPersonSpoken(happened)) return { kind: 'nothing' }
  const chat = chatOf(deps, context)
  if (chat === null && !isOwed) return { kind: 'nothing' }
  if (chat === null) return { kind: 'failed', reason: 'There is no language model.', mayHelp: false, away: false }
  // The key contains the organization: another organization's API key may be refused, or its quota used up, at the same address.
  const model = JSON.stringify([context.organizationId, chat.baseUrl, chat.model])
  const asked = deps.away.ask(model)
  if (asked === null) return { kind: 'away', untilMs: deps.away.untilMs(model) }
  const instant = call.ended_at ?? call.claimed_at
  const today = { instant, timezoneOffsetMinutes: timezoneOffsetMinutes(context.timezone, instant) }
  const answer = await ask(
    deps,
    { ...buildAnalysisRequest(question), chat: { ...chat, temperature: 0 }, watch },
    question,
    today,
    signal,
  )
  if (signal.aborted) return answer
  if (answer.kind === 'failed' && answer.away) deps.away.failed(model, asked)
  else deps.away.answered(model)
  return answer
}

async function ask(
  { clock }: AnalyzeDeps,
  request: ModelRequest,
  question: AnalysisQuestion,
  today: { instant: Date; timezoneOffsetMinutes: number },
  signal: AbortSignal,
): Promise<AnalysisResult> {
  let input: unknown
  for await (const event of streamChatAttempt(request, { clock, signal, giveUpAfterMs: MODEL_MS })) {
    if (event.kind === 'call' && event.name === RECORD_TOOL) input = event.input
    if (event.kind === 'failed') {
      // A refused key may be corrected within a minute: the calls of that minute should be analyzed too.
      return { kind: 'failed', reason: event.failure.reason, mayHelp: true, away: event.failure.away === true }
    }
    if (event.kind === 'aborted') return { kind: 'failed', reason: 'The program ended.', mayHelp: true, away: false }
  }
  if (input === undefined) return { kind: 'failed', reason: 'The model recorded nothing.', mayHelp: true, away: false }
  return { kind: 'done', answer: parseAnalysisAnswer(question, input, today) }
}

/** The chat model of the organization, even if another brain holds the conversations. */
function chatOf(
  { secrets, egress }: AnalyzeDeps,
  { organizationId, modelSettings, definition }: CallContext,
): ChatEndpoint | null {
  let settings: ModelSettings
  try {
    settings = openSettings(modelSettings, secrets, organizationId)
  } catch {
    return null
  }
  const { brain, model } = chooseBrain(settings, definition)
  const named = brain === 'pipeline' ? model : null
  return isBrainSetUp(settings, 'pipeline', named) ? chatEndpoint(settings, named, egress?.of(organizationId)) : null
}
