import { useQuery } from '@tanstack/react-query'
import { configurationList, providerMetadata } from '../../api/telephony.ts'
import { helpGroup } from '../../components/help.ts'
import { isSimulated } from '../../components/simulated.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { ChoiceList } from './choice-list.tsx'
import type { SectionProps } from './who-section.tsx'

export function LineSection({ draft, change }: SectionProps) {
  const configurations = useQuery(configurationList())
  const providers = useQuery(providerMetadata()).data ?? []
  const nameOf = (provider: string) => providers.find((one) => one.provider === provider)?.display_name ?? provider
  return (
    <Section help={helpGroup('telephony')} id="line" className="step-sec" title="Carrier">
      <Show of={configurations} what="The carriers">
        {({ configurations: list }) =>
          list.length === 0 ? (
            <Empty
              title="No carrier yet"
              acts={<ButtonLink to={paths.newTelephonyConfiguration}>Add a carrier</ButtonLink>}
            >
              Calls are placed through your own carrier account or PBX. The simulated carrier is for tests: no telephone
              rings.
            </Empty>
          ) : (
            <ChoiceList
              label="Carrier"
              value={draft.configurationId}
              onChange={(configurationId) => change({ configurationId })}
              choices={list.map((one) => ({
                id: one.id,
                title: one.name,
                detail: isSimulated(one.provider)
                  ? `${nameOf(one.provider)}: test mode, no telephone rings`
                  : nameOf(one.provider),
                tag: isSimulated(one.provider) ? 'test' : one.is_default_outbound ? 'default' : null,
              }))}
            />
          )
        }
      </Show>
    </Section>
  )
}
