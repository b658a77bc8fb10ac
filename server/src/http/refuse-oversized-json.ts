/**
 * Refuses a JSON text that is too large to process, by scanning its characters: parsing 99,000 fields only to refuse them takes
 * longer.
 */

/**
 * The depth limit of pydantic's parser. Deeper values cannot be stored: neither our recursion nor PostgreSQL's supports them.
 */
const DEPTH_MAX = 200
/** Maximum number of values in one body. The largest workflow has a few thousand. */
const VALUES_MAX = 100_000
/** Maximum number of fields in one object. A body with more is a mistake or an attack. */
const FIELDS_MAX = 2_000

export class TooManyValues extends Error {}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

interface Container {
  isObject: boolean
  inside: number
}

/**
 * Throws if the text is too large. Invalid JSON may pass, because the parser refuses it. A repeated field name counts each time.
 */
export function refuseOversizedJson(text: string): void {
  const open: Container[] = []
  let values = 0
  let isFirst = true
  const count = (): void => {
    if (++values > VALUES_MAX) throw new TooManyValues(`more than ${VALUES_MAX} values`)
    const container = open.at(-1)
    if (container && ++container.inside > FIELDS_MAX && container.isObject)
      throw new TooManyValues(`more than ${FIELDS_MAX} fields in one object`)
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign <= 0x20) continue
    const isEnd = sign === CLOSE_ARRAY || sign === CLOSE_OBJECT
    if (isFirst && !isEnd) count()
    isFirst = false
    if (isEnd) open.pop()
    else if (sign === COMMA) count()
    else if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === OPEN_ARRAY || sign === OPEN_OBJECT) {
      if (open.length === DEPTH_MAX) throw new TooManyValues('recursion limit exceeded')
      open.push({ isObject: sign === OPEN_OBJECT, inside: 0 })
      isFirst = true
    }
  }
}

/** The position of the closing quote; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}
