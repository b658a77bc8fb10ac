import { useState } from 'react'
import type { UserRole } from '../../api/people.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Segmented } from '../../ui/segmented.tsx'

const MEANINGS: Record<UserRole, string> = {
  viewer: 'May look at everything and change nothing.',
  operator: 'May operate campaigns and calls, but not change carriers, keys or rules.',
  administrator: 'May do everything, also invite people.',
}

export function NewInvitation({ onClose, onMade }: { onClose(): void; onMade(link: string): void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<UserRole>('operator')
  const { faults, noting } = useFaults()
  const create = async () => {
    const body = { role, ...(name === '' ? {} : { name }), ...(email === '' ? {} : { email }) }
    const { data } = await api().POST('/api/v1/invitations', { body })
    onMade(data!.link)
    await queryClient.invalidateQueries({ queryKey: ['invitations'] })
  }
  return (
    <Confirm open onClose={onClose} title="Invite a person" verb="Make the link" act={noting(create)}>
      <TextField
        label="Name"
        note="optional"
        fault={faults.get('name')}
        maxLength={255}
        value={name}
        onChange={setName}
      />
      <TextField
        label="Email"
        note="optional"
        help="With an identity provider, only a person with this address can accept."
        fault={faults.get('email')}
        maxLength={255}
        value={email}
        onChange={setEmail}
      />
      <Field label="Role" help={MEANINGS[role]}>
        {() => (
          <Segmented<UserRole>
            label="What the person may do"
            value={role}
            onChange={setRole}
            choices={[
              { key: 'viewer', label: 'Viewer' },
              { key: 'operator', label: 'Operator' },
              { key: 'administrator', label: 'Administrator' },
            ]}
          />
        )}
      </Field>
    </Confirm>
  )
}
