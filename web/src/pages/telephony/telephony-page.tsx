import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { configurationList, oneConfiguration, providerMetadata } from '../../api/telephony.ts'
import { useCommands } from '../../components/commands.ts'
import { Page } from '../../components/page.tsx'
import { isRealDefault } from '../../components/simulated.tsx'
import { useKey } from '../../keys/use-key.ts'
import { paths } from '../../paths.ts'
import { usePathParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { telephonyWords as w } from '../../words/telephony.ts'
import { AddCarrier } from './add-carrier.tsx'
import { runCarrierCheck } from './carrier-check.ts'
import { CarrierForm } from './carrier-form.tsx'
import { type Carrier, CarrierList } from './carrier-list.tsx'
import { CarrierMenu } from './carrier-menu.tsx'
import type { Provider } from './carrier-values.ts'
import { LastCheck } from './last-check.tsx'
import { Numbers } from './numbers.tsx'
import { PriceTable } from './price-table.tsx'

export function TelephonyPage() {
  const word = usePathParam('configurationId')
  const carriers = useQuery(configurationList())
  const providers = useQuery(providerMetadata())
  const list = carriers.data?.configurations as Carrier[] | undefined
  const chosen = list?.find(({ id }) => String(id) === word)
  const fallback = list?.find(({ is_default_outbound }) => is_default_outbound) ?? list?.[0]
  if (list && word !== 'new' && !chosen && fallback)
    return <Navigate to={paths.telephonyConfiguration(fallback.id)} replace />
  const adding = word === 'new' || (list !== undefined && list.length === 0)
  return (
    <Page
      title={adding ? w.addCarrier : (chosen?.name ?? w.telephony)}
      crumb={{ to: paths.telephony, label: w.telephony }}
      state={chosen?.is_default_outbound && <span className="tag">{w.defaultOutbound}</span>}
      actions={chosen && <CarrierActions carrier={chosen} />}
    >
      <div className="tele">
        <CarrierList
          carriers={list ?? []}
          providers={providers.data ?? []}
          current={chosen?.id ?? (adding ? 'new' : null)}
        />
        <QueryContent of={providers} what={w.theCarriers} rows={6}>
          {(known) => (
            <QueryContent of={carriers} what={w.theCarriers} rows={6}>
              {() =>
                chosen ? (
                  <OneCarrier key={chosen.id} carrier={chosen} providers={known as Provider[]} />
                ) : (
                  <AddCarrier
                    providers={known as Provider[]}
                    first={list?.length === 0}
                    hasRealDefault={list?.some(isRealDefault) ?? false}
                  />
                )
              }
            </QueryContent>
          )}
        </QueryContent>
      </div>
    </Page>
  )
}

function CarrierActions({ carrier }: { carrier: Carrier }) {
  useKey('c', () => runCarrierCheck(carrier.id))
  useCommands([{ label: w.checkNamed(carrier.name), icon: 'refresh', run: () => runCarrierCheck(carrier.id) }])
  return (
    <>
      <CarrierMenu carrier={carrier} />
      <Button icon="refresh" keys="c" onClick={() => runCarrierCheck(carrier.id)}>
        {w.checkAgain}
      </Button>
    </>
  )
}

function OneCarrier({ carrier, providers }: { carrier: Carrier; providers: readonly Provider[] }) {
  const configuration = useQuery(oneConfiguration(carrier.id))
  const provider = providers.find((candidate) => candidate.provider === carrier.provider)
  return (
    <div className="stack gap-6">
      <LastCheck id={carrier.id} />
      {provider ? (
        <QueryContent of={configuration} what={w.theCarrier} rows={6}>
          {(stored) => (
            <CarrierForm key={stored.updated_at} stored={stored} provider={provider} providers={providers} />
          )}
        </QueryContent>
      ) : (
        <Empty title={w.switchedOff}>{w.switchedOffText}</Empty>
      )}
      <Numbers carrier={carrier} />
      <PriceTable carrier={carrier} />
    </div>
  )
}
