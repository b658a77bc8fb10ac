import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { id } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { countAbandoned, findLimits, saveLimits } from './abandonment-queries.ts'
import { findCampaign } from './queries.ts'
import { ABANDONMENT_DAYS, abandonmentOf, FIRST_AUDIO_MS_MAX } from './rules/abandonment.ts'

const LIMITS = '/api/v1/organizations/abandonment'
const TAG = 'Campaigns'
const DAY_MS = 24 * 3_600_000

const shape = z
  .object({
    campaign_id: z.int(),
    days: z.int(),
    answered: z.int().meta({ description: 'Calls that a person answered, abandoned ones included.' }),
    abandoned: z.int(),
    no_agent: z.int(),
    agent_failed: z.int(),
    late_audio: z
      .int()
      .meta({ description: `First words later than ${FIRST_AUDIO_MS_MAX / 1000} seconds after the answer.` }),
    rate_percent: z.number().nullable().meta({ description: 'Null: nobody has answered.' }),
  })
  .meta({ id: 'Abandonment' })

const EXAMPLE = {
  campaign_id: 7,
  days: ABANDONMENT_DAYS,
  answered: 400,
  abandoned: 6,
  no_agent: 1,
  agent_failed: 2,
  late_audio: 3,
  rate_percent: 1.5,
}

const percent = () => z.number().min(0).max(100)
const limits = z
  .object({
    warn_percent: percent().meta({ description: 'A running campaign above this rate gets a warning, once a day.' }),
    pause_percent: percent()
      .nullable()
      .meta({ description: 'A running campaign above this rate is paused; null: never.' }),
  })
  .meta({ id: 'AbandonmentLimits' })
const LIMITS_EXAMPLE = { warn_percent: 3, pause_percent: 3 }

export function abandonmentRoutes({ db, reads, clock }: { db: Database; reads: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/abandonment',
      operation: 'getAbandonment',
      tag: TAG,
      summary: 'How many people answered and found nobody, over 30 days',
      description:
        'Abandoned: no agent, an agent that failed, or first words later than two seconds. The safe harbour of the TSR and the FCC is 3 % of the calls that a person answers, per campaign and 30 days.',
      params: z.object({ campaign_id: id() }),
      answer: { schema: shape, example: EXAMPLE },
      errors: ['campaign_not_found'],
      async handle({ principal, params }) {
        const campaign = await findCampaign(db, principal.organizationId, params.campaign_id)
        if (!campaign) throw new ApiError('campaign_not_found')
        const since = new Date(clock.now() - ABANDONMENT_DAYS * DAY_MS)
        const found = abandonmentOf(await countAbandoned(reads, campaign.id, since))
        return { campaign_id: campaign.id, days: ABANDONMENT_DAYS, ...found }
      },
    }),
    route({
      method: 'GET',
      path: LIMITS,
      operation: 'getAbandonmentLimits',
      tag: TAG,
      summary: 'At which abandonment rate campaigns warn and pause',
      answer: { schema: limits, example: LIMITS_EXAMPLE },
      handle: ({ principal }) => findLimits(db, principal.organizationId),
    }),
    route({
      method: 'PUT',
      path: LIMITS,
      operation: 'setAbandonmentLimits',
      tag: TAG,
      scope: 'admin',
      summary: 'Set at which abandonment rate campaigns warn and pause',
      body: limits,
      bodyExample: LIMITS_EXAMPLE,
      answer: { schema: limits, example: LIMITS_EXAMPLE },
      async handle({ principal: { organizationId, author }, body }) {
        await saveLimits(db, organizationId, body, { author, now: new Date(clock.now()) })
        return findLimits(db, organizationId)
      },
    }),
  ]
}
