/** Finds the sentences of a workflow that speak a value of the list, and how the template speaks it. */
import { spokenTextOf } from '../../agent/rules/fixed-phrases.ts'
import {
  greetingRecordingOf,
  sayRecordingOf,
  transitionRecordingOf,
  type WorkflowDefinition,
} from '../../workflows/rules/definition.ts'
import {
  gatheredVariables,
  parseTemplate,
  type SayFunction,
  type TemplateText,
  templateTexts,
} from '../../workflows/rules/templates.ts'
import { variableKey } from '../../workflows/rules/variable-names.ts'

export interface Sentence {
  /** Text of the sentence as a template. */
  text: string
  /** Keys of the sentence's variables, including those of computed ones. */
  variables: ReadonlySet<string>
}

export interface VariableUse {
  /** Template function that speaks the value; null: spoken as written. */
  say: SayFunction | null
  isSpoken: boolean
}

const SPOKEN_FIELDS = new Set([
  'greeting',
  'say',
  'say_again',
  'announce',
  'confirm',
  'transition_speech',
  'recording_consent',
])
/** Fields that a model receives and may rephrase. */
const PROMPT_FIELDS = new Set(['prompt', 'extraction_prompt'])

/** Every sentence with a variable, in the order of the definition; steps that play recordings are left out. */
export function templateSentencesOf(definition: WorkflowDefinition): Sentence[] {
  const computed = computedFrom(definition)
  return templateTexts(definition)
    .filter((place) => SPOKEN_FIELDS.has(place.field) && !isPlayed(definition, place))
    .flatMap(({ text }) => splitSentences(text))
    .map((text) => ({ text, variables: keysIn(text, computed) }))
    .filter(({ variables }) => variables.size > 0)
}

function isPlayed({ nodes, edges }: WorkflowDefinition, { kind, index, field }: TemplateText): boolean {
  const node = kind === 'node' ? nodes[index] : undefined
  const edge = kind === 'edge' ? edges[index] : undefined
  if (node && field === 'greeting') return greetingRecordingOf(node) !== null
  if (node && field === 'say') return sayRecordingOf(node) !== null
  return edge !== undefined && field === 'transition_speech' && transitionRecordingOf(edge) !== null
}

/** How each variable is used, by its key. Variables that only webhooks and tools use are left out. */
export function variableUses(definition: WorkflowDefinition): Map<string, VariableUse> {
  const uses = new Map<string, VariableUse>()
  const computed = computedFrom(definition)
  const add = (text: string, isSpoken: boolean) => {
    for (const part of parseTemplate(text).parts) {
      if (part.kind !== 'variable') continue
      const own = variableKey(part.name)
      for (const key of [own, ...(computed.get(own) ?? [])]) {
        const before = uses.get(key)
        const say = key === own ? (part.say ?? null) : null
        uses.set(key, { say: before?.say ?? say, isSpoken: isSpoken || (before?.isSpoken ?? false) })
      }
    }
  }
  for (const { text } of templateSentencesOf(definition)) add(text, true)
  for (const { field, text } of templateTexts(definition)) if (PROMPT_FIELDS.has(field)) add(text, false)
  return uses
}

/** For each computed variable, the keys that it is computed from, directly or through others. */
function computedFrom({ settings }: WorkflowDefinition): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { name, value } of settings?.computed ?? []) {
    const own = [...variablesIn(value)].flatMap((key) => [key, ...(found.get(key) ?? [])])
    found.set(variableKey(name), new Set(own))
  }
  return found
}

function keysIn(text: string, computed: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  return new Set([...variablesIn(text)].flatMap((key) => [key, ...(computed.get(key) ?? [])]))
}

function variablesIn(text: string): Set<string> {
  return new Set(
    parseTemplate(text).parts.flatMap((part) => (part.kind === 'variable' ? [variableKey(part.name)] : [])),
  )
}

/** Splits a text into sentences; a placeholder is never divided. */
function splitSentences(text: string): string[] {
  const found = text.match(/(?:\{\{[\s\S]*?\}\}|[^.!?]|[.!?](?!\s|$))+[.!?]*/gu) ?? []
  return found.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
}

/** Replaces values that are known only during the call. */
const NOT_KNOWN_YET = '…'

/** One sentence as the agent would speak it to this contact. */
export function renderSentenceFor(
  definition: WorkflowDefinition,
  variables: Readonly<Record<string, string>>,
  text: string,
): string {
  const computed = new Set((definition.settings?.computed ?? []).map(({ name }) => name))
  const gathered = gatheredVariables(definition).filter((name) => !computed.has(name))
  return spokenTextOf(
    { definition, variables },
    Object.fromEntries(gathered.map((name) => [name, NOT_KNOWN_YET])),
    text,
  )
}
