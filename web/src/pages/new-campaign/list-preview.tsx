import type { ListPreview as Preview } from '../../api/contact-lists.ts'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import type { Draft } from './draft.ts'
import {
  asUnusedColumn,
  type ColumnUse,
  detectedColumnUse,
  FURTHER_NUMBERS,
  nameInFile,
  withColumnUse,
} from './list-reading.ts'
import type { Upload } from './use-upload.ts'

interface PreviewProps {
  preview: Preview
  draft: Draft
  upload: Upload
  /** The preview is outdated, because a newer one is being loaded. */
  isOld: boolean
}

/** Every column with a choice of its use, and the first rows, as the server read them. */
export function ListPreview({ preview, draft, upload, isOld }: PreviewProps) {
  const { reading } = draft
  const set = (column: string, use: ColumnUse) => {
    const inFile = nameInFile(column, reading)
    const was = detectedColumnUse(column, preview)
    const next = use === 'unused' && /^(say|number):/.test(was) && inFile === column
    void upload.readAgain(next ? asUnusedColumn(inFile, reading) : withColumnUse(reading, inFile, use))
  }
  return (
    <div className="sheet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section className="scroll-t" tabIndex={0} aria-label={w.firstRows}>
        <table className="prev">
          <thead>
            <tr>
              {preview.columns.map((column) => (
                <th key={column}>
                  <div className="code ink">{nameInFile(column, reading)}</div>
                  <UseSelect
                    column={nameInFile(column, reading)}
                    use={detectedColumnUse(column, preview)}
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
                  <td key={column} className={detectedColumnUse(column, preview) === 'unused' ? 'mute' : ''}>
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
      {draft.file === null && <p className="small mute p-3.5">{w.replaceToChange}</p>}
    </div>
  )
}

interface UseProps {
  column: string
  use: ColumnUse
  preview: Preview
  disabled: boolean
  onChange(use: ColumnUse): void
}

function UseSelect({ column, use, preview, disabled, onChange }: UseProps) {
  return (
    <select
      className="select use-select"
      aria-label={w.useOf(column)}
      value={use}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value as ColumnUse)}
    >
      <option value="phone">{w.asPhone}</option>
      {FURTHER_NUMBERS.map((place) => (
        <option key={place} value={`number:${place}`}>
          {w.asFurtherNumber(place)}
        </option>
      ))}
      {preview.variables.map(({ name }) => (
        <option key={name} value={`say:${name}`}>
          {w.spokenAs(name)}
        </option>
      ))}
      <option value="timezone">{w.asZone}</option>
      <option value="state">{w.asState}</option>
      <option value="postal_code">{w.asPostalCode}</option>
      <option value="person">{w.asPerson}</option>
      <option value="unused">{w.notUsed}</option>
    </select>
  )
}
