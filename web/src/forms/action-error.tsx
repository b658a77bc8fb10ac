import { FaultWords } from '../ui/fault-words.tsx'
import { Note } from '../ui/note.tsx'

/** Shows the error of an action; nothing if there is none. */
export function ActionError({ title, of: error }: { title: string; of: unknown }) {
  if (error === null || error === undefined) return null
  return (
    <div role="alert">
      <Note tone="bad" title={title}>
        <FaultWords error={error} />
      </Note>
    </div>
  )
}
