import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import type { Suppression } from '../../api/suppressions.ts'
import { TextField } from '../../forms/text-field.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'

/** Takes a reason: the ledger keeps it, and a complaint asks for it. */
export function RemoveNumber({ entry, onClose }: { entry: Suppression; onClose(): void }) {
  const [reason, setReason] = useState('')
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Allow calls to ${phone(entry.phone_number)} again?`}
      verb="Remove from the list"
      kind="danger fill"
      safe="Keep it on the list"
      scope="admin"
      whyNot={reason.trim() === '' ? 'Give the reason first.' : null}
      act={async () => {
        await api().DELETE('/api/v1/suppressions/{suppression_id}', {
          params: { path: { suppression_id: entry.id }, query: { reason: reason.trim() } },
        })
        await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
        await queryClient.invalidateQueries({ queryKey: ['number'] })
        toast('Removed from the list. This number can be called again.')
      }}
    >
      <p className="soft">
        {entry.call_id === null
          ? `It was added because: ${entry.reason.replaceAll('_', ' ')}. `
          : 'The person asked for it in a call. '}
        Campaigns can call it immediately, within their hours and limits. Make sure that the person wants this.
      </p>
      <TextField
        label="Reason for the removal"
        help="Recorded in the ledger with your key."
        maxLength={255}
        placeholder="asked in writing to be called again"
        value={reason}
        onChange={setReason}
      />
    </Confirm>
  )
}
