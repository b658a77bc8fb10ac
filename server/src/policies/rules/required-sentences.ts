/**
 * Finds required sentences that a workflow does not say. They are compared as whole words, in the workflow's language, ignoring
 * case and accents; an abbreviation such as AI counts in capitals only ("j'ai" and "ai nostri" do not count).
 */
import type { MergedRules } from './merge.ts'

/** Texts that a workflow speaks word for word in every conversation. */
export interface SpokenTexts {
  language: string
  /** Texts spoken before anything else, on every path through the workflow. */
  opening: readonly string[]
  /** Texts spoken by some step, including the opening. */
  anywhere: readonly string[]
}

type RequiredSentence = MergedRules['requiredSentences'][number]

/** Sentences that are missing. One of the wordings in one of the texts is sufficient. */
export function missingSentences(
  required: MergedRules['requiredSentences'],
  spoken: SpokenTexts,
): MergedRules['requiredSentences'] {
  return required.filter((sentence) => {
    const texts = sentence.said === 'opening' ? spoken.opening : spoken.anywhere
    return !requiredWordingsFor(sentence, spoken.language).some((wording) =>
      texts.some((text) => says(text, wording, spoken.language)),
    )
  })
}

/** The wordings for a language; `de-AT` counts as German. */
export function requiredWordingsFor({ any_of, by_language }: RequiredSentence, language: string): readonly string[] {
  return by_language?.[primary(language)] ?? any_of
}

function primary(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? ''
}

/** Words before a wording that reverse its meaning: "I am not an AI". */
const NEGATIONS: Readonly<Record<string, readonly string[]>> = {
  en: ['not', 'no', 'never', 'isn', 'aren', 'ain'],
  de: ['kein', 'keine', 'keiner', 'keinen', 'nicht', 'nie'],
  fr: ['pas', 'non', 'jamais', 'aucun', 'aucune'],
  es: ['no', 'nunca', 'ningun', 'ninguna'],
  pt: ['nao', 'nunca', 'nenhuma'],
  it: ['non', 'mai', 'nessuna'],
  nl: ['geen', 'niet', 'nooit'],
  pl: ['nie', 'nigdy'],
}
const NEGATION_REACH = 3
const ABBREVIATION_LENGTH_MAX = 3

function says(text: string, wording: string, language: string): boolean {
  const said = wordsOf(text)
  const wanted = wordsOf(wording)
  const asWritten = wanted.length === 1 && isAbbreviation(wording)
  const negations = NEGATIONS[primary(language)] ?? []
  return said.some((_, start) => {
    const found = wanted.every((word, index) => {
      const other = said[start + index]
      return other !== undefined && (asWritten ? other.written === word.written : other.plain === word.plain)
    })
    if (!found) return false
    return !said.slice(Math.max(0, start - NEGATION_REACH), start).some(({ plain }) => negations.includes(plain))
  })
}

function isAbbreviation(wording: string): boolean {
  return (
    wording.length <= ABBREVIATION_LENGTH_MAX && wording === wording.toUpperCase() && wording !== wording.toLowerCase()
  )
}

function wordsOf(text: string): { written: string; plain: string }[] {
  return text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .map((written) => ({ written, plain: plainOf(written) }))
}

function plainOf(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
