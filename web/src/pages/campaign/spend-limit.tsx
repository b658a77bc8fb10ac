import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { spendingToday } from '../../api/costs.ts'
import { setSpendLimit } from '../../components/campaign-requests.ts'
import { TextField } from '../../forms/text-field.tsx'
import { useFaults } from '../../forms/use-faults.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { money } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { campaignRequestWords } from '../../words/campaign-requests.ts'
import type { CampaignProps } from './campaign-page.tsx'

const w = campaignRequestWords.spend

/** Sets how much the campaign may cost in total. */
export function SpendLimit({ campaign, onClose }: Pick<CampaignProps, 'campaign'> & { onClose(): void }) {
  const spending = useQuery(spendingToday())
  const [limit, setLimit] = useState(campaign.max_spend ?? '')
  const { faults, noting } = useFaults()
  const currency = spending.data?.currency ?? null
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.title(campaign.name)}
      verb={limit.trim() === '' ? w.saveWithout : w.save}
      whyNot={currency === null ? w.pricesFirst : null}
      act={noting(() => setSpendLimit(campaign, limit.trim() === '' ? null : limit.trim()))}
    >
      <QueryContent of={spending} what={w.what}>
        {() =>
          currency === null ? (
            <Note
              tone="warn"
              title={w.noPrices}
              acts={
                <ButtonLink small to={paths.telephony}>
                  {w.enterPrices}
                </ButtonLink>
              }
            >
              {w.noPricesText}
            </Note>
          ) : (
            <TextField
              label={w.limitIn(currency)}
              note={w.empty}
              className="w-s"
              inputMode="decimal"
              fault={faults.get('max_spend')}
              value={limit}
              onChange={setLimit}
            />
          )
        }
      </QueryContent>
      <p className="soft">{w.soFar(money(campaign.spent, campaign.currency))}</p>
    </Confirm>
  )
}
