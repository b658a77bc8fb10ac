import type { Schemas } from '@outdial/sdk'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faultsByField } from '../../../api/error-words.ts'
import { queryClient } from '../../../api/query-client.ts'
import { api } from '../../../api/session.ts'
import { helpGroup } from '../../../components/help.ts'
import { ActionError } from '../../../forms/action-error.tsx'
import { Field } from '../../../forms/field.tsx'
import { NumberInput } from '../../../forms/number-input.tsx'
import { SaveBar } from '../../../forms/save-bar.tsx'
import { Note } from '../../../ui/note.tsx'
import { Section, Sheet } from '../../../ui/section.tsx'
import { QueryContent } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { retentionWords as w } from '../../../words/retention.ts'
import { Erasures } from './erasures.tsx'

type Stored = Schemas['Retention']
type Days = Omit<Stored, 'installation_events_days'>

const retention = () =>
  queryOptions({
    queryKey: ['retention'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/organizations/retention', { signal })).data!,
  })

const FIELDS: readonly (keyof Days)[] = [
  'recordings_days',
  'transcripts_days',
  'contacts_days',
  'calls_days',
  'events_days',
  'audit_days',
  'ledger_days',
]

/** Kinds of data that always expire; without a setting, the default of the program applies. */
const ENDING: Partial<Record<keyof Days, true>> = { audit_days: true, ledger_days: true }

/** Retention settings: personal data is deleted when it expires; counters and outcomes stay. */
export default function Retention() {
  const query = useQuery(retention())
  return (
    <>
      <QueryContent of={query} what={w.what}>
        {(stored) => <RetentionForm stored={stored} />}
      </QueryContent>
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
      toast(w.saved)
    },
  })
  const faults = faultsByField(save.error)
  return (
    <Section help={helpGroup('retention')} title={w.title} aside={w.stays}>
      <ActionError title={w.notSaved} of={save.error} />
      {sooner && (
        <Note tone="warn" title={w.sooner}>
          {w.noUndo}
        </Note>
      )}
      <Sheet className="pad">
        {FIELDS.map((name) => {
          const value = name in draft ? (draft[name] ?? null) : stored[name]
          const most = name === 'events_days' ? w.atMost(stored.installation_events_days) : ''
          return (
            <Field
              key={name}
              label={w.fields[name]}
              help={`${w.help[name]}${most}`}
              fault={faults.get(name)}
              dirty={value !== stored[name]}
            >
              {(ids) => (
                <NumberInput
                  {...ids}
                  unit={w.days}
                  min={1}
                  placeholder={name in ENDING ? '' : w.forEver}
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
        effect={sooner ? w.effectSooner : w.effect}
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
