import type { ErrorComponentProps } from '@tanstack/react-router'
import { sentenceOf } from '../api/error-words.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Page } from './page.tsx'

/** A bug of ours, or a page of an older version that the server no longer has. */
export function PageFault({ error }: ErrorComponentProps) {
  const outdated = /dynamically imported module|Importing a module/.test(String(error))
  return (
    <Page title="This page cannot be shown">
      <Note
        tone="bad"
        title={outdated ? 'The console was updated on the server' : 'This page ran into a fault'}
        acts={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        {outdated ? 'Reload to get the new one.' : `${sentenceOf(error)} Calls in progress continue.`}
      </Note>
    </Page>
  )
}
