import { count } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import type { UnexpectedPhrase } from './unexpected-phrases.tsx'
import type { EditorState } from './use-editor.ts'
import type { Problem } from './use-validation.ts'

/** Shows whether the workflow can be saved, or its first problem. */
export function Problems({ editor, unexpected }: { editor: EditorState; unexpected: UnexpectedPhrase[] }) {
  const { definition, validation } = editor
  const fault = validation?.errors[0]
  const hint = validation?.warnings[0]
  const more = (validation?.errors.length ?? 0) - 1
  return (
    <footer className="problems" role="status">
      {validation?.is_valid && (
        <span className="row">
          <span className="ok">
            <Icon name="check" small />
          </span>
          {w.canBeSaved}
        </span>
      )}
      {fault && <Lead editor={editor} problem={fault} tone="bad" />}
      {fault && more > 0 && <span className="mute">{w.moreFaults(more)}</span>}
      {!fault && hint && <Lead editor={editor} problem={hint} tone="wn" />}
      {!fault && !hint && unexpected[0] && <Lead editor={editor} problem={problemOf(unexpected[0])} tone="wn" />}
      <span className="mute ml-auto">{w.counts(definition.nodes.length, definition.edges.length)}</span>
    </footer>
  )
}

const problemOf = ({ node, phrase, people }: UnexpectedPhrase): Pick<Problem, 'id' | 'kind' | 'message'> => ({
  id: node,
  kind: 'node',
  message: w.said(count(people), phrase),
})

function Lead({
  editor,
  problem,
  tone,
}: {
  editor: EditorState
  problem: Pick<Problem, 'id' | 'kind' | 'message'>
  tone: string
}) {
  const { id, kind } = problem
  return (
    <button
      type="button"
      className="as-text row trunc"
      onClick={() => editor.select(id === null ? null : { kind: kind === 'edge' ? 'exit' : 'step', id })}
    >
      <span className={`${tone} inline-flex`}>
        <Icon name="alert" small />
      </span>
      <span className="trunc">{problem.message}</span>
    </button>
  )
}
