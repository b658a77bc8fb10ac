/** Whether the person can have heard the question in what was said so far. */

const SENTENCE = /[^.!?…。！？؟]+[.!?…。！？؟]*/gu
const ASKS = /[?？؟]/u
/** Share of a question that is enough to understand it. */
const SHARE_HEARD = 0.5

interface Span {
  text: string
  startsAt: number
  letters: number
  startsAtIndex: number
}

/** Letters and digits without spaces: stored texts differ in spaces from the originals. */
export function lettersIn(text: string): number {
  return text.replace(/\s+/gu, '').length
}

/** The last sentence that asks; without one, the last sentence. */
function questionSpan(text: string): Span | null {
  let found: Span | null = null
  let startsAt = 0
  for (const match of text.matchAll(SENTENCE)) {
    const sentence = match[0]
    const letters = lettersIn(sentence)
    const span: Span = { text: sentence, startsAt, letters, startsAtIndex: match.index }
    if (/[\p{L}\p{N}]/u.test(sentence) && (found === null || ASKS.test(sentence) || !ASKS.test(found.text)))
      found = span
    startsAt += letters
  }
  return found
}

/** `heardLetters` of `prompt` were heard, without spaces. A prompt without words asks nothing. */
export function hasHeardQuestion(prompt: string, heardLetters: number): boolean {
  const question = questionSpan(prompt)
  if (question === null) return false
  return heardLetters >= question.startsAt + Math.ceil(question.letters * SHARE_HEARD)
}

/** The text before the question; all of it if there is no question, or nothing before it. */
export function beforeQuestion(text: string): string {
  const sentences = [...text.matchAll(SENTENCE)].map((match) => match[0])
  const asks = sentences.findIndex((sentence) => ASKS.test(sentence))
  return (asks > 0 ? sentences.slice(0, asks) : sentences).join('').trim()
}

/** The text from the question on: repeated for a person who did not follow. */
export function fromQuestionOn(prompt: string): string {
  const question = questionSpan(prompt)
  // If no sentence asks, as in a menu of keys, each of them may be the awaited one.
  return question === null || !ASKS.test(question.text) ? prompt : prompt.slice(question.startsAtIndex).trim()
}
