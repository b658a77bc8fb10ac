import { useState } from 'react'
import { faultsByField } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { Field } from '../../forms/field.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

export function AddNumber({ open, number, onClose }: { open: boolean; number: string; onClose(): void }) {
  const [address, setAddress] = useState(number)
  const [country, setCountry] = useState('')
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const add = async () => {
    try {
      await api().POST('/api/v1/suppressions', {
        body: {
          phone_number: address,
          ...(country ? { country_code: country.toUpperCase() } : {}),
          ...(reason ? { reason } : {}),
        },
      })
      await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
      toast('This number is never called again.')
    } catch (error) {
      setFaults(faultsByField(error))
      throw error
    }
  }
  return (
    <Confirm open={open} onClose={onClose} title="Never call a number" verb="Never call it" act={add}>
      <p className="soft">In no campaign, from this second on. A call under way goes on.</p>
      <Field
        label="Number"
        fault={faults.get('phone_number')}
        help="With + and country, or as at home with its country."
      >
        {(ids) => (
          <input
            {...ids}
            className="input"
            type="tel"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Field label="Country" note="optional" help="Two letters, such as GB." fault={faults.get('country_code')}>
        {(ids) => (
          <input
            {...ids}
            className="input w-s"
            maxLength={2}
            value={country}
            onChange={(event) => setCountry(event.target.value)}
          />
        )}
      </Field>
      <Field label="Why" note="optional" fault={faults.get('reason')}>
        {(ids) => (
          <input
            {...ids}
            className="input"
            maxLength={255}
            placeholder="asked by mail"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </Confirm>
  )
}
