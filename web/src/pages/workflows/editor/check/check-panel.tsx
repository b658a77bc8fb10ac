import { useState } from 'react'
import type { Workflow } from '../../../../api/workflows.ts'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { evaluationWords as w } from '../../../../words/evaluation.ts'
import type { EditorState } from '../use-editor.ts'
import { Evaluate } from './evaluate.tsx'
import { ReplayCalls } from './replay-calls.tsx'

type Way = 'evaluate' | 'replay'

/** Checks the workflow, including unsaved changes, with many people: simulated ones, or those of past calls. */
export function CheckPanel({
  workflow,
  editor,
  onClose,
}: {
  workflow: Workflow
  editor: EditorState
  onClose(): void
}) {
  const [way, setWay] = useState<Way>('evaluate')
  return (
    <aside className="insp try check" aria-label={w.evaluate}>
      <header className="row between">
        <Segmented<Way>
          label={w.how}
          value={way}
          onChange={setWay}
          choices={[
            { key: 'evaluate', label: w.evaluate },
            { key: 'replay', label: w.replay },
          ]}
        />
        <Button small icon="x" keys="esc" onClick={onClose}>
          {w.close}
        </Button>
      </header>
      {way === 'evaluate' ? (
        <Evaluate workflow={workflow} editor={editor} />
      ) : (
        <ReplayCalls workflow={workflow} editor={editor} />
      )}
    </aside>
  )
}
