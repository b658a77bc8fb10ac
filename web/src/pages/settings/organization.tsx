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
import { accountWords } from '../../words/account.ts'

const w = accountWords.organization

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
      toast(w.saved)
    },
  })
  return (
    <Section help={helpGroup('organization')} title={w.title}>
      <Sheet className="pad">
        <Field label={accountWords.name}>{(ids) => <output id={ids.id}>{organization.name}</output>}</Field>
        <Field
          label={w.zone}
          help={w.zoneHelp}
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
        <Field label={w.listening} help={w.listeningHelp} dirty={listening !== organization.listening_allowed}>
          {(ids) => <Switch id={ids.id} checked={listening} onChange={setListening} label={w.listening} />}
        </Field>
        <Field label={w.lines} help={w.linesHelp}>
          {(ids) => <output id={ids.id}>{count(organization.max_concurrency)}</output>}
        </Field>
        <Field label={w.program}>{(ids) => <output id={ids.id}>Outdial {organization.version}</output>}</Field>
      </Sheet>
      <SaveBar
        changes={changes}
        effect={w.effect}
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
