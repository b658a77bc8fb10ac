/**
 * Calls over time as stacked columns, by outcome in a fixed order, from zero. One path per outcome: at most seven shapes for
 * any number of columns, styled by the theme. Arrow keys read one column; `t` shows a table.
 */
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react'
import type { CallColumn } from '../api/statistics.ts'
import { useKey } from '../keys/use-key.ts'
import { count } from '../ui/format.ts'
import { timeOfDay } from '../ui/time.ts'
import { overviewWords as w } from '../words/overview.ts'
import { ColumnTable } from './column-table.tsx'
import { OUTCOME_WORDS, OUTCOMES, type OutcomePart, outcomePartOf } from './outcomes.ts'

const WIDTH = 660
const LABELS = 6
/** Minimum number of columns that the width is divided into, so that a few columns are not stretched. */
const LEAST = 24

export interface ColumnsProps {
  label: string
  columns: readonly CallColumn[]
  zone: string
  height?: number
  /** Calls per column of the compared period, as a thin line. */
  ghost?: readonly number[]
  /** Whether the last column is still growing. */
  now?: boolean
}

export type ColumnStack = Partial<Record<OutcomePart, number>>

export function columnStackOf(column: CallColumn): ColumnStack {
  const stack: ColumnStack = {}
  for (const [outcome, number] of Object.entries(column.outcomes)) {
    const part = outcomePartOf(outcome)
    stack[part] = (stack[part] ?? 0) + Number(number)
  }
  return stack
}

/** A round number that is not below the highest column. */
function ceiling(highest: number): number {
  if (highest <= 4) return Math.max(1, highest)
  const power = 10 ** Math.floor(Math.log10(highest))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= highest) ?? highest
}

function pathsOf(stacks: readonly ColumnStack[], top: number, height: number): [OutcomePart, string][] {
  const step = WIDTH / Math.max(LEAST, stacks.length)
  const gap = Math.min(2.4, step * 0.24)
  const shapes = new Map<OutcomePart, string>()
  for (const [at, stack] of stacks.entries()) {
    let y = height
    for (const part of OUTCOMES) {
      const size = ((stack[part] ?? 0) / top) * height
      if (size === 0) continue
      y -= size
      const shape = `M${(at * step + gap / 2).toFixed(1)} ${y.toFixed(1)}h${(step - gap).toFixed(1)}v${Math.max(0.6, size - 0.6).toFixed(1)}h${(gap - step).toFixed(1)}z`
      shapes.set(part, (shapes.get(part) ?? '') + shape)
    }
  }
  return [...shapes]
}

export function OutcomeColumns({ label, columns, zone, height = 84, ghost, now = false }: ColumnsProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  useKey('t', () => setAsTable((shown) => !shown))
  const stacks = useMemo(() => columns.map(columnStackOf), [columns])
  const top = ceiling(Math.max(0, ...columns.map((column) => column.calls), ...(ghost ?? [])))
  const shapes = useMemo(() => pathsOf(stacks, top, height), [stacks, top, height])
  const slots = Math.max(LEAST, columns.length)
  const step = WIDTH / slots
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setAt((before) => Math.min(columns.length - 1, Math.max(0, (before ?? (by > 0 ? -1 : columns.length)) + by)))
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setAt(Math.min(columns.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * slots))))
  }
  if (asTable) return <ColumnTable label={label} columns={columns} stacks={stacks} zone={zone} />
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id} className="vh">
        {w.chartKeys(label)}
      </figcaption>
      <div
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read it
        tabIndex={0}
        className="plot"
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" style={{ height }} aria-hidden="true">
          {[0, height / 2, height].map((y) => (
            <line key={y} className="gridline" x1="0" x2={WIDTH} y1={y} y2={y} />
          ))}
          {shapes.map(([part, shape]) => (
            <path key={part} className={`f o-${part}`} d={shape} />
          ))}
          {ghost && ghost.length > 1 && (
            <path
              className="ghost"
              d={ghost
                .map(
                  (calls, index) =>
                    `${index === 0 ? 'M' : 'L'}${((index + 0.5) * step).toFixed(1)} ${(height - (calls / top) * height).toFixed(1)}`,
                )
                .join('')}
            />
          )}
          {now && columns.length > 0 && (
            <line className="now" x1={columns.length * step} x2={columns.length * step} y1="0" y2={height} />
          )}
          {at !== null && <rect className="point" x={at * step} width={step} y="0" height={height} />}
        </svg>
        <span className="y top-0">{count(top)}</span>
      </div>
      <div className="axis at" aria-hidden="true">
        {axis(columns, zone).map(({ left, text }) => (
          <span key={left} style={{ left: `${left}%` }}>
            {text}
          </span>
        ))}
      </div>
      <output className={`small soft reading ${at === null ? 'invisible' : ''}`}>
        {columns[at ?? 0] ? reading(columns[at ?? 0] as CallColumn, stacks[at ?? 0] as ColumnStack, zone) : ''}
      </output>
    </figure>
  )
}

function axis(columns: readonly CallColumn[], zone: string): { left: number; text: string }[] {
  const every = Math.max(1, Math.ceil(Math.max(LEAST, columns.length) / LABELS))
  return columns.flatMap((column, at) =>
    at % every === 0
      ? [{ left: (at / Math.max(LEAST, columns.length)) * 100, text: timeOfDay(Date.parse(column.starts_at), zone) }]
      : [],
  )
}

function reading(column: CallColumn, stack: ColumnStack, zone: string): string {
  const parts = OUTCOMES.filter((part) => stack[part]).map(
    (part) => `${count(stack[part] ?? 0)} ${OUTCOME_WORDS[part].toLowerCase()}`,
  )
  return `${timeOfDay(Date.parse(column.starts_at), zone)}: ${column.calls === 0 ? w.noneEndedIn : w.endedIn(count(column.calls), parts.join(', '))}`
}
