/** Converts the price table of the form: prefixes are lines of text, `+4917 0.0426` or `+4917 0.0426 0.01`. */
import type { Prices } from '../../api/costs.ts'
import { telephonyWords as w } from '../../words/telephony.ts'

export interface PrefixPrice {
  prefix: string
  per_minute: string
  per_call?: string
}

export const prefixLines = (prefixes: Prices['prefixes']): string =>
  prefixes
    .map(({ prefix, per_minute, per_call }) =>
      [prefix, per_minute, ...(Number(per_call) > 0 ? [per_call] : [])].join(' '),
    )
    .join('\n')

const LINE = /^(\+?[1-9]\d{0,14})[\s;,=]+(\d{1,9}(?:\.\d{1,6})?)(?:[\s;,]+(\d{1,9}(?:\.\d{1,6})?))?$/

/** Parses the lines. Every unreadable one is reported, because the general price would apply to a missing prefix. */
export function readPrefixLines(text: string): { prefixes: PrefixPrice[]; fault: string | null } {
  const lines = text.split('\n').map((line) => line.trim())
  const prefixes: PrefixPrice[] = []
  const seen = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (line === '') continue
    const [, prefix = '', per_minute = '', per_call] = LINE.exec(line) ?? []
    if (prefix === '') return { prefixes: [], fault: w.lineUnreadable(at + 1) }
    const digits = prefix.replace('+', '')
    if (seen.has(digits)) return { prefixes: [], fault: w.linePriced(at + 1, digits) }
    seen.add(digits)
    prefixes.push({ prefix: `+${digits}`, per_minute, ...(per_call ? { per_call } : {}) })
  }
  return { prefixes, fault: null }
}
