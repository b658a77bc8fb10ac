import type { Schemas } from '@outdial/sdk'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faultsByField } from '../../../api/error-words.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { helpGroup } from '../../../components/help.ts'
import { Field } from '../../../forms/field.tsx'
import { NumberInput } from '../../../forms/number-input.tsx'
import { Refusal } from '../../../forms/refusal.tsx'
import { SaveBar } from '../../../forms/save-bar.tsx'
import { plural } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { Section, Sheet } from '../../../ui/section.tsx'
import { Show } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Erasures } from './erasures.tsx'

type Stored = Schemas['Retention']
type Days = Omit<Stored, 'installation_events_days'>

const retention = () =>
  queryOptions({
    queryKey: ['retention'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/organizations/retention', { signal })).data!,
  })

const FIELDS: { name: keyof Days; label: string; help: string }[] = [
  { name: 'recordings_days', label: 'Recordings', help: 'Recording and waveform, after the end of the call.' },
  {
    name: 'transcripts_days',
    label: 'Transcripts',
    help: 'What was said, values gathered, and details of the timeline, after the end of the call.',
  },
  {
    name: 'contacts_days',
    label: 'Numbers and names',
    help: 'Counted for calls from their end, for contacts from the completion of their campaign, for lists that no campaign uses from their upload. The times of calls to a number are kept as long as the calling rules need them.',
  },
  { name: 'events_days', label: 'Events', help: 'The events that webhooks and programs receive.' },
]

/** Personal data is deleted when it expires; counters and outcomes stay. */
export default function Retention() {
  const query = useQuery(retention())
  return (
    <>
      <Show of={query} what="How long things are kept">
        {(stored) => <RetentionForm stored={stored} />}
      </Show>
      <Erasures />
    </>
  )
}

function RetentionForm({ stored }: { stored: Stored }) {
  const [draft, setDraft] = useState<Partial<Days>>({})
  const changed = Object.entries(draft).filter(([name, value]) => value !== stored[name as keyof Days])
  const sooner = changed.some(([name, value]) => {
    const before = stored[name as keyof Days]
    return value !== null && (before === null || (value as number) < before)
  })
  const save = useMutation({
    mutationFn: async () =>
      (await api().PUT('/api/v1/organizations/retention', { body: Object.fromEntries(changed) })).data!,
    onSuccess: (next) => {
      queryClient.setQueryData(retention().queryKey, next)
      setDraft({})
      toast('Saved. Expired data is deleted within an hour.')
    },
  })
  const faults = faultsByField(save.error)
  return (
    <Section help={helpGroup('retention')} title="How long it is kept" aside="counters, outcomes and the ledger stay">
      <Refusal title="Not saved" of={save.error} />
      {sooner && (
        <Note tone="warn" title="Older data is deleted within an hour">
          This cannot be undone.
        </Note>
      )}
      <Sheet className="pad">
        {FIELDS.map(({ name, label, help }) => {
          const value = name in draft ? (draft[name] ?? null) : stored[name]
          const most =
            name === 'events_days'
              ? ` At most ${plural(stored.installation_events_days, 'day')} in this installation.`
              : ''
          return (
            <Field
              key={name}
              label={label}
              help={`${help}${most}`}
              fault={faults.get(name)}
              dirty={value !== stored[name]}
            >
              {(ids) => (
                <NumberInput
                  {...ids}
                  unit="days"
                  min={1}
                  placeholder="for ever"
                  value={value}
                  onChange={(days) => setDraft({ ...draft, [name]: days })}
                />
              )}
            </Field>
          )
        })}
      </Sheet>
      <SaveBar
        changes={changed.length}
        effect={
          sooner ? 'Older data is deleted within an hour.' : 'An empty field keeps data until it is deleted by hand.'
        }
        busy={save.isPending}
        onSave={() => save.mutate()}
        onDiscard={() => {
          setDraft({})
          save.reset()
        }}
      />
    </Section>
  )
}
