/** A person's request to continue in another language: "English please", "auf Deutsch bitte", "can we speak Spanish?" */
import { LANGUAGE_PACKS, primaryLanguageOf } from '../packs/packs.ts'
import { wordsOf } from './spoken-words.ts'

/** A longer sentence is about something else. */
const REQUEST_WORDS_MAX = 8

/**
 * The language that is asked for among `offered`; null if the words ask for none of them. Closed like a yes: a name of the
 * language and words of asking, nothing else, so that "I do not speak German" asks for nothing.
 */
export function readLanguageRequest(transcript: string, offered: readonly string[]): string | null {
  const words = wordsOf(transcript)
  if (words.length > REQUEST_WORDS_MAX) return null
  const isName = (word: string) => offered.filter((tag) => namesOf(primaryLanguageOf(tag)).has(word))
  const named = new Set(words.flatMap(isName))
  const others = words.filter((word) => isName(word).length === 0)
  if (named.size !== 1 || others.length === 0 || !others.every((word) => askingWords().has(word))) return null
  const [language] = named
  return language ?? null
}

const known = new Map<string, ReadonlySet<string>>()

/** The names of a language in all languages that have a pack, and in itself. */
function namesOf(language: string): ReadonlySet<string> {
  const before = known.get(language)
  if (before !== undefined) return before
  const names = [language, ...LANGUAGE_PACKS.map(({ tag }) => tag)].flatMap(
    (tag) => new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(language) ?? [],
  )
  const found = new Set(names.flatMap((name) => wordsOf(name)))
  known.set(language, found)
  return found
}

let asking: ReadonlySet<string> | null = null

/** Words for asking, in every language: a person may name a language in one language and ask in another. */
function askingWords(): ReadonlySet<string> {
  asking ??= new Set(
    LANGUAGE_PACKS.flatMap(({ languageRequests }) => languageRequests.flatMap((word) => wordsOf(word))),
  )
  return asking
}
