/** The post-call work of one call: the model's analysis, what is stored of it, and who is notified. */

import type { TimelineEntry } from '../agent/journal.ts'
import { type CallContext, loadEndedCall } from '../agent/queries.ts'
import { addToCallRecord, type StoredCall } from '../calls/queries.ts'
import { appendEvent } from '../events/append.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { ModelUsageListener } from '../models/chat-attempt.ts'
import { type CallModelUsage, continuedUsage, countRequest, countTokens } from '../models/rules/usage-cost.ts'
import { sealedSettings } from '../models/settings.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database, Queries } from '../storage/database.ts'
import { proposeSuppression } from '../suppressions/propose-suppression.ts'
import { enqueueDirect } from '../webhooks/enqueue.ts'
import { knownValues } from '../workflows/rules/computed.ts'
import { openHeaders, secretsOfWorkflow } from '../workflows/secret-headers.ts'
import { type Analysis, type TranscriptLine, transcriptText } from './analysis-question.ts'
import { type AnalysisResult, analyzeCall } from './analyze-call.ts'
import type { ModelCircuitBreaker } from './model-circuit-breaker.ts'
import { type AfterCallTask, completeTask } from './queries.ts'
import { type AfterCallWork, afterCallWorkOf, type WebhookNode } from './rules/after-call-work.ts'
import { type FinishedCall, webhookMessage } from './rules/webhook-message.ts'
import { signingSecrets } from './signing-secret.ts'

export interface AfterCallTaskDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  egress?: Egress
  publicUrl: string
  away: ModelCircuitBreaker
}

export type AfterCallTaskResult = 'nothing_to_do' | 'queued' | 'try_again' | { modelAwayUntilMs: number }

export interface AfterCallTaskOptions {
  signal: AbortSignal
  /** The model may be asked again after a failure. */
  mayTryAgain: boolean
}

export async function runAfterCallWork(
  deps: AfterCallTaskDeps,
  task: AfterCallTask,
  call: StoredCall | null,
  { signal, mayTryAgain }: AfterCallTaskOptions,
): Promise<AfterCallTaskResult> {
  const { db } = deps
  const context = call && (await loadEndedCall(db, task.call_id, call.ended_at ?? call.claimed_at))
  if (call === null || context === null) {
    await completeTask(db, task)
    return 'nothing_to_do'
  }
  const work = afterCallWorkOf(context.definition)
  const counted = countUsage(call, context)
  const analyzed = await analyzeCall(deps, call, context, work, { signal, watch: counted.watch })
  if (analyzed.kind === 'away' && mayTryAgain) return { modelAwayUntilMs: analyzed.untilMs }
  const usage = counted.usage()
  if (analyzed.kind === 'failed' && (signal.aborted || (mayTryAgain && analyzed.mayHelp))) {
    const at = new Date(deps.clock.now())
    // A failed request is counted too, because the provider may bill it.
    if (usage) await addToCallRecord(db, task.organization_id, task.call_id, { timeline: [], usage, at })
    return 'try_again'
  }
  const isQueued = await db
    .transaction()
    .execute((tx) => store(deps, tx, { task, call, context, work, analyzed, usage }))
  return isQueued ? 'queued' : 'nothing_to_do'
}

/** Adds the model usage of the analysis to that of the conversation. `usage`: null if no model was asked. */
function countUsage({ model_usage: stored }: StoredCall, { modelSettings }: CallContext) {
  const { usage, prices } = continuedUsage(stored, sealedSettings(modelSettings).prices)
  let isAsked = false
  const watch: ModelUsageListener = {
    asked: (model) => {
      isAsked = true
      countRequest(usage, model, prices)
    },
    used: (tokens) => countTokens(usage, tokens, prices),
    moved: () => {},
  }
  return { watch, usage: () => (isAsked ? usage : null) }
}

interface Settled {
  task: AfterCallTask
  call: StoredCall
  context: CallContext
  work: AfterCallWork
  analyzed: AnalysisResult
  usage: CallModelUsage | null
}

/** All or nothing: the analysis, the event, and the messages about it. */
async function store(
  deps: AfterCallTaskDeps,
  tx: Queries,
  { task, call, context, work, analyzed, usage }: Settled,
): Promise<boolean> {
  const { organizationId, campaignId, contactId, callId } = context
  const at = new Date(deps.clock.now())
  const timeline: TimelineEntry[] = []
  const signWith = work.webhooks.length === 0 ? [] : await signingSecrets(tx, deps, organizationId)
  // Takes the event's lock before all other locks, to avoid deadlocks.
  if (analyzed.kind === 'done') await lockOrganization(tx, organizationId)
  if (!(await completeTask(tx, task))) return false
  const found = analyzed.kind === 'done' ? analyzed.answer : { gathered: {}, analysis: null, objects: false }
  if (analyzed.kind === 'done') {
    const { success = null, sentiment = null } = found.analysis ?? {}
    const data = { success, sentiment, extracted: Object.keys(found.gathered) }
    await appendEvent(tx, { organizationId, at, type: 'call_analyzed', campaignId, contactId, callId, data })
    timeline.push({ at: at.toISOString(), event: 'analysis', ok: true })
  }
  const { phone_number: phoneNumber } = call
  // The model only proposes a do-not-call entry; the operator decides. For simulated persons no entry is proposed.
  const offer = { organizationId, phoneNumber, source: 'conversation' as const, reason: 'language_model', callId }
  if (found.objects && context.isSimulated) {
    timeline.push({ at: at.toISOString(), event: 'suppression_simulated', source: 'language_model' })
  } else if (found.objects && (await proposeSuppression(tx, offer, at))) {
    const data = { phone_number: phoneNumber, reason: 'language_model' }
    await appendEvent(tx, { organizationId, at, type: 'suppression_offered', campaignId, contactId, callId, data })
    timeline.push({ at: at.toISOString(), event: 'suppression_offered', source: 'language_model' })
  }
  if (analyzed.kind === 'failed' || analyzed.kind === 'away') {
    const reason = analyzed.kind === 'away' ? 'The language model does not answer.' : analyzed.reason
    timeline.push({ at: at.toISOString(), event: 'analysis', ok: false, reason })
  }
  const finished = finishedCall(deps, call, context, found)
  for (const node of work.webhooks) {
    if (node.data.only_answered === true && call.answered_at === null) continue
    const refused = await enqueue(deps, tx, node, { context, finished, signWith, at })
    if (refused !== null) timeline.push(notSent(node, refused, at))
  }
  if (timeline.length > 0) {
    const { gathered, analysis } = found
    await addToCallRecord(tx, organizationId, callId, { timeline, gathered, analysis, usage, at })
  }
  return true
}

/** The post-call work has failed for a day: records that in the call. */
export async function abandonTask(db: Database, task: AfterCallTask, clock: Clock): Promise<void> {
  const at = new Date(clock.now())
  await db.transaction().execute(async (tx) => {
    if (!(await completeTask(tx, task))) return
    const timeline = [
      {
        at: at.toISOString(),
        event: 'after_call',
        ok: false,
        reason: 'The after-call work did not succeed within a day.',
      },
    ]
    await addToCallRecord(tx, task.organization_id, task.call_id, { timeline, gathered: {}, analysis: null, at })
  })
}

function notSent(node: WebhookNode, reason: string, at: Date): TimelineEntry {
  return { at: at.toISOString(), event: 'webhook', node: node.id, ok: false, status: null, reason, tries: 0 }
}

interface Telling {
  context: CallContext
  finished: FinishedCall
  signWith: readonly string[]
  at: Date
}

/** Queues the message of a webhook node. Returns why it cannot be sent; null if it was queued. */
async function enqueue(
  { secrets }: AfterCallTaskDeps,
  tx: Queries,
  node: WebhookNode,
  { context, finished, signWith, at }: Telling,
): Promise<string | null> {
  const opened = opening(node, context, secrets)
  if (opened === null) return 'unreadable'
  const message = webhookMessage(opened, finished)
  if (message.kind === 'unsendable') return message.reason
  const { url, method, headers, body } = message
  const { organizationId, contactId, callId } = context
  const direct = { organizationId, contactId, callId, reference: node.id, url, method, headers, body, signWith }
  await enqueueDirect(tx, secrets, direct, at.getTime())
  return null
}

/** Decrypts the headers of the webhook node. Null: they were encrypted with a key that is lost. */
function opening(node: WebhookNode, { workflowId, definition }: CallContext, secrets: SecretBox): WebhookNode | null {
  try {
    const [opened] = openHeaders({ ...definition, nodes: [node] }, secretsOfWorkflow(secrets, workflowId)).nodes
    return opened as WebhookNode
  } catch {
    return null
  }
}

/** The payload that webhook receivers get. */
function finishedCall(
  { publicUrl }: AfterCallTaskDeps,
  call: StoredCall,
  { callId, definition, variables }: CallContext,
  found: { gathered: Record<string, string>; analysis: Analysis | null },
): FinishedCall {
  const transcript = (call.transcript ?? []) as TranscriptLine[]
  const gathered = { ...found.gathered, ...call.gathered }
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
  const time = (value: Date | null) => value?.toISOString() ?? ''
  // The recording may still be uploading to the store.
  const recorded = call.recording !== null || (definition.settings?.recording === true && call.answered_at !== null)
  const facts = {
    outcome: text(call.outcome),
    disposition: text(call.disposition),
    duration_seconds: text(call.duration_seconds),
    recording_url: recorded ? `${publicUrl}/api/v1/calls/${callId}/recording` : '',
    started_at: time(call.placed_at ?? call.claimed_at),
    answered_at: time(call.answered_at),
    ended_at: time(call.ended_at),
    summary: text(found.analysis?.summary),
    success: text(found.analysis?.success),
    sentiment: text(found.analysis?.sentiment),
  }
  return {
    callId,
    variables: knownValues(definition, variables, gathered),
    gathered,
    afterwards: { ...facts, transcript: transcriptText(transcript) },
    whole: {
      call_id: callId,
      campaign_id: call.campaign_id,
      contact_id: call.contact_id,
      attempt: call.attempt,
      ...facts,
      disposition: call.disposition,
      gathered,
      analysis: found.analysis,
      variables,
      transcript,
      timeline: call.timeline ?? [],
    },
  }
}
