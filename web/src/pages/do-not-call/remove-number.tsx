import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import type { Suppression } from '../../api/suppressions.ts'
import { TextField } from '../../forms/text-field.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { doNotCallWords as w } from '../../words/do-not-call.ts'

/** Requires a reason: the ledger records it, for complaints. */
export function RemoveNumber({ entry, onClose }: { entry: Suppression; onClose(): void }) {
  const [reason, setReason] = useState('')
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.allowAgain(phone(entry.phone_number))}
      verb={w.removeVerb}
      kind="danger fill"
      safe={w.keepOnList}
      scope="admin"
      whyNot={reason.trim() === '' ? w.reasonFirst : null}
      act={async () => {
        await api().DELETE('/api/v1/suppressions/{suppression_id}', {
          params: { path: { suppression_id: entry.id }, query: { reason: reason.trim() } },
        })
        await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
        await queryClient.invalidateQueries({ queryKey: ['number'] })
        toast(w.removed)
      }}
    >
      <p className="soft">
        {entry.call_id === null ? w.addedBecause(entry.reason.replaceAll('_', ' ')) : w.askedInCall}
        {w.makeSure}
      </p>
      <TextField
        label={w.reasonOfRemoval}
        help={w.inLedger}
        maxLength={255}
        placeholder={w.inWriting}
        value={reason}
        onChange={setReason}
      />
    </Confirm>
  )
}
