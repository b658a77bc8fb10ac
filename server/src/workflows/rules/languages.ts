/**
 * A workflow in the language of the person who is called. `settings.languages` names the other languages, each with the texts in
 * that language. Every spoken text needs a translation: a voice that reads a text in another language is not understood.
 */
import { primaryLanguageOf } from '../../language/packs/packs.ts'
import { DEFAULT_LANGUAGE, type OtherLanguage, type WorkflowDefinition } from './definition.ts'
import { type LocatedProblem, workflowProblem } from './problems.ts'

/**
 * Fields whose texts are translated: spoken words, prompts, and phrases that choose an edge. Names and labels are for operators
 * and stay.
 */
const SPOKEN = new Set(['greeting', 'say', 'say_again', 'confirm', 'transition_speech', 'announce'])
const REPLACED = new Set([...SPOKEN, 'prompt', 'condition', 'examples'])

type Texts = Readonly<Record<string, string>>

export interface DefinitionInLanguage {
  definition: WorkflowDefinition
  /** Whether the workflow is available in the wanted language. */
  isOffered: boolean
}

/** The definition for a person with this language; the original if the language is empty or not available. */
export function definitionInLanguage(definition: WorkflowDefinition, wanted: string | undefined): DefinitionInLanguage {
  const tag = (wanted ?? '').trim().replaceAll('_', '-')
  const own = definition.settings?.language || DEFAULT_LANGUAGE
  if (tag === '' || primaryLanguageOf(tag) === primaryLanguageOf(own)) return { definition, isOffered: true }
  const other = languageFor(definition.settings?.languages ?? [], tag)
  return other === null
    ? { definition, isOffered: false }
    : { definition: translated(definition, other), isOffered: true }
}

/** Finds a language by the whole tag, then by its primary language. */
function languageFor(languages: readonly OtherLanguage[], tag: string): OtherLanguage | null {
  const exact = languages.find(({ language }) => language.toLowerCase() === tag.toLowerCase())
  return exact ?? languages.find(({ language }) => primaryLanguageOf(language) === primaryLanguageOf(tag)) ?? null
}

/** The workflow in all its languages, its own first. */
export function languageVariants(definition: WorkflowDefinition): WorkflowDefinition[] {
  return [definition, ...(definition.settings?.languages ?? []).map((other) => translated(definition, other))]
}

function translated(definition: WorkflowDefinition, { language, voice, texts }: OtherLanguage): WorkflowDefinition {
  const known = textsOf(texts)
  const inData = <T extends { data: object }>(owner: T): T => ({ ...owner, data: withTexts(owner.data, known) })
  const { recording_consent: consent, ...settings } = definition.settings ?? {}
  return {
    ...definition,
    nodes: definition.nodes.map(inData),
    edges: definition.edges.map(inData),
    settings: {
      ...settings,
      ...(consent === undefined ? {} : { recording_consent: consent && (known[consent.trim()] ?? consent) }),
      language,
      // The workflow's own voice is not used, because it speaks the workflow's own language.
      voice: voice ?? null,
      languages: [],
    },
  }
}

function withTexts(data: object, texts: Texts): never {
  const replaced = Object.entries(data).map(([field, value]) => [
    field,
    REPLACED.has(field) ? replacement(value, texts) : value,
  ])
  return Object.fromEntries(replaced) as never
}

function replacement(value: unknown, texts: Texts): unknown {
  if (Array.isArray(value)) return value.map((each) => replacement(each, texts))
  return typeof value === 'string' ? (texts[value.trim()] ?? value) : value
}

function textsOf(given: unknown): Texts {
  const entries = given !== null && typeof given === 'object' && !Array.isArray(given) ? Object.entries(given) : []
  return Object.fromEntries(
    entries.flatMap(([text, translation]) =>
      typeof translation === 'string' && translation.trim() !== '' ? [[text.trim(), translation]] : [],
    ),
  )
}

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/iu

/** Problems of other languages that a person would not understand, or in which no person can be called. */
export function languageProblems(definition: WorkflowDefinition): LocatedProblem[] {
  const { language: own, languages } = definition.settings ?? {}
  const seen = new Set([primaryLanguageOf(own || DEFAULT_LANGUAGE)])
  return (languages ?? []).flatMap(({ language, texts }) => {
    const fault = (message: string) => [workflowProblem('settings.languages', message)]
    if (!TAG.test(language)) return fault(`"${language}" is not a language tag. Write one such as es or pt-BR.`)
    if (seen.has(primaryLanguageOf(language)))
      return fault(`The language ${language} is named twice. Remove one of them.`)
    seen.add(primaryLanguageOf(language))
    if (hasRecordings(definition))
      return fault('Recordings speak one language. Remove the recordings, or make a workflow for each language.')
    const known = textsOf(texts)
    const [missing] = spokenIn(definition).filter((text) => known[text] === undefined)
    return missing === undefined
      ? []
      : fault(`The language ${language} has no text for "${missing}". Add it to its texts.`)
  })
}

function hasRecordings({ nodes, edges }: WorkflowDefinition): boolean {
  return [...nodes, ...edges].some(({ data }) =>
    Object.entries(data).some(
      ([field, value]) => field.endsWith('_recording_id') && typeof value === 'string' && value !== '',
    ),
  )
}

/** Every text that is spoken word for word, and every phrase that chooses an edge. */
function spokenIn({ nodes, edges, settings }: WorkflowDefinition): string[] {
  const own = [...nodes, ...edges].flatMap(({ data }) =>
    Object.entries(data).flatMap(([field, value]) => {
      if (field === 'examples') return Array.isArray(value) ? value : [value]
      return SPOKEN.has(field) ? [value] : []
    }),
  )
  return [settings?.recording_consent, ...own].flatMap((text) =>
    typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [],
  )
}
