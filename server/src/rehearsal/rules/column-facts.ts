/** Learns from the list what the cells of one column have in common. */
import {
  type CellShape,
  cellShapeOf,
  decimalSignOf,
  hasAmPm,
  parseCellAmount,
  parseDay,
  parseMinuteOfDay,
  splitMoney,
} from './cell-shape.ts'

/** Number of cells used for learning; later cells are only judged. */
export const LEARNED_CELLS_MAX = 100_000
/** Number of distinct values that are counted; further ones are not. */
export const COUNTED_VALUES_MAX = 200_000
/** With fewer cells, nothing counts as usual. */
const LEARNED_CELLS_MIN = 5
/** If this share of the cells has the same shape, it is the shape of the column. */
const USUAL_SHARE = 0.9
/** A deviation shared by more than this share of the cells is not an exception. A single cell always is. */
const EXCEPTION_SHARE = 0.01
/** A column is a choice if this few distinct values cover nearly all cells. */
const CHOICES = { valuesMax: 20, cellsMin: 100, share: 0.99 }
/** A column is a customer key if values repeat in at most this share of the cells. */
const KEY = { cellsMin: 20, repeatedShare: 0.002 }

export type ColumnRole = 'name' | 'date' | 'time' | 'amount' | 'digits' | 'other'

export interface ColumnUse {
  column: string
  /** Key of the variable with the column's name. */
  key: string
  /** Template function that speaks the value; null: spoken as written. */
  say: 'say_date' | 'say_money' | 'say_digits' | null
  /** Currency for `say_money`; empty: none. */
  currency: string
}

export interface ValueRange {
  low: number
  high: number
}

export interface ColumnFacts {
  role: ColumnRole
  cells: number
  /** The common shape; null: the cells have different shapes. */
  shape: CellShape | null
  /** Whether a deviation with this count is rare enough to be a fault. */
  isRare(count: number): boolean
  shapes: ReadonlyMap<CellShape, number>
  signs: ReadonlyMap<string, number>
  values: ReadonlyMap<string, number>
  /** Usual lengths; null: too few cells. */
  lengths: ValueRange | null
  numbers: ValueRange | null
  days: ValueRange | null
  minutes: ValueRange | null
  decimalSigns: ReadonlyMap<string, number>
  currencies: ReadonlyMap<string, number>
  dateFormats: ReadonlyMap<string, number>
  halfOfDay: { with: number; without: number }
  /** Number of cells written only in capitals. */
  shouted: number
  zeroOrLess: number
  pastDays: number
  futureDays: number
  /** Number of characters that nearly all cells have; null: lengths differ, or the cells are amounts. */
  length: number | null
  isChoice: boolean
  isKey: boolean
}

const NAME =
  /(?:^|_)(?:(?:first|last|full|given|family|middle|sur|fore|nick)_?name|name|vorname|nachname|zuname|familienname|nombre|nombres|apellidos?|prenom|prénom|nom|nome|sobrenome)$/u
const NOT_A_PERSON =
  /company|firm|product|clinic|practice|business|store|shop|school|hotel|brand|service|file|plan|event|course|workflow|campaign|street|city|user/u
const APPOINTMENT = /appointment|termin|cita|rdv|rendez|booking|delivery|liefer|entrega|consulta|visit_date|pickup/u

/** Whether a column's name suggests a date in the future. */
export function isAboutFuture(columnKey: string): boolean {
  return APPOINTMENT.test(columnKey)
}

/** Learns one column, cell by cell. */
export class ColumnLearner {
  readonly #use: ColumnUse
  readonly #today: number
  readonly #shapes = new Map<CellShape, number>()
  readonly #signs = new Map<string, number>()
  readonly #values = new Map<string, number>()
  readonly #lengths: number[] = []
  readonly #numbers: number[] = []
  readonly #days: number[] = []
  readonly #minutes: number[] = []
  readonly #decimalSigns = new Map<string, number>()
  readonly #currencies = new Map<string, number>()
  readonly #dateFormats = new Map<string, number>()
  readonly #halfOfDay = { with: 0, without: 0 }
  #shouted = 0

  /** `today` is in days since 1970. */
  constructor(use: ColumnUse, today: number) {
    this.#use = use
    this.#today = today
  }

  add(value: string): void {
    const text = value.trim()
    if (text === '' || this.#lengths.length >= LEARNED_CELLS_MAX) return
    const shape = cellShapeOf(text)
    count(this.#shapes, shape)
    this.#lengths.push(text.length)
    if (this.#values.size < COUNTED_VALUES_MAX || this.#values.has(text)) count(this.#values, text)
    for (const sign of new Set(unusualCharacters(text))) count(this.#signs, sign)
    if (isAllCapitals(text)) this.#shouted += 1
    this.#addNumbers(text, shape)
  }

  #addNumbers(text: string, shape: CellShape): void {
    if (shape === 'number') {
      const amount = parseCellAmount(text)
      if (amount !== null) this.#numbers.push(amount)
      count(this.#currencies, splitMoney(text).currency)
      const sign = decimalSignOf(text)
      if (sign !== null) count(this.#decimalSigns, sign)
    } else if (shape === 'date') {
      const written = parseDay(text)
      if (!written) return
      this.#days.push(written.day)
      count(this.#dateFormats, written.format)
    } else if (shape === 'time') {
      this.#minutes.push(parseMinuteOfDay(text) ?? 0)
      this.#halfOfDay[hasAmPm(text) ? 'with' : 'without'] += 1
    }
  }

  facts(): ColumnFacts {
    const cells = this.#lengths.length
    const [shape, most] = mostFrequent(this.#shapes) ?? [null, 0]
    const usual = shape !== null && cells >= LEARNED_CELLS_MIN && most >= cells * USUAL_SHARE ? shape : null
    const repeated = cells - this.#values.size
    const exceptionsMax = Math.max(1, cells * EXCEPTION_SHARE)
    const lengthCounts = counted(this.#lengths)
    const [length, withLength] = mostFrequent(lengthCounts) ?? [null, 0]
    const isOfOneLength = withLength >= cells - exceptionsMax
    const decimals = (this.#decimalSigns.get('.') ?? 0) + (this.#decimalSigns.get(',') ?? 0)
    // Amounts that happen to have the same number of digits are not codes.
    const isMoney = this.#use.say === 'say_money' || decimals > exceptionsMax
    return {
      role: roleOf(this.#use, usual),
      cells,
      shape: usual,
      isRare: (found) => cells >= LEARNED_CELLS_MIN && found <= exceptionsMax,
      shapes: this.#shapes,
      signs: this.#signs,
      values: this.#values,
      lengths: rangeOf(this.#lengths),
      numbers: rangeOf(this.#numbers),
      days: rangeOf(this.#days),
      minutes: rangeOf(this.#minutes),
      decimalSigns: this.#decimalSigns,
      currencies: this.#currencies,
      dateFormats: this.#dateFormats,
      halfOfDay: this.#halfOfDay,
      shouted: this.#shouted,
      zeroOrLess: this.#numbers.filter((number) => number <= 0).length,
      pastDays: this.#days.filter((day) => day < this.#today).length,
      futureDays: this.#days.filter((day) => day >= this.#today).length,
      length: cells >= KEY.cellsMin && isOfOneLength && !isMoney ? length : null,
      isChoice: this.#isChoice(),
      isKey: cells >= KEY.cellsMin && cells < COUNTED_VALUES_MAX && repeated <= Math.max(1, cells * KEY.repeatedShare),
    }
  }

  #isChoice(): boolean {
    const cells = this.#lengths.length
    if (cells < CHOICES.cellsMin) return false
    // Each further value has at least one cell, so the values need not be sorted to decide this.
    if (this.#values.size - CHOICES.valuesMax > cells * (1 - CHOICES.share)) return false
    const often = [...this.#values.values()].sort((one, other) => other - one).slice(0, CHOICES.valuesMax)
    return often.reduce((sum, each) => sum + each, 0) >= cells * CHOICES.share
  }
}

/** The template's function decides first, then the column's name, then its cells. */
function roleOf({ say, key }: ColumnUse, shape: CellShape | null): ColumnRole {
  if (say === 'say_date') return 'date'
  if (say === 'say_money') return 'amount'
  if (say === 'say_digits') return 'digits'
  if (NAME.test(key) && !NOT_A_PERSON.test(key)) return 'name'
  if (shape === 'date' || shape === 'time') return shape
  return shape === 'number' ? 'amount' : 'other'
}

/** Characters that do not occur in ordinary words. */
export function unusualCharacters(text: string): string[] {
  return text.match(/[^\p{L}\p{M}\p{N}\s'’‘ʼ.-]/gu) ?? []
}

const SHOUTED_LETTERS_MIN = 3

export function isAllCapitals(text: string): boolean {
  if (text !== text.toUpperCase() || !/\p{Lu}/u.test(text)) return false
  return (text.match(/\p{L}/gu) ?? []).length >= SHOUTED_LETTERS_MIN
}

/** The range without the lowest and highest one or ten percent, so that a single fault does not widen it. */
function rangeOf(numbers: readonly number[]): ValueRange | null {
  if (numbers.length < LEARNED_CELLS_MIN) return null
  const sorted = Float64Array.from(numbers).sort()
  const cut = sorted.length >= 200 ? 0.01 : 0.1
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] as number
  return { low: at(cut), high: at(1 - cut) }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function counted<K>(keys: readonly K[]): Map<K, number> {
  const counts = new Map<K, number>()
  for (const key of keys) count(counts, key)
  return counts
}

function mostFrequent<K>(counts: ReadonlyMap<K, number>): [K, number] | null {
  let best: [K, number] | null = null
  for (const entry of counts) if (best === null || entry[1] > best[1]) best = entry
  return best
}
