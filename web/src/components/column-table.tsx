import type { CallColumn } from '../api/statistics.ts'
import { count } from '../ui/format.ts'
import { shortMoment } from '../ui/time.ts'
import { overviewWords as w } from '../words/overview.ts'
import type { ColumnStack } from './outcome-columns.tsx'
import { OUTCOME_WORDS, OUTCOMES } from './outcomes.ts'

/** The data of a chart as a table, without empty columns. */
export function ColumnTable({
  label,
  columns,
  stacks,
  zone,
}: {
  label: string
  columns: readonly CallColumn[]
  stacks: readonly ColumnStack[]
  zone: string
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className="sheet max-h-[320px] overflow-auto" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th>{w.from}</th>
            {OUTCOMES.map((part) => (
              <th key={part} className="num">
                {OUTCOME_WORDS[part]}
              </th>
            ))}
            <th className="num">{w.endedColumn}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(
            (column, at) =>
              column.calls > 0 && (
                <tr key={column.starts_at}>
                  <td className="nowrap">{shortMoment(Date.parse(column.starts_at), zone)}</td>
                  {OUTCOMES.map((part) => (
                    <td key={part} className="num">
                      {count(stacks[at]?.[part] ?? 0)}
                    </td>
                  ))}
                  <td className="num strong">{count(column.calls)}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </section>
  )
}
