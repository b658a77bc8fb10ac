import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { endOfDay, zoneName } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { doNotCallWords as w } from '../../words/do-not-call.ts'
import { shared } from '../../words/shared.ts'

export function AddNumber({ open, number, onClose }: { open: boolean; number: string; onClose(): void }) {
  const [address, setAddress] = useState(number)
  const [country, setCountry] = useState('')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const zone = useOrganization().time_zone
  const { faults, noting } = useFaults()
  const add = async () => {
    await api().POST('/api/v1/suppressions', {
      body: {
        phone_number: address,
        ...(country ? { country_code: country.toUpperCase() } : {}),
        ...(reason ? { reason } : {}),
        ...(until ? { expires_at: endOfDay(until, zone).toISOString() } : {}),
      },
    })
    await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
    await queryClient.invalidateQueries({ queryKey: ['number'] })
    toast(w.added)
  }
  return (
    <Confirm open={open} onClose={onClose} title={w.addTitle} verb={w.addVerb} act={noting(add)}>
      <p className="soft">{w.effect}</p>
      <TextField
        label={w.number}
        fault={faults.get('phone_number')}
        help={w.numberHelp}
        type="tel"
        value={address}
        onChange={setAddress}
      />
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
      <TextField
        label={w.reason}
        note={shared.optional}
        fault={faults.get('reason')}
        maxLength={255}
        placeholder={w.byMail}
        value={reason}
        onChange={setReason}
      />
      <label className="stack gap-1">
        <span className="strong">
          {w.until} <span className="opt">{shared.optional}</span>
        </span>
        <input className="input w-s" type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
      </label>
      <p className="help">{w.untilHelp(zoneName(zone))}</p>
    </Confirm>
  )
}
