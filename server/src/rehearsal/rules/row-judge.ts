/** Judges the rows of a list after learning from all of them what is usual. */
import { variableKey } from '../../workflows/rules/variable-names.ts'
import { cellShapeOf } from './cell-shape.ts'
import { type ColumnFacts, ColumnLearner, type ColumnUse } from './column-facts.ts'
import { type CellKind, judgeCell, type RehearsalContext } from './judge-cell.ts'
import { saysDoNotCall } from './junk-cells.ts'

export const FINDING_KINDS = [
  'do_not_call_note',
  'shifted_columns',
  'swapped_columns',
  'repeated_person',
  'empty',
  'placeholder',
  'unresolved_placeholder',
  'formula',
  'markup',
  'garbled',
  'unsayable',
  'not_a_date',
  'unlikely_date',
  'unlikely_time',
  'not_an_amount',
  'unlikely_amount',
  'other_format',
  'not_a_name',
  'shouted',
  'unlike_others',
  'much_longer',
  'rare_choice',
  'default',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** A variable of the workflow that the agent speaks or a model receives. */
export interface SpokenVariable {
  /** Name as the workflow writes it. */
  name: string
  say: ColumnUse['say']
  currency: string
  /** Default that the agent speaks if there is no value; null: none. */
  fallback: string | null
}

export interface RowFinding {
  kind: FindingKind
  /** The column, or the variable if the list has no such column. */
  column: string
}

export type RowCells = Readonly<Record<string, string>>

interface JudgedColumn extends ColumnUse {
  /** The variable that uses the column; null: no sentence uses it. */
  variable: SpokenVariable | null
  learner: ColumnLearner
}

/** A row counts as shifted if this many cells fit the neighboring column and not their own. */
const SHIFTED_CELLS_MIN = 2
/** A name belongs to the other column if it occurs there this often. */
const SWAPPED_SEEN_MIN = 3

export class RowJudge {
  readonly #columns: readonly JudgedColumn[]
  readonly #absent: readonly SpokenVariable[]
  readonly #rehearsed: RehearsalContext
  readonly #facts = new Map<string, ColumnFacts>()
  /** Values of key columns that were seen, with the cells of their first row, by column and value. */
  readonly #firstOf = new Map<string, RowCells>()

  /** `columns`: the list's columns in order, without the phone column. */
  constructor(columns: readonly string[], variables: readonly SpokenVariable[], rehearsed: RehearsalContext) {
    const byKey = new Map(variables.map((variable) => [variableKey(variable.name), variable]))
    this.#columns = columns.map((column) => {
      const variable = byKey.get(variableKey(column)) ?? null
      const use = { column, key: variableKey(column), say: variable?.say ?? null, currency: variable?.currency ?? '' }
      return { ...use, variable, learner: new ColumnLearner(use, rehearsed.today) }
    })
    const there = new Set(columns.map(variableKey))
    this.#absent = variables.filter(({ name }) => !there.has(variableKey(name)))
    this.#rehearsed = rehearsed
  }

  learn(cells: RowCells): void {
    for (const { column, learner } of this.#columns) learner.add(cells[column] ?? '')
  }

  /** Finishes learning, one column per step; `judge` needs all of them. */
  *conclude(): Generator<void> {
    for (const { column, learner } of this.#columns) {
      this.#facts.set(column, learner.facts())
      yield
    }
  }

  /** Judges one row. Rows must come in calling order, because the later of two rows for one person is reported. */
  judge(cells: RowCells): RowFinding[] {
    const facts = this.#facts
    const notes = this.#columns
      .filter(({ column, key }) => saysDoNotCall(key, cells[column] ?? ''))
      .map(({ column }): RowFinding => ({ kind: 'do_not_call_note', column }))
    const noted = new Set(notes.map(({ column }) => column))
    const shifted = this.#shiftedFrom(cells, facts)
    const own = shifted === null ? this.#ownFindings(cells, facts, noted) : []
    const row = [shifted, this.#swapped(cells, facts), this.#repeated(cells, facts)]
    const absent = this.#absent.map((variable) => withoutValue(variable, variable.name))
    return [...notes, ...row.filter((finding) => finding !== null), ...own, ...absent]
  }

  #ownFindings(cells: RowCells, facts: ReadonlyMap<string, ColumnFacts>, noted: ReadonlySet<string>): RowFinding[] {
    return this.#columns.flatMap((use): RowFinding[] => {
      const { column, variable } = use
      if (variable === null || noted.has(column)) return []
      const value = cells[column] ?? ''
      if (value.trim() === '') return [withoutValue(variable, column)]
      const kind: CellKind | null = judgeCell(value, use, facts.get(column) as ColumnFacts, this.#rehearsed)
      return kind === null ? [] : [{ kind, column }]
    })
  }

  /** Finds cells that have the shape of the neighboring column and not that of their own. */
  #shiftedFrom(cells: RowCells, facts: ReadonlyMap<string, ColumnFacts>): RowFinding | null {
    const shapes = this.#columns.map(({ column }) => cellShapeOf(cells[column] ?? ''))
    const usual = this.#columns.map(({ column }) => facts.get(column)?.shape ?? null)
    const misfits = shapes.flatMap((shape, at) =>
      shape !== 'empty' && usual[at] !== null && usual[at] !== shape ? [at] : [],
    )
    if (misfits.length < SHIFTED_CELLS_MIN) return null
    const isShiftedBy = (by: 1 | -1) => {
      const fitting = misfits.filter((at) => usual[at - by] === shapes[at])
      return fitting.length >= SHIFTED_CELLS_MIN && fitting.length * 3 >= misfits.length * 2
    }
    if (!isShiftedBy(1) && !isShiftedBy(-1)) return null
    const said = misfits.map((at) => this.#columns[at]).find((each) => each !== undefined && each.variable !== null)
    return said ? { kind: 'shifted_columns', column: said.column } : null
  }

  /** Finds two swapped names, each of which otherwise occurs in the other column. */
  #swapped(cells: RowCells, facts: ReadonlyMap<string, ColumnFacts>): RowFinding | null {
    const names = this.#columns.filter(
      ({ column, variable }) => variable !== null && facts.get(column)?.role === 'name',
    )
    const seen = (of: JudgedColumn, value: string) => facts.get(of.column)?.values.get(value) ?? 0
    const belongs = (value: string, home: JudgedColumn, here: JudgedColumn) =>
      seen(home, value) >= SWAPPED_SEEN_MIN && seen(home, value) >= seen(here, value) * SWAPPED_SEEN_MIN
    for (const [at, one] of names.entries()) {
      for (const other of names.slice(at + 1)) {
        const [first, second] = [(cells[one.column] ?? '').trim(), (cells[other.column] ?? '').trim()]
        if (first === '' || second === '' || first === second) continue
        if (belongs(first, other, one) && belongs(second, one, other))
          return { kind: 'swapped_columns', column: one.column }
      }
    }
    return null
  }

  /** Finds a customer number or e-mail address that an earlier row has: the person would be called twice. */
  #repeated(cells: RowCells, facts: ReadonlyMap<string, ColumnFacts>): RowFinding | null {
    for (const { column, say } of this.#columns) {
      const of = facts.get(column) as ColumnFacts
      const value = (cells[column] ?? '').trim()
      if (!isPersonKey(of, say) || (of.values.get(value) ?? 0) < 2) continue
      const key = `${column}\n${value}`
      if (this.#firstOf.has(key)) return { kind: 'repeated_person', column }
      this.#firstOf.set(key, cells)
    }
    return null
  }
}

/**
 * Whether a column identifies a person: amounts may all differ without doing so; numbers of one length, codes and e-mail
 * addresses do.
 */
function isPersonKey({ isKey, role, shape, length }: ColumnFacts, say: ColumnUse['say']): boolean {
  if (!isKey || role === 'name' || say === 'say_money' || say === 'say_date') return false
  return shape === 'code' || shape === 'email' || (shape === 'number' && length !== null)
}

function withoutValue({ fallback }: SpokenVariable, column: string): RowFinding {
  return { kind: fallback === null ? 'empty' : 'default', column }
}
