import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { endOfDay, zoneName } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'

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
    toast('Added to the do-not-call list.')
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="Add a number to the do-not-call list"
      verb="Add to do-not-call list"
      act={noting(add)}
    >
      <p className="soft">Takes effect immediately in all campaigns. A call in progress is not interrupted.</p>
      <TextField
        label="Number"
        fault={faults.get('phone_number')}
        help="International (+44 7700 900142), or a national number and its country."
        type="tel"
        value={address}
        onChange={setAddress}
      />
      <TextField
        label="Country"
        note="optional"
        help="Two letters, such as GB."
        fault={faults.get('country_code')}
        className="w-s"
        maxLength={2}
        value={country}
        onChange={setCountry}
      />
      <TextField
        label="Reason"
        note="optional"
        fault={faults.get('reason')}
        maxLength={255}
        placeholder="asked by mail"
        value={reason}
        onChange={setReason}
      />
      <label className="stack gap-1">
        <span className="strong">
          Until <span className="opt">optional</span>
        </span>
        <input className="input w-s" type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
      </label>
      <p className="help">
        To the end of that day in {zoneName(zone)}, the time zone of your organization. Without a date the number is
        never called again.
      </p>
    </Confirm>
  )
}
