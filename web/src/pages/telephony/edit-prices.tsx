import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Prices, spendingToday } from '../../api/costs.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { Field } from '../../forms/field.tsx'
import { NumberInput } from '../../forms/number-input.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { shared } from '../../words/shared.ts'
import { telephonyWords as w } from '../../words/telephony.ts'
import type { Carrier } from './carrier-list.tsx'
import { prefixLines, readPrefixLines } from './price-form.ts'

interface EditPricesProps {
  carrier: Carrier
  stored: Prices | null
  onClose(): void
}

export function EditPrices({ carrier, stored, onClose }: EditPricesProps) {
  const known = useQuery(spendingToday()).data?.currency ?? null
  const [typed, setCurrency] = useState(stored?.currency ?? '')
  const currency = known ?? typed.trim().toUpperCase()
  const [perMinute, setPerMinute] = useState(stored?.per_minute ?? '')
  const [perCall, setPerCall] = useState(stored?.per_call ?? '0')
  const [inbound, setInbound] = useState(stored?.inbound_per_minute ?? '0')
  const [first, setFirst] = useState<number | null>(stored?.first_seconds ?? 60)
  const [step, setStep] = useState<number | null>(stored?.step_seconds ?? 60)
  const [lines, setLines] = useState(() => prefixLines(stored?.prefixes ?? []))
  const { prefixes, fault } = readPrefixLines(lines)
  const { faults, noting } = useFaults()
  const save = async () => {
    await api().PUT('/api/v1/organizations/telephony-configs/{config_id}/prices', {
      params: { path: { config_id: carrier.id } },
      body: {
        currency,
        per_minute: perMinute.trim(),
        per_call: perCall.trim() || '0',
        inbound_per_minute: inbound.trim() || '0',
        first_seconds: first,
        step_seconds: step,
        prefixes,
      },
    })
    await queryClient.invalidateQueries({ queryKey: ['spending'] })
    toast(w.pricesSaved)
  }
  const amount = { className: 'w-s', inputMode: 'decimal' } as const
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.pricesOf(carrier.name)}
      verb={w.savePrices}
      scope="admin"
      whyNot={fault ?? (currency === '' || perMinute.trim() === '' ? w.priceFirst : null)}
      act={noting(save)}
    >
      <p className="soft">{w.highest}</p>
      <TextField
        label={w.currency}
        help={known ? w.currencyFixed : w.currencyHelp}
        fault={faults.get('currency')}
        className="w-s"
        maxLength={3}
        readOnly={known !== null}
        value={known ?? typed}
        onChange={setCurrency}
      />
      <TextField
        label={w.priceOfMinute}
        help={w.priceOfMinuteHelp}
        fault={faults.get('per_minute')}
        {...amount}
        value={perMinute}
        onChange={setPerMinute}
      />
      <TextField
        label={w.priceOfCall}
        help={w.priceOfCallHelp}
        fault={faults.get('per_call')}
        {...amount}
        value={perCall}
        onChange={setPerCall}
      />
      <TextField
        label={w.priceOfInbound}
        fault={faults.get('inbound_per_minute')}
        {...amount}
        value={inbound}
        onChange={setInbound}
      />
      <Field label={w.billedAtLeast} fault={faults.get('first_seconds')}>
        {(ids) => <NumberInput {...ids} min={1} max={3600} unit={w.seconds} value={first} onChange={setFirst} />}
      </Field>
      <Field label={w.thenSteps} fault={faults.get('step_seconds')}>
        {(ids) => <NumberInput {...ids} min={1} max={3600} unit={w.seconds} value={step} onChange={setStep} />}
      </Field>
      <Field label={w.byPrefix} note={shared.optional} help={w.byPrefixHelp} fault={fault ?? faults.get('prefixes')}>
        {(ids) => (
          <textarea
            {...ids}
            className="input area code"
            rows={4}
            value={lines}
            onChange={({ target }) => setLines(target.value)}
          />
        )}
      </Field>
    </Confirm>
  )
}
