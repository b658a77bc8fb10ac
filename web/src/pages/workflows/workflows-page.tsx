import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { oneWorkflow, workflowList } from '../../api/workflows.ts'
import { Page } from '../../components/page.tsx'
import { useRowKeys } from '../../keys/use-row-keys.ts'
import { paths } from '../../paths.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chip.tsx'
import { count } from '../../ui/format.ts'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { workflowWords as w } from '../../words/workflows.ts'
import type { Definition } from './editor/definition.ts'
import { stepText } from './editor/definition.ts'
import { TemplateText } from './editor/template-text.tsx'
import { NewWorkflow } from './new-workflow.tsx'
import { useCampaignsOfWorkflow } from './use-campaigns-of-workflow.ts'
import { WorkflowMenu } from './workflow-menu.tsx'

type Listed = { id: number; name: string; status: 'active' | 'archived'; total_runs: number }

export function WorkflowsPage() {
  const workflows = useQuery(workflowList())
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title={w.title}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
          {w.new}
        </Button>
      }
    >
      <QueryContent of={workflows} what={w.what} rows={4}>
        {(list) =>
          list.length === 0 ? (
            <Empty
              title={w.none}
              acts={
                <Button kind="primary" onClick={() => setAdding(true)}>
                  {w.new}
                </Button>
              }
            >
              {w.noneText}
            </Empty>
          ) : (
            <Workflows list={list} />
          )
        }
      </QueryContent>
      <NewWorkflow open={adding} onClose={() => setAdding(false)} list={workflows.data ?? []} />
    </Page>
  )
}

function Workflows({ list }: { list: readonly Listed[] }) {
  const navigate = useNavigate()
  const [status, setStatus] = useQueryParam<'active' | 'archived'>('status', 'active')
  const shown = list.filter((workflow) => workflow.status === status)
  const { selected } = useRowKeys(shown.length, (row) => void navigate({ to: paths.workflow(shown[row]!.id) }))
  const number = (wanted: Listed['status']) => list.filter((workflow) => workflow.status === wanted).length
  return (
    <>
      <div className="row wrap between filters">
        <Chips
          label={w.filter}
          value={status}
          onChange={setStatus}
          choices={[
            { key: 'active', label: w.inUse, count: number('active') },
            { key: 'archived', label: w.archived, count: number('archived') },
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title={w.noneArchived} acts={<Button onClick={() => setStatus('active')}>{w.showInUse}</Button>}>
          {w.noneArchivedText}
        </Empty>
      ) : (
        <div className="sheet">
          <table className="two flows">
            <thead>
              <tr>
                <th>{w.workflow}</th>
                <th className="wide-only">{w.version}</th>
                <th className="wide-only">{w.campaigns}</th>
                <th className="num">{w.calls}</th>
                <th>
                  <span className="vh">{w.more}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((workflow, row) => (
                <WorkflowRow key={workflow.id} workflow={workflow} selected={row === selected} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** The first words that a person hears. */
function opening(definition: Definition | undefined): string {
  const start = definition?.nodes.find(({ type }) => type === 'startCall')
  return start ? stepText(start) : ''
}

function WorkflowRow({ workflow, selected }: { workflow: Listed; selected: boolean }) {
  const whole = useQuery(oneWorkflow(workflow.id)).data
  const { all, running } = useCampaignsOfWorkflow(workflow.id)
  return (
    <tr aria-selected={selected}>
      <td>
        <Link className="strong" to={paths.workflow(workflow.id)}>
          {workflow.name}
        </Link>
        <div className="small mute trunc2">
          <TemplateText text={opening(whole?.workflow_definition as unknown as Definition | undefined)} />
        </div>
      </td>
      <td className="wide-only soft">{whole?.version_number ?? ''}</td>
      <td className="wide-only soft nowrap">
        {all.length === 0 ? <span className="mute">{w.noCampaign}</span> : count(all.length)}
        {running.length > 0 && w.running(count(running.length))}
      </td>
      <td className="num soft">{count(workflow.total_runs)}</td>
      <td className="num">
        <WorkflowMenu workflow={workflow} />
      </td>
    </tr>
  )
}
