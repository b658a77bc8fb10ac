import type { Schemas } from '@outdial/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { Field } from '../../forms/field.tsx'
import { Button } from '../../ui/button.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.tsx'
import { modelWords as w } from '../../words/models.ts'
import { SpeechPrices } from './speech-prices.tsx'

type Configuration = Schemas['ModelConfiguration']
type Price = Configuration['prices']['models'][number]

const NEW_PRICE: Price = { model: '', input_per_million: '', output_per_million: '' }

/** The price tables of language models and speech services, which are saved together. */
export function ModelPrices({
  stored,
  onSaved,
}: {
  stored: Configuration['prices']
  onSaved(next: Configuration): void
}) {
  const [currency, setCurrency] = useState(stored.currency ?? '')
  const [rows, setRows] = useState(() => stored.models.map((price, key) => ({ key, price })))
  const [nextKey, setNextKey] = useState(stored.models.length)
  const [speech, setSpeech] = useState(stored.speech)
  const prices = {
    currency: currency.trim() === '' ? null : currency.trim(),
    models: rows.map(({ price }) => price),
    speech,
  }
  const { currency: before, models, speech: speechBefore } = stored
  const isChanged = JSON.stringify(prices) !== JSON.stringify({ currency: before, models, speech: speechBefore })
  const save = useMutation({
    mutationFn: () => api().models.update({ prices }),
    onSuccess: (next) => {
      onSaved(next)
      toast(w.pricesSaved)
    },
  })
  const edit = (key: number, change: Partial<Price>) =>
    setRows(rows.map((row) => (row.key === key ? { key, price: { ...row.price, ...change } } : row)))
  return (
    <Section help={helpGroup('models')} title={w.prices} aside={w.pricesHelp}>
      <Sheet className="pad">
        <Field label={w.currency}>
          {(ids) => (
            <input
              {...ids}
              className="input code max-w-[90px]"
              placeholder={w.currencyExample}
              value={currency}
              onChange={({ target }) => setCurrency(target.value.toUpperCase())}
            />
          )}
        </Field>
        {rows.length > 0 && (
          <table className="sheet">
            <thead>
              <tr>
                <th>{w.model}</th>
                <th>{w.input}</th>
                <th>{w.output}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, price }, at) => (
                <tr key={key}>
                  <td>
                    <input
                      className="input code"
                      aria-label={w.modelOf(at + 1)}
                      value={price.model}
                      onChange={({ target }) => edit(key, { model: target.value })}
                    />
                  </td>
                  <td>
                    <input
                      className="input"
                      inputMode="decimal"
                      aria-label={w.inputOf(at + 1)}
                      value={price.input_per_million}
                      onChange={({ target }) => edit(key, { input_per_million: target.value.trim() })}
                    />
                  </td>
                  <td>
                    <input
                      className="input"
                      inputMode="decimal"
                      aria-label={w.outputOf(at + 1)}
                      value={price.output_per_million}
                      onChange={({ target }) => edit(key, { output_per_million: target.value.trim() })}
                    />
                  </td>
                  <td>
                    <Button
                      small
                      kind="quiet"
                      icon="x"
                      aria-label={w.removePrice(at + 1)}
                      onClick={() => setRows(rows.filter((row) => row.key !== key))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <span className="row my-3">
          <Button
            onClick={() => {
              setRows([...rows, { key: nextKey, price: NEW_PRICE }])
              setNextKey(nextKey + 1)
            }}
          >
            {w.addPrice}
          </Button>
        </span>
        <SpeechPrices rows={speech} onChange={setSpeech} />
        <ActionError title={w.notSaved} of={save.error} />
        <span className="row my-3">
          <Button disabled={!isChanged} busy={save.isPending} onClick={() => save.mutate()}>
            {w.save}
          </Button>
        </span>
      </Sheet>
    </Section>
  )
}
