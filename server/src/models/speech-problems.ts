/** Checks whether the chosen speech services support a workflow: its language, and every character of its texts. */
import { findPack, LANGUAGE_PACKS, packOf, primaryLanguageOf } from '../language/packs/packs.ts'
import { applyPronunciations, type PronounceableLetters, toSpokenForm } from '../language/rules/spoken-form.ts'
import { BUNDLED_LANGUAGE, type InstalledModels, missingForLanguage, modelsFor } from '../speech/installed-models.ts'
import type { Queries } from '../storage/database.ts'
import { DEFAULT_LANGUAGE, type WorkflowDefinition } from '../workflows/rules/definition.ts'
import { languageVariants } from '../workflows/rules/languages.ts'
import type { Problem } from '../workflows/rules/problems.ts'
import { parseTemplate, templateTexts } from '../workflows/rules/templates.ts'
import { chooseBrain } from './choose-model.ts'
import { findModelConfiguration } from './queries.ts'
import { type ModelSettings, sealedSettings } from './settings.ts'
import { HEARS_SEVERAL_LANGUAGES } from './speech-services.ts'

export function speechProblemsWith(models: InstalledModels) {
  return async (db: Queries, organizationId: number, definition: WorkflowDefinition): Promise<Problem[]> => {
    const stored = await findModelConfiguration(db, organizationId)
    const settings = sealedSettings(stored?.settings)
    return languageVariants(definition).flatMap((variant) => speechProblems(settings, models, variant))
  }
}

/** Empty for a speech-to-speech brain, which needs no separate speech services. */
export function speechProblems(
  settings: ModelSettings,
  models: InstalledModels,
  definition: WorkflowDefinition,
): Problem[] {
  const { brain } = chooseBrain(settings, definition)
  if (brain === 'realtime') return []
  const language = definition.settings?.language || DEFAULT_LANGUAGE
  const needs = { voice: settings.speech.engine === 'local', recognizer: settings.recognition.engine === 'local' }
  const lacking = primaryLanguageOf(language) === BUNDLED_LANGUAGE ? null : missingForLanguage(models, language, needs)
  if (lacking !== null) return [languageProblem(lacksSentence(language, lacking))]
  if (brain === 'script' && findPack(language) === undefined) return [languageProblem(unknownSentence(language))]
  const { detect_language: detects, languages } = definition.settings ?? {}
  if (
    detects === true &&
    (languages ?? []).length > 0 &&
    !HEARS_SEVERAL_LANGUAGES.includes(settings.recognition.engine)
  )
    return [{ kind: 'workflow', id: null, field: 'settings.detect_language', message: HEARS_ONE_LANGUAGE }]
  return unsayableTexts(definition, language, lettersOf(settings, models, language))
}

const HEARS_ONE_LANGUAGE =
  'The recognizer of the model configuration hears only one language, so it cannot notice another one. ' +
  'Choose Deepgram, ElevenLabs or OpenAI as the recognizer, or turn this setting off.'

function languageProblem(message: string): Problem {
  return { kind: 'workflow', id: null, field: 'settings.language', message }
}

function lacksSentence(language: string, lacking: string): string {
  const tag = primaryLanguageOf(language)
  const name = findPack(language)?.name ?? `the language "${tag}"`
  const folders = [
    lacking.includes('voice') ? `voices/${tag}` : '',
    lacking.includes('recognizer') ? `recognizers/${tag}` : '',
  ]
  return (
    `This machine has no ${lacking} for ${name}. Put one into ${folders.filter((folder) => folder !== '').join(' and ')} ` +
    '(docs/speech.md) and start again, or set up a speech service in the model configuration.'
  )
}

function unknownSentence(language: string): string {
  const names = LANGUAGE_PACKS.map(({ name }) => name).join(', ')
  return (
    `The script brain does not support the language "${primaryLanguageOf(language)}", not even "do not call me again"; it supports ${names}. ` +
    'Set up a language model that leads this workflow.'
  )
}

function lettersOf(settings: ModelSettings, models: InstalledModels, language: string): PronounceableLetters {
  if (settings.speech.engine !== 'local' || findPack(language) === undefined) return 'any'
  return modelsFor(models, 'voice', language).length > 0 ? 'latin' : 'ascii'
}

/** Fields with spoken text. */
const SPOKEN_FIELDS = new Set(['greeting', 'say', 'say_again', 'confirm', 'transition_speech'])

function unsayableTexts(definition: WorkflowDefinition, language: string, letters: PronounceableLetters): Problem[] {
  const pronunciations = definition.settings?.pronunciations ?? []
  return templateTexts(definition)
    .filter(({ field }) => SPOKEN_FIELDS.has(field))
    .flatMap(({ kind, id, field, text }) => {
      const written = parseTemplate(text).parts.map((part) =>
        part.kind === 'text' ? part.text : (part.fallback ?? ''),
      )
      const { unsayable } = toSpokenForm(
        applyPronunciations(written.join(' '), pronunciations),
        packOf(language),
        letters,
      )
      if (unsayable.length === 0) return []
      const message = `The voice cannot say ${unsayable.map((sign) => `"${sign}"`).join(', ')}; write it in words.`
      return [{ kind, id, field, message }]
    })
}
