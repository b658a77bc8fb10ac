import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import type { PhoneNumber } from '../../api/telephony.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { phone } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeNumber, pathOf, sendAgain, tookEffect, wake } from './number-acts.ts'
import { NumberLimits } from './number-limits.tsx'

export function NumberMenu({ number }: { number: PhoneNumber }) {
  const [asking, setAsking] = useState(false)
  const [limiting, setLimiting] = useState(false)
  const shown = phone(number.address_normalized)
  const makeDefault = async () => {
    const address =
      '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller'
    try {
      tookEffect((await api().POST(address, pathOf(number))).data!)
    } catch (error) {
      toast(`Not changed: ${sentenceOf(error)}`, { tone: 'fault' })
    }
  }
  return (
    <>
      <Menu
        label={`More for ${shown}`}
        trigger={<Button kind="quiet" small icon="more" aria-label={`More for ${shown}`} />}
        items={[
          {
            label: 'Show it first',
            icon: 'check',
            whyNot: number.is_default_caller_id
              ? 'It is the first already.'
              : number.is_active
                ? null
                : 'Switch it on first.',
            run: () => void makeDefault(),
          },
          number.is_active
            ? { label: 'Switch off', icon: 'pause', run: () => void changeNumber(number, { is_active: false }) }
            : { label: 'Switch on', icon: 'play', run: () => void changeNumber(number, { is_active: true }) },
          ...(number.resting_since === null
            ? []
            : [{ label: 'Wake it', icon: 'play' as const, run: () => void wake(number) }]),
          {
            label: 'Sync with carrier',
            icon: 'refresh',
            whyNot: number.inbound_workflow_id === null ? 'Nobody answers it here.' : null,
            run: () => void sendAgain(number),
          },
          { label: 'Limits…', icon: 'clock', run: () => setLimiting(true) },
          'separator',
          { label: 'Delete…', icon: 'trash', danger: true, run: () => setAsking(true) },
        ]}
      />
      {limiting && <NumberLimits number={number} onClose={() => setLimiting(false)} />}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${shown}?`}
        verb="Delete the number"
        kind="danger fill"
        act={async () => {
          const address = '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}'
          const { data } = await api().DELETE(address, pathOf(number))
          await queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
          toast(data?.provider_sync?.message ?? 'The number is deleted here; it still belongs to you at the carrier.')
        }}
      >
        <p className="soft">
          Contacts are not shown it any more
          {number.inbound_workflow_id === null
            ? '.'
            : `, and calls to it are not answered by ${number.inbound_workflow_name ?? 'its workflow'} any more.`}{' '}
          The number stays yours at the carrier and can be added again.
        </p>
      </Confirm>
    </>
  )
}
