import { FaultWords } from '../ui/fault-words.tsx'
import { Note } from '../ui/note.tsx'

/** What came of pressing a button, if it was a refusal: nothing while all is well. */
export function Refusal({ title, of: error }: { title: string; of: unknown }) {
  if (error === null || error === undefined) return null
  return (
    <div role="alert">
      <Note tone="bad" title={title}>
        <FaultWords error={error} />
      </Note>
    </div>
  )
}
