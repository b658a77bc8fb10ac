import { sentenceOf } from '../api/error-words.ts'
import { Note } from '../ui/note.tsx'

/** What came of pressing a button, if it was a refusal: nothing while all is well. */
export function Refusal({ title, of: error }: { title: string; of: unknown }) {
  if (error === null || error === undefined) return null
  return (
    <div role="alert">
      <Note tone="bad" title={title}>
        {sentenceOf(error)}
      </Note>
    </div>
  )
}
