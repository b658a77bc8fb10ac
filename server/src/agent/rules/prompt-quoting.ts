/** Quotes text of third parties (a cell of a contact list, a spoken value) in a prompt. */
import { plainText } from './plain-text.ts'

/** Maximum length of a value, enough for a name, an address or a remark. */
const LONGEST = 500

/** Puts a text on one line, limits it, and encloses it in delimiters that it cannot close itself. Marks where it was cut off. */
export function quoteAsData(value: string, charactersMax = LONGEST): string {
  const line = plainText(value, charactersMax).replace(/\s+/gu, ' ').replace(/[“”]/gu, '"').trim()
  return `“${line}${value.length > charactersMax ? ' … (cut)' : ''}”`
}
