/**
 * What the operations on a campaign ask of a database: PostgreSQL in the program, memory in the simulation, which so lives
 * through the very operations that people order.
 */
import type { Policy } from '../policies/rules/policy.ts'
import type { CampaignEdit, NewCampaign, NewLogEntry, StoredCampaign } from './queries.ts'
import type { OpenDuty } from './rules/open-duties.ts'

export interface Whose {
  id: number
  organizationId: number
}

export interface CampaignTransaction {
  /** The order every writer keeps: first the organization, then the campaign. */
  lock(organizationId: number, id: number): Promise<StoredCampaign | undefined>
  /** What it is to dial through and to say; refused where something is missing. */
  requireReady(campaign: StoredCampaign, takesCurrentVersion: boolean, now: Date): Promise<ReadyCampaign>
  /** Not vouched for yet: duties of the packs, checks of the list against registries. */
  openDuties(campaign: StoredCampaign, now: Date): Promise<OpenDuty[]>
  /** Somebody starts in spite of them; the ledger keeps who. */
  acceptDuties(campaign: StoredCampaign, duties: readonly OpenDuty[], author: string, now: Date): Promise<void>
  /** None is open but those that were accepted, now or at an earlier start. The rules rely on it until the next start. */
  keepDuties(campaign: StoredCampaign, accepted: readonly OpenDuty[]): Promise<void>
  /** What the breaker has counted so far does not count any more. */
  forgetBreaker(id: number): Promise<void>
  setRunning(id: number, start: ReadyCampaign & { now: Date }): Promise<void>
  setPaused(id: number, now: Date): Promise<void>
  /** Not kept open any longer. */
  setClosed(id: number, now: Date): Promise<void>
  /** Finishes so many contacts that wait, uncalled, and counts them; says how many there were. */
  cancelWaiting(campaign: StoredCampaign, most: number, now: Date): Promise<number>
  setCompleted(id: number, now: Date): Promise<void>
  saveEdit(id: number, edit: CampaignEdit, now: Date): Promise<void>
  /** Its own policy, and what that means for the queues. */
  setPolicy(campaign: Whose, policy: Policy, author: string, now: Date): Promise<void>
  /** The other one's own policy, if it has one. */
  copyPolicy(parentId: number, campaign: Whose, author: string, now: Date): Promise<void>
  /** With the contacts that were copied for it. */
  insert(id: number, campaign: NewCampaign): Promise<void>
  setRedialed(id: number, redialedId: number): Promise<void>
  /** Its calls and contacts are still to be removed. */
  noteRemoval(id: number): Promise<void>
  remove(id: number): Promise<void>
  log(campaign: Whose, entry: NewLogEntry): Promise<void>
}

export interface ReadyCampaign {
  telephonyConfigurationId: number
  definitionId: number
}

/** The contacts of another campaign whose last outcome is one of these, or whom one of these rules finished. */
export interface OutcomesToCopy {
  listId: number
  parent: Whose
  outcomes: readonly string[]
  rules: readonly string[]
}

export interface CampaignStore extends Removals {
  /** All or nothing. */
  transaction<T>(work: (tx: CampaignTransaction) => Promise<T>): Promise<T>
  find(organizationId: number, id: number): Promise<StoredCampaign | undefined>
  /** Copies the contacts, however many, then makes the campaign at once. Answers with its id. */
  copyThenMake(
    copy: OutcomesToCopy,
    make: (tx: CampaignTransaction, id: number, count: number) => Promise<void>,
  ): Promise<number>
}

export interface Removals {
  /** Calls and contacts of a campaign that is gone, in portions that hold up nobody. */
  removeRows(id: number): Promise<void>
  /** Also of copies that were given up. */
  unfinishedRemovals(): Promise<number[]>
}
