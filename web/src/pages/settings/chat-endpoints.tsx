import type { Schemas } from '@outdial/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { faultsByField } from '../../api/error-words.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { MetadataFields, type Values } from '../../forms/metadata-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.tsx'
import { modelWords as w } from '../../words/models.ts'
import { type Headers, HeadersField, headersFault } from './headers-field.tsx'
import { CHAT_FIELDS } from './model-fields.ts'

type Configuration = Schemas['ModelConfiguration']
type Endpoint = Configuration['chat_fallback'][number]

/** Maximum number of endpoints, as on the server. */
const ENDPOINTS_MAX = 5

interface Draft {
  key: number
  /** Stored values of the endpoint; empty for a new one. */
  stored: Partial<Endpoint>
  values: Values
}

/** The endpoint to send. An emptied field returns to its default; fields that the form does not show are sent back unchanged. */
const sentOf = ({ stored, values }: Draft): Values =>
  Object.fromEntries(
    Object.entries({ ...stored, ...values })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === '' ? null : value]),
  )

/** The fallback chat endpoints, in order. They are saved together. */
export function ChatEndpoints({
  stored,
  onSaved,
}: {
  stored: readonly Endpoint[]
  onSaved(next: Configuration): void
}) {
  const draftsOf = (endpoints: readonly Endpoint[]): Draft[] =>
    endpoints.map((endpoint, key) => ({ key, stored: endpoint, values: {} }))
  const [drafts, setDrafts] = useState(() => draftsOf(stored))
  const [isChanged, setChanged] = useState(false)
  const [nextKey, setNextKey] = useState(stored.length)
  const save = useMutation({
    mutationFn: () => api().models.update({ chat_fallback: drafts.map(sentOf) } as never),
    onSuccess: (next) => {
      // New React keys, so that the fields drop the typed text and show the masks.
      setDrafts(next.chat_fallback.map((endpoint, at) => ({ key: nextKey + at, stored: endpoint, values: {} })))
      setNextKey(nextKey + next.chat_fallback.length)
      setChanged(false)
      onSaved(next)
      toast(w.saved)
    },
  })
  const change = (next: Draft[]) => {
    setDrafts(next)
    setChanged(true)
    save.reset()
  }
  const move = (from: number, to: number) => {
    const next = [...drafts]
    next.splice(to, 0, ...next.splice(from, 1))
    change(next)
  }
  const faults = faultsByField(save.error)
  return (
    <Section help={helpGroup('models')} title={w.title} aside={w.about}>
      {drafts.length === 0 && <p className="soft">{w.none}</p>}
      {drafts.map((draft, at) => (
        <Sheet key={draft.key} className="pad mb-3">
          <div className="row between">
            <h3>{w.endpoint(at + 2)}</h3>
            <span className="row">
              <Button small kind="quiet" aria-label={w.up(at + 2)} disabled={at === 0} onClick={() => move(at, at - 1)}>
                ↑
              </Button>
              <Button
                small
                kind="quiet"
                aria-label={w.down(at + 2)}
                disabled={at === drafts.length - 1}
                onClick={() => move(at, at + 1)}
              >
                ↓
              </Button>
              <Button
                small
                kind="quiet"
                icon="x"
                aria-label={w.remove(at + 2)}
                onClick={() => change(drafts.filter((each) => each !== draft))}
              />
            </span>
          </div>
          <MetadataFields
            fields={CHAT_FIELDS}
            values={draft.values}
            stored={draft.stored as Values}
            faults={faults}
            faultPrefix={`chat_fallback.${at}.`}
            onChange={(name, value) =>
              change(
                drafts.map((each) => (each === draft ? { ...each, values: { ...each.values, [name]: value } } : each)),
              )
            }
          />
          <HeadersField
            stored={(draft.stored.headers ?? null) as Headers | null}
            fault={headersFault(faults, `chat_fallback.${at}.`)}
            onChange={(headers) =>
              change(drafts.map((each) => (each === draft ? { ...each, values: { ...each.values, headers } } : each)))
            }
          />
        </Sheet>
      ))}
      <ActionError title={w.notSaved} of={save.error} />
      <span className="row">
        <Button
          disabled={drafts.length >= ENDPOINTS_MAX}
          onClick={() => {
            change([...drafts, { key: nextKey, stored: {}, values: { provider: 'openai' } }])
            setNextKey(nextKey + 1)
          }}
        >
          {w.add}
        </Button>
        <Button disabled={!isChanged} busy={save.isPending} onClick={() => save.mutate()}>
          {w.save}
        </Button>
      </span>
    </Section>
  )
}
