/** The spend limit of one campaign; it can be changed in every state, even while the campaign runs. */
import { z } from 'zod'
import { formatAmount, readAmount } from '../costs/rules/money.ts'
import { spendLimitField } from '../costs/shapes.ts'
import { type Route, route } from '../http/route.ts'
import { id } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import { findSpending } from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'
import { appendLog, findCampaign, lockCampaign, saveSpendLimit } from './queries.ts'
import { CAMPAIGN_EXAMPLE, campaignShape, serializeCampaign } from './shapes.ts'

export interface SpendLimitDeps {
  db: Database
  clock: Clock
  dialer: { wake(organizationId: number): void }
}

export function spendLimitRoute({ db, clock, dialer }: SpendLimitDeps): Route {
  return route({
    method: 'PUT',
    path: '/api/v1/campaign/{campaign_id}/spend-limit',
    operation: 'setCampaignSpendLimit',
    tag: 'Costs',
    summary: 'Set what a campaign may spend',
    description:
      'Over its whole life, in the currency of the organization. A campaign that has spent it is paused with the event `spend_limit_reached`; calls in progress continue. Raise the limit, then resume. `null` removes the limit.',
    params: z.object({ campaign_id: id() }),
    body: z.object({ max_spend: spendLimitField() }),
    bodyExample: { max_spend: '120.00' },
    answer: { schema: campaignShape, example: { ...CAMPAIGN_EXAMPLE, max_spend: '120.00' } },
    errors: ['campaign_not_found', 'currency_missing'],
    async handle({ principal: { organizationId, author }, params: { campaign_id: campaignId }, body }) {
      const now = new Date(clock.now())
      await db.transaction().execute(async (tx) => {
        const campaign = await lockCampaign(tx, organizationId, campaignId)
        if (!campaign) throw new ApiError('campaign_not_found')
        const { currency } = await findSpending(tx, organizationId)
        const max = body.max_spend === null ? null : readAmount(body.max_spend)
        if (max !== null && currency === null) throw new ApiError('currency_missing')
        await saveSpendLimit(tx, campaignId, max, now)
        const details = { by: author, max_spend: max === null ? null : formatAmount(max), currency }
        const message = max === null ? 'The spend limit was removed.' : 'The spend limit was set.'
        const entry = { now, level: 'info', event: 'campaign_changed', message, details } as const
        await appendLog(tx, { id: campaignId, organizationId }, entry)
      })
      dialer.wake(organizationId)
      const campaign = await findCampaign(db, organizationId, campaignId)
      if (!campaign) throw new ApiError('campaign_not_found')
      return serializeCampaign(campaign)
    },
  })
}
