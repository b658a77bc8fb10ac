import { useQuery } from '@tanstack/react-query'
import { configurationList, providerMetadata } from '../../api/telephony.ts'
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
    <Section id="line" className="step-sec" title="Which line">
      <Show of={configurations} what="The carriers">
        {({ configurations: list }) =>
          list.length === 0 ? (
            <Empty
              title="No carrier yet"
              acts={<ButtonLink to={paths.newTelephonyConfiguration}>Add a carrier</ButtonLink>}
            >
              Calls go out through your own carrier account or PBX; the simulated carrier calls nobody real.
            </Empty>
          ) : (
            <ChoiceList
              label="Carrier"
              value={draft.configurationId}
              onChange={(configurationId) => change({ configurationId })}
              choices={list.map((one) => ({
                id: one.id,
                title: one.name,
                detail:
                  one.provider === 'simulator'
                    ? `${nameOf(one.provider)}; nobody real is called`
                    : nameOf(one.provider),
                tag: one.is_default_outbound ? 'default' : null,
              }))}
            />
          )
        }
      </Show>
    </Section>
  )
}
