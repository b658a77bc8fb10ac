/** Makes the brain that leads a conversation, as models/choose-model.ts chooses it. */
import type { Clock } from '../../kernel/clock.ts'
import type { Egress } from '../../kernel/egress.ts'
import type { Log } from '../../kernel/log.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { packOf } from '../../language/packs/packs.ts'
import type { Sentences } from '../../language/rules/sentences.ts'
import { chatEndpoint, chosenBrain, realtimeEndpoint } from '../../models/choose-model.ts'
import type { ModelWarmer } from '../../models/model-warmer.ts'
import { type ModelSettings, openSettings, sealedSettings } from '../../models/settings.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import { scriptProblems } from '../../workflows/rules/script-problems.ts'
import type { Brain, Conversation, WordBrain } from '../brain.ts'
import { timezoneOffsetMinutes as offsetOf } from '../rules/timezone-offset.ts'
import { openPipelineBrain, type PipelineSentences } from './pipeline.ts'
import { openRealtimeBrain } from './realtime.ts'
import { ScriptBrain, type ScriptOptions } from './script.ts'

/** What is known of a call when its brain is made. */
export interface BrainContext {
  organizationId: number
  /** As stored by the organization, or null. */
  modelSettings: unknown
  /** IANA name of the zone the person is called in. */
  timezone: string
}

export interface BrainDeps {
  clock: Clock
  log: Log
  secrets: SecretBox
  egress?: Egress
  /** Shared by all conversations of the node. */
  warmer?: ModelWarmer
  openScript?: (conversation: Conversation, options: ScriptOptions) => WordBrain
}

/** Makes brains. Settings that cannot be read (sealed with a lost key, say) leave the script: any brain beats silence. */
export function openBrainFor(tools: BrainDeps): (conversation: Conversation, context: BrainContext) => Brain {
  return (conversation, context) => {
    const { clock, log } = tools
    const timezoneOffsetMinutes = offsetOf(context.timezone, new Date(clock.now()))
    const settings = readableSettings(tools, conversation, context)
    const sentences = sentencesOf(settings, conversation.definition.settings?.language)
    const { brain, model, voice } = chosenBrain(settings, conversation.definition)
    switch (brain) {
      case 'pipeline': {
        const chat = chatEndpoint(settings, model, tools.egress?.of(context.organizationId))
        const ours = pipelineSentences(settings, sentences)
        const { warmer } = tools
        return openPipelineBrain(conversation, { chat, clock, log, sentences: ours, timezoneOffsetMinutes, warmer })
      }
      case 'realtime': {
        const endpoint = realtimeEndpoint(settings, model, voice, tools.egress?.of(context.organizationId))
        return openRealtimeBrain(conversation, { endpoint, clock, log, timezoneOffsetMinutes })
      }
      case 'script': {
        const openScript = tools.openScript ?? ((...given) => new ScriptBrain(...given))
        return openScript(conversation, { clock, sentences, timezoneOffsetMinutes })
      }
    }
  }
}

/** While it rings: opens the way to the model that will lead the conversation, if one will. */
export function warmModelFor(
  tools: BrainDeps,
): (definition: WorkflowDefinition, context: Pick<BrainContext, 'organizationId' | 'modelSettings'>) => void {
  return (definition, { organizationId, modelSettings }) => {
    try {
      const settings = openSettings(modelSettings, tools.secrets, organizationId)
      const { brain, model } = chosenBrain(settings, definition)
      const egress = tools.egress?.of(organizationId)
      if (brain === 'pipeline') void tools.warmer?.warm(chatEndpoint(settings, model, egress))
    } catch {
      // The conversation itself will say what is wrong with its settings.
    }
  }
}

/** The script, where it can speak the whole workflow and a model had begun. It goes on at the step the model was at. */
export function openFallBackFor(
  tools: BrainDeps,
): (conversation: Conversation, context: BrainContext, nodeId: string | null) => WordBrain | null {
  return (conversation, context, nodeId) => {
    const { definition } = conversation
    const settings = readableSettings(tools, conversation, context)
    if (chosenBrain(settings, definition).brain === 'script' || scriptProblems(definition).length > 0) return null
    return new ScriptBrain(conversation, {
      clock: tools.clock,
      sentences: sentencesOf(settings, definition.settings?.language),
      timezoneOffsetMinutes: offsetOf(context.timezone, new Date(tools.clock.now())),
      beginAt: nodeId,
    })
  }
}

/** What the session says on its own account, with the organization's own wording where it has some. */
export function sentencesOf(settings: ModelSettings, language?: string | null): Sentences {
  const { filler_sentence: filler, farewell_sentence: farewell } = settings
  const { sentences } = packOf(language)
  return {
    ...sentences,
    ...(filler === null ? {} : { fillers: [filler, ...sentences.fillers.slice(1)] }),
    ...(farewell === null ? {} : { farewell }),
  }
}

/** No filler among them: the session covers silences for every brain alike. */
function pipelineSentences(settings: ModelSettings, sentences: Sentences): PipelineSentences {
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
