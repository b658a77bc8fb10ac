/** Start, pause and resume: compare-and-set under the locks, logged with who and why in the same transaction. */
import { type ReadinessDeps, speakableDefinition, usableConfiguration } from '../calls/ready-to-dial.ts'
import { requireZones } from '../dialer/apply-policy-change.ts'
import { forgetBreaker } from '../dialer/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database, Queries } from '../storage/database.ts'
import { appendLog, findCampaign, lockCampaign, type StoredCampaign, setPaused, setRunning } from './queries.ts'
import { requireSentences } from './require-sentences.ts'
import { ALLOWED, type CampaignAction } from './rules/transitions.ts'

export interface CampaignDeps extends ReadinessDeps {
  db: Database
  clock: Clock
  ledgerKeys: LedgerKeys
  dialer: {
    wake(organizationId: number): void
    awaitNoUnplaced(campaignId: number): Promise<void>
    /** The database's time: what the dialer counts by. */
    now(): number
  }
}

export interface Actor {
  organizationId: number
  apiKeyId: number
}

export async function loadCampaign(db: Queries, actor: Actor, id: number): Promise<StoredCampaign> {
  const campaign = await findCampaign(db, actor.organizationId, id)
  if (!campaign) throw new ApiError('campaign_not_found')
  return campaign
}

/** Locks the campaign and makes sure that it may be done. */
export async function lockFor(db: Queries, actor: Actor, id: number, action: CampaignAction): Promise<StoredCampaign> {
  const campaign = await lockCampaign(db, actor.organizationId, id)
  if (!campaign) throw new ApiError('campaign_not_found')
  requireState(campaign, action)
  return campaign
}

export function requireState(campaign: Pick<StoredCampaign, 'state'>, action: CampaignAction): void {
  const { from, otherwise } = ALLOWED[action]
  if (from.includes(campaign.state)) return
  throw new ApiError(otherwise, { message: `${new ApiError(otherwise).message} This one is ${campaign.state}.` })
}

export async function startCampaign(
  deps: CampaignDeps,
  actor: Actor,
  id: number,
  action: 'start' | 'resume',
  { takesCurrentVersion = false } = {},
): Promise<StoredCampaign> {
  const now = new Date(deps.dialer.now())
  await deps.db.transaction().execute(async (tx) => {
    const campaign = await lockFor(tx, actor, id, action)
    const { organizationId } = actor
    const configuration = await usableConfiguration(deps, tx, organizationId, campaign.telephony_configuration_id)
    // A campaign keeps the version it first started with, unless it is asked to go on with the current one.
    const pinnedDefinitionId = takesCurrentVersion ? null : campaign.definition_id
    const workflow = { id: campaign.workflow_id, pinnedDefinitionId }
    const { definitionId } = await speakableDefinition(deps, tx, organizationId, workflow)
    await requireZones(tx, organizationId, id)
    await requireSentences(tx, { id, organizationId, definitionId }, now.getTime())
    // Each start begins a new breaker window.
    await forgetBreaker(tx, id)
    await setRunning(tx, id, { now, telephonyConfigurationId: configuration.id, definitionId })
    const event = campaign.started_at === null ? 'campaign_started' : 'campaign_resumed'
    await appendLog(
      tx,
      { id, organizationId: actor.organizationId },
      {
        now,
        level: 'info',
        event,
        message: event === 'campaign_started' ? 'The campaign was started.' : 'The campaign goes on.',
        details: {
          by: `API key ${actor.apiKeyId}`,
          from: campaign.state,
          ...(takesCurrentVersion && definitionId !== campaign.definition_id ? { definition_id: definitionId } : {}),
        },
      },
    )
  })
  deps.dialer.wake(actor.organizationId)
  return loadCampaign(deps.db, actor, id)
}

/** Answers only when no call of the campaign can be placed any more, on any node. */
export async function pauseCampaign(deps: CampaignDeps, actor: Actor, id: number): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  await deps.db.transaction().execute(async (tx) => {
    const campaign = await lockFor(tx, actor, id, 'pause')
    await setPaused(tx, id, now)
    await appendLog(
      tx,
      { id, organizationId: actor.organizationId },
      {
        now,
        level: 'info',
        event: 'campaign_paused',
        message: 'The campaign was paused; calls under way go on to their end.',
        details: { by: `API key ${actor.apiKeyId}`, live_calls: campaign.live_calls },
      },
    )
  })
  await deps.dialer.awaitNoUnplaced(id)
  return loadCampaign(deps.db, actor, id)
}
