import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { workflowWords as w } from '../../words/workflows.ts'
import { NewWorkflow } from './new-workflow.tsx'
import { useCampaignsOfWorkflow } from './use-campaigns-of-workflow.ts'

interface Listed {
  id: number
  name: string
  status: 'active' | 'archived'
}

async function change(id: number, body: { name?: string; status?: 'active' | 'archived' }): Promise<void> {
  await api().PUT('/api/v1/workflow/{workflow_id}', { params: { path: { workflow_id: id } }, body })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['workflows'] }),
    queryClient.invalidateQueries({ queryKey: ['workflow', id] }),
  ])
}

export function WorkflowMenu({ workflow }: { workflow: Listed }) {
  const [asking, setAsking] = useState<'rename' | 'archive' | 'copy' | null>(null)
  const [name, setName] = useState(workflow.name)
  const { faults, noting } = useFaults()
  const { running } = useCampaignsOfWorkflow(workflow.id)
  const close = () => setAsking(null)
  const bringBack = () =>
    change(workflow.id, { status: 'active' }).catch((error) => toast(w.notBack(sentenceOf(error)), { tone: 'fault' }))
  return (
    <>
      <Menu
        label={w.moreFor(workflow.name)}
        trigger={<Button kind="quiet" small icon="more" aria-label={w.moreFor(workflow.name)} />}
        items={[
          { label: w.rename, icon: 'edit', run: () => setAsking('rename') },
          { label: w.copy, icon: 'copy', run: () => setAsking('copy') },
          'separator',
          workflow.status === 'active'
            ? { label: w.archive, icon: 'file', danger: true, run: () => setAsking('archive') }
            : { label: w.bringBack, icon: 'undo', run: () => void bringBack() },
        ]}
      />
      <Confirm
        open={asking === 'rename'}
        onClose={close}
        title={w.renameTitle}
        verb={w.renameVerb}
        act={noting(() => change(workflow.id, { name }))}
      >
        <TextField label={w.name} fault={faults.get('name')} maxLength={255} value={name} onChange={setName} />
      </Confirm>
      <Confirm
        open={asking === 'archive'}
        onClose={close}
        title={w.archiveTitle(workflow.name)}
        verb={w.archiveVerb}
        kind="danger fill"
        act={async () => {
          await change(workflow.id, { status: 'archived' })
          toast(w.isArchived(workflow.name), { action: { label: w.bringBack, run: () => void bringBack() } })
        }}
      >
        <p className="soft">{w.archiveText(running.length)}</p>
      </Confirm>
      {asking === 'copy' && <NewWorkflow open onClose={close} list={[workflow]} from={workflow.id} />}
    </>
  )
}
