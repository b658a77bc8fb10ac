import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { faultsByField } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { oneConfiguration, type TelephonyConfiguration } from '../../api/telephony.ts'
import { helpGroup, helpOfCarrier } from '../../components/help.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { MetadataFields, type Values } from '../../forms/metadata-fields.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.tsx'
import { telephonyWords as w } from '../../words/telephony.ts'
import { runCarrierCheck } from './carrier-check.ts'
import { changedValues, localFaults, type Provider, showFirstFault, splitFields } from './carrier-values.ts'

interface CarrierFormProps {
  stored: TelephonyConfiguration
  provider: Provider
  providers: readonly Provider[]
}

export function CarrierForm({ stored, provider, providers }: CarrierFormProps) {
  const [name, setName] = useState(stored.name)
  const [values, setValues] = useState<Values>({})
  const [tried, setTried] = useState(false)
  const kept = stored.credentials as Values
  const config = changedValues(provider.fields, values, kept)
  const renamed = name !== stored.name
  const wrong = localFaults(provider.fields, values, kept)
  const save = useMutation({
    mutationFn: async () => {
      const { data: now } = await api().GET('/api/v1/organizations/telephony-configs/{config_id}', {
        params: { path: { config_id: stored.id } },
      })
      if (now!.updated_at !== stored.updated_at) throw new Error(w.changedMeanwhile)
      const { data } = await api().PUT('/api/v1/organizations/telephony-configs/{config_id}', {
        params: { path: { config_id: stored.id } },
        body: {
          ...(renamed ? { name } : {}),
          ...(Object.keys(config).length > 0 ? { config: { provider: stored.provider, ...config } } : {}),
        },
      })
      return data!
    },
    onSuccess: async (saved) => {
      toast(w.savedAndAsked)
      runCarrierCheck(saved.id)
      setValues({})
      queryClient.setQueryData(oneConfiguration(saved.id).queryKey, saved)
      await queryClient.invalidateQueries({ queryKey: ['telephony-configs'], exact: true })
    },
    onError: showFirstFault,
  })
  const faults = new Map([...(tried ? wrong : []), ...faultsByField(save.error)])
  const onSave = () => {
    setTried(true)
    if (wrong.size > 0) return showFirstFault()
    save.mutate()
  }
  return (
    <>
      <ActionError title={w.notSaved} of={save.error} />
      <CarrierFields
        {...{ provider, providers, name, setName, values, kept, faults }}
        renamed={renamed}
        onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
      />
      <SaveBar
        changes={Object.keys(config).length + (renamed ? 1 : 0)}
        effect={w.appliesNext}
        busy={save.isPending}
        onSave={onSave}
        onDiscard={() => {
          setName(stored.name)
          setValues({})
          setTried(false)
          save.reset()
          void queryClient.invalidateQueries({ queryKey: oneConfiguration(stored.id).queryKey })
        }}
      />
    </>
  )
}

interface CarrierFieldsProps {
  provider: Provider
  providers: readonly Provider[]
  name: string
  setName(name: string): void
  renamed: boolean
  values: Values
  kept?: Values
  faults: ReadonlyMap<string, string>
  onChange(field: string, value: unknown): void
}

/** The form for an existing or new carrier; all fields come from the metadata. */
export function CarrierFields(props: CarrierFieldsProps) {
  const { provider, providers, name, setName, renamed, values, kept, faults, onChange } = props
  const { account, pace } = splitFields(provider, providers)
  const common = { values, faults, onChange, faultPrefix: 'config.', ...(kept ? { stored: kept } : {}) }
  return (
    <>
      <Section
        help={helpGroup('telephony')}
        title={w.account}
        aside={
          <a className="link" href={helpOfCarrier(provider.provider)} target="_blank" rel="noreferrer">
            {w.guideTo(provider.display_name)}
          </a>
        }
      >
        <Sheet className="pad">
          <TextField
            label={w.name}
            fault={faults.get('name')}
            dirty={renamed}
            value={name}
            maxLength={64}
            onChange={setName}
          />
          <div className="border-0 border-t border-solid border-line">
            <MetadataFields fields={account} {...common} />
          </div>
        </Sheet>
      </Section>
      {pace.length > 0 && (
        <Section help={helpGroup('telephony')} title={w.pace} aside={w.paceNote}>
          <Sheet className="pad">
            <MetadataFields fields={pace} {...common} />
          </Sheet>
        </Section>
      )}
    </>
  )
}
