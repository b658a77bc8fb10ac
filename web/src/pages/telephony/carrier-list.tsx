import type { Schemas } from '@outdial/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { liveCalls } from '../../api/live-calls.ts'
import { paths } from '../../paths.ts'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { homeZone, timeOfDay } from '../../ui/time.ts'
import { telephonyWords as w } from '../../words/telephony.ts'
import { useCarrierCheck } from './carrier-check.ts'
import type { Provider } from './carrier-values.ts'

export type Carrier = Pick<Schemas['TelephonyConfiguration'], 'id' | 'name' | 'provider' | 'is_default_outbound'> & {
  phone_number_count: number
}

interface CarrierListProps {
  carriers: readonly Carrier[]
  providers: readonly Provider[]
  current: number | 'new' | null
}

export function CarrierList({ carriers, providers, current }: CarrierListProps) {
  const live = useQuery(liveCalls(null)).data ?? []
  return (
    <nav className="confs" aria-label={w.carriers}>
      {carriers.map((carrier) => (
        <CarrierLink
          key={carrier.id}
          carrier={carrier}
          provider={providers.find(({ provider }) => provider === carrier.provider)}
          live={live.filter((call) => call.telephony_configuration_id === carrier.id).length}
          current={carrier.id === current}
        />
      ))}
      <Link
        className="add"
        to={paths.newTelephonyConfiguration}
        aria-current={current === 'new' ? 'page' : undefined}
        activeProps={{}}
      >
        <Icon name="plus" small />
        {w.addCarrier}
      </Link>
    </nav>
  )
}

interface CarrierLinkProps {
  carrier: Carrier
  provider: Provider | undefined
  live: number
  current: boolean
}

function CarrierLink({ carrier, provider, live, current }: CarrierLinkProps) {
  const check = useCarrierCheck(carrier.id).data
  const numbers = carrier.phone_number_count === 0 ? w.noNumbers : w.numberCount(carrier.phone_number_count)
  return (
    <Link
      to={paths.telephonyConfiguration(carrier.id)}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      resetScroll={false}
    >
      <div className="row between">
        <span className="strong trunc">{carrier.name}</span>
        {live > 0 && (
          <span className="pill small">
            <StatusMark name="live" />
            {count(live)}
          </span>
        )}
      </div>
      <div className="small mute">
        {provider?.display_name ?? carrier.provider}, {numbers}
      </div>
      {(check || carrier.is_default_outbound) && (
        <div className="small row mt-1 gap-1.5">
          {check && (
            <>
              <span className={check.ok ? 'ok' : 'wn'}>
                <Icon name={check.ok ? 'check' : 'alert'} small />
              </span>
              <span className="soft">{(check.ok ? w.answered : w.refused)(timeOfDay(check.at, homeZone()))}</span>
            </>
          )}
          {carrier.is_default_outbound && <span className="tag ml-auto">{w.default}</span>}
        </div>
      )}
    </Link>
  )
}
