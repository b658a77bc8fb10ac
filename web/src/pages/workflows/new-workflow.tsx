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
import type { Definition } from './editor/definition.ts'

/** The smallest workflow that can be saved and called: a question, and an end for any answer. */
const BLANK: Definition = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: { name: 'Greeting', greeting: 'Hello {{first_name | there}}. Is this a good time?' },
    },
    { id: 'yes', type: 'endCall', position: { x: 300, y: 0 }, data: { name: 'Agreed', say: 'Thank you. Good-bye.' } },
    { id: 'no', type: 'endCall', position: { x: 300, y: 130 }, data: { name: 'Another time', say: 'Good-bye.' } },
  ],
  edges: [
    { id: 'start-yes', source: 'start', target: 'yes', data: { label: 'yes', examples: ['yes', 'sure'], keys: ['1'] } },
    { id: 'start-no', source: 'start', target: 'no', data: { label: 'no_match' } },
    { id: 'start-silent', source: 'start', target: 'no', data: { label: 'no_input' } },
  ],
}

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
    <Confirm open={open} onClose={onClose} title="New workflow" verb="Make it" act={noting(create)}>
      <TextField label="Name" fault={faults.get('name')} maxLength={255} value={name} onChange={setName} />
      <Field label="Begin with" help="A copy; the other one stays as it is.">
        {(ids) => (
          <select {...ids} className="select" value={source} onChange={(event) => setSource(event.target.value)}>
            <option value="">one question and its ends</option>
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
