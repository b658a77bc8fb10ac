import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultsByField } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { isSimulated } from '../../components/simulated.tsx'
import { ActionError } from '../../forms/action-error.tsx'
import type { Values } from '../../forms/metadata-fields.tsx'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { onRadioKey, radioTabIndex } from '../../ui/radio-keys.ts'
import { Section } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'
import { shared } from '../../words/shared.ts'
import { telephonyWords as w } from '../../words/telephony.ts'
import { runCarrierCheck } from './carrier-check.ts'
import { CarrierFields } from './carrier-form.tsx'
import { changedValues, localFaults, type Provider, showFirstFault } from './carrier-values.ts'

interface AddCarrierProps {
  providers: readonly Provider[]
  first: boolean
  /** Whether a real carrier is already the default. */
  hasRealDefault: boolean
}

export function AddCarrier({ providers, first, hasRealDefault }: AddCarrierProps) {
  const [chosen, setChosen] = useState<Provider | null>(null)
  return (
    <div className="stack gap-6">
      <Section help={helpGroup('telephony')} title={w.which} count={chosen ? undefined : w.whichNote}>
        <div className="picks" role="radiogroup" aria-label={w.carrier} onKeyDown={onRadioKey}>
          {providers.map((provider, index) => (
            <button
              key={provider.provider}
              type="button"
              role="radio"
              aria-checked={chosen === provider}
              tabIndex={radioTabIndex(chosen === provider, chosen !== null, index)}
              className="pick sheet"
              onClick={() => setChosen(provider)}
            >
              {provider.display_name}
            </button>
          ))}
        </div>
      </Section>
      {chosen && <NewCarrier key={chosen.provider} provider={chosen} {...{ providers, first, hasRealDefault }} />}
    </div>
  )
}

interface NewCarrierProps extends AddCarrierProps {
  provider: Provider
}

function NewCarrier({ provider, providers, first, hasRealDefault }: NewCarrierProps) {
  const navigate = useNavigate()
  const [name, setName] = useState(provider.display_name)
  const [values, setValues] = useState<Values>({})
  const [isDefault, setDefault] = useState(!isSimulated(provider.provider) && !hasRealDefault)
  const [tried, setTried] = useState(false)
  const wrong = localFaults(provider.fields, values, {})
  const create = useMutation({
    mutationFn: async () => {
      const config = { provider: provider.provider, ...changedValues(provider.fields, values, {}) }
      const { data } = await api().POST('/api/v1/organizations/telephony-configs', {
        // The fields of a carrier are known only from its metadata, so they have no type.
        body: { name, config: config as never, is_default_outbound: isDefault },
      })
      return data!
    },
    onSuccess: async (made) => {
      runCarrierCheck(made.id)
      await queryClient.invalidateQueries({ queryKey: ['telephony-configs'] })
      void navigate({ to: paths.telephonyConfiguration(made.id) })
    },
    onError: showFirstFault,
  })
  const faults = new Map([...(tried ? wrong : []), ...faultsByField(create.error)])
  return (
    <form
      className="stack gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (wrong.size > 0) return showFirstFault()
        if (!create.isPending) create.mutate()
      }}
    >
      <CarrierFields
        {...{ provider, providers, name, setName, values, faults }}
        renamed={false}
        onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
      />
      <span className="row">
        <Switch label={w.makeDefault} checked={isDefault} onChange={setDefault} />
        <span className="soft">
          <b className="strong">{w.makeDefault}.</b> {isDefault ? w.isDefault : w.isNotDefault}
        </span>
      </span>
      <ActionError title={w.notAdded} of={create.error} />
      <div className="row">
        <Button kind="primary" type="submit" busy={create.isPending}>
          {w.addNamed(provider.display_name)}
        </Button>
        {!first && <ButtonLink to={paths.telephony}>{shared.cancel}</ButtonLink>}
        <span className="small mute">{w.addingTests}</span>
      </div>
    </form>
  )
}
