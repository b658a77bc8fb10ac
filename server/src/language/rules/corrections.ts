/** "Four two seven nine, no sorry, four two seven eight": the final value, or none. */
import type { LanguagePack } from '../packs/pack.ts'
import { foldCaseAndAccents } from './spoken-words.ts'

/**
 * Reads a value from an utterance that may correct itself. After a word of correction only the rest counts; "five, not four" and
 * "not four, five" both mean five. If the rest is not a value, the result is none and the step asks again.
 */
export function correctedValue<T>(text: string, pack: LanguagePack, read: (part: string) => T | null): T | null {
  const { markers, not } = pack.corrections
  const parts = splitAt(text, markers)
  const last = parts.at(-1) ?? ''
  const denied = splitAt(last, not)
  if (denied.length === 2) return withoutDenied(denied[0] ?? '', denied[1] ?? '', read)
  if (denied.length > 2) return null
  if (parts.length === 1) return read(text)
  // "No, five" answers the agent's read-back. "Five, no" withdraws the value.
  return read(last)
}

/**
 * Handles "five, not four" and "not four, five". The denied part must be a value itself; otherwise it is unclear what was denied.
 */
function withoutDenied<T>(before: string, after: string, read: (part: string) => T | null): T | null {
  const kept = read(before)
  if (kept !== null) return read(after) === null ? null : kept
  const words = after.trim().split(/\s+/u)
  const splits = words.slice(1).map((_, at) => at + 1)
  const atCommas = splits.filter((at) => /[,;.]$/u.test(words[at - 1] ?? ''))
  const readings = (atCommas.length > 0 ? atCommas : splits)
    .filter((at) => read(stripped(words.slice(0, at).join(' '))) !== null)
    .map((at) => read(`${before} ${words.slice(at).join(' ')}`.trim()))
    .filter((value) => value !== null)
  return readings.every((value) => value === readings[0]) ? (readings[0] ?? null) : null
}

function stripped(text: string): string {
  return text.replace(/[,;.]+$/u, '')
}

/** Splits at phrases, which are compared without accents. */
function splitAt(text: string, phrases: readonly string[]): string[] {
  const folded = foldCaseAndAccents(text)
  // Folding may change the length ("ß" becomes "ss"); then the folded text is used.
  const source = folded.length === text.length ? text : folded
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}'])(?:${phrases.map((phrase) => foldCaseAndAccents(phrase)).join('|')})(?![\\p{L}\\p{N}'])`,
    'gu',
  )
  const parts: string[] = []
  let from = 0
  for (const match of folded.matchAll(pattern)) {
    parts.push(source.slice(from, match.index))
    from = match.index + match[0].length
  }
  parts.push(source.slice(from))
  return parts
}
