import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { type Credential, credentialList } from '../../../api/tools.ts'
import { helpGroup } from '../../../components/help.ts'
import { useWhyScopeDenied } from '../../../components/scope.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { TextField } from '../../../forms/text-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { count } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { QueryContent } from '../../../ui/states.tsx'
import { fullMoment } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'

type Kind = Exclude<Credential['credential_type'], 'none'>

interface Field {
  name: string
  label: string
  secret: boolean
  standard?: string
}

const KINDS: Record<Kind, { label: string; fields: readonly Field[] }> = {
  bearer_token: { label: 'Bearer token', fields: [{ name: 'token', label: 'Token', secret: true }] },
  api_key: {
    label: 'API key in a header',
    fields: [
      { name: 'header_name', label: 'Header', secret: false, standard: 'X-API-Key' },
      { name: 'api_key', label: 'Key', secret: true },
    ],
  },
  basic_auth: {
    label: 'User and password',
    fields: [
      { name: 'username', label: 'User', secret: false },
      { name: 'password', label: 'Password', secret: true },
    ],
  },
  custom_header: {
    label: 'Another header',
    fields: [
      { name: 'header_name', label: 'Header', secret: false },
      { name: 'header_value', label: 'Value', secret: true },
    ],
  },
}

export function Credentials() {
  const credentials = useQuery(credentialList())
  const zone = useOrganization().time_zone
  const forbidden = useWhyScopeDenied('admin')
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Credential | null>(null)
  return (
    <Section
      help={helpGroup('credentials')}
      title="Credentials"
      count={credentials.data && count(credentials.data.length)}
      aside={
        !forbidden && (
          <Button small icon="plus" onClick={() => setAdding(true)}>
            New credential
          </Button>
        )
      }
    >
      <p className="soft mb-2">
        Secrets that tools, number checks and fetches before a call send. They are never shown again.
      </p>
      <QueryContent of={credentials} what="The credentials">
        {(all) =>
          all.length > 0 && (
            <ul className="sheet packs">
              {all.map((one) => (
                <li key={one.uuid} aria-label={one.name}>
                  <span className="mute">
                    <Icon name="key" />
                  </span>
                  <div>
                    <p className="strong">{one.name}</p>
                    <p className="small mute">
                      {one.credential_type === 'none' ? 'none' : KINDS[one.credential_type].label}, made{' '}
                      {fullMoment(Date.parse(one.created_at), zone)}
                    </p>
                  </div>
                  {!forbidden && (
                    <Button small kind="quiet" aria-label={`Delete ${one.name}…`} onClick={() => setDeleting(one)}>
                      Delete…
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      {adding && <NewCredential onClose={() => setAdding(false)} />}
      {deleting && (
        <Confirm
          open
          onClose={() => setDeleting(null)}
          title={`Delete ${deleting.name}?`}
          verb="Delete the credential"
          kind="danger fill"
          safe="Keep it"
          scope="admin"
          act={async () => {
            await api().DELETE('/api/v1/credentials/{credential_uuid}', {
              params: { path: { credential_uuid: deleting.uuid } },
            })
            await queryClient.invalidateQueries({ queryKey: ['credentials'] })
          }}
        >
          <p className="soft">A credential in use cannot be deleted. The message then names where it is used.</p>
        </Confirm>
      )}
    </Section>
  )
}

function NewCredential({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('bearer_token')
  const [values, setValues] = useState<Record<string, string>>({})
  const { fields } = KINDS[kind]
  const filledIn = ({ name: field, standard }: Field) => values[field] ?? standard ?? ''
  const isMissing = name.trim() === '' || fields.some((field) => filledIn(field) === '')
  return (
    <Confirm
      open
      onClose={onClose}
      title="New credential"
      verb="Save the credential"
      scope="admin"
      whyNot={isMissing ? 'Fill in every field first.' : null}
      act={async () => {
        const credential_data = Object.fromEntries(fields.map((field) => [field.name, filledIn(field)]))
        await api().POST('/api/v1/credentials/', {
          body: { name: name.trim(), credential_type: kind, credential_data },
        })
        await queryClient.invalidateQueries({ queryKey: ['credentials'] })
        toast('The credential is stored encrypted.')
      }}
    >
      <TextField label="Name" placeholder="Calendar" maxLength={255} value={name} onChange={setName} />
      <label className="stack gap-1">
        <span className="strong">Kind</span>
        <select
          className="select"
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as Kind)
            setValues({})
          }}
        >
          {Object.entries(KINDS).map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {fields.map((field) => (
        <TextField
          key={field.name}
          label={field.label}
          {...(field.secret ? { type: 'password', autoComplete: 'off' } : {})}
          value={filledIn(field)}
          onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
    </Confirm>
  )
}
