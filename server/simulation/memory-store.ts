/** The dialer's store in memory, for the simulation. Held equal to PostgreSQL's by the conformance suite. */
import { slotsLeft } from '../src/dialer/rules/may-dial.ts'
import { backoffEnd } from '../src/dialer/rules/pacing.ts'
import { configurationsOf } from '../src/dialer/rules/route.ts'
import {
  type CallOwner,
  type CampaignRow,
  type DialerStore,
  type DialerTransaction,
  type Heartbeat,
  type LiveCall,
  NEVER_MS,
  type OrphanedCall,
  type OverlookedCampaign,
  type StaleCall,
} from '../src/dialer/store.ts'
import { MemoryTables } from './memory-tables.ts'
import { MemoryTransaction } from './memory-transaction.ts'

export class MemoryDialerStore implements DialerStore {
  readonly tables: MemoryTables
  readonly #databaseNow: () => number
  /** Transactions run one after the other, as the lock on the organization makes them on PostgreSQL. */
  #tail: Promise<unknown> = Promise.resolve()
  /** Called at the very moment a transaction that changed something is committed. */
  committed: () => void = () => {}
  /** Called for every transaction that is committed, also for one that changed nothing. */
  ran: () => void = () => {}

  constructor(databaseNow: () => number, tables = new MemoryTables()) {
    this.#databaseNow = databaseNow
    this.tables = tables
    tables.databaseNow = databaseNow
  }

  transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T> {
    const run = this.#tail.then(async () => {
      const tx = new MemoryTransaction(this.tables)
      try {
        const result = await work(tx)
        this.ran()
        if (tx.hasWritten) this.committed()
        return result
      } catch (error) {
        tx.undo()
        throw error
      }
    })
    this.#tail = run.catch(() => {})
    return run
  }

  async ownersOf(callIds: readonly number[]): Promise<CallOwner[]> {
    return callIds.flatMap((id) => {
      const call = this.tables.calls.get(id)
      return call ? [{ callId: id, organizationId: call.organizationId, campaignId: call.campaignId }] : []
    })
  }

  async organizationsToServe(byMs: number): Promise<Array<{ organizationId: number; dueAtMs: number | null }>> {
    const first = new Map<number, number>()
    for (const row of this.tables.campaigns.values()) {
      if (row.state !== 'running' || (row.nextDueAtMs ?? Number.NEGATIVE_INFINITY) > byMs) continue
      const organization = this.tables.organizations.get(row.organizationId)
      if (!organization || slotsLeft(row) === 0 || slotsLeft(organization) === 0) continue
      const backoffEndMs = this.#backoffEndMs(row, byMs)
      if (backoffEndMs > byMs) continue
      const dueAtMs = Math.max(row.nextDueAtMs ?? Number.NEGATIVE_INFINITY, backoffEndMs || Number.NEGATIVE_INFINITY)
      first.set(row.organizationId, Math.min(first.get(row.organizationId) ?? NEVER_MS, dueAtMs))
    }
    return [...first]
      .sort(([a], [b]) => a - b)
      .map(([organizationId, atMs]) => ({ organizationId, dueAtMs: atMs === Number.NEGATIVE_INFINITY ? null : atMs }))
  }

  async organizationsWithRunningCampaigns(): Promise<number[]> {
    const running = [...this.tables.campaigns.values()].filter(({ state }) => state === 'running')
    return [...new Set(running.map(({ organizationId }) => organizationId))].sort((a, b) => a - b)
  }

  /** When the first back-off of the campaign's configurations ends. */
  #backoffEndMs(campaign: CampaignRow, byMs: number): number {
    const ends = configurationsOf(campaign).map((id) => {
      const configuration = this.tables.configurations.get(id)
      return backoffEnd(configuration?.backoffUntilMs ?? null, byMs) ?? 0
    })
    return ends.length === 0 ? 0 : Math.min(...ends)
  }

  async miscountedOrganizations(): Promise<number[]> {
    const { organizations, campaigns, liveCalls } = this.tables
    const wrong = [
      ...[...organizations.values()]
        .filter((row) => row.liveCalls !== liveCalls.countOfOrganization(row.id))
        .map((row) => row.id),
      ...[...campaigns.values()]
        .filter((row) => row.liveCalls !== liveCalls.countOfCampaign(row.id))
        .map((row) => row.organizationId),
    ]
    return [...new Set(wrong)].sort((a, b) => a - b)
  }

  async miscountedOutcomes(): Promise<Array<{ id: number; organizationId: number }>> {
    return [...this.tables.campaigns.values()]
      .filter((row) => row.processedRows !== Object.values(row.outcomes).reduce((sum, count) => sum + count, 0))
      .map(({ id, organizationId }) => ({ id, organizationId }))
  }

  async overlookedCampaigns(nowMs: number): Promise<OverlookedCampaign[]> {
    const due = new Set<number>()
    for (const contact of this.tables.contacts.values()) {
      if ((this.tables.organizations.get(contact.organizationId)?.policyVersion ?? 0) > 0) continue
      const isDue = contact.state === 'pending' && (contact.nextAttemptAtMs ?? Number.NEGATIVE_INFINITY) <= nowMs
      if (isDue) due.add(contact.campaignId)
    }
    return [...this.tables.campaigns.values()]
      .filter(
        (row) => row.state === 'running' && (row.nextDueAtMs ?? Number.NEGATIVE_INFINITY) > nowMs && due.has(row.id),
      )
      .flatMap(({ id, organizationId, schedule, configurationId }) => {
        const configuration = configurationId === null ? undefined : this.tables.configurationOf(configurationId)
        if (!configuration) return []
        return [{ id, organizationId, schedule, ringTimeoutSeconds: configuration.ringTimeoutSeconds }]
      })
  }

  async heartbeat(nodeId: string, leaseMs: number): Promise<Heartbeat> {
    const databaseNowMs = this.#databaseNow()
    this.tables.nodes.set(nodeId, { leaseUntilMs: databaseNowMs + leaseMs })
    const liveNodes = [...this.tables.nodes.values()].filter((node) => node.leaseUntilMs > databaseNowMs).length
    const others = [...this.tables.nodes].filter(([id]) => id !== nodeId)
    const wasSetBack = others.some(([, { leaseUntilMs }]) => leaseUntilMs > databaseNowMs + 2 * leaseMs)
    const ownCalls = new Map<number, number>()
    for (const call of this.tables.liveCalls.values()) {
      if (call.nodeId !== nodeId) continue
      ownCalls.set(call.configurationId, (ownCalls.get(call.configurationId) ?? 0) + 1)
    }
    return { databaseNowMs, liveNodes, wasSetBack, ownCalls }
  }

  async leave(nodeId: string): Promise<void> {
    if (this.tables.nodes.delete(nodeId))
      this.tables.nodes.set(`left ${nodeId}`, { leaseUntilMs: this.tables.databaseNow() })
  }

  async staleCalls(
    nodeId: string,
    quietSinceMs: number,
    orphanedBeforeMs: number,
    limit: number,
  ): Promise<StaleCall[]> {
    const byNews = (a: LiveCall, b: LiveCall) => a.lastEventAtMs - b.lastEventAtMs || a.id - b.id
    const leaseOf = (call: LiveCall) => this.tables.nodes.get(call.nodeId)?.leaseUntilMs ?? call.claimedAtMs
    const quiet: LiveCall[] = []
    const orphans: LiveCall[] = []
    for (const call of this.tables.liveCalls.values()) {
      if (call.nodeId !== nodeId) {
        if (leaseOf(call) < orphanedBeforeMs) orphans.push(call)
      } else if (call.lastEventAtMs < quietSinceMs) quiet.push(call)
    }
    const first = (calls: LiveCall[]) => calls.sort(byNews).slice(0, limit)
    return [...first(quiet), ...first(orphans)].sort(byNews).map((call) => ({
      ...call,
      orphaned: call.nodeId !== nodeId,
      ringTimeoutSeconds: this.tables.configurations.get(call.configurationId)?.ringTimeoutSeconds ?? 0,
    }))
  }

  async adopt(nodeId: string, calls: readonly OrphanedCall[], nowMs: number): Promise<number[]> {
    const adopted: number[] = []
    for (const { id, organizationId } of calls) {
      const call = this.tables.liveCalls.get(id)
      if (call?.organizationId !== organizationId || call.nodeId === nodeId || this.#isAlive(call.nodeId)) continue
      this.tables.putCall({ ...call, nodeId, lastEventAtMs: Math.min(call.lastEventAtMs, nowMs) })
      this.tables.adopted.add(id)
      adopted.push(id)
    }
    return adopted
  }

  async unplacedCalls(organizationId: number, campaignId: number, fenceMs: number): Promise<number> {
    const mayStillPlace = (call: LiveCall) => {
      const lease = this.tables.nodes.get(call.nodeId)
      return lease !== undefined && lease.leaseUntilMs > this.#databaseNow() - fenceMs
    }
    let unplaced = 0
    for (const call of this.tables.liveCalls.values()) {
      if (call.campaignId !== campaignId || call.organizationId !== organizationId) continue
      if (call.state === 'claimed' && mayStillPlace(call)) unplaced++
    }
    return unplaced
  }

  #isAlive(nodeId: string): boolean {
    return (this.tables.nodes.get(nodeId)?.leaseUntilMs ?? Number.NEGATIVE_INFINITY) > this.#databaseNow()
  }
}
