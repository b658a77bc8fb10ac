/** The words in which a value is read back before it counts. */
import type { LanguagePack } from '../packs/pack.ts'
import { dateInWords, digitsInWords } from './say-values.ts'

/** A date further away than this is read back with its year, because it would be ambiguous without. */
const YEAR_UNSAID_MS = 300 * 24 * 3600 * 1000

/** `now` is the person's local time as if it were UTC. Null if there is nothing to read back: free text, yes and no. */
export function readBackStatement(kind: string, value: string, pack: LanguagePack, now: Date): string | null {
  const { date, amount, code } = pack.sentences.readBack
  const said = (sentence: string, words: string | null) => sentence.replace('{value}', words ?? value)
  switch (kind) {
    case 'date': {
      const away = Date.parse(`${value.slice(0, 10)}T00:00:00Z`) - now.getTime()
      return said(date, dateInWords(value, pack, away < -24 * 3600 * 1000 || away > YEAR_UNSAID_MS))
    }
    case 'number':
      return said(amount, pack.numbers.decimalSign === ',' ? value.replace('.', ',') : value)
    case 'digits':
    case 'code':
      return said(code, digitsInWords(value))
    default:
      return null
  }
}
