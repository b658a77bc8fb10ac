import type { Schemas } from '@outdial/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { faultsByField } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { voiceList } from '../../api/voices.ts'
import { helpGroup } from '../../components/help.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { Field } from '../../forms/field.tsx'
import { MetadataFields, type Values } from '../../forms/metadata-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.tsx'
import { voicesWords as w } from '../../words/voices.ts'
import { field, SERVICE_NAMES } from './model-fields.ts'

type Configuration = Schemas['ModelConfiguration']
type ServiceName = keyof Configuration['services']

const KEY = field('api_key', w.fields.key, { type: 'password', sensitive: true, description: w.fields.keyHelp })
const ADDRESS = field('base_url', w.fields.address, { type: 'url', placeholder: w.fields.own })
const REGION = field('region', w.fields.region)
const WITH_REGION: readonly string[] = ['azure', 'google']

/** Keys of hosted speech services, edited one service at a time. */
export function SpeechServices({
  stored,
  onSaved,
}: {
  stored: Configuration['services']
  onSaved(next: Configuration): void
}) {
  const names = Object.keys(stored) as ServiceName[]
  const [name, setName] = useState<ServiceName>(names[0]!)
  const [values, setValues] = useState<Values>({})
  const save = useMutation({
    mutationFn: () => api().models.update({ services: { [name]: values } } as never),
    onSuccess: (next) => {
      setValues({})
      onSaved(next)
      void queryClient.invalidateQueries({ queryKey: voiceList().queryKey })
      toast(w.saved(SERVICE_NAMES[name] ?? name))
    },
  })
  return (
    <Section help={helpGroup('speech')} title={w.services} aside={w.servicesHelp}>
      <Sheet className="pad">
        <Field label={w.service}>
          {(ids) => (
            <select
              {...ids}
              className="select"
              value={name}
              onChange={({ target }) => {
                setName(target.value as ServiceName)
                setValues({})
                save.reset()
              }}
            >
              {names.map((each) => (
                <option key={each} value={each}>
                  {SERVICE_NAMES[each] ?? each}
                  {stored[each].api_key ? ` (${w.hasKey})` : ''}
                </option>
              ))}
            </select>
          )}
        </Field>
        <MetadataFields
          key={name}
          fields={[KEY, ADDRESS, ...(WITH_REGION.includes(name) ? [REGION] : [])]}
          values={values}
          stored={stored[name] as unknown as Values}
          faults={faultsByField(save.error)}
          faultPrefix={`services.${name}.`}
          onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
        />
        <ActionError title={w.notSaved} of={save.error} />
        <Button
          className="my-3"
          disabled={Object.keys(values).length === 0}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {w.saveKey}
        </Button>
      </Sheet>
    </Section>
  )
}
