/** Builds the request of a tool call. Pure. */
import { mergeHeaders } from '../../kernel/merge-headers.ts'
import { render } from '../../workflows/rules/templates.ts'
import type { HttpToolConfig, ParameterType, ToolParameter } from './tool-definition.ts'

export interface ToolValues {
  /** Arguments from the model, or from an http step. */
  arguments: Readonly<Record<string, unknown>>
  /** Initial variables of the conversation: columns of the list and facts about the call. */
  variables: Readonly<Record<string, string>>
  /** Values gathered in the conversation, without sensitive ones. */
  gathered: Readonly<Record<string, string>>
  /** Values for preset parameters in a test of the tool. */
  presets?: Readonly<Record<string, unknown>>
}

export interface ToolRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  /** The values that were inserted, by name. */
  values: Record<string, unknown>
  query: Record<string, string>
  consumed: string[]
}

export type BuiltRequest = { kind: 'request'; request: ToolRequest } | { kind: 'unsendable'; reason: string }

class Unsendable extends Error {}

const JSON_ACCEPTED = { accept: 'application/json' }

/** Builds the request. `headers` are those of the tool and of its credential, decrypted. */
export function buildToolRequest(
  config: HttpToolConfig,
  given: ToolValues,
  headers: Readonly<Record<string, string>>,
): BuiltRequest {
  try {
    return { kind: 'request', request: requestOf(config, given, headers) }
  } catch (error) {
    if (error instanceof Unsendable) return { kind: 'unsendable', reason: error.message }
    throw error
  }
}

function requestOf(config: HttpToolConfig, given: ToolValues, headers: Readonly<Record<string, string>>): ToolRequest {
  const context = contextOf(given)
  const values = { ...argumentsOf(config.parameters ?? [], given.arguments), ...presetsOf(config, given, context) }
  const known = { ...context, ...textsOf(values) }
  const consumed = Object.keys(values).filter((name) => usesName(config.url, name))
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !consumed.includes(name)))
  const url = new URL(fillUrl(config.url, known))
  const common = { method: config.method, values, consumed }
  if (config.method === 'GET' || config.method === 'DELETE') {
    const query = textsOf(rest)
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
    return { ...common, url: url.href, headers: mergeHeaders(JSON_ACCEPTED, headers), body: undefined, query }
  }
  const body = JSON.stringify(config.body_template === undefined ? rest : fillBody(config.body_template, values, known))
  const json = { ...JSON_ACCEPTED, 'content-type': 'application/json' }
  return { ...common, url: url.href, headers: mergeHeaders(json, headers), body, query: {} }
}

function contextOf({ variables, gathered }: ToolValues): Record<string, string> {
  const named = (prefix: string, of: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [`${prefix}.${name}`, value]))
  return {
    ...named('initial_context', variables),
    ...named('gathered_context', gathered),
    ...variables,
    ...gathered,
  }
}

function argumentsOf(parameters: readonly ToolParameter[], given: Readonly<Record<string, unknown>>) {
  const entries = parameters.flatMap(({ name, type, required = true }) => {
    const value = given[name]
    if (value === undefined || value === null || value === '') {
      if (required) throw new Unsendable(`The value of "${name}" is missing.`)
      return []
    }
    return [[name, converted(name, value, type)]]
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

function presetsOf({ preset_parameters: presets = [] }: HttpToolConfig, given: ToolValues, context: Known) {
  const entries = presets.flatMap(({ name, type, value_template: template, required = true }) => {
    const value = given.presets?.[name] ?? render(template, context).text
    if (value === '') {
      if (required) throw new Unsendable(`The preset value of "${name}" is empty.`)
      return []
    }
    return [[name, converted(name, value, type)]]
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** Converts a value to the declared type, if possible. */
function converted(name: string, value: unknown, type: ParameterType): unknown {
  const asText = typeof value === 'string' ? value.trim() : value
  switch (type) {
    case 'string':
      if (typeof value === 'object') throw new Unsendable(`The value of "${name}" is not a text.`)
      return String(value)
    case 'number': {
      const number = typeof asText === 'string' && asText !== '' ? Number(asText) : asText
      if (typeof number === 'number' && Number.isFinite(number)) return number
      throw new Unsendable(`The value of "${name}" is not a number.`)
    }
    case 'boolean':
      if (typeof value === 'boolean') return value
      if (/^(true|yes)$/i.test(String(asText))) return true
      if (/^(false|no)$/i.test(String(asText))) return false
      throw new Unsendable(`The value of "${name}" is neither true nor false.`)
    case 'object':
    case 'array': {
      const parsed = typeof value === 'string' ? parsedJson(value) : value
      const isFit = type === 'array' ? Array.isArray(parsed) : isObject(parsed)
      if (isFit) return parsed
      throw new Unsendable(`The value of "${name}" is not ${type === 'array' ? 'an array' : 'an object'}.`)
    }
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Known = Readonly<Record<string, string>>

const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

const usesName = (template: string, name: string) =>
  [...template.matchAll(/\{\{\s*([^{}|]+?)\s*(?:\||\}\})/gu)].some(([, used]) => used === name)

/** A value becomes one path segment or one query value: it cannot lead to another resource. */
function fillUrl(template: string, known: Known): string {
  const { text, missing } = render(template, known, {
    written: (value) => {
      if (/^\.{1,2}$/.test(value)) throw new Unsendable('A value in the URL would change its path.')
      return encodeURIComponent(Buffer.from(value).toString())
    },
  })
  if (missing.length > 0) throw new Unsendable(`The URL needs ${missing.map((name) => `"${name}"`).join(', ')}.`)
  return text
}

/** Fills a body. A text that consists of one placeholder becomes the value itself, with its type. */
function fillBody(template: unknown, values: Readonly<Record<string, unknown>>, known: Known): unknown {
  if (typeof template === 'string') {
    const [, alone] = /^\s*\{\{\s*([^{}|]+?)\s*\}\}\s*$/u.exec(template) ?? []
    if (alone !== undefined && Object.hasOwn(values, alone)) return values[alone]
    return render(template, known).text
  }
  if (Array.isArray(template)) return template.map((each) => fillBody(each, values, known))
  if (!isObject(template)) return template
  const entries = Object.entries(template as object).map(([name, each]) => [name, fillBody(each, values, known)])
  return Object.fromEntries(entries)
}
