import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/session.ts'
import { accountNumbers } from '../../api/telephony.ts'
import { workflowList } from '../../api/workflows.ts'
import { Field } from '../../forms/field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { shared } from '../../words/shared.ts'
import { telephonyWords as w } from '../../words/telephony.ts'
import type { Carrier } from './carrier-list.tsx'
import { addAllNumbers, refreshNumber } from './number-requests.ts'

interface OwnNumbersProps {
  carrier: Carrier
  onPick(address: string): void
  onAll(): void
}

/** Numbers of the carrier account that are not added yet. */
function OwnNumbers({ carrier, onPick, onAll }: OwnNumbersProps) {
  const found = useQuery(accountNumbers(carrier.id)).data
  const missing = found?.numbers.filter(({ is_added }) => !is_added) ?? []
  if (missing.length === 0) return null
  return (
    <Field label={w.inAccount} help={w.inAccountHelp}>
      {() => (
        <div className="row wrap">
          {missing.slice(0, 20).map(({ address, label }) => (
            <button key={address} type="button" className="chip" onClick={() => onPick(address)}>
              {phone(address)} {label && <span className="mute">{label}</span>}
            </button>
          ))}
          {missing.length > 1 && (
            <Button small onClick={onAll}>
              {w.addAll(missing.length)}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

interface AddNumberProps {
  carrier: Carrier
  open: boolean
  onClose(): void
  first: boolean
}

export function AddNumber({ carrier, open, onClose, first }: AddNumberProps) {
  const workflows = useQuery(workflowList()).data ?? []
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [country, setCountry] = useState('')
  const [workflow, setWorkflow] = useState('')
  const { faults, noting, forget } = useFaults()
  const close = () => {
    for (const empty of [setAddress, setLabel, setCountry, setWorkflow]) empty('')
    forget()
    onClose()
  }
  const add = async () => {
    const { data } = await api().POST('/api/v1/organizations/telephony-configs/{config_id}/phone-numbers', {
      params: { path: { config_id: carrier.id } },
      body: {
        address,
        is_default_caller_id: first,
        ...(label ? { label } : {}),
        ...(country ? { country_code: country.toUpperCase() as never } : {}),
        ...(workflow ? { inbound_workflow_id: Number(workflow) } : {}),
      },
    })
    refreshNumber(data!)
  }
  return (
    <Confirm open={open} onClose={close} title={w.addNumberTo(carrier.name)} verb={w.addNumberVerb} act={noting(add)}>
      <TextField
        label={w.number}
        help={w.numberHelp}
        fault={faults.get('address')}
        value={address}
        onChange={setAddress}
      />
      <OwnNumbers carrier={carrier} onPick={setAddress} onAll={() => void addAllNumbers(carrier.id).then(close)} />
      <TextField
        label={w.country}
        note={shared.optional}
        help={w.countryHelp}
        fault={faults.get('country_code')}
        className="w-s"
        maxLength={2}
        value={country}
        onChange={setCountry}
      />
      <TextField label={w.name} note={shared.optional} fault={faults.get('label')} value={label} onChange={setLabel} />
      <Field label={w.answeredBy} help={w.answeredByHelp}>
        {(ids) => (
          <select {...ids} className="select" value={workflow} onChange={(event) => setWorkflow(event.target.value)}>
            <option value="">{w.rejected}</option>
            {workflows.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Confirm>
  )
}
