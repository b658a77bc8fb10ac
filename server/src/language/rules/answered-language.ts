/** A person who answers in another language without asking for it: "Ja, das möchte ich gerne." */
import { primaryLanguageOf } from '../packs/packs.ts'
import { TELLING_WORDS } from '../packs/telling-words.ts'
import { wordsOf } from './spoken-words.ts'

/** A shorter answer tells nothing: "ja" is said by people who speak English, and "no" is a word of three languages. */
const ANSWER_WORDS_MIN = 3
/** Different words of the language, none of which another language has. */
const TELLING_WORDS_MIN = 2
/** The share of the answer that these words are: names and addresses keep the words of their own language. */
const TELLING_SHARE_MIN = 0.4

/**
 * The language among `offered` in which these words were said; null without clear evidence. One word of the language spoken so far
 * is evidence against it.
 */
export function languageOfAnswer(
  transcript: string,
  { own, offered }: { own: string; offered: readonly string[] },
): string | null {
  const said = wordsOf(transcript)
  if (said.length < ANSWER_WORDS_MIN) return null
  const telling = (tag: string) => said.filter((word) => languageTold(word) === primaryLanguageOf(tag))
  if (telling(own).length > 0) return null
  const found = offered.filter((tag) => {
    const words = telling(tag)
    return new Set(words).size >= TELLING_WORDS_MIN && words.length / said.length >= TELLING_SHARE_MIN
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

let told: ReadonlyMap<string, string> | null = null

/** The only language that has this word; undefined if it tells none. */
function languageTold(word: string): string | undefined {
  told ??= new Map(
    Object.entries(TELLING_WORDS).flatMap(([tag, words]) =>
      words
        .filter((each) => Object.entries(TELLING_WORDS).every(([other, list]) => other === tag || !list.includes(each)))
        .map((each) => [each, tag] as const),
    ),
  )
  return told.get(word)
}
