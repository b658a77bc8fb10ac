/**
 * What the operations on a campaign need from a database: PostgreSQL in the program, memory in the simulation, which thus runs
 * the same operations as users do.
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
  /** Checks that it can dial and speak; throws if something is missing. */
  requireReady(campaign: StoredCampaign, takesCurrentVersion: boolean, now: Date): Promise<ReadyCampaign>
  /** Not confirmed yet: duties of the packs, checks of the list against registries. */
  openDuties(campaign: StoredCampaign, now: Date): Promise<OpenDuty[]>
  /** The user starts in spite of open duties; the ledger records who. */
  acceptDuties(campaign: StoredCampaign, duties: readonly OpenDuty[], author: string, now: Date): Promise<void>
  /** Stores which duties are confirmed or accepted, now or at an earlier start. The rules rely on it until the next start. */
  keepDuties(campaign: StoredCampaign, accepted: readonly OpenDuty[]): Promise<void>
  /** Resets the breaker's counts. */
  forgetBreaker(id: number): Promise<void>
  setRunning(id: number, start: ReadyCampaign & { now: Date }): Promise<void>
  setPaused(id: number, now: Date): Promise<void>
  /** No longer kept open. */
  setClosed(id: number, now: Date): Promise<void>
  /** Finishes this many waiting contacts without a call and counts them; returns how many there were. */
  cancelWaiting(campaign: StoredCampaign, most: number, now: Date): Promise<number>
  setCompleted(id: number, now: Date): Promise<void>
  saveEdit(id: number, edit: CampaignEdit, now: Date): Promise<void>
  /** Sets its own policy and applies it to the queues. */
  setPolicy(campaign: CampaignKey, policy: Policy, author: string, now: Date): Promise<void>
  /** Copies the parent's own policy, if it has one. */
  copyPolicy(parentId: number, campaign: CampaignKey, author: string, now: Date): Promise<void>
  /** The contacts that were copied for it refer to this id. */
  insert(id: number, campaign: NewCampaign): Promise<void>
  setRedialed(id: number, redialedId: number): Promise<void>
  /** Its calls and contacts still have to be removed. */
  noteRemoval(id: number): Promise<void>
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

export interface CampaignStore extends Removals {
  /** All or nothing. */
  transaction<T>(work: (tx: CampaignTransaction) => Promise<T>): Promise<T>
  find(organizationId: number, id: number): Promise<StoredCampaign | undefined>
  /** Copies the contacts, however many, then creates the campaign in one step. Returns its id. */
  copyThenCreate(
    copy: OutcomesToCopy,
    make: (tx: CampaignTransaction, id: number, count: number) => Promise<void>,
  ): Promise<number>
}

export interface Removals {
  /** Deletes calls and contacts of a deleted campaign, in portions that block nothing. */
  removeRows(id: number): Promise<void>
  /** Includes copies that were given up. */
  unfinishedRemovals(): Promise<number[]>
}
