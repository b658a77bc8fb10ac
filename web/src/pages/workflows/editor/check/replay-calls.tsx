import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Replay, replayCalls } from '../../../../api/evaluations.ts'
import type { Workflow } from '../../../../api/workflows.ts'
import { ActionError } from '../../../../forms/action-error.tsx'
import { NumberInput } from '../../../../forms/number-input.tsx'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { count } from '../../../../ui/format.ts'
import { Note } from '../../../../ui/note.tsx'
import { evaluationWords as w } from '../../../../words/evaluation.ts'
import type { EditorState } from '../use-editor.ts'
import { draftFault } from './draft-fault.ts'

const CALLS = 500
const CALLS_MAX = 5_000

/** Finds past calls that would have gone differently with the edited workflow. */
export function ReplayCalls({ workflow, editor }: { workflow: Workflow; editor: EditorState }) {
  const [calls, setCalls] = useState<number | null>(CALLS)
  const { definition } = editor
  const fault = draftFault(editor)
  const replay = useMutation({
    mutationFn: async () => ({ definition, report: await replayCalls(workflow.id, definition, calls ?? CALLS) }),
  })
  return (
    <>
      <div className="in">
        <p className="f soft">
          {w.aboutReplay} {editor.dirty && w.withEdits}
        </p>
        <div className="f">
          <label htmlFor="replay-calls">{w.calls}</label>
          <NumberInput id="replay-calls" min={1} max={CALLS_MAX} value={calls} onChange={setCalls} />
        </div>
        {replay.data && replay.data.definition !== definition && (
          <div className="f">
            <Note tone="warn" title={w.edited} />
          </div>
        )}
        {replay.data && <Report report={replay.data.report} editor={editor} />}
      </div>
      <footer className="try-foot">
        <ActionError title={w.notReplayed} of={replay.error} />
        {fault && <p className="small soft">{fault}</p>}
        <div className="row">
          <Button
            kind="primary"
            icon="play"
            busy={replay.isPending}
            disabled={fault !== null}
            onClick={() => replay.mutate()}
          >
            {w.replayNow}
          </Button>
        </div>
      </footer>
    </>
  )
}

function Report({ report, editor }: { report: Replay; editor: EditorState }) {
  const { calls, lost_do_not_call: lost } = report
  if (calls === 0) return <p className="f soft">{w.noCalls}</p>
  const figures = [
    [w.same, report.same],
    [w.changed, report.changed],
    [w.sameInPart, report.same_in_part],
    [w.notReplayable, report.not_replayable],
  ] as const
  return (
    <section className="f stack gap-3" aria-label={w.replay} role="status">
      <span className="strong">{w.examined(calls)}</span>
      <dl className="gathered">
        {figures
          .filter(([, value]) => value > 0)
          .map(([name, value]) => (
            <div key={name} className="row between">
              <dt>{name}</dt>
              <dd className="strong">{count(value)}</dd>
            </div>
          ))}
      </dl>
      {lost > 0 && (
        <Note tone="bad" title={w.lostDoNotCall(lost)}>
          {w.lostHelp}
        </Note>
      )}
      {report.changed === 0 && report.same > 0 && <Note tone="good" title={w.allSame} />}
      {report.changed > 0 && <Endings endings={report.endings} />}
      {report.changed > 0 && <Changes report={report} editor={editor} />}
    </section>
  )
}

const ending = (disposition: string | null) => disposition?.replaceAll('_', ' ') ?? w.waits

function Endings({ endings }: { endings: Replay['endings'] }) {
  return (
    <table className="check-endings">
      <caption className="label">{w.endings}</caption>
      <thead>
        <tr className="small mute">
          <th>{w.before}</th>
          <th>{w.after}</th>
          <th className="num" />
        </tr>
      </thead>
      <tbody>
        {endings.map(({ before, after, calls }) => (
          <tr key={`${before}→${after}`}>
            <td>{ending(before)}</td>
            <td>{ending(after)}</td>
            <td className="num strong">{count(calls)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Changes({ report: { changes, changed }, editor }: { report: Replay; editor: EditorState }) {
  const nameOf = (id: string | null) => {
    const step = editor.definition.nodes.find((node) => node.id === id)
    return step ? String(step.data.name ?? step.id) : null
  }
  const wayOf = ({ node, disposition }: Replay['changes'][number]['before']) =>
    [nameOf(node), ending(disposition)].filter(Boolean).join(', ')
  return (
    <div className="stack gap-2">
      <h3 className="label">{w.changedCalls}</h3>
      <p className="small mute">
        {changes.length < changed && `${w.listedOf(changes.length, changed)}. `}
        {w.hint}
      </p>
      <ul className="changes">
        {changes.map(({ call_id: id, step, before, after }) => (
          <li key={id}>
            <span className="row between">
              <Link className="link" to={paths.call(id)} target="_blank">
                {w.call(id)}
              </Link>
              <Button small onClick={() => editor.setPath({ steps: after.path.map(({ node }) => node), live: false })}>
                {w.show}
              </Button>
            </span>
            <p className="small">
              <span className="mute">{w.atStep(step)}:</span> <del>{wayOf(before)}</del> <ins>{wayOf(after)}</ins>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
