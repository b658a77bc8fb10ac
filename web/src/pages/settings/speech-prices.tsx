import type { Schemas } from '@outdial/sdk'
import { Button } from '../../ui/button.tsx'
import { modelWords as w } from '../../words/models.ts'
import { SERVICE_NAMES } from './model-fields.ts'

export type SpeechPrice = Schemas['ModelConfiguration']['prices']['speech'][number]

const SERVICES = Object.keys(SERVICE_NAMES) as SpeechPrice['service'][]

/** Prices of hosted speech services. A service has one row, so another row can be added while one is left. */
export function SpeechPrices({
  rows,
  onChange,
}: {
  rows: readonly SpeechPrice[]
  onChange(rows: SpeechPrice[]): void
}) {
  const unused = SERVICES.filter((service) => rows.every((row) => row.service !== service))
  const [next] = unused
  const edit = (at: number, change: Partial<SpeechPrice>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...change } : row)))
  const amount = (text: string) => (text.trim() === '' ? null : text.trim())
  return (
    <>
      {rows.length > 0 && (
        <table className="sheet">
          <thead>
            <tr>
              <th>{w.service}</th>
              <th>{w.perMinute}</th>
              <th>{w.perCharacters}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.service}>
                <td>
                  <select
                    className="input"
                    aria-label={w.serviceOf(at + 1)}
                    value={row.service}
                    onChange={({ target }) => edit(at, { service: target.value as SpeechPrice['service'] })}
                  >
                    {[row.service, ...unused].map((service) => (
                      <option key={service} value={service}>
                        {SERVICE_NAMES[service] ?? service}
                      </option>
                    ))}
                  </select>
                </td>
                <td>
                  <input
                    className="input"
                    inputMode="decimal"
                    aria-label={w.perMinuteOf(at + 1)}
                    value={row.recognition_per_minute ?? ''}
                    onChange={({ target }) => edit(at, { recognition_per_minute: amount(target.value) })}
                  />
                </td>
                <td>
                  <input
                    className="input"
                    inputMode="decimal"
                    aria-label={w.perCharactersOf(at + 1)}
                    value={row.voice_per_million_characters ?? ''}
                    onChange={({ target }) => edit(at, { voice_per_million_characters: amount(target.value) })}
                  />
                </td>
                <td>
                  <Button
                    small
                    kind="quiet"
                    icon="x"
                    aria-label={w.removeSpeechPrice(at + 1)}
                    onClick={() => onChange(rows.filter((_, place) => place !== at))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {next && (
        <span className="row my-3">
          <Button onClick={() => onChange([...rows, newPrice(next)])}>{w.addSpeechPrice}</Button>
        </span>
      )}
    </>
  )
}

function newPrice(service: SpeechPrice['service']): SpeechPrice {
  return { service, recognition_per_minute: null, voice_per_million_characters: null }
}
