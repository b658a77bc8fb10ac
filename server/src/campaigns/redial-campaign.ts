import { applyPolicyChange } from '../dialer/apply-policy-change.ts'
import { enqueueOutcomes } from '../dialer/queue.ts'
import type { RetryRules } from '../dialer/rules/outcomes.ts'
import { ApiError } from '../kernel/errors.ts'
import { findPolicy, insertPolicy } from '../policies/queries.ts'
import { type Actor, type CampaignDeps, loadCampaign, lockFor, requireState } from './change-state.ts'
import { appendLog, insertCampaign, type StoredCampaign, setRedialed, setTotalRows } from './queries.ts'

export interface RedialWish {
  name: string | undefined
  onVoicemail: boolean
  onNoAnswer: boolean
  onBusy: boolean
  onFailed: boolean
  retry: ((base: RetryRules) => RetryRules) | undefined
}

const NAME_MAX = 255

/** A new draft with those contacts whose last outcome is chosen; everything else is copied. */
export async function redialCampaign(
  deps: CampaignDeps,
  actor: Actor,
  id: number,
  wish: RedialWish,
): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  const { organizationId } = actor
  const redialId = await deps.db.transaction().execute(async (tx) => {
    const parent = await loadCampaign(tx, actor, id)
    requireRedialable(parent)
    const campaignId = await insertCampaign(tx, {
      organizationId,
      name: wish.name ?? `${parent.name.slice(0, NAME_MAX - 9)} (redial)`,
      workflowId: parent.workflow_id,
      sourceId: parent.source_id,
      listId: parent.list_id,
      telephonyConfigurationId: parent.telephony_configuration_id,
      parentCampaignId: id,
      maxConcurrency: parent.max_concurrency,
      retry: wish.retry ? wish.retry(parent.retry_config) : parent.retry_config,
      schedule: parent.schedule_config,
      breaker: parent.circuit_breaker,
      now,
    })
    const count = await enqueueOutcomes(tx, campaignId, { organizationId, id }, chosenOutcomes(wish))
    if (count === 0) throw new ApiError('nothing_to_redial')
    await setTotalRows(tx, campaignId, count)
    // The lock only now, and everything asked again under it: copying a long list must not keep the dialer waiting.
    requireRedialable(await lockFor(tx, actor, id, 'redial'))
    await setRedialed(tx, id, campaignId)
    const { policy } = (await findPolicy(tx, organizationId, id)) ?? {}
    const author = `API key ${actor.apiKeyId}`
    if (policy) {
      await insertPolicy(tx, { organizationId, campaignId, policy, author, now })
      await applyPolicyChange(tx, organizationId)
    }
    const by = `API key ${actor.apiKeyId}`
    await appendLog(
      tx,
      { id: campaignId, organizationId },
      {
        now,
        level: 'info',
        event: 'campaign_created',
        message: `Made from campaign ${id} to call those not reached again.`,
        details: { by, parent_campaign_id: id, total_rows: count },
      },
    )
    await appendLog(
      tx,
      { id, organizationId },
      {
        now,
        level: 'info',
        event: 'campaign_redialed',
        message: `Redialed as campaign ${campaignId}.`,
        details: { by, redialed_campaign_id: campaignId },
      },
    )
    return campaignId
  })
  return loadCampaign(deps.db, actor, redialId)
}

function requireRedialable(parent: StoredCampaign): void {
  requireState(parent, 'redial')
  if (parent.redialed_campaign_id === null) return
  throw new ApiError('campaign_not_redialable', {
    message: `This campaign has been redialed already, as campaign ${parent.redialed_campaign_id}.`,
  })
}

/** As with retries: declining is a way of being busy, a call nobody can account for was not answered. */
function chosenOutcomes(wish: RedialWish): string[] {
  return [
    ...(wish.onBusy ? ['busy', 'declined'] : []),
    ...(wish.onNoAnswer ? ['no_answer', 'lost'] : []),
    ...(wish.onVoicemail ? ['voicemail'] : []),
    ...(wish.onFailed ? ['failed'] : []),
  ]
}
