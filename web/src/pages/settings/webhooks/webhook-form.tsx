import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/session.ts'
import { eventTypes, refetchWebhooks, type Webhook } from '../../../api/webhooks.ts'
import { Field } from '../../../forms/field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useFaults } from '../../../forms/use-faults.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { webhookWords as w } from '../../../words/webhooks.ts'

type EventTypes = Webhook['event_types']

export function WebhookForm({
  webhook,
  onClose,
  onMade,
}: {
  webhook: Webhook | null
  onClose(): void
  onMade(made: { url: string; secret: string }): void
}) {
  const types = useQuery(eventTypes()).data ?? []
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [wanted, setWanted] = useState<EventTypes>(webhook?.event_types ?? null)
  const { faults, noting } = useFaults()
  const save = async () => {
    const body = { url: url.trim(), description: description.trim(), event_types: wanted }
    if (webhook) {
      await api().PATCH('/api/v1/webhooks/{webhook_id}', { params: { path: { webhook_id: webhook.id } }, body })
    } else {
      const { data } = await api().POST('/api/v1/webhooks', { body })
      onMade(data!)
    }
    await refetchWebhooks()
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={webhook ? w.change : w.new}
      verb={webhook ? w.save : w.make}
      act={noting(save)}
    >
      <TextField
        label={w.address}
        help={w.addressHelp}
        fault={faults.get('url')}
        inputMode="url"
        placeholder="https://"
        value={url}
        onChange={setUrl}
      />
      <TextField
        label={w.purpose}
        note={w.optional}
        fault={faults.get('description')}
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
      <Field label={w.receives} fault={faults.get('event_types')}>
        {() => (
          <div className="stack gap-2">
            <Segmented
              label={w.receives}
              value={wanted ? 'some' : 'all'}
              choices={[
                { key: 'all', label: w.everything },
                { key: 'some', label: w.some },
              ]}
              onChange={(key) => setWanted(key === 'all' ? null : ['call_ended', 'campaign_completed'])}
            />
            {wanted && (
              <ul className="event-types">
                {types.map(({ type, description: words }) => (
                  <li key={type}>
                    <label className="row">
                      <input
                        type="checkbox"
                        checked={wanted.some((one) => one === type)}
                        onChange={({ target }) =>
                          setWanted(
                            (target.checked ? [...wanted, type] : wanted.filter((one) => one !== type)) as EventTypes,
                          )
                        }
                      />
                      <span>
                        <span className="code">{type}</span> <span className="small mute">{words}</span>
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Field>
    </Confirm>
  )
}
