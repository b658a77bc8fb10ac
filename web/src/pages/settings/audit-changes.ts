import type { Schemas } from '@outdial/sdk'
import { auditWords as w } from '../../words/audit.ts'

type AuditEvent = Pick<Schemas['AuditEvent'], 'before' | 'after'>

export interface Change {
  name: string
  was: string
  is: string
}

const words = (value: unknown): string =>
  value === undefined || value === null ? w.nothing : typeof value === 'string' ? value : JSON.stringify(value)

/** All fields that differ after a change; for created or deleted resources, all fields. */
export function changesOf({ before, after }: AuditEvent): Change[] {
  const was = (before ?? {}) as Record<string, unknown>
  const is = (after ?? {}) as Record<string, unknown>
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .filter((name) => !/_at$|^logs$/.test(name))
    .map((name) => ({ name, was: words(was[name]), is: words(is[name]) }))
}

const SHOWN = 40

/** Changes as text: "max_concurrency 10 → 20 and 2 more" */
export function changeWords(changes: readonly Change[]): string {
  const [first] = changes
  if (!first) return ''
  const rest = changes.length > 1 ? w.more(changes.length - 1) : ''
  return `${first.name} ${first.was.slice(0, SHOWN)} → ${first.is.slice(0, SHOWN)}${rest}`
}
