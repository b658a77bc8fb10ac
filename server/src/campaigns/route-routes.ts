import { z } from 'zod'
import { callsByConfiguration, type RouteNow, type RouteStepNow, routeNow } from '../dialer/route-facts.ts'
import { STEP_STATES, takesNumber } from '../dialer/rules/route.ts'
import { type Route, route } from '../http/route.ts'
import { timestamp } from '../http/schemas.ts'
import type { Database, Queries } from '../storage/database.ts'
import { loadCampaign, type OperationDeps } from './change-state.ts'
import type { StoredCampaign } from './queries.ts'
import { restoreRoute } from './restore-route.ts'
import { CAMPAIGN_PATH } from './routes.ts'
import { CAMPAIGN_EXAMPLE, campaignShape, serializeCampaign } from './shapes.ts'

const TAG = 'Campaigns'

export const stepShape = z.object({
  telephony_configuration_id: z.int(),
  name: z.string().nullable().meta({ description: 'Null: the configuration was deleted.' }),
  state: z.enum(STEP_STATES).meta({
    description:
      '`ready`: calls go through it. `other_numbers`: it does not take this number. `stopped`: the account refused, or calls kept failing; `restore` or a resume uses it again. `back_off`: the carrier asked to wait, or could not be reached. `number_limits`: each of its numbers rests or has reached a limit. `price_missing`: a spend limit is set and it has no prices. `missing`: it was deleted.',
  }),
  until: timestamp().nullable(),
  cause: z.string().nullable().meta({ description: 'Why it was stopped.' }),
  stopped_at: timestamp().nullable(),
})

export const STEP_EXAMPLE = {
  telephony_configuration_id: 1,
  name: 'Office PBX',
  state: 'stopped',
  until: null,
  cause: 'The trunk wants payment (SIP 402)',
  stopped_at: '2026-11-15T09:40:00.000Z',
} as const

export function shownStep({ configurationId, name, state, untilMs, stop }: RouteStepNow) {
  return {
    telephony_configuration_id: configurationId,
    name,
    state,
    until: untilMs === null ? null : new Date(untilMs),
    cause: stop?.cause ?? null,
    stopped_at: stop ? new Date(stop.atMs) : null,
  }
}

/** The steps of the route for one number; configurations that do not accept it get the state `other_numbers`. */
export function stepsForNumber({ route, steps }: RouteNow, phoneNumber: string): RouteStepNow[] {
  return steps.map((now, index) => {
    const step = route.steps[index]
    return step && takesNumber(step, phoneNumber) ? now : { ...now, state: 'other_numbers', untilMs: null }
  })
}

const answerShape = z
  .object({
    campaign_id: z.int(),
    as_of: timestamp(),
    steps: z.array(
      stepShape.extend({
        prefixes: z.array(z.string()),
        countries: z.array(z.string()),
        calls: z.int().meta({ description: 'Ended calls of this campaign.' }),
        got_through: z.int().meta({ description: 'Calls that rang, were busy or were answered.' }),
        answered: z.int(),
      }),
    ),
  })
  .meta({ id: 'CampaignRoute' })

const EXAMPLE = {
  campaign_id: 1,
  as_of: '2026-11-15T09:41:00.000Z',
  steps: [
    { ...STEP_EXAMPLE, prefixes: ['+49'], countries: [], calls: 240, got_through: 212, answered: 96 },
    {
      ...STEP_EXAMPLE,
      telephony_configuration_id: 2,
      name: 'Second carrier',
      state: 'ready',
      cause: null,
      stopped_at: null,
      prefixes: [],
      countries: [],
      calls: 12,
      got_through: 12,
      answered: 5,
    },
  ],
}

async function showRoute(db: Queries, campaign: StoredCampaign, nowMs: number) {
  const { id, organization_id: organizationId } = campaign
  const counted = await callsByConfiguration(db, organizationId, id)
  const now = await routeNow(db, campaign, nowMs)
  const steps = (now?.steps ?? []).map((step, index) => {
    const through = counted.find(({ configurationId }) => configurationId === step.configurationId)
    const { prefixes, countries } = campaign.route?.[index] ?? { prefixes: [], countries: [] }
    return {
      ...shownStep(step),
      prefixes,
      countries,
      calls: through?.calls ?? 0,
      got_through: through?.gotThrough ?? 0,
      answered: through?.answered ?? 0,
    }
  })
  return { campaign_id: id, as_of: new Date(nowMs), steps }
}

export function routeRoutes(deps: OperationDeps & { reads: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/route',
      operation: 'getCampaignRoute',
      tag: TAG,
      summary: 'Show through which telephony configurations a campaign dials, their state, and their calls',
      description: 'The list is empty if the campaign has no route.',
      params: CAMPAIGN_PATH,
      answer: { schema: answerShape, example: EXAMPLE },
      errors: ['campaign_not_found'],
      handle: async ({ principal, params }) =>
        showRoute(deps.reads, await loadCampaign(deps.reads, principal, params.campaign_id), deps.dialer.now()),
    }),
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/route/restore',
      operation: 'restoreCampaignRoute',
      tag: TAG,
      summary: 'Use the stopped telephony configurations of a running campaign’s route again',
      description:
        'Test the configuration first. A configuration that still refuses is stopped again; the contact of the refused dial is given back. Repeating the request changes nothing.',
      params: CAMPAIGN_PATH,
      answer: { schema: campaignShape, example: CAMPAIGN_EXAMPLE },
      errors: ['campaign_not_found', 'route_not_restorable'],
      handle: async ({ principal, params }) =>
        serializeCampaign(await restoreRoute(deps, principal, params.campaign_id)),
    }),
  ]
}
