/** Ears and mouth of a call: on this machine, or by the organization's service with this machine standing in for it. */
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import type { Sentences } from '../rules/sentences.ts'
import type { Recognizer } from '../speech/ears.ts'
import type { Mouth } from '../speech/mouth.ts'
import { OpenAiEars, type OpenAiEarsOptions, OpenAiMouth, type OpenAiMouthOptions } from '../speech/openai-speech.ts'
import { sentencesOf } from './choose-brain.ts'
import { type ModelSettings, openSettings, sealedSettings } from './settings.ts'
import { StandInEars, StandInMouth } from './stand-in-speech.ts'

export interface SpeechContext {
  organizationId: number
  modelSettings: unknown
  definition: Pick<WorkflowDefinition, 'settings'>
}

export interface SpeechTools {
  clock: Clock
  log: Log
  secrets: SecretBox
  /** Shared by all calls; null where its packages are not installed. */
  localMouth: Mouth | null
  localEars: Recognizer | null
}

export interface ChosenSpeech {
  mouth: Mouth
  recognizer: Recognizer | null
  voice: string | undefined
  sentences: Sentences
}

/** Services are kept between calls for the audio they have cached; so many organizations at most. */
const MOST_MOUTHS = 100

export function speechFor(tools: SpeechTools): (context: SpeechContext) => ChosenSpeech {
  const mouths = new Map<string, Mouth>()
  return (context) => {
    const settings = readableSettings(tools, context)
    const wished = context.definition.settings ?? {}
    return {
      mouth: chooseMouth(tools, mouths, context.organizationId, settings),
      recognizer: chooseEars(tools, settings, wished.language ?? null),
      voice: wished.voice?.trim() || settings.speech.voice || undefined,
      sentences: sentencesOf(settings),
    }
  }
}

function chooseMouth(
  { clock, localMouth }: SpeechTools,
  mouths: Map<string, Mouth>,
  organizationId: number,
  settings: ModelSettings,
): Mouth {
  if (settings.speech.engine === 'local') {
    if (localMouth === null) throw new Error('this machine cannot speak, and no speech service is set up')
    return localMouth
  }
  const service = speechService(settings, clock)
  const { baseUrl, apiKey, model, voice } = service
  const key = JSON.stringify([organizationId, baseUrl, apiKey, model, voice])
  const known = mouths.get(key)
  if (known !== undefined) return known
  const mouth = new StandInMouth(clock, new OpenAiMouth(service), localMouth)
  mouths.set(key, mouth)
  const [oldest] = mouths.keys()
  if (mouths.size > MOST_MOUTHS && oldest !== undefined) mouths.delete(oldest)
  return mouth
}

function chooseEars({ clock, localEars }: SpeechTools, settings: ModelSettings, language: string | null) {
  if (settings.recognition.engine === 'local') return localEars
  return new StandInEars(new OpenAiEars(recognitionService(settings, clock, language)), localEars)
}

export function speechService({ speech }: ModelSettings, clock: Clock): OpenAiMouthOptions {
  return {
    clock,
    baseUrl: speech.base_url ?? '',
    apiKey: speech.api_key ?? undefined,
    model: speech.model ?? '',
    voice: speech.voice ?? '',
    cacheLimitBytes: CACHE_LIMIT_BYTES,
  }
}

/** Per organization with a service of its own. */
const CACHE_LIMIT_BYTES = 8 * 1024 * 1024

export function recognitionService(
  { recognition }: ModelSettings,
  clock: Clock,
  language: string | null,
): OpenAiEarsOptions {
  const iso639 = language?.split('-')[0]?.toLowerCase()
  return {
    clock,
    baseUrl: recognition.base_url ?? '',
    apiKey: recognition.api_key ?? undefined,
    model: recognition.model ?? '',
    ...(iso639 ? { language: iso639 } : {}),
  }
}

function readableSettings({ secrets, log }: SpeechTools, context: SpeechContext): ModelSettings {
  try {
    return openSettings(context.modelSettings, secrets)
  } catch (error) {
    const fields = { organization_id: context.organizationId, err: error }
    log.error(fields, 'the model settings cannot be read; speech is local')
    return sealedSettings(null)
  }
}
