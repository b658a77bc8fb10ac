import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { bool, optional, timestamp } from '../http/schemas.ts'
import { type CheckStartDeps, checkStart } from './check-start.ts'
import { REASON_EXAMPLE, reasonShape } from './reasons.ts'
import { CAMPAIGN_PATH } from './routes.ts'
import { waitingCounted } from './shapes.ts'

const shape = z
  .object({
    campaign_id: z.int(),
    as_of: timestamp(),
    pending_rows: z.int().meta({ description: 'Contacts that are not finished and not in a call.' }),
    ready_rows: z.int().meta({ description: 'No rule would hold them back; slots and pace decide when.' }),
    suppressed_rows: z.int().meta({ description: 'Pending contacts on the do-not-call list: they are left out.' }),
    ready_suppressed_rows: z.int().meta({
      description:
        'Those of `suppressed_rows` that are among `ready_rows`: `ready_rows` without them can be called now.',
    }),
    waiting_counted: waitingCounted(),
    waiting_counted_at: timestamp().nullable().meta({
      description:
        'When the contacts were counted; null: for this answer, or not yet. Campaigns with more than 200,000 pending contacts are counted every few minutes.',
    }),
    waits: z.array(reasonShape.extend({ contacts: z.int() })).meta({
      description: 'The rules that would hold the other contacts; each contact is counted under the first rule.',
    }),
    refusals: z.array(z.object({ code: z.string(), message: z.string() })).meta({
      description:
        'Why a start would be refused now: the first reason found, and each arm of an experiment that cannot be used. Empty: it would not.',
    }),
    open_duties: z.array(z.object({ id: z.string(), text: z.string() })).meta({
      description: 'Duties that must be confirmed for the list, or accepted by `accept_duties` at the start.',
    }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'StartCheck' })

export function checkStartRoutes(deps: CheckStartDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/start-check',
      operation: 'checkCampaignStart',
      tag: 'Campaigns',
      summary: 'Check what a start or resume of the campaign would do now',
      params: CAMPAIGN_PATH,
      query: z.object({
        use_current_version: optional(bool()).meta({ description: 'Check the newest version of the workflow.' }),
      }),
      answer: {
        schema: shape,
        example: {
          campaign_id: 1,
          as_of: '2026-11-15T09:41:00.000Z',
          pending_rows: 20,
          ready_rows: 8,
          suppressed_rows: 1,
          ready_suppressed_rows: 1,
          waiting_counted: true,
          waiting_counted_at: null,
          waits: [{ ...REASON_EXAMPLE, contacts: 12 }],
          refusals: [
            { code: 'no_caller_id', message: 'The telephony configuration has no phone number to call from.' },
          ],
          open_duties: [],
          warnings: [],
        },
      },
      errors: ['campaign_not_found'],
      handle: ({ principal, params, query }) =>
        checkStart(deps, principal, params.campaign_id, query.use_current_version ?? false),
    }),
  ]
}
