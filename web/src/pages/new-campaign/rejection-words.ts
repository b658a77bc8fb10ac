/** Why rows were not taken, grouped, in words an operator uses. */
import type { ContactList } from './draft.ts'

type Rejection = ContactList['errors'][number]

export interface RejectionGroup {
  key: string
  title: string
  sentence: string
  /** What to do about it. */
  advice: string | null
  /** Reading again with a country would take these rows. */
  needsCountry: boolean
  rows: Rejection[]
}

const WORDS: Record<string, Omit<RejectionGroup, 'key' | 'rows'>> = {
  country_unknown: {
    title: 'No country',
    sentence: 'Written without + and calling code.',
    advice: null,
    needsCountry: true,
  },
  spreadsheet_number: {
    title: 'Digits lost in a spreadsheet',
    sentence: 'Scientific notation has cut the last digits off. They cannot be brought back from this file.',
    advice: 'Format the column as text in the source and export again.',
    needsCountry: false,
  },
  phone_missing: { title: 'No number', sentence: 'The cell is empty.', advice: null, needsCountry: false },
}

/** By reason; two messages of one code are two reasons. */
export function groupRejections(errors: readonly Rejection[]): RejectionGroup[] {
  const groups = new Map<string, RejectionGroup>()
  for (const error of errors) {
    const key = WORDS[error.code] ? error.code : `${error.code}: ${error.message}`
    const group = groups.get(key) ?? { key, ...(WORDS[error.code] ?? ownWords(error.message)), rows: [] }
    group.rows.push(error)
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => b.rows.length - a.rows.length)
}

/** The server's sentence: what before the first colon or semicolon is the reason, the rest the advice. */
function ownWords(message: string): Omit<RejectionGroup, 'key' | 'rows'> {
  const [, reason = message, advice = null] = /^(.*?)[;:]\s*(.*)$/s.exec(message) ?? []
  const sentence = advice ? advice.charAt(0).toUpperCase() + advice.slice(1) : ''
  return { title: reason.replace(/\.$/, ''), sentence, advice: null, needsCountry: false }
}
