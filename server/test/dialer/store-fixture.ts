/** A world for the store's conformance suite: the same rows, by SQL or in memory, and the same questions afterwards. */
import type { CampaignStore } from '../../src/campaigns/store.ts'
import type { Breaker } from '../../src/dialer/rules/breaker.ts'
import type { CampaignState } from '../../src/dialer/rules/may-dial.ts'
import type { NumbersOfContact } from '../../src/dialer/rules/numbers-of-contact.ts'
import type { RetryRules } from '../../src/dialer/rules/outcomes.ts'
import type { CampaignRow, DialerStore, NewCall } from '../../src/dialer/store.ts'
import type { ChainedRecord } from '../../src/ledger/rules/chain.ts'

export const RETRY: RetryRules = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 120,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: true,
}

export const BREAKER: Breaker = { enabled: true, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 5 }

export interface ContactSeed {
  campaignId: number
  phoneNumber: string
  /** Null: not dialed yet. */
  nextAttemptAtMs?: number | null
  dials?: number
  callerNumberId?: number | null
  notBeforeMs?: number
  notAfterMs?: number
  /** All numbers of a contact that has several. */
  numbers?: NumbersOfContact
}

export interface SeenContact {
  state: string
  dials: number
  outcome: string | null
  nextAttemptAtMs: number | null
  callerNumberId: number | null
  finishedAtMs: number | null
}

export interface SeenMinute {
  minuteMs: number
  campaignId: number | null
  direction: string
  outcome: string
  calls: number
  seconds: number
}

export interface StoreFixture {
  readonly store: DialerStore
  /** What the operations on campaigns ask, over the same rows. */
  campaigns(): CampaignStore
  addOrganization(maxConcurrency: number): Promise<number>
  /** `account`: left out, one of its own. */
  addConfiguration(organizationId: number, callsPerSecond: number, account?: string): Promise<number>
  addCampaign(organizationId: number, configurationId: number, state: CampaignState): Promise<number>
  /** Every configuration takes every number. */
  setRoute(campaignId: number, configurationIds: readonly number[]): Promise<void>
  addContact(organizationId: number, contact: ContactSeed): Promise<number>
  addNumber(
    organizationId: number,
    configurationId: number,
    number: {
      address: string
      isDefault?: boolean
      isActive?: boolean
      maxCallsAtOnce?: number
      maxCallsPerDay?: number
    },
  ): Promise<number>
  suppress(organizationId: number, phoneNumber: string): Promise<void>
  contact(id: number): Promise<SeenContact>
  /** In list order. */
  contactsOf(campaignId: number): Promise<Array<SeenContact & { phoneNumber: string }>>
  minutes(organizationId: number): Promise<SeenMinute[]>
  /** How many are added up when its breaker is asked. */
  breakerRows(campaignId: number): Promise<number>
  callCount(): Promise<number>
  logEvents(campaignId: number): Promise<string[]>
  eventTypes(organizationId: number): Promise<string[]>
  /** The next version of it; of the organization if the campaign is null. */
  setPolicy(organizationId: number, campaignId: number | null, policy: object): Promise<void>
  /** These contacts of one campaign may be there; answers with the number of the set. */
  place(zoneSet: string, contactIds: readonly number[]): Promise<number>
  /** As the list's column `person_id` would say. */
  isPerson(contactId: number, personId: string): Promise<void>
  heldBy(contactId: number): Promise<string | null>
  ledger(organizationId: number): Promise<ChainedRecord[]>
}

export function campaignFigures(totalRows: number): Pick<CampaignRow, 'totalRows' | 'totalQueuedCount'> {
  return { totalRows, totalQueuedCount: totalRows }
}

export function newCall(
  fields: Pick<NewCall, 'organizationId' | 'campaignId' | 'contactId'> & Partial<NewCall>,
): NewCall {
  return {
    attempt: 1,
    workflowId: 1,
    definitionId: 1,
    configurationId: 1,
    provider: 'simulator',
    // One live call per number: each contact has its own.
    phoneNumber: `+1555${String(fields.contactId).padStart(7, '0')}`,
    addressType: 'pstn',
    callerNumber: null,
    callerNumberId: null,
    nodeId: 'node-a',
    claimedAtMs: 1_800_000_000_000,
    deadlineAtMs: 1_800_001_000_000,
    ...fields,
  }
}
