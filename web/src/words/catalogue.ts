/** The texts of a page in every language. A missing or extra key in a language does not compile. */
import type { ReactNode } from 'react'
import { type Language, language } from './language.ts'

/** A text, or a function of its variable parts. */
type Entry = string | ((...given: never[]) => ReactNode)
export type Words = { readonly [key: string]: Entry | Words }

type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer Given) => ReactNode
      ? (...given: Given) => ReturnType<T[K]>
      : Translated<T[K]>
}

/** All catalogues, for the test that compares the languages. */
export const CATALOGUES: Record<Language, Words>[] = []

export function catalogue<const T extends Words>(words: { en: T; de: Translated<T> }): Translated<T> {
  CATALOGUES.push(words as Record<Language, Words>)
  return words[language] as Translated<T>
}

const rules = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de') }
const figures = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }

/** Formats a count: `plural('de')(3, 'Anruf', 'Anrufe')` is "3 Anrufe". */
export const pluralIn =
  (of: Language) =>
  (value: number, one: string, other: string): string =>
    `${figures[of].format(value)} ${rules[of].select(value) === 'one' ? one : other}`
