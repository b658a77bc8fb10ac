/** Limits the texts of `full_document` mode that are part of a prompt. */
import { WHOLE_TEXT_CHARACTERS_MAX, WHOLE_TEXTS_CHARACTERS_MAX } from './limits.ts'

export interface WholeText {
  filename: string
  text: string
}

const CUT = '[The document is longer; the rest of it is not shown. Say that you do not know what is not above.]'

/**
 * Cuts texts that are too long and says so in the text; otherwise the model would claim that the document does not cover the
 * matter.
 */
export function cutWholeTexts(texts: readonly WholeText[]): WholeText[] {
  let left = WHOLE_TEXTS_CHARACTERS_MAX
  return texts.map(({ filename, text }) => {
    const shown = text.slice(0, Math.min(WHOLE_TEXT_CHARACTERS_MAX, left))
    left -= shown.length
    return { filename, text: shown.length < text.length ? `${shown}\n${CUT}` : shown }
  })
}
