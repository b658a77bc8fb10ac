import type { ErrorComponentProps } from '@tanstack/react-router'
import { sentenceOf } from '../api/error-words.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { shared } from '../words/shared.ts'
import { Page } from './page.tsx'

/** Shown for a bug of the console, or for a page of an older version that the server no longer has. */
export function PageFault({ error }: ErrorComponentProps) {
  const outdated = /dynamically imported module|Importing a module/.test(String(error))
  return (
    <Page title={shared.pageFault}>
      <Note
        tone="bad"
        title={outdated ? shared.updated : shared.hasFault}
        acts={<Button onClick={() => location.reload()}>{shared.reload}</Button>}
      >
        {outdated ? shared.reloadForNew : shared.callsContinue(sentenceOf(error))}
      </Note>
    </Page>
  )
}
