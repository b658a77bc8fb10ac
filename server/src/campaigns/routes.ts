import { z } from 'zod'
import { CONTROL_GROUP } from '../dialer/rules/experiment.ts'
import { CAMPAIGN_STATES, POLICY_RULES } from '../dialer/rules/may-dial.ts'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { bool, id, integer, optional, text } from '../http/schemas.ts'
import type { Policy } from '../policies/rules/policy.ts'
import { policyShape } from '../policies/shapes.ts'
import { changeCampaign } from './change-campaign.ts'
import {
  type CampaignDeps,
  closeCampaign,
  finishCampaign,
  loadCampaign,
  pauseCampaign,
  startCampaign,
} from './change-state.ts'
import { createCampaign } from './create-campaign.ts'
import { deleteCampaign } from './delete-campaign.ts'
import { requireArmNumbers } from './experiment-settings.ts'
import { beforeDeck } from './on-deck.ts'
import { pauseAll } from './pause-all.ts'
import { poolInput, poolOf, requirePool } from './pool-settings.ts'
import { type CampaignEdit, listCampaigns, type StoredCampaign } from './queries.ts'
import { redialCampaign } from './redial-campaign.ts'
import { requireRoute, routeInput } from './route-settings.ts'
import {
  breakerInput,
  DEFAULT_BREAKER,
  DEFAULT_RETRY,
  MAX_CONCURRENCY_DEFAULT,
  mergeBreaker,
  mergeRetry,
  mergeSchedule,
  retryInput,
  scheduleInput,
} from './rules/settings.ts'
import { CAMPAIGN_EXAMPLE, campaignShape, serializeCampaign } from './shapes.ts'
import { startWarnings } from './start-warnings.ts'
import { prepareCampaignPolicy } from './store-postgres.ts'

const TAG = 'Campaigns'
export const CAMPAIGN_PATH = z.object({ campaign_id: id() })
const name = () => text({ minimum: 1, maximum: 255 })
const concurrency = () => integer({ minimum: 1, maximum: 100 })
const answer = { schema: campaignShape, example: CAMPAIGN_EXAMPLE }
const startable = {
  schema: campaignShape
    .extend({
      warnings: z.array(z.string()).meta({
        description:
          'Contacts without calling hours, and contacts that the calling rules hold until a setting is changed.',
      }),
    })
    .meta({ id: 'CampaignWithWarnings' }),
  example: { ...CAMPAIGN_EXAMPLE, warnings: [] },
}

const settings = {
  retry_config: optional(retryInput),
  max_concurrency: optional(concurrency()),
  schedule_config: optional(scheduleInput),
  circuit_breaker: optional(breakerInput),
  keep_open: optional(bool()).meta({
    description:
      'The campaign stays running when all its contacts are done, and calls the people who are added later. Off by default; `close` ends it.',
  }),
  finish_on_inbound: optional(bool()).meta({
    description:
      'A waiting contact who calls one of your numbers and talks with the agent for at least 10 seconds is finished with the outcome `inbound` and not called again. On by default.',
  }),
  route: routeInput,
  caller_pool: poolInput,
  policy: optional(policyShape).meta({
    description: 'Calling rules of this campaign, beside those of the organization; only stricter ones.',
  }),
}

const createBody = z.object({
  name: name(),
  workflow_id: id(),
  source_type: z.string().regex(/^csv$/),
  source_id: text({ minimum: 1, maximum: 255 }),
  telephony_configuration_id: optional(id()),
  ...settings,
})

const updateBody = z.object({ name: optional(name()), ...settings })

/** The configurations after the change; `route` left out: it stays. */
function configurationsIn(campaign: StoredCampaign, route: StoredCampaign['route'] | undefined): number[] {
  const steps = route === undefined ? campaign.route : route
  if (steps) return steps.map((step) => step.telephony_configuration_id)
  return campaign.telephony_configuration_id === null ? [] : [campaign.telephony_configuration_id]
}

async function withWarnings(deps: CampaignDeps, campaign: StoredCampaign) {
  const nowMs = deps.dialer.now()
  const warnings = await startWarnings(deps.db, campaign, nowMs, await deps.startCounts?.of(campaign, nowMs))
  return { ...serializeCampaign(beforeDeck(deps, campaign)), warnings }
}

export function campaignRoutes(deps: CampaignDeps): Route[] {
  return [...editingRoutes(deps), ...stateRoutes(deps)]
}

function editingRoutes(deps: CampaignDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/campaign/',
      operation: 'listCampaigns',
      tag: TAG,
      summary: 'List campaigns',
      query: z.object({
        ...pageQuery,
        state: optional(z.enum(CAMPAIGN_STATES)),
        logs: optional(bool()).meta({ description: '`false` leaves the log entries out.' }),
      }),
      answer: pageAnswer('campaigns', campaignShape, CAMPAIGN_EXAMPLE),
      async handle({ principal, query }) {
        const { state, ...input } = query
        const states = state === undefined ? undefined : [state]
        const { rows, next_cursor } = await listCampaigns(deps.db, principal.organizationId, { ...input, states })
        return { campaigns: rows.map((row) => serializeCampaign(beforeDeck(deps, row))), next_cursor }
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/campaign/create',
      operation: 'createCampaign',
      tag: TAG,
      summary: 'Create a campaign as a draft; it dials once it is started',
      body: createBody,
      bodyExample: {
        name: 'November reminders',
        workflow_id: 1,
        source_type: 'csv',
        source_id: 'csv_6f1c2b7e9a0d',
        max_concurrency: 10,
        retry_config: { max_retries: 2, retry_delay_seconds: 600 },
      },
      answer: startable,
      errors: [
        'telephony_configuration_not_found',
        'workflow_not_found',
        'workflow_archived',
        'source_not_found',
        'missing_variables',
      ],
      handle: async ({ principal, body }) =>
        withWarnings(
          deps,
          await createCampaign(deps, principal, {
            name: body.name,
            workflowId: body.workflow_id,
            sourceId: body.source_id,
            telephonyConfigurationId: body.telephony_configuration_id,
            route: body.route,
            callerPool: body.caller_pool && poolOf(body.caller_pool),
            maxConcurrency: body.max_concurrency ?? MAX_CONCURRENCY_DEFAULT,
            retry: mergeRetry(DEFAULT_RETRY, body.retry_config),
            schedule: mergeSchedule(null, body.schedule_config),
            breaker: mergeBreaker(DEFAULT_BREAKER, body.circuit_breaker),
            keepOpen: body.keep_open ?? false,
            finishOnInbound: body.finish_on_inbound ?? true,
            policy: body.policy,
          }),
        ),
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}',
      operation: 'getCampaign',
      tag: TAG,
      summary: 'Read a campaign',
      params: CAMPAIGN_PATH,
      answer,
      errors: ['campaign_not_found'],
      handle: async ({ principal, params }) =>
        serializeCampaign(beforeDeck(deps, await loadCampaign(deps.db, principal, params.campaign_id))),
    }),
    route({
      method: 'PATCH',
      path: '/api/v1/campaign/{campaign_id}',
      operation: 'updateCampaign',
      tag: TAG,
      summary: 'Update a draft or paused campaign; omitted fields keep their values',
      params: CAMPAIGN_PATH,
      body: updateBody,
      bodyExample: { max_concurrency: 20 },
      answer,
      errors: ['campaign_not_found', 'campaign_not_editable'],
      async handle({ principal, params, body }) {
        const now = new Date(deps.clock.now())
        if (body.policy) await prepareCampaignPolicy(deps.db, principal.organizationId, body.policy, now)
        const route = body.route && (await requireRoute(deps.db, principal.organizationId, body.route))
        const callerPool = body.caller_pool && poolOf(body.caller_pool)
        if (route !== undefined || callerPool) {
          const before = await loadCampaign(deps.db, principal, params.campaign_id)
          const pool = callerPool ?? before.caller_pool
          const through = configurationsIn(before, route)
          if (route) requireArmNumbers(before, route)
          if (pool)
            await requirePool(deps.db, principal.organizationId, pool, through, callerPool ? 'caller_pool' : 'route')
        }
        const edit = (campaign: StoredCampaign): CampaignEdit & { policy?: Policy } => ({
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.max_concurrency === undefined ? {} : { maxConcurrency: body.max_concurrency }),
          ...(body.retry_config ? { retry: mergeRetry(campaign.retry_config, body.retry_config) } : {}),
          ...(body.schedule_config ? { schedule: mergeSchedule(campaign.schedule_config, body.schedule_config) } : {}),
          ...(body.circuit_breaker ? { breaker: mergeBreaker(campaign.circuit_breaker, body.circuit_breaker) } : {}),
          ...(body.keep_open === undefined ? {} : { keepOpen: body.keep_open }),
          ...(body.finish_on_inbound === undefined ? {} : { finishOnInbound: body.finish_on_inbound }),
          ...(route === undefined ? {} : { route }),
          ...(callerPool ? { callerPool } : {}),
          ...(body.policy ? { policy: body.policy } : {}),
        })
        return serializeCampaign(await changeCampaign(deps, principal, params.campaign_id, edit))
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/campaign/{campaign_id}',
      operation: 'deleteCampaign',
      tag: TAG,
      summary: 'Delete a campaign with its contacts and calls',
      params: CAMPAIGN_PATH,
      answer,
      errors: ['campaign_not_found', 'campaign_not_deletable', 'campaign_has_live_calls'],
      handle: async ({ principal, params }) =>
        serializeCampaign(await deleteCampaign(deps, principal, params.campaign_id)),
    }),
  ]
}

/** More than the number of duties of all packs together. */
export const ACCEPTED_DUTIES_MAX = 200

/** Rules that finish a contact without a call, and whose contacts a redial may call. */
const REDIALED_RULES = [...POLICY_RULES, CONTROL_GROUP] as const
const acceptedDutiesInput = optional(z.array(text({ minimum: 1, maximum: 80 })).max(ACCEPTED_DUTIES_MAX))

function stateRoutes(deps: CampaignDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/start',
      operation: 'startCampaign',
      tag: TAG,
      summary: 'Start dialing',
      description:
        'If packs of the policy have duties that are not confirmed for this list, or registries that it was not checked against, the answer is 409 `duties_open` with all of them. Confirm them for the list, or accept each by its id: the ledger records by whom.',
      params: CAMPAIGN_PATH,
      body: optional(z.object({ accept_duties: acceptedDutiesInput })),
      bodyExample: { accept_duties: ['us-written-consent'] },
      answer: startable,
      errors: [
        'campaign_not_found',
        'campaign_not_startable',
        'telephony_configuration_not_found',
        'workflow_not_found',
        'no_caller_id',
        'public_url_unreachable',
        'workflow_needs_a_model',
        'speech_unavailable',
        'language_unavailable',
        'workflow_material_missing',
        'quota_exceeded',
        'required_sentence_missing',
        'spend_limit_reached',
        'duties_open',
        'experiment_arm_unusable',
        'nodes_too_old',
      ],
      handle: async ({ principal, params, body }) => {
        const acceptedDuties = body?.accept_duties ?? []
        return withWarnings(deps, await startCampaign(deps, principal, params.campaign_id, 'start', { acceptedDuties }))
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/pause',
      operation: 'pauseCampaign',
      tag: TAG,
      summary: 'Stop dialing; once this is answered no new call is placed',
      params: CAMPAIGN_PATH,
      answer,
      errors: ['campaign_not_found', 'campaign_not_pausable'],
      handle: async ({ principal, params }) =>
        serializeCampaign(await pauseCampaign(deps, principal, params.campaign_id)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/campaign/pause-all',
      operation: 'pauseAllCampaigns',
      tag: TAG,
      summary: 'Pause every running campaign of the organization',
      description:
        'All campaigns are paused in one transaction, or none. The answer arrives when no new call of these campaigns can be placed. Calls in progress are not interrupted. `still_running` is read after the pause: it names campaigns that dial, for example because another user started them in the meantime.',
      answer: {
        schema: z.object({
          paused: z.array(z.object({ id: z.int(), name: z.string(), live_calls: z.int() })),
          still_running: z.array(z.object({ id: z.int(), name: z.string() })),
        }),
        example: { paused: [{ id: 1, name: 'November reminders', live_calls: 4 }], still_running: [] },
      },
      handle: ({ principal }) => pauseAll(deps, principal),
    }),
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/resume',
      operation: 'resumeCampaign',
      tag: TAG,
      summary: 'Resume a paused campaign',
      description:
        'The campaign continues with the workflow version it started with; `use_current_version` switches to the current one. Duties and registries that became open after the start, for example by a pack that was added, are asked about as at the start.',
      params: CAMPAIGN_PATH,
      body: optional(z.object({ use_current_version: optional(bool()), accept_duties: acceptedDutiesInput })),
      bodyExample: { use_current_version: true },
      answer: startable,
      errors: [
        'campaign_not_found',
        'campaign_not_resumable',
        'telephony_configuration_not_found',
        'workflow_not_found',
        'no_caller_id',
        'public_url_unreachable',
        'workflow_needs_a_model',
        'speech_unavailable',
        'language_unavailable',
        'workflow_material_missing',
        'quota_exceeded',
        'required_sentence_missing',
        'duties_open',
        'spend_limit_reached',
        'experiment_open',
        'experiment_arm_unusable',
        'nodes_too_old',
      ],
      handle: async ({ principal, params, body }) => {
        const how = {
          takesCurrentVersion: body?.use_current_version ?? false,
          acceptedDuties: body?.accept_duties ?? [],
        }
        return withWarnings(deps, await startCampaign(deps, principal, params.campaign_id, 'resume', how))
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/close',
      operation: 'closeCampaign',
      tag: TAG,
      summary: 'Stop keeping a campaign open, so that it can complete',
      description:
        'Sets `keep_open` to false, also while the campaign runs. The campaign completes when its last contact is done. Repeating the request changes nothing.',
      params: CAMPAIGN_PATH,
      answer,
      errors: ['campaign_not_found', 'campaign_not_closable'],
      handle: async ({ principal, params }) =>
        serializeCampaign(await closeCampaign(deps, principal, params.campaign_id)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/finish',
      operation: 'finishCampaign',
      tag: TAG,
      summary: 'End a paused campaign without calling its remaining contacts',
      description:
        'For a campaign whose remaining contacts are held by a rule, or should not be called any more. Contacts that still wait are finished with the outcome `canceled`, and the campaign is completed. Calls under way must have ended first. It cannot be undone: contacts finished in this way are not taken by `redial`. Upload them again to call them later.',
      params: CAMPAIGN_PATH,
      answer,
      errors: ['campaign_not_found', 'campaign_not_finishable', 'campaign_has_live_calls'],
      handle: async ({ principal, params }) =>
        serializeCampaign(await finishCampaign(deps, principal, params.campaign_id)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/redial',
      operation: 'redialCampaign',
      tag: TAG,
      summary: 'Make a new draft from the contacts a completed campaign did not reach',
      params: CAMPAIGN_PATH,
      body: optional(
        z.object({
          name: optional(name()),
          retry_on_voicemail: optional(bool()),
          retry_on_no_answer: optional(bool()),
          retry_on_busy: optional(bool()),
          retry_on_failed: optional(bool()),
          retry_on_rules: optional(z.array(z.enum(REDIALED_RULES)).max(REDIALED_RULES.length)).meta({
            description:
              'Contacts that were finished without a call by one of these calling rules, or as `control_group` of an experiment.',
          }),
          retry_config: optional(retryInput),
        }),
      ),
      bodyExample: { retry_on_voicemail: true, retry_on_no_answer: true, retry_on_busy: true, retry_on_failed: false },
      answer,
      errors: ['campaign_not_found', 'campaign_not_redialable', 'nothing_to_redial'],
      handle: async ({ principal, params, body }) =>
        serializeCampaign(
          await redialCampaign(deps, principal, params.campaign_id, {
            name: body?.name,
            onVoicemail: body?.retry_on_voicemail ?? true,
            onNoAnswer: body?.retry_on_no_answer ?? true,
            onBusy: body?.retry_on_busy ?? true,
            onFailed: body?.retry_on_failed ?? false,
            rules: body?.retry_on_rules ?? [],
            retry: body?.retry_config ? (base) => mergeRetry(base, body.retry_config) : undefined,
          }),
        ),
    }),
  ]
}
