import { z } from 'zod'
import type { NeedsAgent } from '../dialer/queries.ts'
import { CALLER_REASONS } from '../dialer/rules/choose-caller.ts'
import { type Route, route } from '../http/route.ts'
import { id, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { loadCampaign } from './change-state.ts'
import { explainCampaign, explainContact } from './explain.ts'
import type { OnDeck } from './on-deck.ts'
import { REASON_EXAMPLE, reasonShape } from './reasons.ts'
import { STEP_EXAMPLE, stepShape } from './route-routes.ts'
import { CAMPAIGN_PATH } from './routes.ts'
import { waitingCounted } from './shapes.ts'
import { CONTACT_NUMBERS_EXAMPLE, contactNumbersShape } from './shown-numbers.ts'
import { countExcluded, findContact } from './view-queries.ts'
import type { WaitingContactCounts } from './waiting-counts.ts'

const TAG = 'Campaigns'

const campaignShape = z
  .object({
    campaign_id: z.int(),
    state: z.string(),
    as_of: timestamp(),
    pending_rows: z
      .int()
      .meta({ description: 'All pending contacts: ready and held; also the sum of `waits` and `free_rows`.' }),
    ready_rows: z.int().meta({ description: 'No rule holds them back; slots and pace decide when.' }),
    held_rows: z.int().meta({ description: 'A rule holds them back: state, hours, back-off or the time of a retry.' }),
    free_rows: z.int().meta({ description: 'Nothing at all holds them back at this moment.' }),
    waiting_counted: waitingCounted(),
    waiting_counted_at: timestamp().nullable().meta({
      description:
        'When the contacts in `waits` were counted; null: for this answer, or not yet. Campaigns with more than 200,000 pending contacts are counted every few minutes.',
    }),
    waits: z.array(
      reasonShape
        .extend({ contacts: z.int() })
        .meta({ description: 'Each contact is counted once, under the first rule that holds it back.' }),
    ),
    limits: z.array(
      z.object({
        rule: z.string(),
        limit: z.number().nullable(),
        used: z.int().nullable(),
        reached: z.boolean(),
        until: timestamp().nullable(),
      }),
    ),
    route: z.array(stepShape).nullable().meta({ description: 'Null: the campaign has no route.' }),
  })
  .meta({ id: 'CampaignExplanation' })

const CAMPAIGN_EXAMPLE = {
  campaign_id: 1,
  state: 'running',
  as_of: '2026-11-15T09:41:00.000Z',
  pending_rows: 5310,
  ready_rows: 5298,
  held_rows: 12,
  free_rows: 0,
  waiting_counted: true,
  waiting_counted_at: null,
  waits: [
    {
      rule: 'retry_time',
      message: 'The next attempt is not due yet.',
      until: '2026-11-15T09:55:00.000Z',
      contacts: 12,
    },
    { rule: 'campaign_slots', message: 'All 25 live calls of the campaign are in use.', until: null, contacts: 5298 },
  ],
  limits: [
    { rule: 'campaign_slots', limit: 25, used: 25, reached: true, until: null },
    { rule: 'organization_slots', limit: 200, used: 38, reached: false, until: null },
    { rule: 'pace', limit: 10, used: null, reached: false, until: null },
  ],
  route: null,
}

const contactShape = z
  .object({
    contact_id: z.int(),
    campaign_id: z.int(),
    as_of: timestamp(),
    may_call_now: z.boolean(),
    because: z.array(reasonShape),
    rules: z.array(
      reasonShape.extend({
        holds: z.boolean(),
        until: timestamp().nullable().meta({
          description: 'If the rule holds the contact: when that ends. Otherwise: when it may begin to hold.',
        }),
      }),
    ),
    next_possible_at: timestamp()
      .nullable()
      .meta({ description: 'At the earliest, if slots and pace allow. Null: something else must happen first.' }),
    arm: z.string().nullable().meta({
      description:
        'The person’s arm of the campaign’s experiment; after its end the arm for everyone. Null: there is no experiment.',
    }),
    route: z.array(stepShape).nullable().meta({
      description: 'The route as it is for this number; the first `ready` configuration is used. Null: no route.',
    }),
    phone_numbers: contactNumbersShape,
    attempts: z.array(
      z.object({
        call_id: z.int(),
        attempt: z.int(),
        at: timestamp(),
        phone_number: z.string().meta({ description: 'The number that was dialed.' }),
        state: z.string(),
        outcome: z.string().nullable(),
        cause: z.string().nullable(),
        caller_number: z.string().nullable(),
        caller_reason: z.enum(CALLER_REASONS).nullable().meta({ description: 'Why this number was shown.' }),
        telephony_configuration_id: z.int(),
        duration_seconds: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'ContactExplanation' })

const CONTACT_EXAMPLE = {
  contact_id: 7,
  campaign_id: 1,
  as_of: '2026-11-15T09:41:00.000Z',
  may_call_now: false,
  because: [REASON_EXAMPLE],
  rules: [
    { ...REASON_EXAMPLE, holds: true },
    { rule: 'suppressed', holds: false, message: 'The number is not on the do-not-call list.', until: null },
  ],
  next_possible_at: REASON_EXAMPLE.until,
  arm: null,
  route: [STEP_EXAMPLE],
  phone_numbers: CONTACT_NUMBERS_EXAMPLE,
  attempts: [
    {
      call_id: 42,
      attempt: 1,
      at: '2026-11-15T09:30:00.123Z',
      phone_number: '+15550100',
      state: 'ended',
      outcome: 'no_answer',
      cause: 'no answer',
      caller_number: '+15550199',
      caller_reason: 'same_area',
      telephony_configuration_id: 1,
      duration_seconds: 0,
    },
  ],
}

export interface ExplainDeps {
  db: Database
  dialer: { now(): number; speaks: NeedsAgent; onDeck?: OnDeck }
  waitingCounts: WaitingContactCounts
}

export function explainRoutes({ db, dialer, waitingCounts }: ExplainDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/explain',
      operation: 'explainCampaign',
      tag: TAG,
      summary: 'Explain what the pending contacts of a campaign wait for, and what limits its pace',
      params: CAMPAIGN_PATH,
      answer: { schema: campaignShape, example: CAMPAIGN_EXAMPLE },
      errors: ['campaign_not_found'],
      handle: async ({ principal, params }) =>
        explainCampaign(db, await loadCampaign(db, principal, params.campaign_id), dialer.now(), dialer.speaks, {
          onDeck: dialer.onDeck?.(principal.organizationId, params.campaign_id) ?? 0,
          kept: waitingCounts,
        }),
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/left-out',
      operation: 'listLeftOut',
      tag: TAG,
      summary: 'How many contacts of a campaign were left out without a conversation, by rule',
      description:
        'Adds up to `outcomes.canceled` of the campaign. `suppressed`: the number is on the do-not-call list. Other rules are those of `held_by`. Null: the call was cancelled before it was answered.',
      params: CAMPAIGN_PATH,
      answer: {
        schema: z.object({ left_out: z.array(z.object({ rule: z.string().nullable(), contacts: z.int() })) }),
        example: { left_out: [{ rule: 'zone_unknown', contacts: 400 }] },
      },
      errors: ['campaign_not_found'],
      async handle({ principal, params }) {
        const campaign = await loadCampaign(db, principal, params.campaign_id)
        if (!campaign.outcomes.canceled) return { left_out: [] }
        return { left_out: await countExcluded(db, principal.organizationId, campaign.id) }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/contacts/{contact_id}/explain',
      operation: 'explainContact',
      tag: TAG,
      summary: 'Why one contact was or was not called: every rule, just now, and every attempt',
      params: CAMPAIGN_PATH.extend({ contact_id: id() }),
      answer: { schema: contactShape, example: CONTACT_EXAMPLE },
      errors: ['campaign_not_found', 'contact_not_found'],
      async handle({ principal, params }) {
        const campaign = await loadCampaign(db, principal, params.campaign_id)
        const contact = await findContact(db, principal.organizationId, campaign.id, params.contact_id)
        if (!contact) throw new ApiError('contact_not_found')
        return explainContact(db, campaign, contact, dialer.now(), dialer.speaks)
      },
    }),
  ]
}
