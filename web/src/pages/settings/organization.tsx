import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { faultsByField } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Field } from '../../forms/field.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { count } from '../../ui/format.ts'
import { Section, Sheet } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'

export default function OrganizationSettings() {
  const organization = useOrganization()
  const [zone, setZone] = useState(organization.time_zone)
  const [listening, setListening] = useState(organization.listening_allowed)
  const changes = Number(zone !== organization.time_zone) + Number(listening !== organization.listening_allowed)
  const body = { time_zone: zone, listening_allowed: listening }
  const save = useMutation({
    mutationFn: async () => (await api().PATCH('/api/v1/organization', { body })).data!,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['organization'] })
      toast('Saved.')
    },
  })
  return (
    <Section help={helpGroup('organization')} title="Organization">
      <Sheet className="pad">
        <Field label="Name">{(ids) => <output id={ids.id}>{organization.name}</output>}</Field>
        <Field
          label="Time zone"
          help="The console shows times in this zone, unless they have their own. Campaigns keep theirs."
          fault={faultsByField(save.error).get('time_zone')}
          dirty={zone !== organization.time_zone}
        >
          {(ids) => (
            <select {...ids} className="select w-m" value={zone} onChange={(event) => setZone(event.target.value)}>
              {[...new Set([organization.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Listening in"
          help="Operators may listen to live calls in the browser. Many countries require that the call announces it: say so in the first words of your workflows."
          dirty={listening !== organization.listening_allowed}
        >
          {(ids) => <Switch id={ids.id} checked={listening} onChange={setListening} label="Listening in" />}
        </Field>
        <Field label="Lines" help="Maximum number of concurrent calls, over all campaigns.">
          {(ids) => <output id={ids.id}>{count(organization.max_concurrency)}</output>}
        </Field>
        <Field label="Program">{(ids) => <output id={ids.id}>Outdial {organization.version}</output>}</Field>
      </Sheet>
      <SaveBar
        changes={changes}
        effect="Takes effect immediately for all users."
        busy={save.isPending}
        onSave={() => save.mutate()}
        onDiscard={() => {
          setZone(organization.time_zone)
          setListening(organization.listening_allowed)
        }}
      />
    </Section>
  )
}
