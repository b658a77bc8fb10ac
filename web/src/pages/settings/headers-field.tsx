import { useState } from 'react'
import { Field } from '../../forms/field.tsx'
import { modelWords as w } from '../../words/models.ts'

export type Headers = Record<string, string>

/**
 * Parses headers, one per line. A line without a value is sent as an empty header: the server refuses it by name, so none is lost
 * unnoticed.
 */
export function readHeaders(lines: string): Headers | null {
  const entries = lines.split('\n').flatMap((line): [string, string][] => {
    if (line.trim() === '') return []
    const at = line.indexOf(':')
    return at < 0 ? [[line.trim(), '']] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

export const formatHeaders = (headers: Headers | null): string =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Headers of an endpoint, one per line. Stored values are masked; a mask that is sent back keeps its value. */
export function HeadersField({
  stored,
  fault,
  onChange,
}: {
  stored: Headers | null
  fault: string | undefined
  onChange(headers: Headers | null): void
}) {
  const [lines, setLines] = useState(() => formatHeaders(stored))
  return (
    <Field label={w.headers} help={w.headersHelp} fault={fault} dirty={lines !== formatHeaders(stored)}>
      {(ids) => (
        <textarea
          {...ids}
          className="input area code"
          rows={2}
          value={lines}
          onChange={({ target }) => {
            setLines(target.value)
            onChange(readHeaders(target.value))
          }}
        />
      )}
    </Field>
  )
}

/** The first validation fault of any header. */
export const headersFault = (faults: ReadonlyMap<string, string>, prefix: string): string | undefined =>
  [...faults].find(([path]) => path.startsWith(`${prefix}headers`))?.[1]
