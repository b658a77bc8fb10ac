import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../api/error-words.ts'
import { api } from '../../../api/session.ts'
import { type Delivery, deliveriesOf, refetchWebhooks, type Webhook } from '../../../api/webhooks.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { QueryContent } from '../../../ui/states.tsx'
import { relativeTime, shortMoment, timeOfDay, utcTitle } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { webhookWords as w } from '../../../words/webhooks.ts'

/** Deliveries and their answers, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const query = useInfiniteQuery(deliveriesOf(webhook.id))
  const [openId, setOpenId] = useState<number | null>(null)
  return (
    <QueryContent of={query} what={w.deliveries}>
      {({ pages }) => {
        const deliveries = pages.flatMap((page) => page.deliveries)
        if (deliveries.length === 0) return <p className="soft">{w.nothingSent}</p>
        return (
          <div className="sheet deliveries">
            <table>
              <thead>
                <tr>
                  <th>{w.event}</th>
                  <th>{w.state}</th>
                  <th className="num wide-only">{w.answer}</th>
                  <th className="num">{w.time}</th>
                  <th>
                    <span className="vh">{w.act}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {deliveries.map((delivery) => (
                  <Row
                    key={delivery.id}
                    delivery={delivery}
                    open={delivery.id === openId}
                    onOpen={() => setOpenId(delivery.id === openId ? null : delivery.id)}
                  />
                ))}
              </tbody>
            </table>
            {query.hasNextPage && (
              <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {w.older}
              </Button>
            )}
          </div>
        )
      }}
    </QueryContent>
  )
}

function Row({ delivery, open, onOpen }: { delivery: Delivery; open: boolean; onOpen(): void }) {
  const zone = useOrganization().time_zone
  const last = delivery.tries.at(-1)
  const again = async () => {
    try {
      const path = { webhook_id: delivery.webhook_id, delivery_id: delivery.id }
      await api().POST('/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', { params: { path } })
      toast(w.sentAgain)
      await refetchWebhooks()
    } catch (error) {
      toast(w.notSent(sentenceOf(error)), { tone: 'fault' })
    }
  }
  return (
    <>
      <tr>
        <td>
          <button type="button" className="link as-text code" aria-expanded={open} onClick={onOpen}>
            {delivery.event_type ?? delivery.kind}
          </button>{' '}
          {delivery.event_id !== null && <span className="mute">{delivery.event_id}</span>}
        </td>
        <td>
          <span className="row nowrap">
            <span className={delivery.state === 'delivered' ? 'ok' : delivery.state === 'failed' ? 'wn' : 'mute'}>
              <Icon
                name={delivery.state === 'delivered' ? 'check' : delivery.state === 'failed' ? 'alert' : 'clock'}
                small
              />
            </span>
            {w.states[delivery.state]}
            {delivery.attempts > 1 && <span className="mute">{w.tries(delivery.attempts)}</span>}
          </span>
        </td>
        <td className="num soft wide-only">
          {last ? `${last.status ?? last.reason?.replaceAll('_', ' ')}, ${last.ms} ms` : ''}
        </td>
        <td className="num mute nowrap" title={utcTitle(Date.parse(delivery.created_at))}>
          {shortMoment(Date.parse(delivery.created_at), zone)}
        </td>
        <td className="num">
          {delivery.kind === 'event' && delivery.state !== 'sending' && (
            <Button kind="quiet" small aria-label={w.sendNamed(delivery.message_id)} onClick={() => void again()}>
              {w.sendAgain}
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr className="detail">
          <td colSpan={5}>
            <div className="stack gap-2 py-2">
              {delivery.next_attempt_at && delivery.state === 'pending' && (
                <p className="soft">{w.nextTry(relativeTime(Date.parse(delivery.next_attempt_at)))}</p>
              )}
              <ol className="stack small gap-1">
                {delivery.tries.map((one) => (
                  <li key={one.at} className="soft">
                    <span className="mute">{timeOfDay(Date.parse(one.at), zone, true)}</span> {one.status ?? w.noAnswer}
                    , {one.ms} ms{one.message ? `: ${one.message}` : ''}{' '}
                    {one.answer && <code className="code">{one.answer}</code>}
                  </li>
                ))}
              </ol>
              <pre className="cmd code overflow-x-auto">{JSON.stringify(delivery.payload, null, 2)}</pre>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
