import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

export function AddNumber({ open, number, onClose }: { open: boolean; number: string; onClose(): void }) {
  const [address, setAddress] = useState(number)
  const [country, setCountry] = useState('')
  const [reason, setReason] = useState('')
  const { faults, noting } = useFaults()
  const add = async () => {
    await api().POST('/api/v1/suppressions', {
      body: {
        phone_number: address,
        ...(country ? { country_code: country.toUpperCase() } : {}),
        ...(reason ? { reason } : {}),
      },
    })
    await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
    toast('This number is never called again.')
  }
  return (
    <Confirm open={open} onClose={onClose} title="Never call a number" verb="Never call it" act={noting(add)}>
      <p className="soft">In no campaign, from this second on. A call under way goes on.</p>
      <TextField
        label="Number"
        fault={faults.get('phone_number')}
        help="With + and country, or as at home with its country."
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
        label="Why"
        note="optional"
        fault={faults.get('reason')}
        maxLength={255}
        placeholder="asked by mail"
        value={reason}
        onChange={setReason}
      />
    </Confirm>
  )
}
