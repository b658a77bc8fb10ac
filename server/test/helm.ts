/**
 * Renders the templates of `deploy/helm` without Helm, which is in neither Debian nor npm. Knows what these templates use and throws on
 * anything else: no proof that Helm accepts them, but that they give the objects which the tests look at.
 */
import { stringify } from 'yaml'

type Value = unknown
interface Scope {
  dot: Value
  root: Value
  variables: Record<string, Value>
}
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; pipeline: string }
  | { kind: 'block'; word: string; rest: string; body: Node[] }

const ACTION = /\{\{(-?)\s*(.*?)\s*(-?)\}\}/gs
const OPENING = /^(if|with|range|define)\s+(.*)$/s

export function renderChart(templates: readonly string[], root: Record<string, Value>): string[] {
  const definitions = new Map<string, Node[]>()
  const parsed = templates.map((template) => parse(template))
  for (const nodes of parsed)
    for (const node of nodes)
      if (node.kind === 'block' && node.word === 'define') definitions.set(JSON.parse(node.rest), node.body)
  const scope = { dot: root, root, variables: {} }
  return parsed.map((nodes) => render(nodes, scope, definitions)).filter((text) => text.trim() !== '')
}

function parse(template: string): Node[] {
  const stack: { word: string; rest: string; body: Node[] }[] = [{ word: '', rest: '', body: [] }]
  const top = () => stack.at(-1) as { body: Node[] }
  let from = 0
  let trim = false
  const text = (until: number, trimEnd: boolean) => {
    const piece = template.slice(from, until)
    const begun = trim ? piece.trimStart() : piece
    top().body.push({ kind: 'text', text: trimEnd ? begun.trimEnd() : begun })
  }
  for (const match of template.matchAll(ACTION)) {
    text(match.index, match[1] === '-')
    const inner = match[2] as string
    const opening = OPENING.exec(inner)
    if (opening) stack.push({ word: opening[1] as string, rest: opening[2] as string, body: [] })
    else if (inner === 'end') {
      const block = stack.pop() as { word: string; rest: string; body: Node[] }
      top().body.push({ kind: 'block', ...block })
    } else top().body.push({ kind: 'value', pipeline: inner })
    from = match.index + match[0].length
    trim = match[3] === '-'
  }
  text(template.length, false)
  if (stack.length !== 1) throw new Error('a block of a template does not end')
  return top().body
}

type Definitions = ReadonlyMap<string, Node[]>

function render(nodes: readonly Node[], scope: Scope, definitions: Definitions): string {
  return nodes.map((node) => renderOne(node, scope, definitions)).join('')
}

function renderOne(node: Node, scope: Scope, definitions: Definitions): string {
  if (node.kind === 'text') return node.text
  const found = (pipeline: string) => evaluate(pipeline, scope, definitions)
  if (node.kind === 'value') return written(found(node.pipeline))
  const inner = (change: Partial<Scope>) => render(node.body, { ...scope, ...change }, definitions)
  if (node.word === 'define') return ''
  if (node.word === 'range') {
    const match = /^\$(\w+), \$(\w+) := (.*)$/.exec(node.rest)
    if (!match) throw new Error(`the test cannot read: range ${node.rest}`)
    const [, key = '', value = '', list = ''] = match
    // Helm goes through maps in the order of their keys.
    const entries = Object.entries(found(list) as object).sort(([a], [b]) => (a < b ? -1 : 1))
    return entries.map(([name, each]) => inner({ dot: each, variables: { [key]: name, [value]: each } })).join('')
  }
  const value = found(node.rest)
  if (isEmpty(value)) return ''
  return inner(node.word === 'with' ? { dot: value } : {})
}

const written = (value: Value) => {
  if (value === undefined || value === null) throw new Error('a template writes a value that is not there')
  return String(value)
}

const isEmpty = (value: Value) => !value || (typeof value === 'object' && Object.keys(value as object).length === 0)

function evaluate(pipeline: string, scope: Scope, definitions: Definitions): Value {
  const steps = split(pipeline, '|')
  return steps.reduce<Value>((before, step, at) => {
    const [name = '', ...words] = split(step, ' ')
    const args = words.map((word) => term(word, scope, definitions))
    if (words.length === 0 && at === 0 && !(name in FUNCTIONS)) return term(name, scope, definitions)
    const call = name === 'include' ? includeOf(definitions) : FUNCTIONS[name]
    if (!call) throw new Error(`the test does not know the function ${name}`)
    return call(...args, ...(at === 0 ? [] : [before]))
  }, undefined)
}

const includeOf =
  (definitions: Definitions) =>
  (name: Value, dot: Value): string =>
    render(definitions.get(String(name)) as Node[], { dot, root: dot, variables: {} }, definitions)

const FUNCTIONS: Record<string, (...args: Value[]) => Value> = {
  quote: (value) => JSON.stringify(String(value)),
  not: (value) => isEmpty(value),
  add: (a, b) => Number(a) + Number(b),
  default: (fallback, value) => (isEmpty(value) ? fallback : value),
  printf: (format, ...values) =>
    values.reduce<string>((text, each) => text.replace('%s', String(each)), String(format)),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (width, text) => `\n${String(text).replace(/^/gm, ' '.repeat(Number(width)))}`,
}

function term(word: string, { dot, root, variables }: Scope, definitions: Definitions): Value {
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), { dot, root, variables }, definitions)
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  if (word === '.') return dot
  const variable = /^\$(\w+)$/.exec(word)
  if (variable) return variables[variable[1] as string]
  const path = /^(\$?)((?:\.\w+)+)$/.exec(word)
  if (!path) throw new Error(`the test cannot read the term ${word}`)
  const names = (path[2] as string).slice(1).split('.')
  return names.reduce<Value>((value, name) => (value as Record<string, Value>)?.[name], path[1] ? root : dot)
}

/** At the top level only: not inside of quotes or parentheses. */
function split(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  let quoted = false
  for (const letter of text) {
    if (letter === '"') quoted = !quoted
    if (!quoted && letter === '(') depth++
    if (!quoted && letter === ')') depth--
    if (letter === separator && depth === 0 && !quoted) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
