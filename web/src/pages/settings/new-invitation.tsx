import { useState } from 'react'
import type { UserRole } from '../../api/people.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { accountWords } from '../../words/account.ts'

const w = accountWords.people

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
    <Confirm open onClose={onClose} title={w.inviteTitle} verb={w.inviteVerb} act={noting(create)}>
      <TextField
        label={accountWords.name}
        note={accountWords.optional}
        fault={faults.get('name')}
        maxLength={255}
        value={name}
        onChange={setName}
      />
      <TextField
        label={w.email}
        note={accountWords.optional}
        help={w.emailHelp}
        fault={faults.get('email')}
        maxLength={255}
        value={email}
        onChange={setEmail}
      />
      <Field label={w.role} help={w.meanings[role]}>
        {() => (
          <Segmented<UserRole>
            label={w.mayDo}
            value={role}
            onChange={setRole}
            choices={[
              { key: 'viewer', label: w.roles.viewer },
              { key: 'operator', label: w.roles.operator },
              { key: 'administrator', label: w.roles.administrator },
            ]}
          />
        )}
      </Field>
    </Confirm>
  )
}
