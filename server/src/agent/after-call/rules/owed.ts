/** What a workflow owes after each of its calls. */
import { packOf } from '../../../language/packs/packs.ts'
import { hearsDoNotCall } from '../../../language/rules/do-not-call.ts'
import {
  extractOf,
  type NodeOfType,
  type WorkflowDefinition,
  type WorkflowNode,
} from '../../../workflows/rules/definition.ts'

export type WebhookNode = NodeOfType<'webhook'>

/** What a model is asked about a finished conversation. */
export interface AnalysisWish {
  summary: boolean
  sentiment: boolean
  /** When the call counts as a success, in words; empty: not asked. */
  successCriteria: string
}

export interface Owed {
  webhooks: WebhookNode[]
  /** Steps at which a model is to find something out. */
  extracting: WorkflowNode[]
  analysis: AnalysisWish | null
}

export function owedAfter(definition: WorkflowDefinition): Owed {
  return {
    webhooks: definition.nodes.filter(
      (node): node is WebhookNode => node.type === 'webhook' && node.data.enabled !== false,
    ),
    extracting: definition.nodes.filter((node) => extractOf(node).length > 0),
    analysis: analysisOf(definition),
  }
}

function analysisOf({ settings }: WorkflowDefinition): AnalysisWish | null {
  const { summary, sentiment, success_criteria: criteria } = settings?.analysis ?? {}
  const wish = { summary: summary === true, sentiment: sentiment === true, successCriteria: criteria?.trim() ?? '' }
  return wish.summary || wish.sentiment || wish.successCriteria !== '' ? wish : null
}

export interface WhatHappened {
  timeline: readonly { event?: unknown; node?: unknown }[]
  transcript: readonly { who?: unknown; text?: unknown }[]
  gathered: Readonly<Record<string, string>>
}

/** The steps that were reached and at which something is still to be found out; none if nobody said anything. */
export function stillToExtract({ extracting }: Owed, { timeline, gathered }: WhatHappened): WorkflowNode[] {
  const reached = new Set(timeline.filter(({ event }) => event === 'node_entered').map(({ node }) => node))
  return extracting.filter(
    (node) => reached.has(node.id) && extractOf(node).some(({ name }) => gathered[name] === undefined),
  )
}

/**
 * Words that may mean "never call again" and may mean "not now": only the whole conversation tells. A clear request was heard during
 * the call and is on the list already.
 */
export function mayObject({ timeline, transcript }: WhatHappened, language?: string | null): boolean {
  if (timeline.some(({ event }) => event === 'do_not_call')) return false
  const pack = packOf(language)
  return transcript.some(
    ({ who, text }) => who === 'person' && hearsDoNotCall(String(text ?? ''), pack).reason === 'candidate',
  )
}

export function somebodySpoke({ transcript }: Pick<WhatHappened, 'transcript'>): boolean {
  return transcript.some(({ who }) => who === 'person')
}
