import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignList } from '../../api/campaigns.ts'
import { sentenceOf, serverSentence } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { telephonyWords as w } from '../../words/telephony.ts'
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
      toast(w.usedByDefault(carrier.name))
    } catch (error) {
      toast(w.notChanged(sentenceOf(error)), { tone: 'fault' })
    }
  }
  const running = campaigns.filter(({ state }) => state === 'running').length
  return (
    <>
      <Menu
        label={w.moreFor(carrier.name)}
        trigger={<Button icon="more" aria-label={w.moreFor(carrier.name)} />}
        items={[
          {
            label: w.useForOutbound,
            icon: 'check',
            whyNot: carrier.is_default_outbound ? w.isDefaultAlready : null,
            run: () => void makeDefault(),
          },
          'separator',
          {
            label: w.delete,
            icon: 'trash',
            danger: true,
            whyNot: running > 0 ? w.runningUse(running) : null,
            run: () => setAsking(true),
          },
        ]}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.deleteTitle(carrier.name)}
        verb={w.deleteCarrier}
        kind="danger fill"
        act={async () => {
          const { data } = await api().DELETE('/api/v1/organizations/telephony-configs/{config_id}', path)
          await navigate({ to: paths.telephony })
          await queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
          toast(
            data?.provider_sync?.ok === false ? serverSentence(data.provider_sync.message) : w.deleted(carrier.name),
          )
        }}
      >
        <p className="soft">
          {carrier.phone_number_count > 0 && w.numbersGo(carrier.phone_number_count)}
          {campaigns.length > 0 ? w.campaignsUse(campaigns.length) : w.noCampaignUses}
          {w.credentialsGone}
        </p>
      </Confirm>
    </>
  )
}
