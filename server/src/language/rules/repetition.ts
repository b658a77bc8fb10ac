/**
 * Recognizers like Moonshine sometimes fall into a loop ("4279-202-202-202-202"). One repetition is kept: it may have been
 * said.
 */
/** This many repeats of a group of digits are a loop, not speech. */
export const LOOP_REPEATS_MIN = 3

export const REPETITION_LIMITS = {
  longestPhraseWords: 8,
  /** A phrase that occurs this often in a row is a loop. */
  phraseTimes: 3,
  /** Higher limit for single words, which people repeat ("no no no no"), and for groups of digits. */
  wordTimes: 5,
  digitsTimes: 4,
  /** Highest limit for single digits: "zero zero zero zero zero zero" may be the middle of an account number. */
  singleDigitTimes: 12,
} as const

export function removeRecognizerLoops(text: string): { text: string; looped: boolean } {
  // Each word keeps the following space or hyphen, so that the joined text is unchanged.
  let words: string[] = text.match(/[^\s-]+[\s-]*/g) ?? []
  const before = words.length
  for (let size = 1; size <= REPETITION_LIMITS.longestPhraseWords; size++) words = withoutLoopsOf(size, words)
  return { text: words.join('').replace(/[\s-]+$/, ''), looped: words.length < before }
}

function withoutLoopsOf(size: number, words: string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < words.length; ) {
    const times = repeatsAt(words, at, size)
    if (times < timesOfLoop(words.slice(at, at + size))) {
      kept.push(words[at] as string)
      at++
      continue
    }
    kept.push(...words.slice(at, at + size))
    const begun = at
    at += times * size
    // The recognizer's length limit cut the loop off within a phrase: the partial phrase at the end belongs to the loop.
    if (words.length - at < size && same(words.slice(at), words.slice(begun, begun + words.length - at)))
      at = words.length
  }
  return kept
}

function repeatsAt(words: readonly string[], at: number, size: number): number {
  const phrase = words.slice(at, at + size)
  let times = 1
  while (same(words.slice(at + times * size, at + (times + 1) * size), phrase)) times++
  return times
}

function timesOfLoop(phrase: readonly string[]): number {
  if (isSingleDigit(phrase)) return REPETITION_LIMITS.singleDigitTimes
  if (phrase.some((word) => /\d/.test(word))) return REPETITION_LIMITS.digitsTimes
  return phrase.length === 1 ? REPETITION_LIMITS.wordTimes : REPETITION_LIMITS.phraseTimes
}

const DIGIT_WORDS = new Set('zero oh one two three four five six seven eight nine'.split(' '))

function isSingleDigit(phrase: readonly string[]): boolean {
  const word = bare(phrase[0] as string)
  return phrase.length === 1 && (/^\d$/.test(word) || DIGIT_WORDS.has(word))
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, at) => bare(word) === bare(others[at] as string))
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
