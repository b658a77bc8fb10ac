/** Normalizes transcripts and example phrases to comparable words: one spelling for the same sound or meaning. */

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\b(?:wont|won't)\b/gu, 'will not'],
  [/\b(?:cant|can't|cannot)\b/gu, 'can not'],
  [/\bshan't\b/gu, 'shall not'],
  [/\bain't\b/gu, 'is not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|would|could|should|must|need)n'?t\b/gu, '$1 not'],
  [/\blet's\b/gu, 'let us'],
  // Requires the apostrophe, because German has the word "im".
  [/\bi'm\b/gu, 'i am'],
  [/\b(i|you|we|they|it|he|she|that|who)'ll\b/gu, '$1 will'],
  [/\b(i|you|we|they)'ve\b/gu, '$1 have'],
  [/\b(you|we|they)'re\b/gu, '$1 are'],
  [/\b(it|that|what|who|he|she|there|here|where)'s\b/gu, '$1 is'],
  [/\b(i|you|we|they|he|she)'d\b/gu, '$1 would'],
]

/** Spellings that speech recognition splits or joins. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/\bre[- ]schedul/gu, 'reschedul'],
  [/\bto[- ]morrow\b/gu, 'tomorrow'],
  [/\bgood[- ]?by(?:e)?\b/gu, 'goodbye'],
  [/\bcall[- ]back\b/gu, 'call back'],
  [/\bok\b/gu, 'okay'],
]

/**
 * Most texts have neither a contraction nor such a spelling, and most are ASCII. One check each saves twenty passes: a workflow
 * may have tens of thousands of examples, and calls wait for the same thread.
 */
const BEYOND_ASCII = /\P{ASCII}/u
const MAYBE_CONTRACTED =
  /'|\b(?:wont|cant|cannot|(?:do|does|did|is|are|was|were|have|has|had|would|could|should|must|need)nt)\b/u
const MAYBE_RESPELLED = /\b(?:re[- ]schedul|to[- ]morrow\b|good[- ]?bye?\b|call[- ]back\b|ok\b)/u

/** Special letters and their usual replacement. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Converts text to lower case without accents. */
export function foldCaseAndAccents(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/gu, (letter) => FOLDED[letter] ?? letter)
}

function unified(text: string): string {
  let result = foldCaseAndAccents(text).replace(/[’‘`´]/gu, "'")
  if (MAYBE_CONTRACTED.test(result)) result = replaced(result, CONTRACTIONS)
  if (MAYBE_RESPELLED.test(result)) result = replaced(result, SPELLINGS)
  if (!BEYOND_ASCII.test(result)) return result
  // Scripts written without spaces are compared character by character.
  return result.replace(/([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu, ' $1 ')
}

function replaced(text: string, patterns: readonly [RegExp, string][]): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
}

function split(text: string): string[] {
  const joined = text.replaceAll("'", '')
  const words = joined.split(BEYOND_ASCII.test(joined) ? /[^\p{L}\p{M}\p{N}]+/u : /[^a-z0-9]+/)
  return words.filter((word) => word !== '')
}

export function wordsOf(text: string): string[] {
  return split(unified(text))
}

/** Splits an utterance into clauses: a negation in one does not affect the next. */
export function clausesOf(text: string): string[][] {
  return unified(text)
    .split(/[.,;:!?…。、，！？؟،۔।]+(?!\d)|\bbut\b/u)
    .map(split)
    .filter((words) => words.length > 0)
}
