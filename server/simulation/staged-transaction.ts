/**
 * A transaction of the engine in its two round trips: it locks and reads with the first, and what it writes is kept until
 * the second, which commits. In between the world goes on, and its organizations are held.
 */
import type {
  DialerTransaction,
  DueInZones,
  HeldRelease,
  NewCall,
  NewSingleCall,
  OpeningSnapshot,
  OpeningSnapshotRequest,
} from '../src/dialer/store.ts'
import type { MemoryTables } from './memory-tables.ts'
import { MemoryTransaction } from './memory-transaction.ts'

export type Write = (tx: MemoryTransaction) => Promise<unknown>

/** What changes something and answers nothing: kept until the commit. */
const WRITES: ReadonlySet<string> = new Set<keyof DialerTransaction>([
  'insertAttempts',
  'insertInboundConversations',
  'endAttempts',
  'removeAttempts',
  'appendLedger',
  'awaitEnds',
  'releaseAwaiting',
  'saveCalls',
  'removeCalls',
  'saveContacts',
  'moveNumbers',
  'saveCampaigns',
  'saveRouteStops',
  'saveOrganizations',
  'saveConfigurations',
  'markNumbersUsed',
  'noteTalk',
  'restNumbers',
  'addCosts',
  'offerSuppressions',
  'returnNumberUse',
  'addToBreaker',
  'addToMinute',
  'appendLogs',
  'appendEvents',
  'recountFinished',
  'lookAgain',
  'lookAgainAtAll',
])

export interface Staged {
  tx: DialerTransaction
  /** To be carried out in order, at the commit. */
  writes: Write[]
  /** The organizations that it holds. */
  locked: ReadonlySet<number>
  /** Who has been claimed in it. */
  claims(): 'campaign' | 'single' | null
}

/** The connection of whoever stages the transaction. */
interface Connection {
  /** Is asked through the network. */
  open(request: OpeningSnapshotRequest): Promise<OpeningSnapshot>
  /** The error of the next statement if the server has ended the transaction, which holds nothing any more. */
  fault(): Error | null
}

export function staged(tables: MemoryTables, connection: Connection): Staged {
  const tx = new StagedTransaction(tables, connection)
  return { tx: tx as unknown as DialerTransaction, writes: tx.writes, locked: tx.locked, claims: () => tx.claims }
}

/** What it does not do itself it reads from the tables, or keeps until the commit: see the end of this file. */
class StagedTransaction {
  readonly #tables: MemoryTables
  readonly #connection: Connection
  readonly committed: MemoryTransaction
  readonly writes: Write[] = []
  readonly locked = new Set<number>()
  claims: ReturnType<Staged['claims']> = null

  constructor(tables: MemoryTables, connection: Connection) {
    this.#tables = tables
    this.#connection = connection
    this.committed = new MemoryTransaction(tables)
  }

  async open(request: OpeningSnapshotRequest): Promise<OpeningSnapshot> {
    const opening = await this.#connection.open(request)
    for (const { id } of opening.organizations) this.locked.add(id)
    this.committed.hold(this.locked)
    return opening
  }

  /** As a database shows them to the transaction that made them. Nothing waits in between, so nobody else sees them. */
  #afterOwnWrites<T>(read: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    const fault = this.#connection.fault()
    if (fault) return Promise.reject(fault)
    const trial = new MemoryTransaction(this.#tables, this.locked)
    for (const write of this.writes) void write(trial)
    const answer = read(trial)
    trial.undo()
    return answer
  }

  lockCampaignsOn(configurationId: number, callIds: readonly number[]) {
    return this.#afterOwnWrites((tx) => tx.lockCampaignsOn(configurationId, callIds))
  }

  numbersOn(configurationIds: readonly number[]) {
    return this.#afterOwnWrites((tx) => tx.numbersOn(configurationIds))
  }

  contactsOf(callIds: readonly number[]) {
    return this.#afterOwnWrites((tx) => tx.contactsOf(callIds))
  }

  lockCampaignsOf(contactIds: readonly number[]) {
    return this.#afterOwnWrites((tx) => tx.lockCampaignsOf(contactIds))
  }

  contactsById(contactIds: readonly number[]) {
    return this.#afterOwnWrites((tx) => tx.contactsById(contactIds))
  }

  dueInZones(requests: readonly DueInZones[]) {
    if (this.writes.length === 0) return this.committed.dueInZones(requests)
    return this.#afterOwnWrites((tx) => tx.dueInZones(requests))
  }

  historyOf(organizationId: number, phoneNumber: string) {
    if (this.writes.length === 0) return this.committed.historyOf(organizationId, phoneNumber)
    return this.#afterOwnWrites((tx) => tx.historyOf(organizationId, phoneNumber))
  }

  async insertCalls(calls: readonly NewCall[]): Promise<number[]> {
    const ids = calls.map(() => this.#tables.takeCallId())
    if (ids.length > 0) this.claims = 'campaign'
    this.writes.push((tx) => tx.insertCalls(calls, ids))
    return ids
  }

  async insertSingleCall(call: NewSingleCall): Promise<{ id: number; added: boolean }> {
    const known = this.#tables.inboundCall(call)
    if (known !== undefined) return { id: known, added: false }
    const id = this.#tables.takeCallId()
    this.claims = 'single'
    this.writes.push((tx) => tx.insertSingleCall(call, id))
    return { id, added: true }
  }

  /** Answers immediately, as if it were done, and does it with the rest. */
  releaseHeld(release: HeldRelease, nowMs: number): Promise<number> {
    const answer = this.#afterOwnWrites((tx) => tx.releaseHeld(release, nowMs))
    this.writes.push((tx) => tx.releaseHeld(release, nowMs))
    return answer
  }

  /** Answers at once, as if it were done, and does it with the rest. */
  recountLiveCalls(organizationId: number): Promise<boolean> {
    const trial = new MemoryTransaction(this.#tables, this.locked)
    const answer = trial.recountLiveCalls(organizationId)
    trial.undo()
    this.writes.push((tx) => tx.recountLiveCalls(organizationId))
    return answer
  }
}

type Method = (...values: unknown[]) => Promise<unknown>

const methods = MemoryTransaction.prototype as unknown as Record<string, Method>
for (const name of Object.getOwnPropertyNames(MemoryTransaction.prototype)) {
  if (
    name in StagedTransaction.prototype ||
    typeof Object.getOwnPropertyDescriptor(methods, name)?.value !== 'function'
  )
    continue
  const method = methods[name] as Method
  const value = WRITES.has(name)
    ? async function (this: StagedTransaction, ...values: unknown[]) {
        this.writes.push((tx) => method.apply(tx, values))
      }
    : function (this: StagedTransaction, ...values: unknown[]) {
        return method.apply(this.committed, values)
      }
  Object.defineProperty(StagedTransaction.prototype, name, { value })
}
