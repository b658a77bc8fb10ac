import type { RetryRules } from '../dialer/rules/outcomes.ts'
import { Fault } from '../kernel/errors.ts'
import { type Actor, type CampaignTools, loadCampaign, lockFor } from './change-state.ts'
import { appendLog, enqueueOutcomes, insertCampaign, type StoredCampaign, setRedialed } from './queries.ts'

export interface RedialWish {
  name: string | undefined
  onVoicemail: boolean
  onNoAnswer: boolean
  onBusy: boolean
  retry: ((base: RetryRules) => RetryRules) | undefined
}

const LONGEST_NAME = 255

/** A new draft with those contacts whose last outcome is chosen; everything else is copied. */
export async function redialCampaign(
  tools: CampaignTools,
  actor: Actor,
  id: number,
  wish: RedialWish,
): Promise<StoredCampaign> {
  const now = new Date(tools.clock.now())
  const { organizationId } = actor
  const redialId = await tools.db.transaction().execute(async (tx) => {
    const parent = await lockFor(tx, actor, id, 'redial')
    if (parent.redialed_campaign_id !== null) {
      throw new Fault('campaign_not_redialable', {
        message: `This campaign has been redialed already, as campaign ${parent.redialed_campaign_id}.`,
      })
    }
    const campaignId = await insertCampaign(tx, {
      organizationId,
      name: wish.name ?? `${parent.name.slice(0, LONGEST_NAME - 9)} (redial)`,
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
    if (count === 0) throw new Fault('nothing_to_redial')
    await setRedialed(tx, id, campaignId)
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
  return loadCampaign(tools.db, actor, redialId)
}

/** As with retries: declining is a way of being busy, a call nobody can account for was not answered. */
function chosenOutcomes(wish: RedialWish): string[] {
  return [
    ...(wish.onBusy ? ['busy', 'declined'] : []),
    ...(wish.onNoAnswer ? ['no_answer', 'lost'] : []),
    ...(wish.onVoicemail ? ['voicemail'] : []),
  ]
}
