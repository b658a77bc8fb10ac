import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Prices, pricesOf } from '../../api/costs.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { isSimulated } from '../../components/simulated.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count, money } from '../../ui/format.ts'
import { Section, Sheet } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { telephonyWords as w } from '../../words/telephony.ts'
import type { Carrier } from './carrier-list.tsx'
import { EditPrices } from './edit-prices.tsx'

/** Prices of calls through this carrier; without prices, no costs are counted and no spend limit works. */
export function PriceTable({ carrier }: { carrier: Carrier }) {
  const prices = useQuery(pricesOf(carrier.id))
  const forbidden = useWhyScopeDenied('admin')
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAsking(null)
  return (
    <Section help={helpGroup('prices')} title={w.prices}>
      <QueryContent of={prices} what={w.thePrices}>
        {(table) =>
          table === null ? (
            <Empty
              title={w.noPrices}
              acts={!forbidden && <Button onClick={() => setAsking('edit')}>{w.enterPrices}</Button>}
            >
              {isSimulated(carrier.provider) ? w.costNothing : w.withoutPrices}
            </Empty>
          ) : (
            <Sheet pad>
              <Facts table={table} />
              {!forbidden && (
                <div className="row mt-2">
                  <Button small onClick={() => setAsking('edit')}>
                    {w.changePrices}
                  </Button>
                  <Button small kind="quiet" onClick={() => setAsking('delete')}>
                    {w.remove}
                  </Button>
                </div>
              )}
            </Sheet>
          )
        }
      </QueryContent>
      {asking === 'edit' && prices.data !== undefined && (
        <EditPrices carrier={carrier} stored={prices.data} onClose={close} />
      )}
      {asking === 'delete' && (
        <Confirm
          open
          onClose={close}
          title={w.removeTitle(carrier.name)}
          verb={w.removeVerb}
          kind="danger fill"
          safe={w.keepThem}
          scope="admin"
          act={async () => {
            const params = { path: { config_id: carrier.id } }
            await api().DELETE('/api/v1/organizations/telephony-configs/{config_id}/prices', { params })
            await queryClient.invalidateQueries({ queryKey: ['spending'] })
            toast(w.removed)
          }}
        >
          <p className="soft">{w.removeText(carrier.name)}</p>
        </Confirm>
      )}
    </Section>
  )
}

function Facts({ table }: { table: Prices }) {
  const { currency, per_minute, per_call, inbound_per_minute, first_seconds, step_seconds, prefixes } = table
  const price = (amount: string) => money(amount, currency, { isPrice: true })
  return (
    <dl className="kv">
      <dt>{w.minute}</dt>
      <dd>{Number(per_call) > 0 ? w.minuteAndCall(price(per_minute), price(per_call)) : price(per_minute)}</dd>
      <dt>{w.otherPrefixes}</dt>
      <dd>{prefixes.length === 0 ? w.none : w.prefixCount(prefixes.length)}</dd>
      <dt>{w.billed}</dt>
      <dd>{w.billedText(count(first_seconds), count(step_seconds))}</dd>
      <dt>{w.inbound}</dt>
      <dd>{Number(inbound_per_minute) > 0 ? w.perMinute(price(inbound_per_minute)) : w.inboundFree}</dd>
      <dt>{w.ownPrice}</dt>
      <dd>{table.asks_carrier ? w.ownPriceAsked : w.ownPriceNotAsked}</dd>
    </dl>
  )
}
