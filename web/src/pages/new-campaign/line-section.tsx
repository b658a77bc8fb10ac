import { useQuery } from '@tanstack/react-query'
import { configurationList, providerMetadata } from '../../api/telephony.ts'
import { helpGroup } from '../../components/help.ts'
import { isSimulated } from '../../components/simulated.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import { ChoiceList } from './choice-list.tsx'
import type { SectionProps } from './contacts-section.tsx'

export function LineSection({ draft, change }: SectionProps) {
  const configurations = useQuery(configurationList())
  const providers = useQuery(providerMetadata()).data ?? []
  const nameOf = (provider: string) => providers.find((one) => one.provider === provider)?.display_name ?? provider
  return (
    <Section help={helpGroup('telephony')} id="line" className="step-sec" title={w.carrier}>
      <QueryContent of={configurations} what={w.theCarriers}>
        {({ configurations: list }) =>
          list.length === 0 ? (
            <Empty
              title={w.noCarrier}
              acts={<ButtonLink to={paths.newTelephonyConfiguration}>{w.addCarrier}</ButtonLink>}
            >
              {w.aboutCarriers}
            </Empty>
          ) : (
            <ChoiceList
              label={w.carrier}
              value={draft.configurationId}
              onChange={(configurationId) => change({ configurationId })}
              choices={list.map((one) => ({
                id: one.id,
                title: one.name,
                detail: isSimulated(one.provider) ? w.testMode(nameOf(one.provider)) : nameOf(one.provider),
                tag: isSimulated(one.provider) ? w.test : one.is_default_outbound ? w.isDefault : null,
              }))}
            />
          )
        }
      </QueryContent>
    </Section>
  )
}
