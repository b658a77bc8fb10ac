/** Whether a voice that a workflow or an arm of an experiment names exists: a call with an unknown one uses the default voice. */
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { findPack, primaryLanguageOf } from '../language/packs/packs.ts'
import { missingPartMessage } from '../speech/availability.ts'
import { BUNDLED_LANGUAGE, type InstalledModels, modelsFor } from '../speech/installed-models.ts'
import { voiceWithoutSpeaker } from '../speech/local-speech.ts'
import { listVoices } from '../speech/services/list-voices.ts'
import { DEFAULT_VOICE, FLITE_VOICES } from '../speech/synthesizer.ts'
import type { Queries } from '../storage/database.ts'
import { DEFAULT_LANGUAGE, type WorkflowDefinition } from '../workflows/rules/definition.ts'
import { languageVariants } from '../workflows/rules/languages.ts'
import type { Problem } from '../workflows/rules/problems.ts'
import { nearestOf } from '../workflows/rules/unknown-fields.ts'
import { chooseBrain } from './choose-model.ts'
import { findModelConfiguration } from './queries.ts'
import { type ModelSettings, openReadableSettings, type SpeechServiceName, sealedSettings } from './settings.ts'
import { serviceAccess } from './speech-services.ts'

/** Maximum number of voices that a message names. */
const NAMED_VOICES_MAX = 8

export interface CheckedVoice {
  /** The voice that calls use; null: the service or this machine decides. */
  used: string | null
  /** A sentence, if calls use another voice than the requested one. */
  fault: string | null
  /** A sentence, if it is not known whether the requested voice exists. */
  unchecked: string | null
}

type VoiceSettings = Pick<WorkflowDefinition, 'settings'>

/** `asksService`: whether the speech service may be asked for its voices. */
export type CheckVoice = (
  organizationId: number,
  definition: VoiceSettings,
  options: { asksService: boolean },
) => Promise<CheckedVoice>

export interface CheckVoiceDeps {
  db: Queries
  clock: Clock
  secrets: SecretBox
  egress?: Egress | undefined
  models: InstalledModels
}

/** Asks the speech service for its voices, so it must not be called within a transaction. */
export function checkVoiceWith({ db, clock, secrets, egress, models }: CheckVoiceDeps): CheckVoice {
  return async (organizationId, definition, { asksService }) => {
    const stored = await findModelConfiguration(db, organizationId)
    const settings = openReadableSettings(stored?.settings, secrets, organizationId)
    const known = checkVoiceHere(settings, models, definition)
    const { engine } = settings.speech
    if (!asksService || known.unchecked === null || chooseBrain(settings, definition).brain === 'realtime') return known
    if (engine === 'local' || engine === 'openai') return known
    const access = serviceAccess(settings, engine, { clock, egress: egress?.of(organizationId) })
    return checkListed(engine, known, () => listVoices(engine, access))
  }
}

async function checkListed(
  engine: SpeechServiceName,
  known: CheckedVoice,
  list: () => ReturnType<typeof listVoices>,
): Promise<CheckedVoice> {
  const { used } = known
  try {
    const { voices, isCut } = await list()
    if (voices.some(({ id }) => id === used)) return { used, fault: null, unchecked: null }
    if (isCut) return known
    const named = voices.find(({ name }) => name.toLowerCase() === used?.toLowerCase())
    const near =
      named?.id ??
      nearestOf(
        used ?? '',
        voices.map(({ id }) => id),
      )
    const fault = `${engine} has no voice with the id "${used}".${near === null ? '' : ` Did you mean ${near}?`}`
    return { used, fault, unchecked: null }
  } catch (error) {
    return { ...known, unchecked: `${known.unchecked} ${(error as Error).message}` }
  }
}

/** The part of the check that needs no request to a service. */
export function checkVoiceHere(
  settings: ModelSettings,
  models: InstalledModels,
  definition: VoiceSettings,
): CheckedVoice {
  const { brain, voice } = chooseBrain(settings, definition)
  const { engine } = settings.speech
  if (brain === 'realtime' || engine !== 'local') {
    const own = engine === 'local' || engine === 'openai' ? null : settings.services[engine].voice
    const used = voice ?? (brain === 'realtime' ? settings.realtime.voice : (settings.speech.voice ?? own))
    const service = brain === 'realtime' ? 'the speech-to-speech endpoint' : engine
    const unchecked = voice === null ? null : `It is not known whether ${service} has the voice "${voice}".`
    return { used, fault: null, unchecked }
  }
  const language = definition.settings?.language || DEFAULT_LANGUAGE
  const here = voicesHere(models, language)
  const used = voiceUsed(here, voice ?? settings.speech.voice)
  if (voice === null || here.names.length === 0 || here.has(voice)) return { used, fault: null, unchecked: null }
  return { used, fault: unknownHere(voice, language, here.names), unchecked: null }
}

interface VoicesHere {
  /** The default voice is first; the order is that of the choice in a call. */
  names: readonly string[]
  has(voice: string): boolean
}

function voicesHere(models: InstalledModels, language: string): VoicesHere {
  const installed = modelsFor(models, 'voice', language).map(({ name }) => name)
  const isBundled = primaryLanguageOf(language) === BUNDLED_LANGUAGE && missingPartMessage('synthesizer') === undefined
  const bundled = isBundled ? [DEFAULT_VOICE, ...FLITE_VOICES.filter((name) => name !== DEFAULT_VOICE)] : []
  return {
    names: [...installed, ...bundled],
    // Only installed voices have speakers.
    has: (voice) => installed.includes(voiceWithoutSpeaker(voice)) || bundled.some((name) => name === voice),
  }
}

/** The first speaker of a voice has the number 0, so that `anna` and `anna:0` are equal. */
function voiceUsed({ names, has }: VoicesHere, requested: string | null): string | null {
  return requested !== null && has(requested) ? requested.replace(/:0+$/u, '') : (names[0] ?? null)
}

function unknownHere(voice: string, language: string, names: readonly string[]): string {
  const tongue = findPack(language)?.name ?? `the language "${primaryLanguageOf(language)}"`
  const near = nearestOf(voice, names)
  const some = names.slice(0, NAMED_VOICES_MAX).join(', ')
  const others = names.length > NAMED_VOICES_MAX ? ' and others' : ''
  const hint = near === null ? `It has ${some}${others}.` : `Did you mean ${near}?`
  return `This machine has no voice "${voice}" for ${tongue}. ${hint}`
}

/** Warnings about unknown voices of a workflow on this machine. A service is not asked, because a definition is checked often. */
export function voiceWarningsWith(models: InstalledModels) {
  return async (db: Queries, organizationId: number, definition: WorkflowDefinition): Promise<Problem[]> => {
    const settings = sealedSettings((await findModelConfiguration(db, organizationId))?.settings)
    return languageVariants(definition).flatMap((variant): Problem[] => {
      const { used, fault } = checkVoiceHere(settings, models, variant)
      if (fault === null) return []
      const message = `${fault} Calls use ${used}.`
      return [{ kind: 'workflow', id: null, field: 'settings.voice', message }]
    })
  }
}
