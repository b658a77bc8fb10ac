import { useState } from 'react'
import type { Spending } from '../../../api/costs.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { TextField } from '../../../forms/text-field.tsx'
import { useFaults } from '../../../forms/use-faults.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { money } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { costWords as w } from '../../../words/costs.ts'

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
    toast(max_spend_per_day === null ? w.removed : w.saved)
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.limit}
      verb={limit.trim() === '' ? w.saveWithout : w.save}
      scope="admin"
      act={noting(save)}
    >
      <TextField
        label={w.limitIn(currency)}
        note={w.empty}
        className="w-s"
        inputMode="decimal"
        fault={faults.get('max_spend_per_day')}
        value={limit}
        onChange={setLimit}
      />
      <p className="soft">{w.limitText(money(spending.spent_today, currency))}</p>
      {unpriced !== '' && limit.trim() !== '' && <p className="warn">{w.noMore(unpriced)}</p>}
    </Confirm>
  )
}
