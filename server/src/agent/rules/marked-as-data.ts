/** What somebody else has written (a cell of a contact list, a value that was said) as it stands in what a model is told. */
import { plainText } from './plain-text.ts'

/** Of a name, an address, a remark; whoever writes more does not write a value. */
const LONGEST = 500

/** On one line, bounded, between marks that it cannot close by itself. A model is told where something was cut off. */
export function markedAsData(value: string, charactersMax = LONGEST): string {
  const line = plainText(value, charactersMax).replace(/\s+/gu, ' ').replace(/[“”]/gu, '"').trim()
  return `“${line}${value.length > charactersMax ? ' … (cut)' : ''}”`
}
