import { useQuery } from '@tanstack/react-query'
import { organizationPolicy, type Policy } from '../api/policy.ts'
import { Segmented } from '../ui/segmented.tsx'
import { homeZone, ownZone } from '../ui/time.ts'
import { formWords as w } from '../words/forms.ts'
import type { CampaignSettings } from './campaign-settings.ts'
import { slotsOf } from './policy-hours.ts'
import { WEEKDAYS_9_TO_18 } from './week.ts'
import { WeekGrid } from './week-grid.tsx'

const zones = (): string[] => [...new Set(['UTC', homeZone(), ownZone(), ...Intl.supportedValuesOf('timeZone')])]

export function HoursFields({
  hours,
  onChange,
  disabled = false,
}: {
  hours: CampaignSettings['hours']
  onChange(hours: CampaignSettings['hours']): void
  disabled?: boolean
}) {
  const rule = useQuery(organizationPolicy()).data?.policy?.hours as Policy['hours']
  return (
    <div className="stack gap-3">
      {!disabled && (
        <div className="row wrap">
          <Segmented
            label={w.when}
            value={hours ? 'hours' : 'any'}
            choices={[
              { key: 'any', label: w.anyHour },
              { key: 'hours', label: w.withinHours },
            ]}
            onChange={(key) => onChange(key === 'any' ? null : { timezone: homeZone(), slots: WEEKDAYS_9_TO_18 })}
          />
          {hours && (
            <select
              className="select w-[220px]"
              aria-label={w.timeZone}
              value={hours.timezone}
              onChange={(event) => onChange({ ...hours, timezone: event.target.value })}
            >
              {zones().map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          )}
        </div>
      )}
      {hours ? (
        <WeekGrid
          slots={hours.slots}
          zone={hours.timezone}
          disabled={disabled}
          allowed={rule ? slotsOf(rule) : null}
          onChange={(slots) => onChange({ ...hours, slots })}
        />
      ) : (
        <p className="soft">{w.dayAndNight}</p>
      )}
    </div>
  )
}
