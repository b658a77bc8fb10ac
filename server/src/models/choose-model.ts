/**
 * Decides which brain leads a conversation and with which endpoint: the workflow's settings, then the organization's, else the
 * script.
 */
import type { Egress } from '../kernel/egress.ts'
import { missingPartMessage } from '../speech/availability.ts'
import type { Queries } from '../storage/database.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { ChatEndpoint } from './chat-model.ts'
import type { EndpointCircuitBreaker } from './endpoint-circuit-breaker.ts'
import { findModelConfiguration } from './queries.ts'
import type { RealtimeEndpoint } from './realtime-connection.ts'
import {
  type BrainKind,
  type ChatSettings,
  chatAddress,
  isBrainSetUp,
  type ModelSettings,
  sealedSettings,
} from './settings.ts'

/** Whether a model would lead this workflow's conversations. */
export async function hasModel(db: Queries, organizationId: number, definition: WorkflowDefinition): Promise<boolean> {
  const stored = await findModelConfiguration(db, organizationId)
  return chooseBrain(sealedSettings(stored?.settings), definition).brain !== 'script'
}

/** Why speech is unavailable for calls of this organization; null if a service or local speech is available. */
export async function speechUnavailableReason(db: Queries, organizationId: number): Promise<string | null> {
  const missing = missingPartMessage('synthesizer')
  if (missing === undefined) return null
  const stored = await findModelConfiguration(db, organizationId)
  return sealedSettings(stored?.settings).speech.engine === 'local' ? missing : null
}

export interface ChosenBrain {
  brain: BrainKind
  /** The workflow's own model and voice, if it names them. */
  model: string | null
  voice: string | null
}

/** A workflow may request a brain that the organization has not set up; the organization's own is next, then the script. */
export function chooseBrain(settings: ModelSettings, definition: Pick<WorkflowDefinition, 'settings'>): ChosenBrain {
  const requested = definition.settings ?? {}
  const model = requested.model?.trim() || null
  const voice = requested.voice?.trim() || null
  const order = [requested.brain, settings.brain, 'script'] as const
  const brain = order.find((kind) => kind && isBrainSetUp(settings, kind, model)) ?? 'script'
  return { brain, model, voice }
}

/** The first endpoint, linked to the fallback endpoints. A workflow's own model name applies to the first endpoint. */
export function chatEndpoint(
  { chat, chat_fallback: others }: ModelSettings,
  model: string | null,
  egress?: Egress,
  rests?: EndpointCircuitBreaker,
): ChatEndpoint {
  const behind = others.reduceRight<ChatEndpoint | undefined>(
    (next, each) => toChatEndpoint(each, egress, { next, rests }),
    undefined,
  )
  const first = toChatEndpoint(chat, egress, { next: behind, rests })
  return model === null ? first : { ...first, model }
}

export function toChatEndpoint(
  chat: ChatSettings,
  egress?: Egress,
  more: Pick<ChatEndpoint, 'next' | 'rests'> = {},
): ChatEndpoint {
  return {
    provider: chat.provider,
    baseUrl: chatAddress(chat) ?? '',
    apiKey: chat.api_key ?? undefined,
    model: chat.model ?? '',
    temperature: chat.temperature ?? undefined,
    extraBody: chat.extra_body ?? undefined,
    headers: chat.headers ?? undefined,
    fetch: egress?.fetch,
    answerWithinMs: chat.answer_within_ms ?? undefined,
    ...more,
  }
}

export function realtimeEndpoint(
  { realtime }: ModelSettings,
  model: string | null,
  voice: string | null = null,
  egress?: Egress,
): RealtimeEndpoint {
  return {
    url: realtime.url ?? '',
    apiKey: realtime.api_key ?? undefined,
    model: model ?? realtime.model ?? '',
    voice: voice ?? realtime.voice ?? undefined,
    egress,
  }
}
