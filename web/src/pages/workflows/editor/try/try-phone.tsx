import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { oneCall } from '../../../../api/calls.ts'
import { sentenceOf } from '../../../../api/error-words.ts'
import { api } from '../../../../api/session.ts'
import { configurationList } from '../../../../api/telephony.ts'
import type { Workflow } from '../../../../api/workflows.ts'
import { markOfCall } from '../../../../components/outcomes.ts'
import { keepOwnPhone, ownPhone } from '../../../../components/own-phone.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { clockDuration } from '../../../../ui/format.ts'
import { Note } from '../../../../ui/note.tsx'
import { StatusMark } from '../../../../ui/status-mark.tsx'
import { tryWords as w } from '../../../../words/try.ts'
import { callStoryOf, recordingStartMs } from '../../../calls/call-story.ts'
import type { EditorState } from '../use-editor.ts'

interface TryPhoneProps {
  workflow: Workflow
  editor: EditorState
  variables: Record<string, string>
  children: ReactNode
}

/** Calls a real phone with the saved workflow, and shows the transcript. */
export function TryPhone({ workflow, editor, variables, children }: TryPhoneProps) {
  const carriers = useQuery(configurationList()).data?.configurations ?? []
  const [number, setNumber] = useState(ownPhone)
  const [carrier, setCarrier] = useState('')
  const [callId, setCallId] = useState<number | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const call = async () => {
    setFault(null)
    keepOwnPhone(number)
    try {
      const { data } = await api().POST('/api/v1/telephony/initiate-call', {
        body: {
          workflow_id: workflow.id,
          phone_number: number,
          variables,
          ...(carrier ? { telephony_configuration_id: Number(carrier) } : {}),
        },
      })
      setCallId(data!.id)
    } catch (error) {
      setFault(error)
    }
  }
  return (
    <>
      <div className="in">
        {editor.dirty && (
          <div className="f">
            <Note tone="warn">{w.unsaved(workflow.version_number)}</Note>
          </div>
        )}
        <div className="f">
          <label htmlFor="try-number">{w.number}</label>
          <input
            id="try-number"
            className="input"
            type="tel"
            placeholder="+44 7700 900142"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
          <p className="help">{w.ringsForReal}</p>
        </div>
        <div className="f">
          <label htmlFor="try-carrier">{w.over}</label>
          <select
            id="try-carrier"
            className="select"
            value={carrier}
            onChange={(event) => setCarrier(event.target.value)}
          >
            <option value="">{w.defaultCarrier}</option>
            {carriers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {children}
        {fault !== null && (
          <div className="f" role="alert">
            <Note tone="bad" title={w.notCalled}>
              {sentenceOf(fault)}
            </Note>
          </div>
        )}
        {callId !== null && <TriedCall id={callId} onPath={editor.setPath} />}
      </div>
      <footer>
        <Button kind="dial" icon="calls" onClick={() => void call()} disabled={number.trim() === ''}>
          {callId === null ? w.callMyPhone : w.callAgain}
        </Button>
        {number.trim() === '' && <span className="small mute self-center">{w.numberFirst}</span>}
      </footer>
    </>
  )
}

/** The transcript as it grows, while the graph highlights the current step. */
function TriedCall({ id, onPath }: { id: number; onPath: EditorState['setPath'] }) {
  const call = useQuery(oneCall(id)).data
  useEffect(() => {
    if (!call) return
    const steps = call.timeline.flatMap(({ event, node }) => (event === 'node_entered' ? [String(node)] : []))
    onPath({ steps, live: !call.is_completed })
  }, [call, onPath])
  useEffect(() => () => onPath(null), [onPath])
  if (!call) return null
  const { mark, tone, word } = markOfCall(call)
  const start = recordingStartMs(call)
  return (
    <div className="f">
      <div className="row between">
        <span className="pill">
          <StatusMark name={mark} tone={tone} />
          {word}
        </span>
        <Link className="link small" to={paths.call(id)}>
          {w.wholeCall}
        </Link>
      </div>
      <div className="convo" aria-live="polite">
        {callStoryOf(call).map((row, index) =>
          row.kind === 'step' ? (
            <div className="ev" key={index}>
              → {row.title} {row.detail}
            </div>
          ) : (
            <div key={index} className={`bub ${row.line.who === 'agent' ? 'ag' : 'pe'}`}>
              {row.line.text}
              <small>{clockDuration((Date.parse(row.line.at) - start) / 1000)}</small>
            </div>
          ),
        )}
      </div>
    </div>
  )
}
