import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { oneWorkflow } from '../../api/workflows.ts'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { workflowWords as w } from '../../words/workflows.ts'
import { BLANK } from './blank-workflow.ts'

interface NewWorkflowProps {
  open: boolean
  onClose(): void
  list: readonly { id: number; name: string }[]
  from?: number
}

export function NewWorkflow({ open, onClose, list, from }: NewWorkflowProps) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [source, setSource] = useState(from === undefined ? '' : String(from))
  const { faults, noting } = useFaults()
  const create = async () => {
    const definition =
      source === '' ? BLANK : (await queryClient.fetchQuery(oneWorkflow(Number(source)))).workflow_definition
    const { data } = await api().POST('/api/v1/workflow/create/definition', {
      body: { name, workflow_definition: definition as never },
    })
    await queryClient.invalidateQueries({ queryKey: ['workflows'] })
    void navigate({ to: paths.workflow(data!.id) })
  }
  return (
    <Confirm open={open} onClose={onClose} title={w.new} verb={w.make} act={noting(create)}>
      <TextField label={w.name} fault={faults.get('name')} maxLength={255} value={name} onChange={setName} />
      <Field label={w.beginWith} help={w.beginHelp}>
        {(ids) => (
          <select {...ids} className="select" value={source} onChange={(event) => setSource(event.target.value)}>
            <option value="">{w.blank}</option>
            {list.map(({ id, name: other }) => (
              <option key={id} value={id}>
                {other}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Confirm>
  )
}
