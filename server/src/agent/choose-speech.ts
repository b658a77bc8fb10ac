/** Chooses recognizer and synthesizer of a call: local, or the organization's service with local speech as the fallback. */
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { packOf, primaryLanguageOf } from '../language/packs/packs.ts'
import type { StandardSentences } from '../language/rules/sentences.ts'
import { type ModelSettings, openSettings, sealedSettings } from '../models/settings.ts'
import { recognitionServices, voiceServices } from '../models/speech-services.ts'
import type { LocalSpeech, LocalVoice } from '../speech/local-speech.ts'
import { NormalizingSynthesizer } from '../speech/normalizing-synthesizer.ts'
import type { Recognizer } from '../speech/recognizer.ts'
import { ChainRecognizer, ChainSynthesizer, ServiceHealth } from '../speech/service-chain.ts'
import type { Synthesizer } from '../speech/synthesizer.ts'
import { DEFAULT_LANGUAGE, type WorkflowDefinition } from '../workflows/rules/definition.ts'
import { standardSentencesOf } from './brains/open-brain.ts'

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
  /** Local speech, shared by all calls. */
  local: Pick<LocalSpeech, 'voice' | 'recognizer'>
}

export interface ChosenSpeech {
  synthesizer: NormalizingSynthesizer
  recognizer: Recognizer | null
  voice: string | undefined
  sentences: StandardSentences
}

/** Maximum number of organizations whose synthesizers are kept between calls, for their cached audio. */
const SYNTHESIZERS_MAX = 100

export function openSpeechChooser(deps: SpeechDeps): (context: SpeechContext) => ChosenSpeech {
  const services = new Map<string, Synthesizer>()
  const health = new ServiceHealth(deps.clock)
  return (context) => {
    const settings = readableSettings(deps, context)
    const requested = context.definition.settings ?? {}
    const language = requested.language ?? DEFAULT_LANGUAGE
    const voice = requested.voice?.trim() || settings.speech.voice || undefined
    const { synthesizer, letters } = chooseVoice(
      deps,
      { services, health },
      context.organizationId,
      settings,
      language,
      voice,
    )
    const pronunciations = requested.pronunciations ?? []
    return {
      synthesizer: new NormalizingSynthesizer(synthesizer, { pack: packOf(language), letters, pronunciations }),
      recognizer: chooseRecognizer(deps, health, context.organizationId, settings, {
        language: requested.language ?? null,
        alsoLanguages:
          requested.detect_language === true ? (requested.languages ?? []).map((other) => other.language) : [],
      }),
      voice,
      sentences: standardSentencesOf(settings, requested.language),
    }
  }
}

function chooseVoice(
  { clock, local, egress }: SpeechDeps,
  { services, health }: { services: Map<string, Synthesizer>; health: ServiceHealth },
  organizationId: number,
  settings: ModelSettings,
  language: string,
  requested: string | undefined,
): LocalVoice {
  const here = local.voice(language, requested)
  if (settings.speech.engine === 'local') {
    if (here === null) throw new Error('this machine cannot speak the language, and no speech service is set up')
    return here
  }
  // If the service fails, which is rare, an English voice that reads another language is better than silence.
  const standIn = here ?? local.voice(DEFAULT_LANGUAGE, undefined)
  const { speech, services: accounts } = settings
  const key = JSON.stringify([organizationId, speech, accounts, primaryLanguageOf(language)])
  const known = services.get(key)
  if (known !== undefined) return { synthesizer: known, letters: 'any' }
  const inPlace = standIn === null ? null : standInVoice(standIn, language)
  const context = { clock, language, organizationId, egress: egress?.of(organizationId) }
  const synthesizer = new ChainSynthesizer(clock, voiceServices(settings, context), inPlace, health)
  services.set(key, synthesizer)
  const [oldest] = services.keys()
  // The oldest is dropped but not closed, because a call may still use it. Its sockets close when idle.
  if (services.size > SYNTHESIZERS_MAX && oldest !== undefined) services.delete(oldest)
  return { synthesizer, letters: 'any' }
}

/** The fallback voice, which may support fewer letters than the service. */
function standInVoice({ synthesizer, letters }: LocalVoice, language: string): Synthesizer {
  return new NormalizingSynthesizer(synthesizer, { pack: packOf(language), letters, pronunciations: [] })
}

/** Chooses a recognizer for the language; one for another language would produce wrong words. */
function chooseRecognizer(
  { clock, local, egress }: SpeechDeps,
  health: ServiceHealth,
  organizationId: number,
  settings: ModelSettings,
  { language, alsoLanguages }: { language: string | null; alsoLanguages: readonly string[] },
): Recognizer | null {
  const here = local.recognizer(language ?? DEFAULT_LANGUAGE)
  if (settings.recognition.engine === 'local') return here
  const context = { clock, language, alsoLanguages, organizationId, egress: egress?.of(organizationId) }
  return new ChainRecognizer(clock, recognitionServices(settings, context), here, health)
}

function readableSettings({ secrets, log }: SpeechDeps, context: SpeechContext): ModelSettings {
  try {
    return openSettings(context.modelSettings, secrets, context.organizationId)
  } catch (error) {
    const fields = { organization_id: context.organizationId, err: error }
    log.error(fields, 'failed to read the model settings; speech runs on this machine')
    return sealedSettings(null)
  }
}
