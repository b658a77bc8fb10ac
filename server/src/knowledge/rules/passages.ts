/** Splits the text of a document into passages. */
import { HEADING_CHARACTERS_MAX } from './limits.ts'

/** A paragraph as extracted by the parser of the file format. */
export interface TextBlock {
  heading: string | null
  page: number | null
  text: string
}

export interface Passage {
  heading: string | null
  page: number | null
  content: string
}

/** Target length of a passage: long enough for an answer with its context, short enough to be spoken. */
const PASSAGE_CHARACTERS = 900

/** Paragraphs under one heading are joined up to the length of a passage; a longer paragraph is cut at sentences. */
export function passagesOf(blocks: readonly TextBlock[]): Passage[] {
  const passages: Passage[] = []
  for (const { heading: whole, page, text } of blocks) {
    const heading = whole === null ? null : plainLine(whole).slice(0, HEADING_CHARACTERS_MAX)
    for (const content of cutAtSentences(plainLine(text))) {
      const last = passages.at(-1)
      const fits = last && last.heading === heading && last.page === page
      if (fits && last.content.length + content.length < PASSAGE_CHARACTERS) last.content += `\n${content}`
      else passages.push({ heading, page, content })
    }
  }
  return passages
}

/** Replaces control characters by spaces: PostgreSQL stores no NUL, and the others are useless. */
const plainLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function cutAtSentences(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > PASSAGE_CHARACTERS) {
    const window = rest.slice(0, PASSAGE_CHARACTERS)
    const sentence = Math.max(window.lastIndexOf('. '), window.lastIndexOf('? '), window.lastIndexOf('! ')) + 1
    const at = sentence > PASSAGE_CHARACTERS / 3 ? sentence : window.lastIndexOf(' ')
    const end = at > 0 ? at : PASSAGE_CHARACTERS
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}
