/**
 * A seeded contact list with bad cells in it, for the rehearsal. The kinds are what spreadsheets, exports and people do to data; they
 * use nothing of the rules that look for them. `seen`: the rules were written with these at hand. `unseen`: they were not run before
 * the rules were finished.
 */
import type { Rng } from '../../src/kernel/rng.ts'
import { CITIES, DOCTORS, FIRST_NAMES, LAST_NAMES, UNCOMMON_FIRST, UNCOMMON_LAST } from './good-values.ts'

export const COLUMNS = [
  'phone_number',
  'customer_id',
  'first_name',
  'last_name',
  'city',
  'doctor',
  'appointment_date',
  'appointment_time',
  'amount',
  'reference',
] as const
export type Column = (typeof COLUMNS)[number]
export type ListRow = Record<Column, string>

/** The moment of the rehearsal: good dates lie after it. */
export const TODAY = '2026-11-17'
const DAY_MS = 86_400_000
/** Share of good rows with an uncommon but right name. */
const UNCOMMON = 0.04

export function goodRow(rng: Rng, index: number): ListRow {
  const name = (common: readonly string[], uncommon: readonly string[]) =>
    rng.next() < UNCOMMON ? pick(rng, uncommon) : pickOften(rng, common)
  const minutes = 8 * 60 + 15 * below(rng, 38)
  return {
    phone_number: `+1202555${String(index).padStart(4, '0')}`,
    customer_id: `C-${100_000 + index * 7}`,
    first_name: name(FIRST_NAMES, UNCOMMON_FIRST),
    last_name: name(LAST_NAMES, UNCOMMON_LAST),
    city: pickOften(rng, CITIES),
    doctor: pick(rng, DOCTORS),
    appointment_date: dayAfter(1 + below(rng, 45)),
    appointment_time: clockTime(minutes),
    amount: (Math.exp(rng.next() + rng.next() + rng.next() + rng.next() + 3) * 1.5).toFixed(2),
    reference: String(100_000 + below(rng, 900_000)),
  }
}

function clockTime(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

function dayAfter(days: number): string {
  return new Date(Date.parse(TODAY) + days * DAY_MS).toISOString().slice(0, 10)
}

export interface BadKind {
  name: string
  half: 'seen' | 'unseen'
  /** Changes the row. `others` are good rows of the same list. */
  spoil(row: ListRow, rng: Rng, others: readonly ListRow[]): void
}

const cell = (name: string, half: BadKind['half'], column: Column, ...values: string[]): BadKind => ({
  name,
  half,
  spoil: (row, rng) => {
    row[column] = pick(rng, values)
  },
})
const changed = (name: string, half: BadKind['half'], column: Column, by: (value: string) => string): BadKind => ({
  name,
  half,
  spoil: (row) => {
    row[column] = by(row[column])
  },
})

export const BAD_KINDS: readonly BadKind[] = [
  cell('not available', 'seen', 'first_name', 'N/A', 'n/a', 'NA'),
  cell('empty cell', 'seen', 'first_name', '', ' '),
  cell('dash', 'seen', 'last_name', '-', '--'),
  cell('null', 'seen', 'city', 'null', 'NULL'),
  cell('test person', 'seen', 'first_name', 'test', 'Test'),
  cell('spreadsheet error in an amount', 'seen', 'amount', '#N/A', '#VALUE!'),
  cell('spreadsheet error in a date', 'seen', 'appointment_date', '#REF!', '#NAME?'),
  cell('serial day', 'seen', 'appointment_date', '46352', '46360'),
  cell('month first', 'seen', 'appointment_date', '11/25/2026', '12/3/2026'),
  cell('date in the past', 'seen', 'appointment_date', '2025-11-25', '2026-11-03'),
  cell('month and day swapped', 'seen', 'appointment_date', '2026-25-11', '2026-30-11'),
  cell('words for an amount', 'seen', 'amount', 'see invoice', 'pending'),
  cell('absurd amount', 'seen', 'amount', '1000000000', '1e9'),
  cell('scientific notation', 'seen', 'reference', '1.23E+05', '4.57E+5'),
  cell('number for a name', 'seen', 'first_name', '4711', '82'),
  cell('e-mail for a name', 'seen', 'first_name', 'anna.k@example.com', 'office@example.org'),
  cell('company for a name', 'seen', 'last_name', 'Miller Plumbing LLC', 'Kowalski GmbH', 'Baker & Sons Inc.'),
  changed('shouting', 'seen', 'last_name', () => 'HENDERSON'),
  cell('mojibake', 'seen', 'first_name', 'JosÃ©', 'ZoÃ«', 'RenÃ©e'),
  {
    name: 'columns shifted by one',
    half: 'seen',
    spoil: (row) => {
      const names = COLUMNS.slice(2)
      for (let at = names.length - 1; at > 0; at -= 1) row[names[at] as Column] = row[names[at - 1] as Column]
      row.first_name = ''
    },
  },
  cell('placeholder in a cell', 'seen', 'first_name', '{{first_name}}', '{{ name }}'),
  cell('amount of another language', 'seen', 'amount', '1.250,50', '89,90'),
  cell('note for a name', 'seen', 'last_name', 'Please call after four because the daughter picks her up from school'),
  changed('markup', 'seen', 'first_name', (value) => `<b>${value}</b>`),
  cell('formula', 'seen', 'last_name', '=VLOOKUP(A2,B:C,2,0)', '=B2&" "&C2'),

  changed('emoji', 'unseen', 'first_name', (value) => `${value} 😊`),
  {
    name: 'names swapped',
    half: 'unseen',
    spoil: (row, rng) => {
      row.first_name = LAST_NAMES[below(rng, 12)] as string
      row.last_name = FIRST_NAMES[below(rng, 12)] as string
    },
  },
  cell('replacement character', 'unseen', 'first_name', 'Mar\ufffda', 'Ren\ufffd'),
  cell('question mark for a letter', 'unseen', 'last_name', 'Mu?oz', 'Garc?a'),
  cell('nothing to pay', 'unseen', 'amount', '0.00', '0'),
  cell('negative amount', 'unseen', 'amount', '-45.00', '(45.00)'),
  cell('day zero of a spreadsheet', 'unseen', 'appointment_date', '1900-01-00', '1899-12-30', '1904-01-01'),
  cell('day zero of a computer', 'unseen', 'appointment_date', '1970-01-01'),
  cell('year mistyped', 'unseen', 'appointment_date', '2062-11-20', '2206-12-01', '0026-11-28'),
  changed('leading digit lost', 'unseen', 'reference', (value) => value.slice(1)),
  cell('largest number of the field', 'unseen', 'amount', '999999.99', '9999999'),
  cell('phone number for a name', 'unseen', 'last_name', '(202) 555-0177', '+44 7700 900123'),
  changed('do-not-call note', 'unseen', 'last_name', (value) => `${value} - DO NOT CALL`),
  changed('note of a death', 'unseen', 'first_name', (value) => `${value} (deceased)`),
  changed('two people', 'unseen', 'first_name', (value) => `${value}/Peter`),
  cell('entity', 'unseen', 'last_name', 'O&#39;Brien', 'Smith&nbsp;', 'D&apos;Angelo'),
  cell('object of a program', 'unseen', 'first_name', '[object Object]', 'undefined'),
  cell('not a number', 'unseen', 'last_name', 'nan', 'NaN', 'None'),
  cell('fraction of a day', 'unseen', 'appointment_time', '0.604166667', '0.4375'),
  cell('impossible time', 'unseen', 'appointment_time', '25:70', '13:75 pm'),
  cell('time at night', 'unseen', 'appointment_time', '3:30 am', '2:15 am'),
  cell('keyboard mash', 'unseen', 'first_name', 'asdfgh', 'qwerty', 'jkl'),
  cell('separators in a cell', 'unseen', 'last_name', 'Lovelace;London;120', 'Novak\tBrno'),
  cell('address of a page', 'unseen', 'last_name', 'https://crm.example/contact/3003', 'www.example.com'),
  cell('tag of another program', 'unseen', 'first_name', '%%FNAME%%', '*|FNAME|*', '[First Name]'),
  changed('last name first', 'unseen', 'first_name', (value) => `Lovelace, ${value}`),
  cell('other currency', 'unseen', 'amount', '€120.00', '120,00 EUR'),
  cell('misspelt choice', 'unseen', 'doctor', 'Dr. Smtih', 'Dr Ptael'),
  cell('word for a date', 'unseen', 'appointment_date', 'tomorrow', 'TBD', 'next week'),
  cell('column too narrow', 'unseen', 'appointment_date', '########'),
  cell('escaped letter', 'unseen', 'first_name', 'Jos\\u00e9', 'Zo\\xeb'),
  cell('letters of another script', 'unseen', 'first_name', '\u0410nn\u0430', 'M\u0430ria'),
  cell('repeated letter', 'unseen', 'last_name', 'xxx', 'XXXX', 'aaa'),
  cell('title alone', 'unseen', 'last_name', 'Mrs.', 'Mr'),
  {
    name: 'one customer twice with different values',
    half: 'unseen',
    spoil: (row, _, others) => {
      const other = others[0] as ListRow
      Object.assign(row, { ...other, phone_number: row.phone_number, amount: `${Number(other.amount) + 37}` })
    },
  },
]

export interface PlantedList {
  rows: ListRow[]
  /** By index of the row. */
  bad: Map<number, BadKind>
}

/** Every second bad cell is of a seen kind. Each kind is used once before any is used twice. */
export function plantedList(rng: Rng, rows: number, badCells: number): PlantedList {
  const list = Array.from({ length: rows }, (_, index) => goodRow(rng, index))
  const halves = (['seen', 'unseen'] as const).map((half) =>
    shuffled(
      rng,
      BAD_KINDS.filter((kind) => kind.half === half),
    ),
  )
  const bad = new Map<number, BadKind>()
  const untouched = list.slice(0, 10).map((row) => ({ ...row }))
  for (let planted = 0; planted < badCells; planted += 1) {
    const half = halves[planted % 2] as BadKind[]
    const kind = half[Math.floor(planted / 2) % half.length] as BadKind
    let at = 10 + below(rng, rows - 10)
    while (bad.has(at)) at = 10 + below(rng, rows - 10)
    kind.spoil(list[at] as ListRow, rng, untouched)
    bad.set(at, kind)
  }
  return { rows: list, bad }
}

function below(rng: Rng, limit: number): number {
  return Math.floor(rng.next() * limit)
}

function pick<T>(rng: Rng, values: readonly T[]): T {
  return values[below(rng, values.length)] as T
}

/** The first ones most often, as names are. */
function pickOften<T>(rng: Rng, values: readonly T[]): T {
  return values[Math.floor(rng.next() ** 2 * values.length)] as T
}

function shuffled<T>(rng: Rng, values: readonly T[]): T[] {
  const left = [...values]
  return values.map(() => left.splice(below(rng, left.length), 1)[0] as T)
}
