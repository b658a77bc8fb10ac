import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Prices, pricesOf } from '../../api/costs.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useWhyNot } from '../../components/scope.ts'
import { isSimulated } from '../../components/simulated.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count, money, plural } from '../../ui/format.ts'
import { Section, Sheet } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Carrier } from './carrier-list.tsx'
import { EditPrices } from './edit-prices.tsx'

/** Prices of calls through this carrier: without them nothing is counted and no spend limit works. */
export function PriceTable({ carrier }: { carrier: Carrier }) {
  const prices = useQuery(pricesOf(carrier.id))
  const forbidden = useWhyNot('admin')
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAsking(null)
  return (
    <Section help={helpGroup('prices')} title="Prices">
      <Show of={prices} what="The prices">
        {(table) =>
          table === null ? (
            <Empty
              title="No prices yet"
              acts={!forbidden && <Button onClick={() => setAsking('edit')}>Enter prices…</Button>}
            >
              {isSimulated(carrier.provider)
                ? 'Calls through the simulated carrier cost nothing.'
                : 'Without prices the cost of calls is not counted, and while a spend limit is set nobody is called through this carrier.'}
            </Empty>
          ) : (
            <Sheet pad>
              <Facts table={table} />
              {!forbidden && (
                <div className="row mt-2">
                  <Button small onClick={() => setAsking('edit')}>
                    Change prices…
                  </Button>
                  <Button small kind="quiet" onClick={() => setAsking('delete')}>
                    Remove…
                  </Button>
                </div>
              )}
            </Sheet>
          )
        }
      </Show>
      {asking === 'edit' && prices.data !== undefined && (
        <EditPrices carrier={carrier} stored={prices.data} onClose={close} />
      )}
      {asking === 'delete' && (
        <Confirm
          open
          onClose={close}
          title={`Remove the prices of ${carrier.name}?`}
          verb="Remove the prices"
          kind="danger fill"
          safe="Keep them"
          scope="admin"
          act={async () => {
            const params = { path: { config_id: carrier.id } }
            await api().DELETE('/api/v1/organizations/telephony-configs/{config_id}/prices', { params })
            await queryClient.invalidateQueries({ queryKey: ['spending'] })
            toast('The prices are removed.')
          }}
        >
          <p className="soft">
            Calls through {carrier.name} are not estimated any longer. While a spend limit is set, no campaign dials
            through it. Sums of earlier days stay.
          </p>
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
      <dt>A minute</dt>
      <dd>
        {price(per_minute)}
        {Number(per_call) > 0 && `, and ${price(per_call)} for each answered call`}
      </dd>
      <dt>Other prefixes</dt>
      <dd>{prefixes.length === 0 ? 'none' : plural(prefixes.length, 'prefix', 'prefixes')}</dd>
      <dt>Billed</dt>
      <dd>
        at least {count(first_seconds)} s, then in steps of {count(step_seconds)} s
      </dd>
      <dt>Calls that come in</dt>
      <dd>{Number(inbound_per_minute) > 0 ? `${price(inbound_per_minute)} a minute` : 'cost nothing'}</dd>
      <dt>Carrier’s own price</dt>
      <dd>{table.asks_carrier ? 'is asked for after each call' : 'is not asked for; the estimate stays'}</dd>
    </dl>
  )
}
