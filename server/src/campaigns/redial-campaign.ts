import type { CONTROL_GROUP } from '../dialer/rules/experiment.ts'
import type { PolicyRule } from '../dialer/rules/may-dial.ts'
import type { RetryRules } from '../dialer/rules/outcomes.ts'
import { ApiError } from '../kernel/errors.ts'
import { type Actor, lockForAction, type OperationDeps, requireCampaign, requireState } from './change-state.ts'
import type { NewCampaign, StoredCampaign } from './queries.ts'
import type { CampaignTransaction } from './store.ts'

export interface RedialRequest {
  name: string | undefined
  onVoicemail: boolean
  onNoAnswer: boolean
  onBusy: boolean
  onFailed: boolean
  /** The contacts that these rules finished without a call are redialed too. */
  rules: readonly (PolicyRule | typeof CONTROL_GROUP)[]
  retry: ((base: RetryRules) => RetryRules) | undefined
}

const NAME_MAX = 255

/** Creates a draft with those contacts whose last outcome is chosen; everything else is copied. */
export async function redialCampaign(
  deps: OperationDeps,
  actor: Actor,
  id: number,
  request: RedialRequest,
): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  const { organizationId } = actor
  const { list_id: listId, ...asked } = requireCampaign(await deps.campaigns.find(organizationId, id))
  requireRedialable(asked)
  const copy = { listId, parent: { id, organizationId }, outcomes: chosenOutcomes(request), rules: request.rules }
  const redialId = await deps.campaigns.copyThenCreate(copy, async (tx, campaignId, count) => {
    if (count === 0) throw new ApiError('nothing_to_redial')
    // The campaign is locked and checked again only after the copy: copying a long list must not make the dialer wait.
    const parent = await lockForAction(tx, actor, id, 'redial')
    requireRedialable(parent)
    await tx.insert(campaignId, redialOf(parent, request, count, now))
    await tx.setRedialed(id, campaignId)
    const by = actor.author
    await tx.copyPolicy(id, { id: campaignId, organizationId }, by, now)
    await logRedial(tx, { organizationId, id, campaignId, by, count, now })
  })
  return requireCampaign(await deps.campaigns.find(organizationId, redialId))
}

function redialOf(parent: StoredCampaign, request: RedialRequest, totalRows: number, now: Date): NewCampaign {
  return {
    organizationId: parent.organization_id,
    name: request.name ?? `${parent.name.slice(0, NAME_MAX - 9)} (redial)`,
    workflowId: parent.workflow_id,
    sourceId: parent.source_id,
    listId: parent.list_id,
    enrolledListId: parent.enrolled_list_id,
    keepOpen: false,
    finishOnInbound: parent.finish_on_inbound,
    telephonyConfigurationId: parent.telephony_configuration_id,
    route: parent.route,
    callerPool: parent.caller_pool,
    parentCampaignId: parent.id,
    totalRows,
    maxConcurrency: parent.max_concurrency,
    retry: request.retry ? request.retry(parent.retry_config) : parent.retry_config,
    schedule: parent.schedule_config,
    breaker: parent.circuit_breaker,
    maxSpend: parent.max_spend,
    now,
  }
}

interface Redial {
  organizationId: number
  id: number
  campaignId: number
  by: string
  count: number
  now: Date
}

async function logRedial(
  tx: CampaignTransaction,
  { organizationId, id, campaignId, by, count, now }: Redial,
): Promise<void> {
  await tx.log(
    { id: campaignId, organizationId },
    {
      now,
      level: 'info',
      event: 'campaign_created',
      message: `Created from campaign ${id} to call contacts that were not reached.`,
      details: { by, parent_campaign_id: id, total_rows: count },
    },
  )
  await tx.log(
    { id, organizationId },
    {
      now,
      level: 'info',
      event: 'campaign_redialed',
      message: `Redialed as campaign ${campaignId}.`,
      details: { by, redialed_campaign_id: campaignId },
    },
  )
}

function requireRedialable(parent: Pick<StoredCampaign, 'state' | 'redialed_campaign_id'>): void {
  requireState(parent, 'redial')
  if (parent.redialed_campaign_id === null) return
  throw new ApiError('campaign_not_redialable', {
    message: `This campaign has been redialed already, as campaign ${parent.redialed_campaign_id}.`,
  })
}

/** Outcomes are grouped as for retries: `declined` counts as busy, a call with unknown end as not answered. */
function chosenOutcomes(request: RedialRequest): string[] {
  return [
    ...(request.onBusy ? ['busy', 'declined'] : []),
    ...(request.onNoAnswer ? ['no_answer', 'lost'] : []),
    ...(request.onVoicemail ? ['voicemail'] : []),
    ...(request.onFailed ? ['failed'] : []),
  ]
}
