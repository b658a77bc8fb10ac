import type { Workflow } from '../../api/workflows.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { type Draft, type Missing, missingVariables } from './draft.ts'
import { withColumns } from './read-csv.ts'
import type { Upload } from './use-upload.ts'

interface MissingProps {
  draft: Draft
  change(part: Partial<Draft>): void
  upload: Upload
  workflow: Workflow | undefined
}

/** What the workflow asks for and the list lacks, as a question with the likeliest column as the answer. */
export function MissingVariables({ draft, change, upload, workflow }: MissingProps) {
  const open = missingVariables(draft, workflow).filter(({ variable }) => !draft.accepted.includes(variable))
  const use = ({ variable, likely }: Missing) => {
    const { file, head } = draft
    if (!file || !head || !likely) return
    const columns = head.columns.map((column) => (column === likely ? variable : column))
    void upload.send(withColumns(file, head, columns), draft.countryCode)
  }
  const guessed = open.filter(({ likely, fallback }) => fallback === null || (likely !== null && draft.file !== null))
  const silent = open.filter((missing) => !guessed.includes(missing))
  return (
    <>
      {guessed.map((missing) => (
        <Guess
          key={missing.variable}
          missing={missing}
          draft={draft}
          change={change}
          busy={upload.busy}
          onUse={() => use(missing)}
        />
      ))}
      {silent.length > 0 && (
        <Note
          tone="warn"
          title={`${silent.length === 1 ? 'One value is' : `${silent.length} values are`} not in the list`}
          acts={
            <Button
              small
              onClick={() => change({ accepted: [...draft.accepted, ...silent.map(({ variable }) => variable)] })}
            >
              Keep the {silent.length === 1 ? 'default' : 'defaults'}
            </Button>
          }
        >
          Everyone hears the same:{' '}
          {silent.map(({ variable, fallback }, at) => (
            <span key={variable}>
              {at > 0 && ', '}
              <span className="var">{variable}</span> “{fallback}”
            </span>
          ))}
          .
        </Note>
      )}
    </>
  )
}

interface GuessProps {
  missing: Missing
  draft: Draft
  change(part: Partial<Draft>): void
  busy: boolean
  onUse(): void
}

function Guess({ missing: { variable, fallback, likely }, draft, change, busy, onUse }: GuessProps) {
  const usable = likely !== null && draft.file !== null
  return (
    <Note
      tone="warn"
      title={
        <>
          The workflow asks for <span className="var">{variable}</span>; the list has no such column.
        </>
      }
    >
      {fallback === null
        ? 'It has no default: the campaign cannot start without it.'
        : `Without it everyone hears the default, “${fallback}”.`}
      {usable && (
        <>
          {' '}
          The column <span className="var">{likely}</span> looks right.
        </>
      )}
      <div className="row wrap mt-2">
        {usable && (
          <Button small kind="primary" busy={busy} onClick={onUse}>
            Use {likely}
          </Button>
        )}
        {fallback !== null && (
          <Button small kind="quiet" onClick={() => change({ accepted: [...draft.accepted, variable] })}>
            Keep the default
          </Button>
        )}
      </div>
    </Note>
  )
}
