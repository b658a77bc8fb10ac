/** Quotes text of third parties (a cell of a contact list, a spoken value) in a prompt. */
import { plainText } from './plain-text.ts'

/** Enough for a name, an address, a remark; a longer text is not a value. */
const LONGEST = 500

/** On one line, limited, between delimiters that it cannot close itself. Says where something was cut off. */
export function markedAsData(value: string, charactersMax = LONGEST): string {
  const line = plainText(value, charactersMax).replace(/\s+/gu, ' ').replace(/[“”]/gu, '"').trim()
  return `“${line}${value.length > charactersMax ? ' … (cut)' : ''}”`
}
