import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import type { Suppression } from '../../api/suppressions.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'

export function RemoveNumber({ entry, onClose }: { entry: Suppression | null; onClose(): void }) {
  const back = async (gone: Suppression) => {
    const { phone_number, reason } = gone
    await api().POST('/api/v1/suppressions', { body: { phone_number, reason } })
    await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
  }
  return (
    <Confirm
      open={entry !== null}
      onClose={onClose}
      title={entry ? `Allow calls to ${phone(entry.phone_number)} again?` : ''}
      verb="Allow calls"
      kind="danger fill"
      safe="Keep it on the list"
      act={async () => {
        if (!entry) return
        await api().DELETE('/api/v1/suppressions/{suppression_id}', { params: { path: { suppression_id: entry.id } } })
        await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
        toast('It may be called again.', { action: { label: 'Put it back', run: () => void back(entry) } })
      }}
    >
      <p className="soft">
        {entry?.call_id === null
          ? `It was put on the list because: ${entry.reason}. `
          : 'The person asked for it in a call. '}
        Campaigns may call it from this second on, within their hours and limits. Make sure that the person wants it.
      </p>
    </Confirm>
  )
}
