import { useState } from 'react'
import type { Scope } from '../../api/keys.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { accountWords } from '../../words/account.ts'

const w = accountWords.keys

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
    <Confirm open onClose={onClose} title={w.newTitle} verb={w.newVerb} act={noting(create)}>
      <TextField
        label={accountWords.name}
        help={w.nameHelp}
        fault={faults.get('name')}
        maxLength={255}
        value={name}
        onChange={setName}
      />
      <Field label={w.permission} help={w.meanings[scope]}>
        {() => (
          <Segmented<Scope>
            label={w.mayDo}
            value={scope}
            onChange={setScope}
            choices={[
              { key: 'report', label: w.scopes.report },
              { key: 'read', label: w.scopes.read },
              { key: 'operate', label: w.scopes.operate },
              { key: 'admin', label: w.scopes.admin },
            ]}
          />
        )}
      </Field>
    </Confirm>
  )
}
