import { newCampaignWords as w } from '../../words/new-campaign.ts'
import { countries } from './countries.ts'

/**
 * Chooses the country of numbers without a country code. It is never guessed from the browser, because it depends on the list.
 */
export function CountrySelect({ value, onChange }: { value: string; onChange(code: string): void }) {
  return (
    <label className="row max-md:flex-wrap">
      <span className="nowrap">{w.nationalFrom}</span>
      <select className="select w-[190px]" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{w.noCountry}</option>
        {countries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
