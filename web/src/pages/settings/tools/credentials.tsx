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
import { toolWords } from '../../../words/tools.ts'

const { credentials: w } = toolWords

type Kind = Exclude<Credential['credential_type'], 'none'>

interface Field {
  name: keyof typeof w.fields
  isSecret: boolean
  standard?: string
}

const FIELDS: Record<Kind, readonly Field[]> = {
  bearer_token: [{ name: 'token', isSecret: true }],
  api_key: [
    { name: 'header_name', isSecret: false, standard: 'X-API-Key' },
    { name: 'api_key', isSecret: true },
  ],
  basic_auth: [
    { name: 'username', isSecret: false },
    { name: 'password', isSecret: true },
  ],
  custom_header: [
    { name: 'header_name', isSecret: false },
    { name: 'header_value', isSecret: true },
  ],
}
const KINDS = Object.keys(FIELDS) as Kind[]

export function Credentials() {
  const credentials = useQuery(credentialList())
  const zone = useOrganization().time_zone
  const forbidden = useWhyScopeDenied('admin')
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Credential | null>(null)
  return (
    <Section
      help={helpGroup('credentials')}
      title={w.title}
      count={credentials.data && count(credentials.data.length)}
      aside={
        !forbidden && (
          <Button small icon="plus" onClick={() => setAdding(true)}>
            {w.add}
          </Button>
        )
      }
    >
      <p className="soft mb-2">{w.text}</p>
      <QueryContent of={credentials} what={w.the}>
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
                      {w.made(
                        one.credential_type === 'none' ? w.noKind : w.kinds[one.credential_type],
                        fullMoment(Date.parse(one.created_at), zone),
                      )}
                    </p>
                  </div>
                  {!forbidden && (
                    <Button small kind="quiet" aria-label={w.deleteNamed(one.name)} onClick={() => setDeleting(one)}>
                      {w.delete}
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
          title={w.deleteTitle(deleting.name)}
          verb={w.deleteVerb}
          kind="danger fill"
          safe={w.keep}
          scope="admin"
          act={async () => {
            await api().DELETE('/api/v1/credentials/{credential_uuid}', {
              params: { path: { credential_uuid: deleting.uuid } },
            })
            await queryClient.invalidateQueries({ queryKey: ['credentials'] })
          }}
        >
          <p className="soft">{w.deleteText}</p>
        </Confirm>
      )}
    </Section>
  )
}

function NewCredential({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('bearer_token')
  const [values, setValues] = useState<Record<string, string>>({})
  const fields = FIELDS[kind]
  const filledIn = ({ name: field, standard }: Field) => values[field] ?? standard ?? ''
  const isMissing = name.trim() === '' || fields.some((field) => filledIn(field) === '')
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.add}
      verb={w.save}
      scope="admin"
      whyNot={isMissing ? w.everyField : null}
      act={async () => {
        const credential_data = Object.fromEntries(fields.map((field) => [field.name, filledIn(field)]))
        await api().POST('/api/v1/credentials/', {
          body: { name: name.trim(), credential_type: kind, credential_data },
        })
        await queryClient.invalidateQueries({ queryKey: ['credentials'] })
        toast(w.stored)
      }}
    >
      <TextField label={toolWords.name} placeholder={w.nameExample} maxLength={255} value={name} onChange={setName} />
      <label className="stack gap-1">
        <span className="strong">{w.kind}</span>
        <select
          className="select"
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as Kind)
            setValues({})
          }}
        >
          {KINDS.map((key) => (
            <option key={key} value={key}>
              {w.kinds[key]}
            </option>
          ))}
        </select>
      </label>
      {fields.map((field) => (
        <TextField
          key={field.name}
          label={w.fields[field.name]}
          {...(field.isSecret ? { type: 'password', autoComplete: 'off' } : {})}
          value={filledIn(field)}
          onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
    </Confirm>
  )
}
