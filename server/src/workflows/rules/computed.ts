/** Values that a workflow computes from others: `settings.computed`, in order, each from the values before it. */
import type { WorkflowDefinition } from './definition.ts'
import { render, type Variables } from './templates.ts'

/** All known values of a conversation: columns, gathered values, and values computed from them. */
export function knownValues(
  definition: Pick<WorkflowDefinition, 'settings'>,
  variables: Readonly<Record<string, string>>,
  gathered: Readonly<Record<string, string>>,
): Record<string, string> {
  const known: Record<string, string> = { ...variables, ...gathered }
  for (const { name, value, type } of definition.settings?.computed ?? []) {
    const text = render(value, known as Variables).text.trim()
    known[name] = type === 'number' ? (evaluateArithmetic(text) ?? '') : text
  }
  return known
}

const TOKEN = /\s*(\d+(?:\.\d+)?|[-+*/()])/uy
const DECIMALS = 2

/** Evaluates numbers with + - * / and parentheses, to two decimals; null if invalid. Only numbers are accepted from a cell. */
export function evaluateArithmetic(text: string): string | null {
  const tokens = tokensOf(text)
  if (tokens === null || tokens.length === 0) return null
  let at = 0
  const sum = (): number => {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-')
      value = tokens[at++] === '+' ? value + product() : value - product()
    return value
  }
  const product = (): number => {
    let value = factor()
    while (tokens[at] === '*' || tokens[at] === '/') value = tokens[at++] === '*' ? value * factor() : value / factor()
    return value
  }
  const factor = (): number => {
    const token = tokens[at++]
    if (token === '-') return -factor()
    if (token !== '(') return token === undefined || !/^\d/u.test(token) ? Number.NaN : Number(token)
    const value = sum()
    return tokens[at++] === ')' ? value : Number.NaN
  }
  const value = sum()
  if (!Number.isFinite(value) || at !== tokens.length) return null
  const rounded = Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS
  return String(Object.is(rounded, -0) ? 0 : rounded)
}

function tokensOf(text: string): string[] | null {
  const tokens: string[] = []
  // Removes thousands separators: 1,250.00
  const plain = text.replace(/(?<=\d),(?=\d{3}(?:\D|$))/gu, '').trim()
  TOKEN.lastIndex = 0
  for (let end = 0; end < plain.length; ) {
    const match = TOKEN.exec(plain)
    if (match === null) return null
    tokens.push(match[1] as string)
    end = TOKEN.lastIndex
  }
  return tokens
}
