import { useState } from 'react'
import type { Scope } from '../../api/keys.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Segmented } from '../../ui/segmented.tsx'

const MEANINGS: Record<Scope, string> = {
  report: 'It may see figures, but no numbers, names or recordings.',
  read: 'It may look at everything and change nothing.',
  operate: 'It may operate campaigns and calls, but not change carriers, keys or rules.',
  admin: 'It may do everything, also make and archive keys.',
}

export function NewKey({ onClose, onMade }: { onClose(): void; onMade(key: { name: string; api_key: string }): void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('operate')
  const { faults, noting } = useFaults()
  const create = async () => {
    const { data } = await api().POST('/api/v1/user/api-keys', { body: { name, scope } })
    onMade(data!)
    await queryClient.invalidateQueries({ queryKey: ['api-keys'] })
  }
  return (
    <Confirm open onClose={onClose} title="New API key" verb="Make the key" act={noting(create)}>
      <TextField
        label="Name"
        help="Who or what will use it."
        fault={faults.get('name')}
        maxLength={255}
        value={name}
        onChange={setName}
      />
      <Field label="May" help={MEANINGS[scope]}>
        {() => (
          <Segmented<Scope>
            label="What the key may do"
            value={scope}
            onChange={setScope}
            choices={[
              { key: 'report', label: 'Report' },
              { key: 'read', label: 'Read' },
              { key: 'operate', label: 'Operate' },
              { key: 'admin', label: 'Admin' },
            ]}
          />
        )}
      </Field>
    </Confirm>
  )
}
