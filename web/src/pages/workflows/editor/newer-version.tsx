import { useEffect } from 'react'
import type { Workflow } from '../../../api/workflows.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { Definition } from './definition.ts'
import type { EditorState } from './use-editor.ts'

interface NewerVersionProps {
  workflow: Workflow
  editor: EditorState
  onCompare(): void
}

/** Another user saved while this page was open. Without own changes the page follows; with them the user decides. */
export function NewerVersion({ workflow, editor, onCompare }: NewerVersionProps) {
  const { baseVersion, dirty, change, markSaved, rebase } = editor
  const newer = workflow.version_number
  const isNewer = newer > baseVersion
  const theirs = workflow.workflow_definition as unknown as Definition
  const take = () => {
    change(theirs)
    markSaved(theirs, newer)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per version that arrives
  useEffect(() => {
    if (isNewer && !dirty) take()
  }, [newer])
  if (!isNewer || !dirty) return null
  return (
    <div role="alert" className="p-4 pb-0">
      <Note
        tone="bad"
        title={`Version ${newer} was saved by another user while you edited version ${baseVersion}`}
        acts={
          <>
            <Button small onClick={onCompare}>
              See what changed
            </Button>
            <Button small onClick={take}>
              Discard my changes
            </Button>
            <Button small kind="danger" onClick={() => rebase(newer)}>
              Keep mine
            </Button>
          </>
        }
      >
        “Keep mine” replaces their changes when you save; their version stays in the list of versions. Undo brings
        discarded changes back.
      </Note>
    </div>
  )
}
