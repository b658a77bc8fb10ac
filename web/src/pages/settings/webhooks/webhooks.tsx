import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Webhook, webhookList } from '../../../api/webhooks.ts'
import { helpGroup } from '../../../components/help.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { count } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import { Empty, QueryContent } from '../../../ui/states.tsx'
import { webhookWords as w } from '../../../words/webhooks.ts'
import { OneWebhook } from './one-webhook.tsx'
import { WebhookForm } from './webhook-form.tsx'

type Shown = { url: string; secret: string }

/** The webhooks of the organization: programs that receive its events. */
export default function Webhooks() {
  const webhooks = useQuery(webhookList())
  const [editing, setEditing] = useState<Webhook | 'new' | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const add = (
    <Button small kind="primary" icon="plus" onClick={() => setEditing('new')}>
      {w.new}
    </Button>
  )
  return (
    <>
      {shown && <Secret {...shown} />}
      <Section
        help={helpGroup('webhooks')}
        title={w.title}
        count={webhooks.data && count(webhooks.data.length)}
        aside={add}
      >
        <p className="soft">{w.about}</p>
      </Section>
      <QueryContent of={webhooks} what={w.what}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={w.none} acts={add}>
              {w.noneText}
            </Empty>
          ) : (
            all.map((webhook) => (
              <OneWebhook
                key={webhook.id}
                webhook={webhook}
                onEdit={() => setEditing(webhook)}
                onSecret={(secret) => setShown({ url: webhook.url, secret })}
              />
            ))
          )
        }
      </QueryContent>
      {editing && (
        <WebhookForm
          webhook={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onMade={(made) => setShown(made)}
        />
      )}
    </>
  )
}

function Secret({ url, secret }: Shown) {
  return (
    <section className="note good once" aria-label={w.secret}>
      <div className="stack w-full gap-2">
        <b className="strong">{w.copyNow(url)}</b>
        <div className="cmd row between">
          <code className="code break-all">{secret}</code>
          <CopyButton text={secret} label={w.copySecret} />
        </div>
        <span className="small">{w.checks}</span>
      </div>
    </section>
  )
}
