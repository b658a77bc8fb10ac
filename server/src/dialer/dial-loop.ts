/**
 * The engine's heart: one transaction at a time per node settles what has happened and claims what the freed slots
 * allow, then the claimed calls are placed. Everything that happens to a call comes through `report`, and is durable
 * when `report` resolves.
 */
import { type Clock, sleep, type Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { claimContacts, type WindowMemory } from './claim-contacts.ts'
import type { Claimed } from './claimed.ts'
import { FaultMemory } from './fault-memory.ts'
import type { DialerMetrics } from './metrics.ts'
import {
  type CallReport,
  completeCampaigns,
  type FreedSlot,
  judgeBreakers,
  REPEAT_WARNING_AFTER_MS,
  type SettleItem,
  settleCalls,
} from './settle-calls.ts'
import type { CallOwner, DialerStore, LiveCall } from './store.ts'
import { UnitOfWork } from './unit-of-work.ts'

/** News settled in one transaction. */
const SETTLE_BATCH = 200
/** Organizations served in one transaction; others take their turn in the next. */
const ORGANIZATIONS_AT_ONCE = 8
/** After the database failed us. */
const RETRY_AFTER_MS = 250
/** News that frees no slot may wait so long for company: most of it then shares the transaction of news that does. */
const GATHER_MS = 10
/** An organization whose claim fails on its own is left alone for so long. */
const LONE_CLAIM_AGAIN_MS = 1000
/** Only a memory: what is not in it is looked up. */
const REMEMBERED_OWNERS = 50_000
/** News that so many times cannot be written on its own, while other news can, is given up, lest it stop all others; the stale-call duty ends its call. */
const PATIENCE_MAX = 20

export interface DialLoopOptions {
  store: DialerStore
  clock: Clock
  log: Log
  nodeId: string
  metrics: DialerMetrics
  /** Time as the database sees it. */
  now(): number
  /** False: nothing can be settled, because the time is not known for sure. `timeKnown` follows. */
  knowsTime(): boolean
  /** False: no claims (draining, or the lease is not sure). */
  mayClaim(): boolean
  agentExpected(call: LiveCall): boolean
  place(claimed: Claimed): void
  /** Slots are free that this node did not use itself. */
  slotsLeft(organizationId: number): void
  /** Events of this organization have been committed. */
  appended(organizationId: number): void
}

/** What a transaction has brought about. */
interface Done {
  claimed: Claimed[]
  freed: FreedSlot[]
  wakeAt: ReadonlyMap<number, number | null>
  /** Organizations that have new events. */
  appended: ReadonlySet<number>
}

/** What does not end a call. */
const MAY_WAIT: ReadonlySet<CallReport['kind']> = new Set([
  'placed',
  'unknown',
  'seen',
  'ringing',
  'answered',
  'machine',
  'agent',
])

const NOTHING_DONE: Done = { claimed: [], freed: [], wakeAt: new Map(), appended: new Set() }

interface Waiting extends SettleItem {
  owner: CallOwner | null
  arrivedAtMs: number
  /** How often it failed on its own while other transactions went through. */
  /** It frees a slot: the next person waits for it. */
  urgent: boolean
  failures: number
  /** How many transactions had gone through when it last failed on its own. */
  failedAfter: number | null
  done(): void
}

export class DialLoop {
  readonly #options: DialLoopOptions
  #waiting: Waiting[] = []
  readonly #wanted = new Set<number>()
  readonly #alarms = new Map<number, Timer>()
  readonly #windows: WindowMemory = new Map()
  readonly #warned = new Map<string, number>()
  readonly #faults = new FaultMemory()
  /** Whose calls these are, so that settling our own calls needs no look-up. */
  readonly #owners = new Map<number, CallOwner>()
  #running: Promise<void> | null = null
  #stopped = false
  #urgent = 0
  #gathering: Timer | null = null
  /** News that could wait has waited long enough. */
  #gathered = false
  /** After a failure news is settled piece by piece for a while, so that one bad piece cannot hold up the rest. */
  #oneByOne = 0
  #successes = 0

  constructor(options: DialLoopOptions) {
    this.#options = options
  }

  /** A slot, a resume, an edit: look for people to call. */
  wake(organizationId: number): void {
    this.#wanted.add(organizationId)
    this.#run()
  }

  /** What waited for the time can go on. */
  timeKnown(): void {
    if (this.#hasWork()) this.#run()
  }

  report(callId: number, settlement: CallReport, providerCallId: string | null = null): Promise<void> {
    const owner = this.#owners.get(callId) ?? null
    const arrivedAtMs = this.#options.clock.monotonic()
    const urgent = !MAY_WAIT.has(settlement.kind)
    return new Promise((done) => {
      this.#queue(
        [{ callId, settlement, providerCallId, owner, arrivedAtMs, urgent, failures: 0, failedAfter: null, done }],
        'last',
      )
      if (urgent) this.#run()
      else this.#gathering ??= this.#options.clock.after(GATHER_MS, () => this.#gather())
    })
  }

  #gather(): void {
    this.#gathering = null
    this.#gathered = true
    if (this.#hasWork()) this.#run()
  }

  #queue(items: readonly Waiting[], where: 'first' | 'last'): void {
    if (where === 'last') this.#waiting.push(...items)
    else this.#waiting.unshift(...items)
    for (const item of items) if (item.urgent) this.#urgent++
  }

  #takeNews(most: number): Waiting[] {
    const batch = this.#waiting.splice(0, most)
    for (const item of batch) if (item.urgent) this.#urgent--
    if (this.#waiting.length === 0) this.#gathered = false
    return batch
  }

  /** Lets what is waiting be written, then stands still. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#gathering?.cancel()
    this.#gathered = true
    if (this.#hasWork()) this.#run()
    for (const alarm of this.#alarms.values()) alarm.cancel()
    this.#alarms.clear()
    await this.#running
  }

  #run(): void {
    if (this.#running) return
    this.#running = this.#pump().finally(() => {
      this.#running = null
      // Something may have come between the last look and now.
      if (this.#hasWork()) this.#run()
    })
  }

  #hasWork(): boolean {
    if (!this.#options.knowsTime()) return false
    const news = this.#urgent > 0 || (this.#gathered && this.#waiting.length > 0)
    return news || (this.#wanted.size > 0 && !this.#stopped && this.#options.mayClaim())
  }

  async #pump(): Promise<void> {
    // Let the events of this turn of the loop gather: they share one transaction.
    await Promise.resolve()
    while (this.#hasWork()) {
      const careful = this.#oneByOne > 0
      this.#oneByOne = Math.max(0, this.#oneByOne - 1)
      const batch = this.#takeNews(careful ? 1 : SETTLE_BATCH)
      const settleOnly = careful && batch.length > 0
      const wanted = settleOnly ? [] : [...this.#wanted].slice(0, careful ? 1 : ORGANIZATIONS_AT_ONCE)
      for (const id of wanted) this.#wanted.delete(id)
      try {
        await this.#cycle(batch, wanted, settleOnly)
        this.#successes++
      } catch (error) {
        await this.#afterFailure(batch, wanted, error)
      }
    }
  }

  /** From here on one thing at a time: news without claims, claims without news. Whatever is at fault then fails alone. */
  async #afterFailure(batch: Waiting[], wanted: number[], error: unknown): Promise<void> {
    this.#options.log.warn({ err: error }, 'the dialer could not write; it tries again')
    const alone = batch.length + wanted.length === 1
    const hopeless: Waiting[] = []
    const patient: Waiting[] = []
    for (const item of batch) {
      if (alone) this.#countFailure(item)
      if (item.failures > PATIENCE_MAX) hopeless.push(item)
      else patient.push(item)
    }
    for (const item of hopeless) {
      this.#options.log.error({ err: error, call_id: item.callId }, 'news of a call is given up')
      item.done()
    }
    // What failed alone goes behind the others, the rest back to where it was.
    this.#queue(patient, alone ? 'last' : 'first')
    this.#gathered = this.#waiting.length > 0
    for (const id of wanted) {
      if (alone) this.#setAlarm(id, this.#options.now() + LONE_CLAIM_AGAIN_MS)
      else this.#wanted.add(id)
    }
    this.#oneByOne = Math.max(this.#oneByOne, patient.length + this.#wanted.size)
    await sleep(this.#options.clock, RETRY_AFTER_MS)
  }

  /** Only a piece that fails while others go through is to blame itself; when the database is away, all of them fail. */
  #countFailure(item: Waiting): void {
    if (item.failedAfter !== null && this.#successes > item.failedAfter) item.failures++
    item.failedAfter = this.#successes
  }

  async #cycle(batch: Waiting[], wanted: number[], settleOnly: boolean): Promise<void> {
    const { store, metrics, clock } = this.#options
    await this.#findOwners(batch)
    const known = batch.filter((item) => item.owner !== null)
    const organizationIds = [...new Set([...known.map((item) => (item.owner as CallOwner).organizationId), ...wanted])]
    const startedMs = clock.monotonic()
    const mayClaim = !settleOnly && !this.#stopped && this.#options.mayClaim()
    const result =
      organizationIds.length === 0
        ? NOTHING_DONE
        : await store.transaction((tx) => this.#settleAndClaim(tx, known, organizationIds, mayClaim ? startedMs : null))
    metrics.cycle(clock.monotonic() - startedMs, batch.length, result.claimed.length)
    this.#afterCommit(result, organizationIds, batch)
    if (settleOnly) for (const id of organizationIds) this.#wanted.add(id)
    for (const item of batch) item.done()
  }

  async #settleAndClaim(
    tx: Parameters<Parameters<DialerStore['transaction']>[0]>[0],
    items: Waiting[],
    organizationIds: number[],
    /** Null: no claims. */
    claimedAtMs: number | null,
  ): Promise<Done> {
    const work = await UnitOfWork.open(tx, this.#options.now(), {
      organizationIds,
      campaignIds: items.flatMap((item) => item.owner?.campaignId ?? []),
      callIds: items.map((item) => item.callId),
    })
    const freed = settleCalls(work, items, {
      agentExpected: this.#options.agentExpected,
      mayWarn: (campaignId, event) => this.#mayWarn(campaignId, event),
      faults: this.#faults,
    })
    await judgeBreakers(work)
    const claimed: Claimed[] = []
    const wakeAt = new Map<number, number | null>()
    if (claimedAtMs !== null) {
      for (const organizationId of organizationIds) {
        const claim = await claimContacts(work, organizationId, {
          nodeId: this.#options.nodeId,
          decidedAtMs: claimedAtMs,
          windows: this.#windows,
        })
        claimed.push(...claim.claimed)
        wakeAt.set(organizationId, earliest(claim.wakeAtMs, work.comesDue.get(organizationId) ?? null))
      }
    }
    completeCampaigns(work)
    await work.write()
    return { claimed, freed, wakeAt, appended: work.appended }
  }

  #afterCommit(result: Done, organizationIds: number[], batch: readonly Waiting[]): void {
    const { metrics } = this.#options
    const arrivals = new Map(batch.map((item) => [item.callId, item.arrivedAtMs]))
    for (const { callId, provider, outcome } of result.freed) {
      this.#owners.delete(callId)
      if (outcome !== null) metrics.ended(provider, outcome)
      metrics.slotFreed(arrivals.get(callId) as number)
    }
    if (this.#owners.size > REMEMBERED_OWNERS) this.#owners.clear()
    for (const claimed of result.claimed) {
      const { callId, organizationId, campaignId } = claimed
      this.#owners.set(callId, { callId, organizationId, campaignId })
    }
    for (const [organizationId, atMs] of result.wakeAt) this.#setAlarm(organizationId, atMs)
    for (const claimed of result.claimed) this.#options.place(claimed)
    if (result.freed.length > result.claimed.length) for (const id of organizationIds) this.#options.slotsLeft(id)
    for (const id of result.appended) this.#options.appended(id)
  }

  async #findOwners(batch: Waiting[]): Promise<void> {
    const missing = batch.filter((item) => item.owner === null)
    if (missing.length === 0) return
    const found = await this.#options.store.ownersOf([...new Set(missing.map((item) => item.callId))])
    const byId = new Map(found.map((owner) => [owner.callId, owner]))
    for (const item of missing) item.owner = byId.get(item.callId) ?? null
  }

  #mayWarn(campaignId: number, event: string): boolean {
    const key = `${campaignId} ${event}`
    const nowMs = this.#options.clock.monotonic()
    const lastMs = this.#warned.get(key)
    if (lastMs !== undefined && nowMs - lastMs < REPEAT_WARNING_AFTER_MS) return false
    if (this.#warned.size > 10_000) this.#warned.clear()
    this.#warned.set(key, nowMs)
    return true
  }

  #setAlarm(organizationId: number, atMs: number | null): void {
    // Set anew also for the same moment: by our own clock a long wait ends seconds too late or too early.
    this.#alarms.get(organizationId)?.cancel()
    this.#alarms.delete(organizationId)
    if (atMs === null || this.#stopped) return
    // A timer may fire a hair early; one more millisecond saves a claim that would find nothing.
    const timer = this.#options.clock.after(atMs - this.#options.now() + 1, () => {
      this.#alarms.delete(organizationId)
      this.wake(organizationId)
    })
    this.#alarms.set(organizationId, timer)
  }
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : Math.min(a, b)
}
