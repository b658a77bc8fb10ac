import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { spendingToday } from '../../api/costs.ts'
import { setSpendLimit } from '../../components/campaign-acts.ts'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { money } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Show } from '../../ui/states.tsx'
import type { CampaignProps } from './campaign-page.tsx'

/** What the campaign may cost over its whole life. */
export function SpendLimit({ campaign, onClose }: Pick<CampaignProps, 'campaign'> & { onClose(): void }) {
  const spending = useQuery(spendingToday())
  const [limit, setLimit] = useState(campaign.max_spend ?? '')
  const { faults, noting } = useFaults()
  const currency = spending.data?.currency ?? null
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Spend limit of ${campaign.name}`}
      verb={limit.trim() === '' ? 'Save without a limit' : 'Save the limit'}
      whyNot={currency === null ? 'Prices are needed first.' : null}
      act={noting(() => setSpendLimit(campaign, limit.trim() === '' ? null : limit.trim()))}
    >
      <Show of={spending} what="The currency">
        {() =>
          currency === null ? (
            <Note
              tone="warn"
              title="No prices are known"
              acts={
                <ButtonLink small to={paths.telephony}>
                  Enter prices
                </ButtonLink>
              }
            >
              Costs are counted from the price table of a carrier. Enter prices first; they also set the currency.
            </Note>
          ) : (
            <TextField
              label={`Limit in ${currency}`}
              note="empty: no limit"
              className="w-s"
              inputMode="decimal"
              fault={faults.get('max_spend')}
              value={limit}
              onChange={setLimit}
            />
          )
        }
      </Show>
      <p className="soft">
        Cost so far: {money(campaign.spent, campaign.currency)}. A campaign that has spent its limit is paused; calls in
        progress continue. Raise the limit, then resume.
      </p>
    </Confirm>
  )
}
