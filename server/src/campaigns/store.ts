/**
 * The database operations that campaigns need: PostgreSQL in the program, memory in the simulation, which therefore runs the same
 * operations as users do.
 */
import type { Policy } from '../policies/rules/policy.ts'
import type { CampaignEdit, NewCampaign, NewLogEntry, StoredCampaign } from './queries.ts'
import type { OpenDuty } from './rules/open-duties.ts'

export interface CampaignKey {
  id: number
  organizationId: number
}

export interface CampaignTransaction {
  /** Every writer locks in this order: first the organization, then the campaign. */
  lock(organizationId: number, id: number): Promise<StoredCampaign | undefined>
  /** Checks that the campaign can dial and speak; throws if something is missing. */
  requireReady(campaign: StoredCampaign, takesCurrentVersion: boolean, now: Date): Promise<ReadyCampaign>
  /** Duties that are not confirmed yet: those of the packs, and checks of the list against registries. */
  openDuties(campaign: StoredCampaign, now: Date): Promise<OpenDuty[]>
  /** The user starts in spite of open duties; the ledger records who. */
  acceptDuties(campaign: StoredCampaign, duties: readonly OpenDuty[], author: string, now: Date): Promise<void>
  /** Stores which duties are confirmed or accepted, now or at an earlier start. The rules rely on it until the next start. */
  keepDuties(campaign: StoredCampaign, accepted: readonly OpenDuty[]): Promise<void>
  /** Resets the breaker's counts. */
  resetBreakerCounts(campaign: CampaignKey): Promise<void>
  setRunning(campaign: CampaignKey, start: ReadyCampaign & { now: Date }): Promise<void>
  /** The stopped configurations of its route are used again, and contacts that waited for one become due. */
  restoreRoute(campaign: CampaignKey, now: Date): Promise<void>
  /** Contacts that waited for the hours or for the number of their arm become due. */
  releaseArms(campaign: CampaignKey, now: Date): Promise<void>
  setPaused(id: number, now: Date): Promise<void>
  /** Marks the campaign as closed: no more contacts are added, and it can complete. */
  setClosed(id: number, now: Date): Promise<void>
  /** Finishes this many waiting contacts without a call and counts them; returns how many there were. */
  cancelWaiting(campaign: StoredCampaign, most: number, now: Date): Promise<number>
  setCompleted(id: number, now: Date): Promise<void>
  saveEdit(id: number, edit: CampaignEdit, now: Date): Promise<void>
  /** Sets the campaign's own policy and applies it to the queues. */
  setPolicy(campaign: CampaignKey, policy: Policy, author: string, now: Date): Promise<void>
  /** Copies the parent's own policy, if it has one. */
  copyPolicy(parentId: number, campaign: CampaignKey, author: string, now: Date): Promise<void>
  /** Inserts the campaign with this id, which its copied contacts already refer to. */
  insert(id: number, campaign: NewCampaign): Promise<void>
  setRedialed(id: number, redialedId: number): Promise<void>
  /** Records that the calls and contacts of a deleted campaign still have to be removed. */
  noteRemoval(campaign: CampaignKey): Promise<void>
  remove(id: number): Promise<void>
  log(campaign: CampaignKey, entry: NewLogEntry): Promise<void>
}

export interface ReadyCampaign {
  telephonyConfigurationId: number
  definitionId: number
}

/** Selects contacts of another campaign by last outcome, or by the rule that finished them. */
export interface OutcomesToCopy {
  listId: number
  parent: CampaignKey
  outcomes: readonly string[]
  rules: readonly string[]
}

export interface CampaignStore extends RemovalStore {
  /** Runs the work in one transaction: all of it is committed, or nothing. */
  transaction<T>(work: (tx: CampaignTransaction) => Promise<T>): Promise<T>
  find(organizationId: number, id: number): Promise<StoredCampaign | undefined>
  /** Copies the contacts, however many, then creates the campaign in one step. Returns its id. */
  copyThenCreate(
    copy: OutcomesToCopy,
    make: (tx: CampaignTransaction, id: number, count: number) => Promise<void>,
  ): Promise<number>
}

export interface RemovalStore {
  /** Deletes calls and contacts of a deleted campaign, in portions that block nothing. */
  removeRows(id: number): Promise<void>
  /** Campaigns whose rows still have to be removed, including copies that were given up. */
  unfinishedRemovals(): Promise<number[]>
}
