/** The emergency stop: pauses every running campaign of an organization in one transaction. */
import { type Actor, type CampaignDeps, setPaused } from './change-state.ts'
import { beforeDeck } from './on-deck.ts'
import { listCampaigns, type StoredCampaign } from './queries.ts'

export interface PauseAllResult {
  paused: Pick<StoredCampaign, 'id' | 'name' | 'live_calls'>[]
  /** Campaigns that still dial after the pause, for example because another user started them in the meantime. */
  still_running: Pick<StoredCampaign, 'id' | 'name'>[]
}

/** Resolves only when no node can place a call of the paused campaigns any more. */
export async function pauseAll(deps: CampaignDeps, actor: Actor): Promise<PauseAllResult> {
  const now = new Date(deps.clock.now())
  const running = async () =>
    (await listCampaigns(deps.db, actor.organizationId, { states: ['running'], logs: false })).rows
  const wanted = await running()
  const paused: StoredCampaign[] = []
  await deps.campaigns.transaction(async (tx) => {
    for (const { id } of wanted) {
      const locked = await tx.lock(actor.organizationId, id)
      if (locked?.state !== 'running') continue
      const campaign = beforeDeck(deps, locked)
      await setPaused(tx, actor, campaign, now)
      paused.push(campaign)
    }
  })
  // Waits also for campaigns that another request has just paused: the carrier may not have answered their last dials yet.
  await Promise.all(wanted.map(({ id }) => deps.dialer.awaitNoUnplaced(actor.organizationId, id)))
  return {
    paused: paused.map(({ id, name, live_calls }) => ({ id, name, live_calls })),
    still_running: (await running()).map(({ id, name }) => ({ id, name })),
  }
}
