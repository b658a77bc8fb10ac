import { useState } from 'react'
import { sentenceOf, serverSentence } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import type { PhoneNumber } from '../../api/telephony.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { telephonyWords as w } from '../../words/telephony.ts'
import { NumberLimits } from './number-limits.tsx'
import { changeNumber, numberPathParams, reactivateNumber, refreshNumber, resyncNumber } from './number-requests.ts'

export function NumberMenu({ number }: { number: PhoneNumber }) {
  const [asking, setAsking] = useState(false)
  const [limiting, setLimiting] = useState(false)
  const shown = phone(number.address_normalized)
  const makeDefault = async () => {
    const address =
      '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller'
    try {
      refreshNumber((await api().POST(address, numberPathParams(number))).data!)
    } catch (error) {
      toast(w.notChanged(sentenceOf(error)), { tone: 'fault' })
    }
  }
  return (
    <>
      <Menu
        label={w.moreFor(shown)}
        trigger={<Button kind="quiet" small icon="more" aria-label={w.moreFor(shown)} />}
        items={[
          {
            label: w.showFirst,
            icon: 'check',
            whyNot: number.is_default_caller_id ? w.isFirst : number.is_active ? null : w.switchOnFirst,
            run: () => void makeDefault(),
          },
          number.is_active
            ? { label: w.switchOff, icon: 'pause', run: () => void changeNumber(number, { is_active: false }) }
            : { label: w.switchOn, icon: 'play', run: () => void changeNumber(number, { is_active: true }) },
          ...(number.resting_since === null
            ? []
            : [{ label: w.wake, icon: 'play' as const, run: () => void reactivateNumber(number) }]),
          {
            label: w.sync,
            icon: 'refresh',
            whyNot: number.inbound_workflow_id === null ? w.notAnswered : null,
            run: () => void resyncNumber(number),
          },
          { label: w.limits, icon: 'clock', run: () => setLimiting(true) },
          'separator',
          { label: w.delete, icon: 'trash', danger: true, run: () => setAsking(true) },
        ]}
      />
      {limiting && <NumberLimits number={number} onClose={() => setLimiting(false)} />}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.deleteTitle(shown)}
        verb={w.deleteNumber}
        kind="danger fill"
        act={async () => {
          const address = '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}'
          const { data } = await api().DELETE(address, numberPathParams(number))
          await queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
          toast(data?.provider_sync ? serverSentence(data.provider_sync.message) : w.numberDeleted)
        }}
      >
        <p className="soft">
          {number.inbound_workflow_id === null
            ? w.notShown
            : w.notShownNorAnswered(number.inbound_workflow_name ?? w.itsWorkflow)}{' '}
          {w.staysYours}
        </p>
      </Confirm>
    </>
  )
}
