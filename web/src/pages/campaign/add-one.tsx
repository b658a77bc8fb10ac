import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pinnedWorkflow } from '../../api/campaigns.ts'
import { listPreview } from '../../api/contact-lists.ts'
import type { Enrolment, NewContacts } from '../../components/campaign-requests.ts'
import { TextField } from '../../forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { campaignSetupWords as w } from '../../words/campaign-setup.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { EnrolConfirmation } from './enrol-confirmation.tsx'

interface AddOneProps extends Pick<CampaignProps, 'campaign'> {
  onAdded(enrolment: Enrolment): void
}

/** Adds one person, with the variables of the campaign's workflow. */
export function AddOne({ campaign, onAdded }: AddOneProps) {
  // The preview of the campaign's own list names the variables of the workflow.
  const preview = useQuery(listPreview(campaign.source_id, pinnedWorkflow(campaign)))
  const [number, setNumber] = useState('')
  const [country, setCountry] = useState('')
  const [values, setValues] = useState<Record<string, string>>({})
  const [asking, setAsking] = useState(false)
  const missing = preview.data?.variables.filter(({ name, required }) => required && !values[name]?.trim()) ?? []
  const isReady = preview.data !== undefined && number.trim() !== '' && missing.length === 0
  return (
    <QueryContent of={preview} what={w.whatIsSaid}>
      {({ variables }) => (
        <form
          className="stack gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) setAsking(true)
          }}
        >
          <Sheet className="px-3.5">
            <TextField label={w.number} help={w.numberHelp} type="tel" value={number} onChange={setNumber} />
            <TextField
              label={w.country}
              note={w.optional}
              help={w.countryHelp}
              className="w-s"
              maxLength={2}
              value={country}
              onChange={setCountry}
            />
            {variables.map(({ name, required, default: fallback }) => (
              <TextField
                key={name}
                label={name}
                note={required ? undefined : w.optional}
                help={required ? w.noDefault : fallback ? w.orElse(fallback) : ''}
                value={values[name] ?? ''}
                onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
              />
            ))}
          </Sheet>
          <div className="row">
            <Button type="submit" kind="primary" disabled={!isReady}>
              {w.addOne}
            </Button>
            {!isReady && <span className="small mute">{w.needed(needed(number, missing))}</span>}
          </div>
          {asking && (
            <EnrolConfirmation
              campaign={campaign}
              wanted={personOf(number, country, values)}
              number={1}
              onClose={() => setAsking(false)}
              onAdded={onAdded}
            />
          )}
        </form>
      )}
    </QueryContent>
  )
}

function needed(number: string, missing: readonly { name: string }[]): string {
  return [...(number.trim() === '' ? [w.theNumber] : []), ...missing.map(({ name }) => name)].join(', ')
}

function personOf(number: string, country: string, values: Record<string, string>): NewContacts {
  const variables = Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  return {
    contacts: [{ phone_number: number.trim(), variables }],
    ...(country.trim() ? { country_code: country.trim().toUpperCase() } : {}),
  }
}
