/** Creates the brain of a conversation, as models/choose-model.ts chooses it. */
import type { Clock } from '../../kernel/clock.ts'
import type { Egress } from '../../kernel/egress.ts'
import type { Log } from '../../kernel/log.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { packOf } from '../../language/packs/packs.ts'
import type { StandardSentences } from '../../language/rules/sentences.ts'
import { chatEndpoint, chooseBrain, realtimeEndpoint } from '../../models/choose-model.ts'
import type { EndpointCircuitBreaker } from '../../models/endpoint-circuit-breaker.ts'
import type { ModelWarmer } from '../../models/model-warmer.ts'
import { type ModelSettings, openSettings, sealedSettings } from '../../models/settings.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import { scriptProblems } from '../../workflows/rules/script-problems.ts'
import type { Brain, Conversation, TextBrain } from '../brain.ts'
import { timezoneOffsetMinutes as offsetOf } from '../rules/timezone-offset.ts'
import type { PipelineSentences } from './pipeline/context.ts'
import { openPipelineBrain } from './pipeline.ts'
import { openRealtimeBrain } from './realtime.ts'
import { ScriptBrain, type ScriptOptions } from './script.ts'

/** The facts about a call that are known when its brain is created. */
export interface BrainContext {
  organizationId: number
  /** Model settings as stored by the organization, or null. */
  modelSettings: unknown
  /** IANA name of the person's time zone. */
  timezone: string
}

export interface BrainDeps {
  clock: Clock
  log: Log
  secrets: SecretBox
  egress?: Egress
  /** Keeps model connections open; shared by all conversations of the node. */
  warmer?: ModelWarmer
  /** Circuit breaker of endpoints; shared by all conversations of the node. */
  rests?: EndpointCircuitBreaker
  openScript?: (conversation: Conversation, options: ScriptOptions) => TextBrain
}

/**
 * Creates brains. If settings cannot be read (for example because they were encrypted with a lost key), the script is used: any
 * brain is better than silence.
 */
export function openBrainFor(
  tools: BrainDeps,
): (conversation: Conversation, context: BrainContext, beginAt?: string | null) => Brain {
  return (conversation, context, beginAt = null) => {
    const { clock, log } = tools
    const timezoneOffsetMinutes = offsetOf(context.timezone, new Date(clock.now()))
    const settings = readableSettings(tools, conversation, context)
    const sentences = standardSentencesOf(settings, conversation.definition.settings?.language)
    const { brain, model, voice } = chooseBrain(settings, conversation.definition)
    switch (brain) {
      case 'pipeline': {
        const chat = chatEndpoint(settings, model, tools.egress?.of(context.organizationId), tools.rests)
        const ours = pipelineSentences(settings, sentences)
        const { warmer } = tools
        const shared = { clock, log, timezoneOffsetMinutes, warmer, beginAt }
        return openPipelineBrain(conversation, { chat, sentences: ours, ...shared })
      }
      case 'realtime': {
        const endpoint = realtimeEndpoint(settings, model, voice, tools.egress?.of(context.organizationId))
        return openRealtimeBrain(conversation, { endpoint, clock, log, timezoneOffsetMinutes })
      }
      case 'script': {
        const openScript = tools.openScript ?? ((...given) => new ScriptBrain(...given))
        return openScript(conversation, { clock, sentences, timezoneOffsetMinutes, beginAt })
      }
    }
  }
}

/** Opens the connection to the conversation's model while the phone rings, if there is a model. */
export function warmModelFor(
  tools: BrainDeps,
): (definition: WorkflowDefinition, context: Pick<BrainContext, 'organizationId' | 'modelSettings'>) => void {
  return (definition, { organizationId, modelSettings }) => {
    try {
      const settings = openSettings(modelSettings, tools.secrets, organizationId)
      const { brain, model } = chooseBrain(settings, definition)
      const egress = tools.egress?.of(organizationId)
      if (brain === 'pipeline') void tools.warmer?.warm(chatEndpoint(settings, model, egress))
    } catch {
      // Errors are ignored here, because the conversation itself reports problems with its settings.
    }
  }
}

/**
 * The fallback brain: the script, if it can speak the whole workflow and a model had begun. It continues at the model's current
 * step.
 */
export function openFallbackBrainFor(
  tools: BrainDeps,
): (conversation: Conversation, context: BrainContext, nodeId: string | null) => TextBrain | null {
  return (conversation, context, nodeId) => {
    const { definition } = conversation
    const settings = readableSettings(tools, conversation, context)
    if (chooseBrain(settings, definition).brain === 'script' || scriptProblems(definition).length > 0) return null
    return new ScriptBrain(conversation, {
      clock: tools.clock,
      sentences: standardSentencesOf(settings, definition.settings?.language),
      timezoneOffsetMinutes: offsetOf(context.timezone, new Date(tools.clock.now())),
      beginAt: nodeId,
    })
  }
}

/** Standard sentences of the session, with the organization's own wording if there is one. */
export function standardSentencesOf(settings: ModelSettings, language?: string | null): StandardSentences {
  const { filler_sentence: filler, farewell_sentence: farewell } = settings
  const { sentences } = packOf(language)
  return {
    ...sentences,
    ...(filler === null ? {} : { fillers: [filler, ...sentences.fillers.slice(1)] }),
    ...(farewell === null ? {} : { farewell }),
  }
}

/** Sentences of the pipeline brain, without fillers: the session fills silences for every brain. */
function pipelineSentences(settings: ModelSettings, sentences: StandardSentences): PipelineSentences {
  return {
    fallback: settings.fallback_sentence ?? sentences.notUnderstood,
    farewell: sentences.farewell,
  }
}

function readableSettings(tools: BrainDeps, conversation: Conversation, context: BrainContext): ModelSettings {
  try {
    return openSettings(context.modelSettings, tools.secrets, context.organizationId)
  } catch (error) {
    tools.log.error(
      { call_id: conversation.callId, err: error },
      'failed to read the model settings; the conversation runs by its script',
    )
    return sealedSettings(null)
  }
}
