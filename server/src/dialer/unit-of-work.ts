/** The rows one transaction has locked, changed in memory by settling and claiming, and written back once. */
import type { EventType } from '../events/types.ts'
import type { BreakerCount } from './rules/breaker.ts'
import type { Outcome } from './rules/outcomes.ts'
import type {
  CampaignRow,
  ConfigurationRow,
  ContactChange,
  DialerTransaction,
  EndedCalls,
  EventEntry,
  LiveCall,
  LogEntry,
  OrganizationRow,
} from './store.ts'

export class UnitOfWork {
  readonly tx: DialerTransaction
  readonly nowMs: number
  readonly organizations = new Map<number, OrganizationRow>()
  readonly campaigns = new Map<number, CampaignRow>()
  readonly configurations = new Map<number, ConfigurationRow>()
  readonly calls = new Map<number, LiveCall>()
  readonly #dirtyOrganizations = new Set<number>()
  readonly #dirtyCampaigns = new Set<number>()
  readonly #dirtyConfigurations = new Set<number>()
  readonly #dirtyCalls = new Set<number>()
  #removedCalls: number[] = []
  #contacts: ContactChange[] = []
  #logs: LogEntry[] = []
  #events: EventEntry[] = []
  readonly #ended = new Map<string, EndedCalls>()
  readonly #breaker = new Map<number, BreakerCount>()
  /** Contacts put back by this transaction come due then; its own claim cannot see them yet. */
  readonly comesDue = new Map<number, number>()
  /** Organizations that get events by this transaction. */
  readonly appended = new Set<number>()

  private constructor(tx: DialerTransaction, nowMs: number) {
    this.tx = tx
    this.nowMs = nowMs
  }

  /** Locks in the one order that every transaction of the dialer keeps: organizations, campaigns, configurations, calls. */
  static async open(
    tx: DialerTransaction,
    nowMs: number,
    want: { organizationIds: readonly number[]; campaignIds: readonly number[]; callIds: readonly number[] },
  ): Promise<UnitOfWork> {
    const work = new UnitOfWork(tx, nowMs)
    for (const row of await tx.lockOrganizations(ascending(want.organizationIds))) work.organizations.set(row.id, row)
    const organizationIds = [...work.organizations.keys()]
    for (const row of await tx.lockCampaigns(organizationIds, ascending(want.campaignIds))) {
      work.campaigns.set(row.id, row)
    }
    const configurationIds = [...work.campaigns.values()].flatMap((row) => row.configurationId ?? [])
    if (configurationIds.length > 0) {
      for (const row of await tx.lockConfigurations(ascending(configurationIds))) work.configurations.set(row.id, row)
    }
    if (want.callIds.length > 0) {
      for (const row of await tx.lockCalls(ascending(want.callIds))) work.calls.set(row.id, row)
    }
    return work
  }

  /** For a call without a campaign: its organization and its configuration, and the time as it is once they are locked. */
  static async openForOne(
    tx: DialerTransaction,
    now: () => number,
    { organizationId, configurationId }: { organizationId: number; configurationId: number },
  ): Promise<UnitOfWork> {
    const organizations = await tx.lockOrganizations([organizationId])
    const configurations = await tx.lockConfigurations([configurationId])
    const work = new UnitOfWork(tx, now())
    for (const row of organizations) work.organizations.set(row.id, row)
    for (const row of configurations) work.configurations.set(row.id, row)
    return work
  }

  changeOrganization(id: number, change: (row: OrganizationRow) => void): void {
    const row = this.organizations.get(id)
    if (!row) throw new Error(`organization ${id} is not locked`)
    change(row)
    this.#dirtyOrganizations.add(id)
  }

  changeCampaign(id: number, change: (row: CampaignRow) => void): void {
    const row = this.campaigns.get(id)
    if (!row) throw new Error(`campaign ${id} is not locked`)
    change(row)
    this.#dirtyCampaigns.add(id)
  }

  changeConfiguration(id: number, change: (row: ConfigurationRow) => void): void {
    const row = this.configurations.get(id)
    if (!row) return
    change(row)
    this.#dirtyConfigurations.add(id)
  }

  setCall(call: LiveCall): void {
    this.calls.set(call.id, call)
    this.#dirtyCalls.add(call.id)
  }

  removeCall(id: number): void {
    this.calls.delete(id)
    this.#dirtyCalls.delete(id)
    this.#removedCalls.push(id)
  }

  changeContact(change: ContactChange): void {
    this.#contacts.push(change)
  }

  wakeAt(organizationId: number, atMs: number): void {
    this.comesDue.set(organizationId, Math.min(atMs, this.comesDue.get(organizationId) ?? Number.POSITIVE_INFINITY))
  }

  log(
    campaign: CampaignRow,
    level: LogEntry['level'],
    event: EventType,
    message: string,
    details: Record<string, unknown>,
  ): void {
    const { organizationId, id: campaignId } = campaign
    this.#logs.push({ organizationId, campaignId, atMs: this.nowMs, level, event, message, details })
    this.#events.push({
      organizationId,
      atMs: this.nowMs,
      type: event,
      campaignId,
      contactId: null,
      callId: null,
      data: { level, message, ...details },
    })
  }

  event(entry: Omit<EventEntry, 'atMs'>): void {
    this.#events.push({ ...entry, atMs: this.nowMs })
  }

  countEnded(call: LiveCall, outcome: Outcome): void {
    const { organizationId, campaignId, direction } = call
    const key = `${organizationId} ${campaignId} ${direction} ${outcome}`
    const row = this.#ended.get(key) ?? { organizationId, campaignId, direction, outcome, calls: 0, seconds: 0 }
    row.calls++
    row.seconds += call.durationSeconds ?? 0
    this.#ended.set(key, row)
  }

  countForBreaker(campaignId: number, failed: boolean): void {
    const count = this.#breaker.get(campaignId) ?? { finished: 0, failed: 0 }
    count.finished++
    if (failed) count.failed++
    this.#breaker.set(campaignId, count)
  }

  /** The campaigns whose breaker has something new to judge; their counts are written first. */
  async writeBreakerCounts(): Promise<number[]> {
    for (const [campaignId, count] of this.#breaker) await this.tx.addToBreaker(campaignId, this.nowMs, count)
    const ids = [...this.#breaker.keys()]
    this.#breaker.clear()
    return ids
  }

  /** Writes what has changed since the last time. Called before more contacts are taken, else the same ones would be found again. */
  async write(): Promise<void> {
    const { tx, nowMs } = this
    if (this.#removedCalls.length > 0) await tx.removeCalls(this.#removedCalls)
    const calls = picked(this.calls, this.#dirtyCalls)
    if (calls.length > 0) await tx.saveCalls(calls)
    if (this.#contacts.length > 0) await tx.saveContacts(this.#contacts)
    const campaigns = picked(this.campaigns, this.#dirtyCampaigns)
    if (campaigns.length > 0) await tx.saveCampaigns(campaigns, nowMs)
    const configurations = picked(this.configurations, this.#dirtyConfigurations)
    if (configurations.length > 0) await tx.saveConfigurations(configurations)
    const organizations = picked(this.organizations, this.#dirtyOrganizations)
    if (organizations.length > 0) await tx.saveOrganizations(organizations)
    if (this.#ended.size > 0) await tx.addToMinute(nowMs, [...this.#ended.values()])
    if (this.#logs.length > 0) await tx.appendLogs(this.#logs)
    if (this.#events.length > 0) await tx.appendEvents(this.#events)
    for (const { organizationId } of this.#events) this.appended.add(organizationId)
    this.#forget()
  }

  #forget(): void {
    for (const dirty of [this.#dirtyCalls, this.#dirtyCampaigns, this.#dirtyConfigurations, this.#dirtyOrganizations]) {
      dirty.clear()
    }
    this.#ended.clear()
    this.#removedCalls = []
    this.#contacts = []
    this.#logs = []
    this.#events = []
  }
}

function picked<T>(rows: ReadonlyMap<number, T>, ids: ReadonlySet<number>): T[] {
  return ascending([...ids]).map((id) => rows.get(id) as T)
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}
