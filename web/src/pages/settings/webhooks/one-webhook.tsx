import { useState } from 'react'
import { sentenceOf } from '../../../api/error-words.ts'
import { api } from '../../../api/session.ts'
import { refetchWebhooks, type Webhook } from '../../../api/webhooks.ts'
import { helpGroup } from '../../../components/help.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Note } from '../../../ui/note.tsx'
import { Section } from '../../../ui/section.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { shortMoment } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { webhookWords as w } from '../../../words/webhooks.ts'
import { Deliveries } from './deliveries.tsx'

interface OneProps {
  webhook: Webhook
  onEdit(): void
  onSecret(secret: string): void
}

type Asked = 'delete' | 'rotate' | 'replay' | null

export function OneWebhook({ webhook, onEdit, onSecret }: OneProps) {
  const [asked, setAsked] = useState<Asked>(null)
  const [testing, setTesting] = useState(false)
  const path = { params: { path: { webhook_id: webhook.id } } }
  const test = async () => {
    setTesting(true)
    try {
      const { data } = await api().POST('/api/v1/webhooks/{webhook_id}/test', path)
      const last = data!.tries.at(-1)
      toast(
        data!.state === 'delivered'
          ? w.arrived(String(last?.status), String(last?.ms))
          : w.notArrived(String(last?.message ?? last?.status ?? w.noAnswer)),
        data!.state === 'delivered' ? {} : { tone: 'fault' },
      )
      await refetchWebhooks()
    } catch (error) {
      toast(w.notSent(sentenceOf(error)), { tone: 'fault' })
    } finally {
      setTesting(false)
    }
  }
  const turn = async (is_active: boolean) => {
    try {
      await api().PATCH('/api/v1/webhooks/{webhook_id}', { ...path, body: { is_active } })
      toast(is_active ? w.on : w.off)
    } catch (error) {
      toast(w.notChanged(sentenceOf(error)), { tone: 'fault' })
    }
    await refetchWebhooks()
  }
  const name = webhook.description || new URL(webhook.url).host
  return (
    <Section
      help={helpGroup('webhooks')}
      title={name}
      count={webhook.event_types ? w.types(webhook.event_types.length) : w.every}
      aside={
        <span className="row">
          <Switch
            checked={webhook.is_active}
            label={w.receivesEvents(name)}
            onChange={(is_active) => void turn(is_active)}
          />
          <Button small busy={testing} onClick={() => void test()}>
            {w.test}
          </Button>
          <Menu
            label={w.moreFor(name)}
            trigger={<Button small kind="quiet" icon="more" aria-label={w.moreFor(name)} />}
            items={[
              { label: w.changeAct, icon: 'edit', run: onEdit },
              { label: w.newSecret, icon: 'key', run: () => setAsked('rotate') },
              { label: w.sendAll, icon: 'refresh', run: () => setAsked('replay') },
              'separator',
              { label: w.delete, icon: 'trash', danger: true, run: () => setAsked('delete') },
            ]}
          />
        </span>
      }
    >
      <div className="stack gap-3">
        <p className="code soft break-all">{webhook.url}</p>
        <State webhook={webhook} />
        <Deliveries webhook={webhook} />
      </div>
      <Questions {...{ asked, webhook, name, onSecret }} onClose={() => setAsked(null)} />
    </Section>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  const zone = useOrganization().time_zone
  const since = webhook.failing_since ? shortMoment(Date.parse(webhook.failing_since), zone) : null
  if (webhook.disabled_reason)
    return (
      <Note tone="bad" title={w.wasOff}>
        {webhook.disabled_reason === 'gone' ? w.gone : w.nothingFor(since)} {w.kept}
      </Note>
    )
  if (webhook.state === 'failing')
    return (
      <Note tone="warn" title={w.nothingSince(since ?? '')}>
        {w.retried}
      </Note>
    )
  return null
}

function Questions({
  asked,
  webhook,
  name,
  onSecret,
  onClose,
}: { asked: Asked; name: string; onClose(): void } & Pick<OneProps, 'webhook' | 'onSecret'>) {
  const path = { params: { path: { webhook_id: webhook.id } } }
  return (
    <>
      <Confirm
        open={asked === 'delete'}
        onClose={onClose}
        title={w.deleteTitle(name)}
        verb={w.deleteVerb}
        kind="danger fill"
        act={async () => {
          await api().DELETE('/api/v1/webhooks/{webhook_id}', path)
          await refetchWebhooks()
        }}
      >
        <p className="soft">{w.deleteText}</p>
      </Confirm>
      <Confirm
        open={asked === 'rotate'}
        onClose={onClose}
        title={w.rotateTitle(name)}
        verb={w.rotateVerb}
        act={async () => {
          const { data } = await api().POST('/api/v1/webhooks/{webhook_id}/rotate-secret', path)
          onSecret(data!.secret)
          await refetchWebhooks()
        }}
      >
        <p className="soft">{w.rotateText}</p>
      </Confirm>
      <Confirm
        open={asked === 'replay'}
        onClose={onClose}
        title={w.replayTitle(name)}
        verb={w.replayVerb}
        act={async () => {
          await api().POST('/api/v1/webhooks/{webhook_id}/replay', { ...path, body: { after: 0 } })
          toast(w.onItsWay)
          await refetchWebhooks()
        }}
      >
        <p className="soft">{w.replayText}</p>
      </Confirm>
    </>
  )
}
