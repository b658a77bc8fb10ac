/** Phrases that matched no exit of a step, aggregated so that no single person can be identified. */
export interface MissedAnswer {
  node: string
  text: string
  phone_number: string
}

export interface UnexpectedPhrase {
  node: string
  phrase: string
  people: number
}

/** Minimum number of people. A phrase that fewer people said may identify one of them: a name, an address, an illness. */
export const PEOPLE_PER_PHRASE_MIN = 5
const PHRASES_MAX = 50
const LETTERS_MAX = 120

/** Groups phrases without regard to punctuation; each person counts once. */
export function unexpectedPhrases(missed: readonly MissedAnswer[]): UnexpectedPhrase[] {
  const people = new Map<string, { node: string; phrase: string; who: Set<string> }>()
  for (const { node, text, phone_number } of missed) {
    const phrase = plain(text)
    if (phrase === '' || phrase.length > LETTERS_MAX) continue
    const key = JSON.stringify([node, phrase])
    const found = people.get(key) ?? { node, phrase, who: new Set() }
    found.who.add(phone_number)
    people.set(key, found)
  }
  return [...people.values()]
    .filter(({ who }) => who.size >= PEOPLE_PER_PHRASE_MIN)
    .map(({ node, phrase, who }) => ({ node, phrase, people: who.size }))
    .sort((a, b) => b.people - a.people || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, PHRASES_MAX)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'’ -]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}
