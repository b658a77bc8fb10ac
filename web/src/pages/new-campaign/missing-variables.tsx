import type { ListPreview } from '../../api/contact-lists.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import type { Draft } from './draft.ts'
import { nameInFile, withColumnUse } from './list-reading.ts'
import type { Upload } from './use-upload.ts'

interface MissingProps {
  draft: Draft
  change(part: Partial<Draft>): void
  upload: Upload
  preview: ListPreview
}

/** Variables of the workflow that the list lacks: whole columns, or single empty cells. */
export function MissingVariables({ draft, change, upload, preview }: MissingProps) {
  const lacking = preview.variables.filter(
    ({ name, lacking_rows, default_rows }) => lacking_rows + default_rows > 0 && !draft.accepted.includes(name),
  )
  // A column can fill one variable, so it is not suggested for a second one.
  const suggests = (variable: (typeof lacking)[number]) =>
    lacking.find(({ suggested_column }) => suggested_column === variable.suggested_column) === variable
  return lacking.map((variable) => (
    <OneMissing
      key={variable.name}
      variable={variable}
      busy={upload.busy}
      onUse={
        variable.suggested_column && draft.file && suggests(variable)
          ? (column) =>
              void upload.readAgain(
                withColumnUse(draft.reading, nameInFile(column, draft.reading), `say:${variable.name}`),
              )
          : null
      }
      onAccept={() => change({ accepted: [...draft.accepted, variable.name] })}
    />
  ))
}

interface OneProps {
  variable: ListPreview['variables'][number]
  busy: boolean
  onUse: ((column: string) => void) | null
  onAccept(): void
}

function OneMissing({ variable, busy, onUse, onAccept }: OneProps) {
  const { name, column, required, default: fallback, suggested_column, lacking_rows, default_rows } = variable
  const rows = w.people(lacking_rows + default_rows)
  return (
    <Note
      tone={required ? 'bad' : 'warn'}
      title={
        <>
          {w.speaks} <span className="var">{name}</span>
          {column === null ? w.noColumn : w.columnEmpty(rows)}
        </>
      }
    >
      {required ? w.noDefault : w.hearDefault(rows, fallback ?? '')}
      {column === null && w.chooseColumn}
      <div className="row wrap mt-2">
        {onUse && suggested_column && (
          <Button small busy={busy} onClick={() => onUse(suggested_column)}>
            {w.use(suggested_column)}
          </Button>
        )}
        {!required && (
          <Button small kind="quiet" onClick={onAccept}>
            {w.keepDefault}
          </Button>
        )}
      </div>
    </Note>
  )
}
