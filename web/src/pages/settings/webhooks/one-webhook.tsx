import { useState } from 'react'
import { sentenceOf } from '../../../api/error-words.ts'
import { api } from '../../../api/session.ts'
import { type Webhook, webhooksAgain } from '../../../api/webhooks.ts'
import { helpGroup } from '../../../components/help.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { plural } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Note } from '../../../ui/note.tsx'
import { Section } from '../../../ui/section.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { moment } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
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
          ? `It arrived: ${last?.status} after ${last?.ms} ms.`
          : `It did not arrive: ${last?.message ?? last?.status ?? 'no answer'}`,
        data!.state === 'delivered' ? {} : { tone: 'fault' },
      )
      await webhooksAgain()
    } catch (error) {
      toast(`Not sent: ${sentenceOf(error)}`, { tone: 'fault' })
    } finally {
      setTesting(false)
    }
  }
  const turn = async (is_active: boolean) => {
    try {
      await api().PATCH('/api/v1/webhooks/{webhook_id}', { ...path, body: { is_active } })
      toast(is_active ? 'Switched on. Delivery continues where it stopped.' : 'Switched off. Its events are kept.')
    } catch (error) {
      toast(`Not changed: ${sentenceOf(error)}`, { tone: 'fault' })
    }
    await webhooksAgain()
  }
  const name = webhook.description || new URL(webhook.url).host
  return (
    <Section
      help={helpGroup('webhooks')}
      title={name}
      count={
        webhook.event_types ? plural(webhook.event_types.length, 'type of event', 'types of events') : 'every event'
      }
      aside={
        <span className="row">
          <Switch
            checked={webhook.is_active}
            label={`${name} receives events`}
            onChange={(is_active) => void turn(is_active)}
          />
          <Button small busy={testing} onClick={() => void test()}>
            Send a test
          </Button>
          <Menu
            label={`More for ${name}`}
            trigger={<Button small kind="quiet" icon="more" aria-label={`More for ${name}`} />}
            items={[
              { label: 'Change…', icon: 'edit', run: onEdit },
              { label: 'New secret…', icon: 'key', run: () => setAsked('rotate') },
              { label: 'Send everything again…', icon: 'refresh', run: () => setAsked('replay') },
              'separator',
              { label: 'Delete…', icon: 'trash', danger: true, run: () => setAsked('delete') },
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
  const since = webhook.failing_since ? moment(Date.parse(webhook.failing_since), zone) : null
  if (webhook.disabled_reason)
    return (
      <Note tone="bad" title="It was switched off">
        {webhook.disabled_reason === 'gone'
          ? 'The receiver said that it is gone (410).'
          : `Nothing arrived for 24 hours${since ? `, since ${since}` : ''}.`}{' '}
        Its events are kept as long as the event log. After you switch it on, delivery continues where it stopped.
      </Note>
    )
  if (webhook.state === 'failing')
    return (
      <Note tone="warn" title={`Nothing arrives since ${since}`}>
        It is tried again for 24 hours with growing pauses, and switched off after that.
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
        title={`Delete ${name}?`}
        verb="Delete the webhook"
        kind="danger fill"
        act={async () => {
          await api().DELETE('/api/v1/webhooks/{webhook_id}', path)
          await webhooksAgain()
        }}
      >
        <p className="soft">It stops receiving events and its delivery history is deleted. Calls are not affected.</p>
      </Confirm>
      <Confirm
        open={asked === 'rotate'}
        onClose={onClose}
        title={`A new secret for ${name}?`}
        verb="Make a new secret"
        act={async () => {
          const { data } = await api().POST('/api/v1/webhooks/{webhook_id}/rotate-secret', path)
          onSecret(data!.secret)
          await webhooksAgain()
        }}
      >
        <p className="soft">For 24 hours the old one signs too, so that your program can change without a gap.</p>
      </Confirm>
      <Confirm
        open={asked === 'replay'}
        onClose={onClose}
        title={`Send everything again to ${name}?`}
        verb="Send everything again"
        act={async () => {
          await api().POST('/api/v1/webhooks/{webhook_id}/replay', { ...path, body: { after: 0 } })
          toast('On its way, oldest first.')
          await webhooksAgain()
        }}
      >
        <p className="soft">
          Every event that the log still holds is sent in order, with the same id as the first time: a program that
          remembers ids does nothing twice.
        </p>
      </Confirm>
    </>
  )
}
