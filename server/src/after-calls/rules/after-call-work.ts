/** The post-call work that a workflow requires for each of its calls. */
import { packOf } from '../../language/packs/packs.ts'
import { detectDoNotCall } from '../../language/rules/do-not-call.ts'
import {
  extractOf,
  type NodeOfType,
  type WorkflowDefinition,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'

export type WebhookNode = NodeOfType<'webhook'>

/** The questions to a model about a finished conversation. */
export interface AnalysisRequest {
  summary: boolean
  sentiment: boolean
  /** Success criteria in words; empty: not asked. */
  successCriteria: string
}

export interface AfterCallWork {
  webhooks: WebhookNode[]
  /** Steps at which a model has to extract values. */
  extracting: WorkflowNode[]
  analysis: AnalysisRequest | null
}

export function afterCallWorkOf(definition: WorkflowDefinition): AfterCallWork {
  return {
    webhooks: definition.nodes.filter(
      (node): node is WebhookNode => node.type === 'webhook' && node.data.enabled !== false,
    ),
    extracting: definition.nodes.filter((node) => extractOf(node).length > 0),
    analysis: analysisOf(definition),
  }
}

function analysisOf({ settings }: WorkflowDefinition): AnalysisRequest | null {
  const { summary, sentiment, success_criteria: criteria } = settings?.analysis ?? {}
  const input = { summary: summary === true, sentiment: sentiment === true, successCriteria: criteria?.trim() ?? '' }
  return input.summary || input.sentiment || input.successCriteria !== '' ? input : null
}

export interface ConversationRecord {
  timeline: readonly { event?: unknown; node?: unknown }[]
  transcript: readonly { who?: unknown; text?: unknown }[]
  gathered: Readonly<Record<string, string>>
}

/** The steps that were reached and whose values are still missing; empty if the person said nothing. */
export function stepsToExtract(
  { extracting }: AfterCallWork,
  { timeline, gathered }: ConversationRecord,
): WorkflowNode[] {
  const reached = new Set(timeline.filter(({ event }) => event === 'node_entered').map(({ node }) => node))
  return extracting.filter(
    (node) => reached.has(node.id) && extractOf(node).some(({ name }) => gathered[name] === undefined),
  )
}

/**
 * Words that may mean "never call again" or "not now": only the whole conversation shows which. A clear request was recognized
 * during the call and is on the list already.
 */
export function mayContainObjection({ timeline, transcript }: ConversationRecord, language?: string | null): boolean {
  if (timeline.some(({ event }) => event === 'do_not_call')) return false
  const pack = packOf(language)
  return transcript.some(
    ({ who, text }) => who === 'person' && detectDoNotCall(String(text ?? ''), pack).reason === 'candidate',
  )
}

export function hasPersonSpoken({ transcript }: Pick<ConversationRecord, 'transcript'>): boolean {
  return transcript.some(({ who }) => who === 'person')
}
