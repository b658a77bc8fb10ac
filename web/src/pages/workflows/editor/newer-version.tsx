import { useEffect } from 'react'
import type { Workflow } from '../../../api/workflows.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import type { Definition } from './definition.ts'
import type { EditorState } from './use-editor.ts'

interface NewerVersionProps {
  workflow: Workflow
  editor: EditorState
  onCompare(): void
}

/**
 * Another user saved the workflow while this page was open. Without own changes the page loads that version; otherwise the user
 * decides.
 */
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
        title={w.newer(newer, baseVersion)}
        acts={
          <>
            <Button small onClick={onCompare}>
              {w.seeChanged}
            </Button>
            <Button small onClick={take}>
              {w.discardMine}
            </Button>
            <Button small kind="danger" onClick={() => rebase(newer)}>
              {w.keepMine}
            </Button>
          </>
        }
      >
        {w.newerText}
      </Note>
    </div>
  )
}
