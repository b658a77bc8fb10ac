/** Finds the question in a text: whether the person can have heard it, and which part is repeated. */
import type { LanguagePack } from '../../language/packs/pack.ts'
import { readDigits } from '../../language/rules/spoken-digits.ts'

/** A run of end marks. Latin marks end a sentence only before a space, so "3.30" stays whole. */
const END_MARKS = /[.!?…]+["'”’»)]*(?=\s|$)|[。！？؟]+/gu
/** Text before a full stop that does not end a sentence: an initial, a number ("3. Mai") or an abbreviation. */
const BEFORE_STOP =
  /(?:^|[^\p{L}\p{N}])(?:\p{L}|\p{N}+|mr|mrs|ms|dr|prof|sr|sra|jr|st|ave|rd|vs|etc|inc|ltd|co|dept|ext)$/iu
const ASKS = /[?？؟]/u
/** Minimum share of a question that must be heard to understand it. */
const SHARE_HEARD = 0.5

interface Span {
  text: string
  startsAt: number
  letters: number
  startsAtIndex: number
}

/** Counts letters and digits without spaces, because stored texts differ from the originals in spaces. */
export function countLetters(text: string): number {
  return text.replace(/\s+/gu, '').length
}

function sentencesIn(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  let startsAt = 0
  const cut = (to: number): void => {
    const sentence = text.slice(from, to)
    const letters = countLetters(sentence)
    if (/[\p{L}\p{N}]/u.test(sentence)) spans.push({ text: sentence, startsAt, letters, startsAtIndex: from })
    startsAt += letters
    from = to
  }
  for (const { 0: marks, index } of text.matchAll(END_MARKS)) {
    const isStop = marks.startsWith('.') && !ASKS.test(marks)
    const after = text.slice(index + marks.length).trimStart()
    const goesOn = /^\p{Ll}/u.test(after) || BEFORE_STOP.test(text.slice(from, index))
    if (!isStop || !goesOn) cut(index + marks.length)
  }
  cut(text.length)
  return spans
}

/** The last sentence that is a question; without one, the last sentence. */
function questionIn<Sentence extends { text: string }>(sentences: readonly Sentence[]): Sentence | null {
  return sentences.findLast((sentence) => ASKS.test(sentence.text)) ?? sentences.at(-1) ?? null
}

/** Pieces up to every end mark, also within "Dr. Brown": if a question seems to begin too late, more of it has to be heard. */
const PIECE = /[^.!?…。！？؟]+[.!?…。！？؟]*/gu

function piecesIn(text: string): Span[] {
  let startsAt = 0
  const pieces = [...text.matchAll(PIECE)].map((match): Span => {
    const piece = { text: match[0], startsAt, letters: countLetters(match[0]), startsAtIndex: match.index }
    startsAt += piece.letters
    return piece
  })
  return pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece.text))
}

/** `heardLetters`: number of letters of `prompt` that were heard, without spaces. A prompt without words asks nothing. */
export function hasHeardQuestion(prompt: string, heardLetters: number): boolean {
  const question = questionIn(piecesIn(prompt))
  if (question === null) return false
  return heardLetters >= question.startsAt + Math.ceil(question.letters * SHARE_HEARD)
}

/** The text before the question; all of it if there is no question, or nothing before it. */
export function textBeforeQuestion(text: string): string {
  const first = sentencesIn(text).find((sentence) => ASKS.test(sentence.text))
  return (first !== undefined && first.startsAt > 0 ? text.slice(0, first.startsAtIndex) : text).trim()
}

/**
 * The part that is repeated for a person who was not understood or did not follow: from the last question on. If no sentence is a
 * question, it is the part from the first sentence that names a key of the step, as in a menu; else the last sentence.
 */
export function textFromQuestion(prompt: string, keys: readonly string[] = [], pack?: LanguagePack): string {
  const namesKey = ({ text }: Span) => {
    const { digits } = readDigits(text, pack)
    return keys.some((key) => key !== '' && digits.includes(key))
  }
  const sentences = sentencesIn(prompt)
  const question = questionIn(sentences)
  if (question === null) return prompt
  const menu = ASKS.test(question.text) ? undefined : sentences.find(namesKey)
  return prompt.slice((menu ?? question).startsAtIndex).trim()
}
