import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignList } from '../../api/campaigns.ts'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { plural } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Carrier } from './carrier-list.tsx'

export function CarrierMenu({ carrier }: { carrier: Carrier }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const campaigns = (useQuery(campaignList()).data ?? []).filter(
    ({ telephony_configuration_id }) => telephony_configuration_id === carrier.id,
  )
  const path = { params: { path: { config_id: carrier.id } } }
  const makeDefault = async () => {
    try {
      await api().POST('/api/v1/organizations/telephony-configs/{config_id}/set-default-outbound', path)
      await queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
      toast(`${carrier.name} is used for outbound calls unless a campaign names another.`)
    } catch (error) {
      toast(`Not changed: ${sentenceOf(error)}`, { tone: 'fault' })
    }
  }
  const running = campaigns.filter(({ state }) => state === 'running').length
  return (
    <>
      <Menu
        label={`More for ${carrier.name}`}
        trigger={<Button icon="more" aria-label={`More for ${carrier.name}`} />}
        items={[
          {
            label: 'Use for outbound calls',
            icon: 'check',
            whyNot: carrier.is_default_outbound ? 'It is the default already.' : null,
            run: () => void makeDefault(),
          },
          'separator',
          {
            label: 'Delete…',
            icon: 'trash',
            danger: true,
            whyNot: running > 0 ? `${plural(running, 'running campaign uses', 'running campaigns use')} it.` : null,
            run: () => setAsking(true),
          },
        ]}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${carrier.name}?`}
        verb="Delete the carrier"
        kind="danger fill"
        act={async () => {
          const { data } = await api().DELETE('/api/v1/organizations/telephony-configs/{config_id}', path)
          await navigate({ to: paths.telephony })
          await queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
          toast(data?.provider_sync?.ok === false ? data.provider_sync.message : `${carrier.name} is deleted.`)
        }}
      >
        <p className="soft">
          {carrier.phone_number_count > 0
            ? `Its ${plural(carrier.phone_number_count, 'number')} go with it, and calls to them are not answered here any more. `
            : ''}
          {campaigns.length > 0
            ? `${plural(campaigns.length, 'campaign uses', 'campaigns use')} it; while one may still call, it cannot be deleted. `
            : 'No campaign uses it. '}
          Calls of the past stay. Its credentials cannot be brought back.
        </p>
      </Confirm>
    </>
  )
}
