/** A campaign as the API shows it. */
import { z } from 'zod'
import { formatAmount } from '../costs/rules/money.ts'
import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import { CAMPAIGN_STATES } from '../dialer/rules/may-dial.ts'
import { timestamp } from '../http/schemas.ts'
import { policyShape } from '../policies/shapes.ts'
import { experimentShape, shownExperiment } from './experiment-settings.ts'
import { poolShape, shownPool } from './pool-settings.ts'
import type { StoredCampaign } from './queries.ts'
import { routeShape, shownRoute } from './route-settings.ts'
import { breakerShape, DEFAULT_BREAKER, DEFAULT_RETRY, retryShape, scheduleShape } from './rules/settings.ts'

/** Field of every response that counts waiting contacts: says whether the count is complete. */
export const waitingCounted = () =>
  z.boolean().meta({
    description:
      'False: the waiting contacts of a very large campaign are still being counted for the first time since the node started. Until then all pending contacts count as ready. Ask again after some time.',
  })

export const campaignShape = z
  .object({
    id: z.int(),
    name: z.string(),
    workflow_id: z.int(),
    workflow_name: z.string(),
    workflow_version_number: z.int().nullable().meta({
      description: 'Version that the calls of this campaign use since its start; null before the first start.',
    }),
    workflow_current_version_number: z.int().meta({
      description: 'Newest version of the workflow. `use_current_version` switches to it when the campaign resumes.',
    }),
    state: z.enum(CAMPAIGN_STATES),
    source_type: z.string(),
    source_id: z.string(),
    total_rows: z.int(),
    processed_rows: z.int(),
    failed_rows: z.int(),
    created_at: timestamp(),
    started_at: timestamp().nullable(),
    completed_at: timestamp().nullable(),
    retry_config: retryShape,
    max_concurrency: z.int(),
    schedule_config: scheduleShape.nullable(),
    circuit_breaker: breakerShape,
    keep_open: z
      .boolean()
      .meta({ description: 'The campaign stays running when all its contacts are done, for people added later.' }),
    finish_on_inbound: z
      .boolean()
      .meta({ description: 'A contact who calls back and talks with the agent is finished.' }),
    max_spend: z
      .string()
      .nullable()
      .meta({ description: 'What it may spend over its whole life; null: no limit of its own.' }),
    spent: z.string().meta({ description: 'What its calls cost so far, by carrier price or estimate.' }),
    currency: z.string().nullable().meta({ description: 'Currency of both amounts; null: no call has a price.' }),
    policy: policyShape.nullable().meta({ description: 'Beside the organization’s; the strictest wins.' }),
    policy_version: z.int().nullable(),
    executed_count: z.int(),
    total_queued_count: z.int(),
    live_calls: z.int(),
    outcomes: z
      .record(z.string(), z.int())
      .meta({ description: 'Processed contacts by final outcome; they add up to `processed_rows`.' }),
    parent_campaign_id: z.int().nullable(),
    redialed_campaign_id: z.int().nullable(),
    telephony_configuration_id: z.int().nullable(),
    telephony_configuration_name: z.string().nullable(),
    route: routeShape,
    caller_pool: poolShape,
    experiment: experimentShape.nullable().meta({ description: 'Null: the campaign treats all its people alike.' }),
    is_simulated: z.boolean().meta({
      description: 'The campaign dials through the simulated carrier: no telephone rings, all outcomes are invented.',
    }),
    logs: z
      .array(
        z.object({
          ts: timestamp(),
          level: z.enum(['info', 'warning', 'error']),
          event: z.string(),
          message: z.string(),
          details: z.record(z.string(), z.unknown()),
        }),
      )
      .meta({
        description:
          'The newest hundred entries, oldest first; in a list of campaigns the newest ten. Of a campaign that is paused or has failed also the entry that says why, if it is older.',
      }),
  })
  .meta({ id: 'Campaign' })

export const CAMPAIGN_EXAMPLE = {
  id: 1,
  name: 'November reminders',
  workflow_id: 1,
  workflow_name: 'Appointment reminder',
  workflow_version_number: null,
  workflow_current_version_number: 2,
  state: 'draft',
  source_type: 'csv',
  source_id: 'csv_6f1c2b7e9a0d',
  total_rows: 20,
  processed_rows: 0,
  failed_rows: 0,
  created_at: '2026-11-15T09:30:00.123Z',
  started_at: null,
  completed_at: null,
  retry_config: DEFAULT_RETRY,
  max_concurrency: 10,
  schedule_config: {
    enabled: true,
    timezone: 'Europe/Berlin',
    slots: [{ day_of_week: 0, start_time: '09:00', end_time: '20:00' }],
  },
  circuit_breaker: DEFAULT_BREAKER,
  keep_open: false,
  finish_on_inbound: true,
  max_spend: null,
  spent: '0.00',
  currency: null,
  policy: null,
  policy_version: null,
  executed_count: 0,
  total_queued_count: 0,
  live_calls: 0,
  outcomes: {},
  parent_campaign_id: null,
  redialed_campaign_id: null,
  telephony_configuration_id: 1,
  telephony_configuration_name: 'Office PBX',
  route: null,
  caller_pool: { rotation: 'local', phone_number_ids: [3, 4, 5] },
  experiment: null,
  is_simulated: false,
  logs: [
    {
      ts: '2026-11-15T09:30:00.123Z',
      level: 'info',
      event: 'campaign_created',
      message: 'The campaign was created.',
      details: { by: 'API key 1', total_rows: 20 },
    },
  ],
} as const

export function serializeCampaign(campaign: StoredCampaign) {
  return {
    id: campaign.id,
    name: campaign.name,
    workflow_id: campaign.workflow_id,
    workflow_name: campaign.workflow_name,
    workflow_version_number: campaign.workflow_version_number,
    workflow_current_version_number: campaign.workflow_current_version_number,
    state: campaign.state,
    source_type: campaign.source_type,
    source_id: campaign.source_id,
    total_rows: campaign.total_rows,
    processed_rows: campaign.processed_rows,
    failed_rows: campaign.failed_rows,
    created_at: campaign.created_at,
    started_at: campaign.started_at,
    completed_at: campaign.completed_at,
    retry_config: campaign.retry_config,
    max_concurrency: campaign.max_concurrency,
    schedule_config: campaign.schedule_config,
    circuit_breaker: campaign.circuit_breaker,
    keep_open: campaign.keep_open,
    finish_on_inbound: campaign.finish_on_inbound,
    max_spend: campaign.max_spend === null ? null : formatAmount(campaign.max_spend),
    spent: formatAmount(campaign.spent),
    currency: campaign.currency,
    policy: campaign.policy?.policy ?? null,
    policy_version: campaign.policy?.version ?? null,
    executed_count: campaign.executed_count,
    total_queued_count: campaign.total_queued_count,
    live_calls: campaign.live_calls,
    outcomes: campaign.outcomes,
    parent_campaign_id: campaign.parent_campaign_id,
    redialed_campaign_id: campaign.redialed_campaign_id,
    telephony_configuration_id: campaign.telephony_configuration_id,
    telephony_configuration_name: campaign.telephony_configuration_name,
    route: shownRoute(campaign.route),
    caller_pool: shownPool(campaign.caller_pool),
    experiment: campaign.experiment && shownExperiment(campaign.experiment),
    is_simulated: isSimulatedProvider(campaign.telephony_provider),
    logs: campaign.logs,
  }
}
