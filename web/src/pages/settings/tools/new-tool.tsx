import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { credentialList } from '../../../api/tools.ts'
import { Field } from '../../../forms/field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { toolWords as w } from '../../../words/tools.ts'
import { readParameters, readResultVariables } from './tool-form.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

export function NewTool({ onClose }: { onClose(): void }) {
  const credentials = useQuery(credentialList()).data ?? []
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [method, setMethod] = useState<Method>('GET')
  const [url, setUrl] = useState('')
  const [credential, setCredential] = useState('')
  const [parameters, setParameters] = useState('')
  const [results, setResults] = useState('')
  const make = async () => {
    const config = {
      method,
      url: url.trim(),
      credential_uuid: credential || null,
      parameters: readParameters(parameters),
      result_variables: readResultVariables(results),
    }
    await api().POST('/api/v1/tools/', {
      body: {
        name: name.trim(),
        description: description.trim(),
        definition: { schema_version: 1, type: 'http_api', config },
      },
    })
    await queryClient.invalidateQueries({ queryKey: ['tools'] })
    toast(w.made(name.trim()))
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.newTool}
      verb={w.make}
      scope="admin"
      whyNot={name.trim() === '' || url.trim() === '' ? w.nameAndAddress : null}
      act={make}
    >
      <TextField label={w.name} placeholder={w.nameExample} maxLength={255} value={name} onChange={setName} />
      <TextField label={w.purpose} help={w.purposeHelp} value={description} onChange={setDescription} />
      <label className="stack gap-1">
        <span className="strong">{w.method}</span>
        <select className="select w-s" value={method} onChange={({ target }) => setMethod(target.value as Method)}>
          {METHODS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {method !== 'GET' && <p className="small mute">{w.changes}</p>}
      <TextField label={w.address} help={w.addressHelp} value={url} onChange={setUrl} />
      <label className="stack gap-1">
        <span className="strong">{w.credential}</span>
        <select className="select" value={credential} onChange={({ target }) => setCredential(target.value)}>
          <option value="">{w.noCredential}</option>
          {credentials.map(({ uuid, name: label }) => (
            <option key={uuid} value={uuid}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Lines label={w.parameters} help={w.parametersHelp} value={parameters} onChange={setParameters} />
      <Lines label={w.results} help={w.resultsHelp} value={results} onChange={setResults} />
    </Confirm>
  )
}

interface LinesProps {
  label: string
  help: string
  value: string
  onChange(value: string): void
}

function Lines({ label, help, value, onChange }: LinesProps) {
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <textarea
          {...ids}
          className="input code"
          rows={2}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
