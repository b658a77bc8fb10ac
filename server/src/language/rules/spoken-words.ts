/** Transcripts and example phrases as words that can be compared: one spelling for what sounds or means the same. */

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\b(?:wont|won't)\b/gu, 'will not'],
  [/\b(?:cant|can't|cannot)\b/gu, 'can not'],
  [/\bshan't\b/gu, 'shall not'],
  [/\bain't\b/gu, 'is not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|would|could|should|must|need)n'?t\b/gu, '$1 not'],
  [/\blet's\b/gu, 'let us'],
  [/\b(i)'?m\b/gu, '$1 am'],
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

function unified(text: string): string {
  let result = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/gu, "'")
  for (const [pattern, replacement] of [...CONTRACTIONS, ...SPELLINGS]) result = result.replace(pattern, replacement)
  // Scripts written without spaces are compared sign by sign.
  return result.replace(/([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu, ' $1 ')
}

function split(text: string): string[] {
  return text
    .replace(/'/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

export function wordsOf(text: string): string[] {
  return split(unified(text))
}

/** The clauses of an utterance: a negation in one says nothing of the next. */
export function clausesOf(text: string): string[][] {
  return unified(text)
    .split(/[.,;:!?…。、，！？؟،۔।]+(?!\d)|\bbut\b/u)
    .map(split)
    .filter((words) => words.length > 0)
}

/** A recogniser that loses its way repeats itself; this many repeats in a row are taken for that, not for speech. */
export const LOOP_REPEATS = 3
const LOOP_WORDS_MAX = 8

/** Collapses runs of the same words, "thank you thank you thank you ..." to one. */
export function withoutLoops(words: readonly string[]): string[] {
  const kept: string[] = []
  let position = 0
  while (position < words.length) {
    const { length, repeats } = loopAt(words, position)
    kept.push(...words.slice(position, position + length))
    position += length * repeats
  }
  return kept
}

function loopAt(words: readonly string[], position: number): { length: number; repeats: number } {
  for (let length = 1; length <= LOOP_WORDS_MAX; length += 1) {
    let repeats = 1
    while (sameWords(words, position, position + length * repeats, length)) repeats += 1
    if (repeats >= LOOP_REPEATS) return { length, repeats }
  }
  return { length: 1, repeats: 1 }
}

function sameWords(words: readonly string[], first: number, second: number, length: number): boolean {
  if (second + length > words.length) return false
  for (let offset = 0; offset < length; offset += 1) {
    if (words[first + offset]?.toLowerCase() !== words[second + offset]?.toLowerCase()) return false
  }
  return true
}
