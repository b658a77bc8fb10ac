import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import {
  oneWorkflow,
  type VersionDifference,
  versionDifference,
  type Workflow,
  type WorkflowVersion,
  workflowVersions,
} from '../../../api/workflows.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { capitalized } from '../../../ui/format.ts'
import { QueryContent } from '../../../ui/states.tsx'
import { shortMoment, utcTitle } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import type { Definition } from './definition.ts'
import type { EditorState } from './use-editor.ts'

interface VersionsProps {
  workflow: Workflow
  editor: EditorState
  onClose(): void
}

/** All versions of a workflow, their changes, and a button to restore one. */
export function VersionsPanel({ workflow, editor, onClose }: VersionsProps) {
  const versions = useQuery(workflowVersions(workflow.id, workflow.version_number))
  const [openNumber, setOpenNumber] = useState(workflow.version_number)
  return (
    <aside className="insp" aria-label={w.versions}>
      <header className="row between">
        <span className="strong">{w.versions}</span>
        <Button small icon="x" keys="esc" onClick={onClose}>
          {w.close}
        </Button>
      </header>
      <div className="in">
        <QueryContent of={versions} what={w.theVersions}>
          {(all) => (
            <ol className="versions">
              {all.map((version) => (
                <Version
                  key={version.version_number}
                  {...{ version, workflow, editor }}
                  open={version.version_number === openNumber}
                  onOpen={() => setOpenNumber(version.version_number)}
                />
              ))}
            </ol>
          )}
        </QueryContent>
      </div>
    </aside>
  )
}

interface VersionProps {
  version: WorkflowVersion
  workflow: Workflow
  editor: EditorState
  open: boolean
  onOpen(): void
}

function Version({ version, workflow, editor, open, onOpen }: VersionProps) {
  const { version_number: number, is_current, created_at } = version
  const zone = useOrganization().time_zone
  const [asking, setAsking] = useState(false)
  const restore = async () => {
    const path = { workflow_id: workflow.id, version_number: number }
    const { data } = await api().POST('/api/v1/workflow/{workflow_id}/versions/{version_number}/restore', {
      params: { path },
    })
    const definition = data!.workflow_definition as unknown as Definition
    editor.change(definition)
    editor.markSaved(definition, data!.version_number)
    queryClient.setQueryData(oneWorkflow(workflow.id).queryKey, data)
    void queryClient.invalidateQueries({ queryKey: ['workflows'] })
    toast(w.isBack(number, data!.version_number))
  }
  return (
    <li>
      <button type="button" className="row between w-full" aria-expanded={open} onClick={onOpen}>
        <b className="strong">
          {w.versionNumber(number)}
          {is_current && <span className="mute"> {w.now}</span>}
        </b>
        <span className="small mute" title={utcTitle(Date.parse(created_at))}>
          {shortMoment(Date.parse(created_at), zone)}
        </span>
      </button>
      {open && (
        <div className="stack gap-2">
          {number === 1 ? (
            <p className="small soft">{w.first(version.total_nodes)}</p>
          ) : (
            <Difference workflowId={workflow.id} number={number} />
          )}
          {!is_current && (
            <span>
              <Button small onClick={() => setAsking(true)}>
                {w.restore(number)}
              </Button>
            </span>
          )}
        </div>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.restoreTitle(number)}
        verb={w.restoreVerb(workflow.version_number + 1)}
        act={restore}
      >
        <p className="soft">{w.restoreText(editor.dirty)}</p>
      </Confirm>
    </li>
  )
}

const CHANGES = w.changes

function Difference({ workflowId, number }: { workflowId: number; number: number }) {
  const difference = useQuery(versionDifference(workflowId, number))
  return (
    <QueryContent of={difference} what={w.whatChanged}>
      {({ is_same, nodes, edges, settings }) =>
        is_same ? (
          <p className="small soft">{w.onlyMoved}</p>
        ) : (
          <ul className="changes">
            {nodes.map((node) => (
              <Change key={node.id} title={w.stepNamed(node.name)} change={node.change} fields={node.fields} />
            ))}
            {edges.map((edge) => (
              <Change key={edge.id} title={w.exitNamed(edge.name)} change={edge.change} fields={edge.fields} />
            ))}
            {settings.length > 0 && <Change title={w.settingsChange} change="changed" fields={settings} />}
          </ul>
        )
      }
    </QueryContent>
  )
}

const words = (value: unknown): string =>
  value === null || value === undefined ? w.nothing : typeof value === 'string' ? value : JSON.stringify(value)

function Change({
  title,
  change,
  fields,
}: {
  title: string
  change: keyof typeof CHANGES
  fields: VersionDifference['settings']
}) {
  return (
    <li>
      <span className="strong">{title}</span> <span className="tag">{CHANGES[change]}</span>
      {change === 'changed' &&
        fields.map(({ field, before, after }) => (
          <p key={field} className="small">
            <span className="mute">{capitalized(field.replaceAll('_', ' '))}:</span> <del>{words(before)}</del>{' '}
            <ins>{words(after)}</ins>
          </p>
        ))}
    </li>
  )
}
