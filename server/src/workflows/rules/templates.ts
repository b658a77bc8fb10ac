/** Texts with `{{column}}`, `{{column | default}}` and `{{say_date(column)}}`. */
import type { LanguagePack } from '../../language/packs/pack.ts'
import { packOf } from '../../language/packs/packs.ts'
import { dateInWords, digitsInWords, moneyInWords, parseAmount } from '../../language/rules/say-values.ts'
import { collectOf, extractOf, type WorkflowDefinition } from './definition.ts'
import { EDGE_PROPERTIES } from './edge-properties.ts'
import { nodeTypeSpec } from './node-types.ts'
import type { Property } from './properties.ts'
import { variableKey } from './variable-names.ts'

export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string; fallback: string | null; say?: SayFunction }

/** How a value is spoken, if that differs from its written form: 2026-11-17, 1250.50, 4279. */
export interface SayFunction {
  as: (typeof SAY_FUNCTIONS)[number]
  /** Currency for `say_money`. */
  currency: string
}

export const SAY_FUNCTIONS = ['say_date', 'say_money', 'say_digits'] as const

export interface ParsedTemplate {
  parts: TemplatePart[]
  /** Syntax errors as sentences for people; empty if there are none. An invalid placeholder stays in the text. */
  mistakes: string[]
}

export type VariableValue = string | number | boolean | null | undefined
export type Variables = Readonly<Record<string, VariableValue>>

/** Only text after an opening pair is checked: closing pairs alone are common in prompts that show JSON. */
export function parseTemplate(text: string): ParsedTemplate {
  const parts: TemplatePart[] = []
  const mistakes: string[] = []
  let position = 0
  let close = text.indexOf('}}')
  while (position < text.length) {
    const open = text.indexOf('{{', position)
    if (open < 0) break
    // Searched again only when passed, so that a text full of unclosed braces is scanned in linear time.
    if (close >= 0 && close < open + 2) close = text.indexOf('}}', open + 2)
    if (open > position) parts.push({ kind: 'text', text: text.slice(position, open) })
    const placeholder = readPlaceholder(text, open, close)
    if (typeof placeholder.part === 'string') mistakes.push(placeholder.part)
    parts.push(
      typeof placeholder.part === 'string'
        ? { kind: 'text', text: text.slice(open, placeholder.end) }
        : placeholder.part,
    )
    position = placeholder.end
  }
  if (position < text.length) parts.push({ kind: 'text', text: text.slice(position) })
  return { parts, mistakes: [...new Set(mistakes)] }
}

function readPlaceholder(text: string, open: number, close: number): { end: number; part: TemplatePart | string } {
  const next = text.indexOf('{{', open + 2)
  if (close < 0 || (next >= 0 && next < close)) {
    return { end: next < 0 ? text.length : next, part: 'A {{ is not closed by }}.' }
  }
  const end = close + 2
  const inside = text.slice(open + 2, close)
  const bar = inside.indexOf('|')
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim()
  if (name === '') return { end, part: 'A placeholder has no variable name: {{ }}.' }
  if (/[{}\n]/u.test(name)) return { end, part: 'A variable name holds braces or a line break.' }
  const fallback = bar < 0 ? null : defaultText(inside.slice(bar + 1))
  const said = readSaying(name)
  if (typeof said === 'string') return { end, part: said }
  return { end, part: { kind: 'variable', name, fallback, ...said } }
}

/** Parses `say_money(amount, EUR)`; a name that only begins like a function is a name. */
function readSaying(written: string): { name: string; say: SayFunction } | string | null {
  const [, called, argument, currency] = /^(say_\w*)\s*\(([^(),]*)(?:,([^(),]*))?\)$/u.exec(written) ?? []
  if (called === undefined) return null
  const as = SAY_FUNCTIONS.find((known) => known === called)
  if (as === undefined) return `${called} is not known; there are ${SAY_FUNCTIONS.join(', ')}.`
  const name = argument?.trim() ?? ''
  if (name === '') return `${called} needs the name of a variable.`
  const code = currency?.trim().toUpperCase() ?? ''
  if (code !== '' && (as !== 'say_money' || !/^[A-Z]{3}$/u.test(code))) {
    return 'Only say_money takes something more: a currency such as EUR.'
  }
  return { name, say: { as, currency: code } }
}

/** Reads the default. Also accepts the notation `fallback: text` of some merge-tag editors, and quotes around the text. */
function defaultText(written: string): string {
  const text = written.trim().replace(/^(?:fallback|default)\s*:\s*/iu, '')
  const quoted = /^(["'])(.*)\1$/su.exec(text)
  return quoted?.[2] ?? text
}

export interface RenderOptions {
  /** Converts a value before it is inserted. */
  written?: (value: string) => string
  /** Language for spoken forms. */
  language?: string | null | undefined
}

export interface Rendered {
  text: string
  /** Names, as written, of variables without default and without a value; they were replaced by empty text. */
  missing: string[]
}

/**
 * Renders a template. Values are inserted unchanged, by `written`, or in spoken form, and are never parsed as templates again. An
 * empty value counts as missing. A default is the author's text, not the contact's.
 */
export function render(text: string, variables: Variables, how: RenderOptions = {}): Rendered {
  const { written = (value: string) => value, language } = how
  if (!text.includes('{{')) return { text, missing: [] }
  const missing = new Set<string>()
  const findValue = valueFinder(variables)
  const pieces = parseTemplate(text).parts.map((part) => {
    if (part.kind === 'text') return part.text
    const value = findValue(part.name)
    if (value !== null) return written(part.say === undefined ? value : saidValue(value, part.say, packOf(language)))
    if (part.fallback === null) missing.add(part.name)
    return part.fallback ?? ''
  })
  return { text: pieces.join(''), missing: [...missing] }
}

/** A value that cannot be parsed is spoken as written. */
function saidValue(value: string, { as, currency }: SayFunction, pack: LanguagePack): string {
  switch (as) {
    case 'say_date':
      return dateInWords(value, pack) ?? value
    case 'say_digits':
      return digitsInWords(value) ?? value
    case 'say_money': {
      const amount = parseAmount(value)
      return amount === null ? value : moneyInWords(amount, currency, pack)
    }
  }
}

function valueFinder(variables: Variables): (name: string) => string | null {
  const byKey = new Map<string, string>()
  for (const [name, value] of Object.entries(variables)) {
    const written = value === null || value === undefined ? '' : String(value)
    const key = variableKey(name)
    if (written.trim() !== '' && !byKey.has(key)) byKey.set(key, written)
  }
  return (name) => {
    const exact = Object.hasOwn(variables, name) ? variables[name] : null
    const written = exact === null || exact === undefined ? '' : String(exact)
    return written.trim() === '' ? (byKey.get(variableKey(name)) ?? null) : written
  }
}

export interface TemplateLocation {
  kind: 'node' | 'edge' | 'workflow'
  id: string
  field: string
}

export interface TemplateVariable {
  /** Name as first written. */
  name: string
  /** Whether every use has a default. */
  hasDefault: boolean
  where: TemplateLocation[]
}

export interface TemplateText extends TemplateLocation {
  /** Index in the list of nodes or edges. */
  index: number
  text: string
}

/** Every text of a definition that may contain placeholders, with its path. */
export function templateTexts(definition: WorkflowDefinition): TemplateText[] {
  const nodes = definition.nodes.flatMap((node, index) =>
    textsOf(nodeTypeSpec(node.type)?.properties ?? [], node.data).map((found) => ({
      kind: 'node' as const,
      id: node.id,
      index,
      ...found,
    })),
  )
  const edges = definition.edges.flatMap((edge, index) =>
    textsOf(EDGE_PROPERTIES, edge.data).map((found) => ({ kind: 'edge' as const, id: edge.id, index, ...found })),
  )
  return [...nodes, ...edges, ...settingsTexts(definition)]
}

function settingsTexts({ settings }: WorkflowDefinition): TemplateText[] {
  const place = { kind: 'workflow' as const, id: 'settings', index: 0 }
  const computed = (settings?.computed ?? []).map(({ value }) => ({ ...place, field: 'computed', text: value }))
  const consent = settings?.recording_consent ?? ''
  const others = (settings?.languages ?? []).flatMap(({ texts }) =>
    textsIn(texts).map((text) => ({ ...place, field: 'languages', text })),
  )
  return [...computed, ...(consent === '' ? [] : [{ ...place, field: 'recording_consent', text: consent }]), ...others]
}

function textsOf(properties: readonly Property[], data: object): { field: string; text: string }[] {
  return properties
    .filter((property) => property.type === 'mention_textarea' || property.type === 'json')
    .flatMap(({ name }) => textsIn((data as Record<string, unknown>)[name]).map((text) => ({ field: name, text })))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

/** Every variable of a definition, in order of first use. Names that differ only in case or spacing are one. */
export function templateVariables(definition: WorkflowDefinition): TemplateVariable[] {
  const found = new Map<string, TemplateVariable>()
  for (const { kind, id, field, text } of templateTexts(definition)) {
    for (const part of parseTemplate(text).parts) {
      if (part.kind !== 'variable') continue
      const key = variableKey(part.name)
      const variable = found.get(key) ?? { name: part.name, hasDefault: true, where: [] }
      found.set(key, variable)
      variable.hasDefault &&= part.fallback !== null
      if (!variable.where.some((place) => place.id === id && place.field === field))
        variable.where.push({ kind, id, field })
    }
  }
  return [...found.values()]
}

/** Names of values the conversation itself gathers or computes. */
export function gatheredVariables(definition: WorkflowDefinition): string[] {
  const names = definition.nodes.flatMap((node) => {
    const collect = collectOf(node)
    return [...(collect ? [collect.variable] : []), ...extractOf(node).map((one) => one.name)]
  })
  const computed = (definition.settings?.computed ?? []).map(({ name }) => name)
  return [...new Set([...names, ...computed])]
}
