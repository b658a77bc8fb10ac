/** Splits text into clauses, so that the first can be heard while the next is synthesized. */
export const CLAUSE_LIMITS = {
  /** A clause that ends in a comma is spoken alone from this length on; a shorter one is joined with the next. */
  shortestChars: 24,
  /** The first clause may be shorter, because it determines when the person hears something. */
  shortestFirstChars: 6,
  /** Without punctuation for this long, the text is split at a space. */
  longestChars: 140,
} as const

/** Abbreviations after which a full stop does not end a sentence. */
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof sr jr st ave rd no vs etc inc ltd co dept ext approx e.g i.e a.m p.m u.s'.split(' '),
)

export function splitIntoClauses(text: string): string[] {
  const found: string[] = []
  let clause = ''
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    const longer = clause === '' ? word : `${clause} ${word}`
    if (clause !== '' && longer.length > CLAUSE_LIMITS.longestChars) {
      found.push(clause)
      clause = word
    } else {
      clause = longer
    }
    if (endsClause(word, clause.length, found.length === 0)) {
      found.push(clause)
      clause = ''
    }
  }
  if (clause !== '') found.push(clause)
  return withoutWordless(found)
}

/** Punctuation counts only at the end of a word, so "3.30", "1,250" and "10:15" stay whole. */
function endsClause(word: string, length: number, first: boolean): boolean {
  if (/[.!?…]["'”’)]*$/.test(word)) return !isAbbreviation(word)
  if (!/[,;:–—]["'”’)]*$/.test(word) && !/^[-–—]$/.test(word)) return false
  return length >= (first ? CLAUSE_LIMITS.shortestFirstChars : CLAUSE_LIMITS.shortestChars)
}

function isAbbreviation(word: string): boolean {
  if (!word.endsWith('.')) return false
  const stem = word.slice(0, -1).replace(/^["'“‘(]+/, '')
  return ABBREVIATIONS.has(stem.toLowerCase()) || /^[A-Z]$/.test(stem)
}

/** A clause without letters has no sound; it is appended to the previous clause. */
function withoutWordless(found: readonly string[]): string[] {
  const kept: string[] = []
  for (const clause of found) {
    if (/[\p{L}\p{N}]/u.test(clause)) kept.push(clause)
    else if (kept.length > 0) kept[kept.length - 1] += ` ${clause}`
  }
  return kept
}

/** The pause for the clause's final punctuation. */
export function pauseAfterMs(clause: string): number {
  if (/[.!?…]["'”’)]*$/.test(clause)) return 320
  if (/[,;:–—-]["'”’)]*$/.test(clause)) return 160
  return 60
}
