/** Start, pause and resume: compare-and-set under the locks, logged with actor and reason in the same transaction. */
import type { ReadinessDeps } from '../calls/ready-to-dial.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database, Queries } from '../storage/database.ts'
import { beforeDeck, type OnDeck } from './on-deck.ts'
import { findCampaign, type StoredCampaign } from './queries.ts'
import { openDutiesNotAccepted, requireDutiesAccepted } from './require-duties.ts'
import { ALLOWED_TRANSITIONS, type CampaignAction } from './rules/transitions.ts'
import type { StartCheckCounts } from './start-counts.ts'
import type { CampaignStore, CampaignTransaction } from './store.ts'

export interface CampaignDeps extends ReadinessDeps, OperationDeps {
  db: Database
  ledgerKeys: LedgerKeys
  /** Left out: the contacts of large campaigns are counted for each answer, too. */
  startCounts?: StartCheckCounts
}

/** Dependencies of the operations on a campaign. */
export interface OperationDeps {
  campaigns: CampaignStore
  clock: Clock
  dialer: {
    wake(organizationId: number): void
    awaitNoUnplaced(organizationId: number, campaignId: number): Promise<void>
    /** Current time of the database, which the dialer uses too. */
    now(): number
    /** Contacts that are claimed ahead of free slots. */
    onDeck?: OnDeck
  }
  /** Compares the people of these lists with the do-not-call registries before the first of them can be called. */
  checkLists?(organizationId: number, campaignId: number): Promise<void>
  /** Throws if an arm of the campaign's experiment cannot be used. */
  requireArms?(organizationId: number, campaignId: number): Promise<void>
  /** A campaign was started: its first calls may begin at any moment. */
  started?(): void
}

export interface Actor {
  organizationId: number
  /** The actor's name in logs and ledger. */
  author: string
}

export async function loadCampaign(db: Queries, actor: Actor, id: number): Promise<StoredCampaign> {
  return requireCampaign(await findCampaign(db, actor.organizationId, id))
}

/** Locks the campaign and checks that its state allows the operation. */
export async function lockForAction(
  tx: CampaignTransaction,
  actor: Actor,
  id: number,
  action: CampaignAction,
): Promise<StoredCampaign> {
  const campaign = requireCampaign(await tx.lock(actor.organizationId, id))
  requireState(campaign, action)
  return campaign
}

export function requireCampaign(campaign: StoredCampaign | undefined): StoredCampaign {
  if (!campaign) throw new ApiError('campaign_not_found')
  return campaign
}

export function requireState(campaign: Pick<StoredCampaign, 'state'>, action: CampaignAction): void {
  const { from, otherwise } = ALLOWED_TRANSITIONS[action]
  if (from.includes(campaign.state)) return
  throw new ApiError(otherwise, { message: `${new ApiError(otherwise).message} This one is ${campaign.state}.` })
}

/** Throws if the budget is used up: the campaign would be paused again before its first call. */
function requireBudget({ max_spend, spent }: StoredCampaign): void {
  if (max_spend !== null && spent >= max_spend) throw new ApiError('spend_limit_reached')
}

export async function startCampaign(
  deps: OperationDeps,
  actor: Actor,
  id: number,
  action: 'start' | 'resume',
  { takesCurrentVersion = false, acceptedDuties = [] as readonly string[] } = {},
): Promise<StoredCampaign> {
  await deps.checkLists?.(actor.organizationId, id)
  await deps.requireArms?.(actor.organizationId, id)
  const now = new Date(deps.dialer.now())
  await deps.campaigns.transaction(async (tx) => {
    const campaign = await lockForAction(tx, actor, id, action)
    requireBudget(campaign)
    if (takesCurrentVersion && campaign.experiment && !campaign.experiment.stopped)
      throw new ApiError('experiment_open')
    const ready = await tx.requireReady(campaign, takesCurrentVersion, now)
    const { definitionId } = ready
    const open = await tx.openDuties(campaign, now)
    const unaccepted = openDutiesNotAccepted(campaign, open)
    requireDutiesAccepted(unaccepted, acceptedDuties)
    if (unaccepted.length > 0) await tx.acceptDuties(campaign, unaccepted, actor.author, now)
    await tx.keepDuties(campaign, open)
    // Each start begins a new breaker window.
    await tx.resetBreakerCounts({ id, organizationId: actor.organizationId })
    await tx.setRunning({ id, organizationId: actor.organizationId }, { ...ready, now })
    const event = campaign.started_at === null ? 'campaign_started' : 'campaign_resumed'
    await tx.log(
      { id, organizationId: actor.organizationId },
      {
        now,
        level: 'info',
        event,
        message: event === 'campaign_started' ? 'The campaign was started.' : 'The campaign was resumed.',
        details: {
          by: actor.author,
          from: campaign.state,
          ...(unaccepted.length > 0 ? { accepted_duties: unaccepted.map((duty) => duty.id) } : {}),
          ...(takesCurrentVersion && definitionId !== campaign.definition_id ? { definition_id: definitionId } : {}),
        },
      },
    )
  })
  deps.started?.()
  deps.dialer.wake(actor.organizationId)
  return requireCampaign(await deps.campaigns.find(actor.organizationId, id))
}

/** Resolves only when no node can place a call of the campaign any more. */
export async function pauseCampaign(deps: OperationDeps, actor: Actor, id: number): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  await deps.campaigns.transaction(async (tx) => {
    await setPaused(tx, actor, beforeDeck(deps, await lockForAction(tx, actor, id, 'pause')), now)
  })
  await deps.dialer.awaitNoUnplaced(actor.organizationId, id)
  return requireCampaign(await deps.campaigns.find(actor.organizationId, id))
}

/** No more contacts are expected: the campaign completes when all its contacts are finished, which may be now. */
export async function closeCampaign(deps: OperationDeps, actor: Actor, id: number): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  await deps.campaigns.transaction(async (tx) => {
    const campaign = await lockForAction(tx, actor, id, 'close')
    if (!campaign.keep_open) return
    await tx.setClosed(id, now)
    await tx.log(
      { id, organizationId: actor.organizationId },
      {
        now,
        level: 'info',
        event: 'campaign_changed',
        message: 'The campaign is no longer kept open; it completes when its contacts are done.',
        details: { by: actor.author, changed: ['keepOpen'] },
      },
    )
  })
  deps.dialer.wake(actor.organizationId)
  return requireCampaign(await deps.campaigns.find(actor.organizationId, id))
}

/** Number of contacts finished in one transaction, during which the organization is locked. */
const FINISHED_AT_ONCE = 10_000

/**
 * Ends a paused campaign: its waiting contacts are not called. Long lists take several transactions; if an operator resumes the
 * campaign in between, the remaining contacts stay queued.
 */
export async function finishCampaign(deps: OperationDeps, actor: Actor, id: number): Promise<StoredCampaign> {
  const now = new Date(deps.dialer.now())
  let canceled = 0
  let more = true
  while (more) {
    more = await deps.campaigns.transaction(async (tx) => {
      const campaign = await lockForAction(tx, actor, id, 'finish')
      if (campaign.live_calls > 0) throw new ApiError('campaign_has_live_calls')
      const count = await tx.cancelWaiting(campaign, FINISHED_AT_ONCE, now)
      canceled += count
      if (count === FINISHED_AT_ONCE) return true
      await tx.setCompleted(id, now)
      await tx.log(
        { id, organizationId: actor.organizationId },
        {
          now,
          level: 'info',
          event: 'campaign_completed',
          message: 'The campaign was finished; contacts that were still waiting are not called.',
          details: { by: actor.author, canceled },
        },
      )
      return false
    })
  }
  return requireCampaign(await deps.campaigns.find(actor.organizationId, id))
}

/** Stores the pause of a locked campaign and its author. */
export async function setPaused(
  tx: CampaignTransaction,
  actor: Actor,
  { id, live_calls }: Pick<StoredCampaign, 'id' | 'live_calls'>,
  now: Date,
): Promise<void> {
  await tx.setPaused(id, now)
  await tx.log(
    { id, organizationId: actor.organizationId },
    {
      now,
      level: 'info',
      event: 'campaign_paused',
      message: 'The campaign was paused; calls in progress continue.',
      details: { by: actor.author, live_calls },
    },
  )
}
