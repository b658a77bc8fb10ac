import { useState } from 'react'
import type { Spending } from '../../../api/costs.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { TextField } from '../../../forms/text-field.tsx'
import { useFaults } from '../../../forms/use-faults.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { money } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'

interface DayLimitProps {
  spending: Spending
  currency: string
  onClose(): void
}

export function DayLimit({ spending, currency, onClose }: DayLimitProps) {
  const [limit, setLimit] = useState(spending.max_spend_per_day ?? '')
  const { faults, noting } = useFaults()
  const unpriced = spending.unpriced_configurations.map(({ name }) => name).join(', ')
  const save = async () => {
    const max_spend_per_day = limit.trim() === '' ? null : limit.trim()
    await api().PUT('/api/v1/organizations/spending', { body: { currency, max_spend_per_day } })
    await queryClient.invalidateQueries({ queryKey: ['spending'] })
    toast(max_spend_per_day === null ? 'The limit is removed.' : 'The limit is saved.')
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title="Limit of a day"
      verb={limit.trim() === '' ? 'Save without a limit' : 'Save the limit'}
      scope="admin"
      act={noting(save)}
    >
      <TextField
        label={`Limit in ${currency}`}
        note="empty: no limit"
        className="w-s"
        inputMode="decimal"
        fault={faults.get('max_spend_per_day')}
        value={limit}
        onChange={setLimit}
      />
      <p className="soft">
        Today has cost {money(spending.spent_today, currency)}. When a day has cost the limit, no call is placed before
        the next day. Calls in progress continue.
      </p>
      {unpriced !== '' && limit.trim() !== '' && (
        <p className="warn">No more calls are placed through {unpriced}: these carriers have no prices.</p>
      )}
    </Confirm>
  )
}
