/** Converts values from a model to stored values. Values that do not fit are dropped: a missing value is better than a guess. */

import { type Collect, collectOf, extractOf, type WorkflowNode } from '../../workflows/rules/definition.ts'
import { collectValue, type DateReference } from '../rules/collect-values.ts'
import { plainText } from '../rules/plain-text.ts'

export interface RecordedValue {
  name: string
  value: string
}

const VALUE_MAX = 2000
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?/u
/** Texts that models write instead of leaving a field out. */
const NOTHING = /^(?:null|none|n\/a|unknown|undefined|not (?:given|provided|known|specified))?$/iu

export function recordedValues(
  nodes: readonly WorkflowNode[],
  input: unknown,
  reference: DateReference,
): RecordedValue[] {
  if (input === null || typeof input !== 'object') return []
  const given = input as Record<string, unknown>
  return nodes.flatMap((node) => {
    const collect = collectOf(node)
    // A sensitive value is withheld from the model, so it cannot provide one.
    const collected =
      collect === null || collect.sensitive ? null : collectedText(collect, written(given[collect.variable]), reference)
    return [
      ...(collect === null || collected === null ? [] : [{ name: collect.variable, value: collected }]),
      ...extractOf(node).flatMap(({ name }) => {
        const value = written(given[name])
        return value === null ? [] : [{ name, value }]
      }),
    ]
  })
}

function collectedText(collect: Collect, value: string | null, reference: DateReference): string | null {
  if (value === null) return null
  if (collect.kind === 'date') {
    const [iso] = ISO_DATE.exec(value) ?? []
    if (iso !== undefined) return Number.isNaN(Date.parse(iso)) ? null : iso
  }
  const understood = collectValue(collect, { transcript: value }, reference)
  return understood === null ? null : String(understood)
}

function written(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return null
  const text = plainText(value, VALUE_MAX).trim()
  return NOTHING.test(text) ? null : text
}
