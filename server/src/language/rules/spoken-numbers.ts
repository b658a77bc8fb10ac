/** A number out of speech: "twenty five", "one hundred and twenty", "three point five", "1,250.50". */

const UNITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 }

const UNIT_OF = new Map(UNITS.map((word, value) => [word, value]))
const TENS_OF = new Map(TENS.flatMap((word, value) => (word === '' ? [] : [[word, value * 10] as const])))

/** The first number in the text, or null. */
export function readNumber(transcript: string): number | null {
  const words = transcript
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\d),(?=\d{3}(?:\D|$))/gu, '$1')
    .replace(/(\d),(?=\d)/gu, '$1.')
    .replace(/(\p{L})-(?=\p{L})/gu, '$1 ')
    .split(/[^\p{L}\p{N}.-]+|\.(?!\d)/u)
    .filter((word) => word !== '')
  for (let index = 0; index < words.length; index += 1) {
    const found = numberAt(words, index)
    if (found === null) continue
    const before = words[index - 1]
    return before === 'minus' || before === 'negative' ? -found : found
  }
  return null
}

function numberAt(words: readonly string[], start: number): number | null {
  const whole = readWhole(words, start)
  if (whole === null) return null
  const after = words.slice(whole.end)
  if (after[0] === 'point') return withDecimals(whole.value, after.slice(1))
  if (after[0] === 'and' && after[1] === 'a' && after[2] === 'half') return whole.value + 0.5
  return whole.value
}

function withDecimals(whole: number, words: readonly string[]): number {
  let decimals = ''
  for (const word of words) {
    const unit = word === 'oh' ? 0 : UNIT_OF.get(word)
    if (unit !== undefined && unit < 10) decimals += String(unit)
    else if (/^\d+$/u.test(word)) decimals += word
    else break
  }
  return Number(`${whole}.${decimals === '' ? '0' : decimals}`)
}

interface Whole {
  value: number
  end: number
}

/** Adds up groups: "two hundred and six thousand twelve" is 206 × 1000 + 12. */
function readWhole(words: readonly string[], start: number): Whole | null {
  let total = 0
  let group: number | null = null
  let index = start
  for (; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const scale = SCALES[word]
    const value = wordValue(words, index)
    if (word === 'hundred' && group !== null) group *= 100
    else if (scale !== undefined && group !== null) {
      total += group * scale
      group = 0
    } else if (value !== null && fitsAfter(group, value)) group = (group ?? 0) + value
    else if (!(word === 'and' && group !== null && continuesNumber(words, index))) break
  }
  return group === null ? null : { value: total + group, end: index }
}

function wordValue(words: readonly string[], index: number): number | null {
  const word = words[index] ?? ''
  if (/^-?\d+(?:\.\d+)?$/u.test(word)) return Number(word)
  const next = words[index + 1] ?? ''
  if ((word === 'a' || word === 'an') && (next === 'hundred' || SCALES[next] !== undefined)) return 1
  return UNIT_OF.get(word) ?? TENS_OF.get(word) ?? null
}

/** "twenty five" is one number, "five twenty" are two. */
function fitsAfter(group: number | null, value: number): boolean {
  if (group === null || group === 0) return true
  if (group % 100 === 0) return value < 100
  return group % 10 === 0 && group % 100 >= 20 && value > 0 && value < 10
}

function continuesNumber(words: readonly string[], and: number): boolean {
  const before = words[and - 1] ?? ''
  return (before === 'hundred' || SCALES[before] !== undefined) && wordValue(words, and + 1) !== null
}
