/**
 * A transaction of the engine in its two round trips: it locks and reads with the first, and what it writes is kept until
 * the second, which commits. In between the world goes on, and its organizations are held.
 */
import type {
  DialerTransaction,
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

/** `open` is asked through the network, by whoever stages the transaction. */
export function staged(
  tables: MemoryTables,
  open: (request: OpeningSnapshotRequest) => Promise<OpeningSnapshot>,
): Staged {
  const writes: Write[] = []
  let claims: ReturnType<Staged['claims']> = null
  const locked = new Set<number>()
  const committed = new MemoryTransaction(tables)
  const openAndHold = async (request: OpeningSnapshotRequest) => {
    const opening = await open(request)
    for (const { id } of opening.organizations) locked.add(id)
    committed.hold(locked)
    return opening
  }
  /** As a database shows them to the transaction that made them. Nothing waits in between, so nobody else sees them. */
  function afterOwnWrites<T>(read: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    const trial = new MemoryTransaction(tables, locked)
    for (const write of writes) void write(trial)
    const answer = read(trial)
    trial.undo()
    return answer
  }
  const own = {
    open: openAndHold,
    lockCampaignsOn: (configurationId: number, callIds: readonly number[]) =>
      afterOwnWrites((tx) => tx.lockCampaignsOn(configurationId, callIds)),
    contactsOf: (callIds: readonly number[]) => afterOwnWrites((tx) => tx.contactsOf(callIds)),
    lockCampaignsOf: (contactIds: readonly number[]) => afterOwnWrites((tx) => tx.lockCampaignsOf(contactIds)),
    contactsById: (contactIds: readonly number[]) => afterOwnWrites((tx) => tx.contactsById(contactIds)),
    async insertCalls(calls: readonly NewCall[]): Promise<number[]> {
      const ids = calls.map(() => tables.takeCallId())
      if (ids.length > 0) claims = 'campaign'
      writes.push((tx) => tx.insertCalls(calls, ids))
      return ids
    },
    async insertSingleCall(call: NewSingleCall): Promise<{ id: number; added: boolean }> {
      const known = tables.inboundCall(call)
      if (known !== undefined) return { id: known, added: false }
      const id = tables.takeCallId()
      claims = 'single'
      writes.push((tx) => tx.insertSingleCall(call, id))
      return { id, added: true }
    },
    /** Answers at once, as if it were done, and does it with the rest. */
    recountLiveCalls(organizationId: number): Promise<boolean> {
      const trial = new MemoryTransaction(tables, locked)
      const answer = trial.recountLiveCalls(organizationId)
      trial.undo()
      writes.push((tx) => tx.recountLiveCalls(organizationId))
      return answer
    },
  }
  const tx = new Proxy(committed as DialerTransaction, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own]
      const method = Reflect.get(target, name, target) as (...values: unknown[]) => unknown
      if (!WRITES.has(String(name))) return method.bind(target)
      return async (...values: unknown[]) => {
        writes.push((real) =>
          (Reflect.get(real, name, real) as (...all: unknown[]) => Promise<void>).apply(real, values),
        )
      }
    },
  })
  return { tx, writes, locked, claims: () => claims }
}
