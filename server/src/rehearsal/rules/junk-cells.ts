/** Recognizes cells that are wrong in every list: leftovers of programs, spreadsheets and people in place of a value. */
export type JunkKind = 'do_not_call_note' | 'unresolved_placeholder' | 'formula' | 'markup' | 'garbled' | 'placeholder'

const DO_NOT_CALL = new RegExp(
  `(?<!\\p{L})(?:${[
    "do(?:es)?\\s*n[o'’]t\\s+(?:want\\s+(?:to\\s+be\\s+)?)?(?:call|contact|phone|ring|be\\s+called)(?:s|ed)?",
    'DNC',
    'no\\s+(?:more\\s+)?calls',
    'deceased',
    'passed\\s+away',
    'opt(?:ed|s)?[\\s-]?out',
    'unsubscribed?',
    'nicht\\s+(?:mehr\\s+)?anrufen',
    'keine?\\s+anrufe?',
    'verstorben',
    'no\\s+llamar',
    'fallecid[oa]',
    'ne\\s+(?:plus|pas)\\s+appeler',
    'décédée?',
    'não\\s+ligar',
    'falecid[oa]',
  ].join('|')})(?!\\p{L})`,
  'iu',
)
const DO_NOT_CALL_COLUMN =
  /^(?:do_?not_?(?:call|contact)|dnc|opt(?:ed)?_?out|unsubscribed|deceased|blocked|nicht_anrufen|werbesperre|verstorben|no_llamar)$/u
const YES = /^(?:yes|y|true|t|1|x|ja|j|si|sí|s|oui|o|sim|wahr)$/iu

/**
 * Whether the cell notes that the person must not be called. `columnKey`: its column's name as a variable's key. Also used for
 * columns that the agent does not speak.
 */
export function saysDoNotCall(columnKey: string, value: string): boolean {
  const text = value.trim()
  if (text === '') return false
  return DO_NOT_CALL.test(text) || (DO_NOT_CALL_COLUMN.test(columnKey) && YES.test(text))
}

const PATTERNS: ReadonlyArray<readonly [JunkKind, RegExp]> = [
  ['unresolved_placeholder', /\{\{|\}\}|\$\{|<<.*>>|<%|%>|\*\|.*\|\*|%%?[\p{L}_][\p{L}\p{N}_]+%%?|^\{[\p{L}_ ]+\}$/u],
  ['placeholder', /^\[object \w+\]$/iu],
  ['unresolved_placeholder', /^[[<][\p{L}_ ]{2,}[\]>]$/u],
  ['markup', /<\/?[a-z!][^>]*>|&(?:#\d+|#x[0-9a-f]+|[a-z]{2,8});/iu],
  ['formula', /^[=@]\s*[-+$"'(\p{L}\d]|^[+-]\p{Lu}+\d*[(*+/&]/u],
  ['formula', /^#(?:[\p{Lu}\d/¡]+[!?]?|#+)$/u],
  // UTF-8 bytes read in another encoding, lost letters, and escape sequences that no program decoded.
  ['garbled', /[ÃÂÐÑ][\u0080-\u00bf\u2013-\u2122\u0152-\u017e\u0192\u02c6\u02dc€]|â€|ï»¿|\ufffd|\p{L}\?\p{L}/u],
  ['garbled', /\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[nrt](?!\p{L})|=[0-9A-F]{2}=[0-9A-F]{2}|%[0-9A-F]{2}/iu],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is searched for
  ['garbled', /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u],
  ['placeholder', /^[[{].*["':].*[\]}]$/su],
]

/** Words that stand for "no value", compared without case, blanks and punctuation. */
const PLACEHOLDERS = new Set(
  `na nan none null nil void undefined unknown unnamed noname tbd tba tbc test testing tester testuser testperson testkunde demo dummy
   placeholder lorem loremipsum foo foobar example beispiel muster mustermann maxmustermann erikamustermann musterfrau johndoe janedoe
   missing notavailable notapplicable notprovided notset notknown empty nodata novalue noinfo todo fixme
   unbekannt keineangabe ka leer entfällt fehlt ohne kein keine sindatos desconocido vacío vacio ninguno inconnu vide aucun
   néant desconhecido vazio nenhum asabove ditto seeabove seenotes seeinvoice firstname lastname vorname nachname
   name nombre apellido prénom nom nome`.split(/\s+/u),
)
/** With only the first letter in capitals, these are also names of people. */
const ALSO_NAMES = new Set(['Na', 'Nan', 'Ka', 'Nil', 'Demo', 'Muster', 'Mustermann', 'Nom'])
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiopü', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm']
const KEYBOARD_LETTERS_MIN = 3

/** The kind of junk in a cell; null: the cell may be a value. An empty cell is not junk. */
export function junkKindOf(columnKey: string, value: string): JunkKind | null {
  const text = value.trim()
  if (text === '') return null
  const found = PATTERNS.find(([, pattern]) => pattern.test(text))
  if (found) return found[0]
  return isPlaceholder(columnKey, text) ? 'placeholder' : null
}

function isPlaceholder(columnKey: string, text: string): boolean {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (letters === '') return true
  if (ALSO_NAMES.has(text)) return false
  if (PLACEHOLDERS.has(letters) || letters === columnKey.replaceAll('_', '')) return true
  if (/^(\p{L})\1{2,}$/u.test(letters) || /^[x?]$/u.test(letters)) return true
  return letters.length >= KEYBOARD_LETTERS_MIN && KEYBOARD_ROWS.some((row) => row.includes(letters))
}
