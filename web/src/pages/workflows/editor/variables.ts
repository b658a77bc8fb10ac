/** The variables that a text of a workflow can use, and their sources. */
import { createContext } from 'react'
import type { Definition } from './definition.ts'

export type VariableKind = 'used' | 'gathered' | 'always' | 'after'

export interface KnownVariable {
  name: string
  kind: VariableKind
}

/** Must equal the server's list (`workflows/rules/variable-names.ts`); a test compares them. */
export const ALWAYS_AVAILABLE = [
  'phone_number',
  'caller_number',
  'called_number',
  'campaign_name',
  'contact_id',
  'call_id',
  'workflow_name',
  'date',
  'time',
]
export const AVAILABLE_AFTER_CALL = [
  'outcome',
  'disposition',
  'duration_seconds',
  'transcript',
  'recording_url',
  'started_at',
  'answered_at',
  'ended_at',
  'summary',
  'success',
  'sentiment',
]

/** All variables, in the order in which an author looks for them; each name once. */
export function knownVariables(definition: Definition): KnownVariable[] {
  const found = new Map<string, VariableKind>()
  const put = (names: readonly string[], kind: VariableKind) => {
    for (const name of names) if (name !== '' && !found.has(name)) found.set(name, kind)
  }
  const gathered = gatheredIn(definition)
  const ours = new Set([...gathered, ...ALWAYS_AVAILABLE, ...AVAILABLE_AFTER_CALL])
  put(
    usedIn(definition).filter((name) => !ours.has(name)),
    'used',
  )
  put(gathered, 'gathered')
  put(ALWAYS_AVAILABLE, 'always')
  put(AVAILABLE_AFTER_CALL, 'after')
  return [...found].map(([name, kind]) => ({ name, kind }))
}

/** Names of variables used in any text of the definition: `{{name}}`, `{{name | default}}` and `{{say_date(name)}}`. */
function usedIn(definition: Definition): string[] {
  const texts = JSON.stringify([definition.nodes.map(({ data }) => data), definition.edges.map(({ data }) => data)])
  return [...texts.matchAll(/\{\{\s*(?:say_\w+\s*\(\s*)?([^{}|(),"\\]+)/g)].map(([, name]) => (name ?? '').trim())
}

const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => one?.name).filter((name) => typeof name === 'string') : []

function gatheredIn({ nodes, settings }: Definition): string[] {
  const inSteps = nodes.flatMap(({ data }) => {
    const { variable } = (data.collect ?? {}) as { variable?: unknown }
    return [
      ...(typeof variable === 'string' ? [variable] : []),
      ...namesOf(data.extract),
      ...(data.extraction_enabled === true ? namesOf(data.extraction_variables) : []),
    ]
  })
  return [...inSteps, ...namesOf(settings?.computed)]
}

/** A placeholder that is being typed before the caret. */
export interface Typed {
  /** Position of the placeholder's first brace. */
  from: number
  query: string
  /** Whether it is certainly a placeholder: a single brace may belong to JSON in a prompt, so nothing is preselected then. */
  isSure: boolean
}

/** The placeholder being typed; null: the caret is not in an unfinished placeholder. */
export function typedAt(text: string, caret: number): Typed | null {
  const [whole, query = ''] = /\{{1,2}[ ]?([\p{L}\p{N}_-]*)$/u.exec(text.slice(0, caret)) ?? []
  if (whole === undefined) return null
  return { from: caret - whole.length, query, isSure: query !== '' || whole.startsWith('{{') }
}

/** The text with the placeholder inserted, and the new position of the caret. */
export function inserted(text: string, caret: number, from: number, name: string): { text: string; caret: number } {
  const placeholder = `{{${name}}}`
  const rest = text.slice(caret).replace(/^\s*\}\}?/, '')
  return { text: text.slice(0, from) + placeholder + rest, caret: from + placeholder.length }
}

/** Variables whose name contains the typed text; names that begin with it come first. */
export function matching(variables: readonly KnownVariable[], query: string): KnownVariable[] {
  const wanted = query.toLowerCase()
  const found = variables.filter(({ name }) => name.toLowerCase().includes(wanted))
  const begins = ({ name }: KnownVariable) => name.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
}

/** The variables of the workflow that is open. */
export const VariablesContext = createContext<readonly KnownVariable[]>([])
