import type { ListPreview as Preview } from '../../api/contact-lists.ts'
import type { Draft } from './draft.ts'
import { columnUse, nameInFile, type Use, unusedName, withUse } from './reading.ts'
import type { Upload } from './use-upload.ts'

interface PreviewProps {
  preview: Preview
  draft: Draft
  upload: Upload
  /** A newer preview is being loaded. */
  isOld: boolean
}

/** Every column with a choice of its use, and the first rows, as the server read them. */
export function ListPreview({ preview, draft, upload, isOld }: PreviewProps) {
  const { reading } = draft
  const set = (column: string, use: Use) => {
    const inFile = nameInFile(column, reading)
    const was = columnUse(column, preview)
    const next = use === 'unused' && was.startsWith('say:') && inFile === column
    void upload.readAgain(next ? unusedName(inFile, reading) : withUse(reading, inFile, use))
  }
  return (
    <div className="sheet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section className="scroll-t" tabIndex={0} aria-label="First rows of the list">
        <table className="prev">
          <thead>
            <tr>
              {preview.columns.map((column) => (
                <th key={column}>
                  <div className="code ink">{nameInFile(column, reading)}</div>
                  <UseSelect
                    column={nameInFile(column, reading)}
                    use={columnUse(column, preview)}
                    preview={preview}
                    disabled={draft.file === null || upload.busy || isOld}
                    onChange={(use) => set(column, use)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((row) => (
              <tr key={row.row}>
                {preview.columns.map((column) => (
                  <td key={column} className={columnUse(column, preview) === 'unused' ? 'mute' : ''}>
                    {column === preview.phone_column
                      ? row.phone_number
                      : ((row.variables as Record<string, string>)[column] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {draft.file === null && (
        <p className="small mute p-3.5">To change how columns are used, choose the file again (Replace).</p>
      )}
    </div>
  )
}

interface UseProps {
  column: string
  use: Use
  preview: Preview
  disabled: boolean
  onChange(use: Use): void
}

function UseSelect({ column, use, preview, disabled, onChange }: UseProps) {
  return (
    <select
      className="select use-select"
      aria-label={`Use of the column ${column}`}
      value={use}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value as Use)}
    >
      <option value="phone">Phone number (dialed)</option>
      {preview.variables.map(({ name }) => (
        <option key={name} value={`say:${name}`}>
          Spoken as {name}
        </option>
      ))}
      <option value="timezone">Time zone</option>
      <option value="state">State</option>
      <option value="postal_code">Postal code</option>
      <option value="person">Person (same id = same person)</option>
      <option value="unused">Not used</option>
    </select>
  )
}
