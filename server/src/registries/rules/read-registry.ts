/**
 * Reads the file of a do-not-call registry in its published form: one number per line, without column names, in some registries
 * with the area code in a separate column. It works on bytes, because reading 250 million lines as strings would take an hour.
 */
import { type CountryCode, normalizeAddress } from '../../addresses/rules/normalize-address.ts'
import { numberKeyOf } from './number-blocks.ts'

/** Layouts of published files. `number`: TPS, Bloctel, Robinson lists. `area_code_and_number`: FTC. */
export const PUBLISHED_LAYOUTS = ['number', 'area_code_and_number'] as const
export type PublishedLayout = (typeof PUBLISHED_LAYOUTS)[number]

/** Maximum length of a line, longer than any of a registry: a file without line ends must not fill the memory. */
export const LINE_BYTES_MAX = 1_000

export interface RegistryFormat {
  layout: PublishedLayout
  /** The country of numbers without a country code. */
  countryCode: CountryCode | null
  /** Number of lines to skip before the first number. */
  skipLines: number
}

/** A line that is not a phone number. The message does not contain the text of the line. */
export class RegistryLineError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const [LINE_FEED, ZERO, NINE] = [10, 48, 57]
const SEPARATORS = new Set([',', ';', '\t', '|'].map((one) => one.charCodeAt(0)))
const IGNORED = new Set([' ', '"', '\r'].map((one) => one.charCodeAt(0)))
/** Countries whose numbers have the calling code 1 and ten digits. */
const TEN_DIGIT_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'PR'])
const TEN_DIGITS_KEY = 10_000_000_000

export class RegistryReader {
  readonly #format: RegistryFormat
  readonly #cells: number
  readonly #hasTenDigits: boolean
  #rest = Buffer.alloc(0)
  #line = 0
  #numbers = 0

  constructor(format: RegistryFormat) {
    this.#format = format
    this.#cells = format.layout === 'area_code_and_number' ? 2 : 1
    this.#hasTenDigits = format.countryCode !== null && TEN_DIGIT_COUNTRIES.has(format.countryCode)
  }

  /** Number of lines with a number so far. */
  get numbers(): number {
    return this.#numbers
  }

  push(piece: Uint8Array, take: (key: number) => void): void {
    const bytes =
      this.#rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : this.#joined(piece)
    let from = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      this.#read(bytes, from, end, take)
      from = end + 1
    }
    if (bytes.length - from > LINE_BYTES_MAX) throw this.#fault(this.#line + 1, TOO_LONG)
    this.#rest = Buffer.from(bytes.subarray(from))
  }

  end(take: (key: number) => void): void {
    if (this.#rest.length > 0) this.#read(this.#rest, 0, this.#rest.length, take)
    this.#rest = Buffer.alloc(0)
  }

  #joined(piece: Uint8Array): Buffer {
    return Buffer.concat([this.#rest, piece])
  }

  #read(bytes: Buffer, from: number, end: number, take: (key: number) => void): void {
    this.#line++
    if (this.#line <= this.#format.skipLines) return
    const key = this.#keyOfDigits(bytes, from, end) ?? this.#keyOfText(bytes.toString('utf8', from, end))
    if (key === null) return
    this.#numbers++
    take(key)
  }

  /** Fast path for the usual line of the largest registries. Null: the line needs a full parse. */
  #keyOfDigits(bytes: Buffer, from: number, end: number): number | null {
    if (!this.#hasTenDigits) return null
    let value = 0
    let digits = 0
    let cells = 1
    for (let at = from; at < end; at++) {
      const byte = bytes[at] as number
      if (byte >= ZERO && byte <= NINE) {
        // Area codes and exchanges begin with 2 to 9.
        if ((digits === 0 || digits === 3) && byte < ZERO + 2) return null
        value = value * 10 + byte - ZERO
        if (++digits > 10) return null
      } else if (SEPARATORS.has(byte)) {
        if (++cells > this.#cells) break
      } else if (!IGNORED.has(byte)) return null
    }
    return digits === 10 ? TEN_DIGITS_KEY + value : null
  }

  /** Full parse of a line; null: it is empty. */
  #keyOfText(line: string): number | null {
    if (line.length > LINE_BYTES_MAX) throw this.#fault(this.#line, TOO_LONG)
    const text = line
      .replace(/^\ufeff/, '')
      .split(/[,;\t|]/)
      .slice(0, this.#cells)
      .map((cell) => cell.replaceAll('"', '').trim())
      .join('')
    if (text === '' && line.trim() === '') return null
    const address = normalizeAddress(text, this.#format.countryCode)
    if (!address.ok) throw this.#fault(this.#line, `${address.message}${this.#hint(line)}`)
    const key = address.type === 'pstn' ? numberKeyOf(address.normalized) : null
    if (key === null) throw this.#fault(this.#line, `This is not a complete phone number.${this.#hint(line)}`)
    return key
  }

  /** A hint on the file's likely format and the parameter that reads it; empty if the line does not show it. */
  #hint(line: string): string {
    const cells = line.split(/[,;\t|]/).map((cell) => cell.replace(/\D/g, ''))
    const [first = '', second = ''] = cells
    if (this.#cells === 1 && AREA_CODE.test(first) && second.length >= 4)
      return ' The area code seems to be in a column of its own: send `layout=area_code_and_number` (`--layout`).'
    if (this.#line === this.#format.skipLines + 1 && /\p{L}{2}/u.test(line))
      return ` This line seems to be a title or the names of columns: send \`skip_lines=${this.#line}\` (\`--skip-lines\`).`
    return ''
  }

  #fault(line: number, message: string): RegistryLineError {
    return new RegistryLineError(line, message)
  }
}

const AREA_CODE = /^\d{2,5}$/
const TOO_LONG = `A line of a registry has at most ${LINE_BYTES_MAX} bytes.`
