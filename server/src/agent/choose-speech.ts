/** Recognizer and synthesizer of a call: on this machine, or by the organization's service with this machine standing in for it. */
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Sentences } from '../language/rules/sentences.ts'
import { type ModelSettings, openSettings, sealedSettings } from '../models/settings.ts'
import { recognitionService, speechService } from '../models/speech-services.ts'
import { OpenAiRecognizer, OpenAiSynthesizer } from '../speech/openai-speech.ts'
import type { Recognizer } from '../speech/recognizer.ts'
import { FallbackRecognizer, FallbackSynthesizer } from '../speech/stand-in-speech.ts'
import type { Synthesizer } from '../speech/synthesizer.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { sentencesOf } from './brains/open-brain.ts'

export interface SpeechContext {
  organizationId: number
  modelSettings: unknown
  definition: Pick<WorkflowDefinition, 'settings'>
}

export interface SpeechDeps {
  clock: Clock
  log: Log
  secrets: SecretBox
  egress?: Egress
  /** Shared by all calls; null where its packages are not installed. */
  localSynthesizer: Synthesizer | null
  localRecognizer: Recognizer | null
}

export interface ChosenSpeech {
  synthesizer: Synthesizer
  recognizer: Recognizer | null
  voice: string | undefined
  sentences: Sentences
}

/** Services are kept between calls for the audio they have cached; so many organizations at most. */
const SYNTHESIZERS_MAX = 100

export function speechFor(deps: SpeechDeps): (context: SpeechContext) => ChosenSpeech {
  const synthesizers = new Map<string, Synthesizer>()
  return (context) => {
    const settings = readableSettings(deps, context)
    const wished = context.definition.settings ?? {}
    return {
      synthesizer: chooseSynthesizer(deps, synthesizers, context.organizationId, settings),
      recognizer: chooseRecognizer(deps, settings, wished.language ?? null),
      voice: wished.voice?.trim() || settings.speech.voice || undefined,
      sentences: sentencesOf(settings, wished.language),
    }
  }
}

function chooseSynthesizer(
  { clock, localSynthesizer, egress }: SpeechDeps,
  synthesizers: Map<string, Synthesizer>,
  organizationId: number,
  settings: ModelSettings,
): Synthesizer {
  if (settings.speech.engine === 'local') {
    if (localSynthesizer === null) throw new Error('this machine cannot speak, and no speech service is set up')
    return localSynthesizer
  }
  const service = speechService(settings, clock, egress)
  const { baseUrl, apiKey, model, voice } = service
  const key = JSON.stringify([organizationId, baseUrl, apiKey, model, voice])
  const known = synthesizers.get(key)
  if (known !== undefined) return known
  const synthesizer = new FallbackSynthesizer(clock, new OpenAiSynthesizer(service), localSynthesizer)
  synthesizers.set(key, synthesizer)
  const [oldest] = synthesizers.keys()
  if (synthesizers.size > SYNTHESIZERS_MAX && oldest !== undefined) synthesizers.delete(oldest)
  return synthesizer
}

function chooseRecognizer(
  { clock, localRecognizer, egress }: SpeechDeps,
  settings: ModelSettings,
  language: string | null,
) {
  if (settings.recognition.engine === 'local') return localRecognizer
  return new FallbackRecognizer(
    new OpenAiRecognizer(recognitionService(settings, clock, language, egress)),
    localRecognizer,
  )
}

function readableSettings({ secrets, log }: SpeechDeps, context: SpeechContext): ModelSettings {
  try {
    return openSettings(context.modelSettings, secrets)
  } catch (error) {
    const fields = { organization_id: context.organizationId, err: error }
    log.error(fields, 'the model settings cannot be read; speech is local')
    return sealedSettings(null)
  }
}
