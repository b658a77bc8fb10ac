import type { CallColumn } from '../api/statistics.ts'
import { count } from '../ui/format.ts'
import { moment } from '../ui/time.ts'
import { overview as w } from '../words/overview.ts'
import type { Stack } from './outcome-columns.tsx'
import { OUTCOMES, WORDS } from './outcomes.ts'

/** The data of a chart as a table, without empty columns. */
export function ColumnTable({
  label,
  columns,
  stacks,
  zone,
}: {
  label: string
  columns: readonly CallColumn[]
  stacks: readonly Stack[]
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
                {WORDS[part]}
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
                  <td className="nowrap">{moment(Date.parse(column.starts_at), zone)}</td>
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
