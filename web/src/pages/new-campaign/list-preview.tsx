import type { Workflow } from '../../api/workflows.ts'
import { Icon } from '../../ui/icon.tsx'
import { type CsvHead, plainName } from './read-csv.ts'

const PHONE = /phone|mobile|telephone|^tel$|msisdn|^number$/i

/** Columns with what each is used for, and the first rows. */
export function ListPreview({ head, workflow }: { head: CsvHead; workflow: Workflow | undefined }) {
  const said = new Set(Object.keys(workflow?.template_context_variables ?? {}).map(plainName))
  const phoneAt = head.columns.findIndex((column) => PHONE.test(column))
  const isSaid = (column: string) => said.has(plainName(column))
  return (
    <div className="sheet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section className="scroll-t" tabIndex={0} aria-label="First rows of the list">
        <table className="prev">
          <thead>
            <tr>
              {head.columns.map((column, at) => (
                <th key={column}>
                  <div className="code ink">{column}</div>
                  {at === phoneAt ? (
                    <div className="use phone">
                      <Icon name="calls" small />
                      dialed
                    </div>
                  ) : isSaid(column) ? (
                    <div className="use said">
                      <Icon name="talk" small />
                      said
                    </div>
                  ) : (
                    <div className="use">not used</div>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.rows.map((row, index) => (
              <tr key={index}>
                {head.columns.map((column, at) => (
                  <td key={column} className={at === phoneAt || isSaid(column) ? '' : 'mute'}>
                    {row[at] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
