/**
 * Publishes the call states changed by the dialer's committed transactions to live subscribers. If there are no live streams, the
 * store is used directly.
 */
import type { CallStateChange, LiveCalls } from '../events/live-calls.ts'
import type { LiveEventType } from '../events/types.ts'
import type { CallState, DialerStore, DialerTransaction, LiveCall, NewCall, NewSingleCall } from './store.ts'

type Seen = Pick<LiveCalls, 'anybody' | 'watched' | 'tell'>

/** Live event types by state; the end of a call is reported by its stored event instead. */
const TYPE: Record<Exclude<CallState, 'ended'>, LiveEventType> = {
  claimed: 'call_claimed',
  dialing: 'call_placed',
  ringing: 'call_ringing',
  answered: 'call_answered',
}

export function publishCallStates(store: DialerStore, seen: Seen, now: () => number): DialerStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'transaction') {
        return <T>(work: (tx: DialerTransaction) => Promise<T>) =>
          seen.anybody() ? watchedTransaction(target, seen, now, work) : target.transaction(work)
      }
      return bound(target, name)
    },
  })
}

async function watchedTransaction<T>(
  store: DialerStore,
  seen: Seen,
  now: () => number,
  work: (tx: DialerTransaction) => Promise<T>,
): Promise<T> {
  let moves = new Moves(now)
  const result = await store.transaction((tx) => {
    // A retried transaction starts without collected changes.
    moves = new Moves(now)
    return work(moves.watching(tx))
  })
  seen.tell(moves.list.filter((move) => seen.watched(move.organizationId)))
  return result
}

type Owned = Pick<LiveCall, 'organizationId' | 'campaignId' | 'contactId' | 'attempt' | 'direction'>

class Moves {
  readonly list: CallStateChange[] = []
  readonly #before = new Map<number, LiveCall>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  watching(tx: DialerTransaction): DialerTransaction {
    const watched: Pick<DialerTransaction, 'open' | 'insertCalls' | 'insertSingleCall' | 'saveCalls' | 'removeCalls'> =
      {
        open: async (request) => {
          const opening = await tx.open(request)
          for (const call of opening.calls) this.#before.set(call.id, call)
          return opening
        },
        insertCalls: async (calls) => {
          const ids = await tx.insertCalls(calls)
          for (const [index, call] of calls.entries()) this.#add(ids[index] as number, owned(call), 'call_claimed')
          return ids
        },
        insertSingleCall: async (call) => {
          const { id, added } = await tx.insertSingleCall(call)
          const type = call.direction === 'inbound' ? 'call_answered' : 'call_claimed'
          if (added) this.#add(id, owned({ ...call, campaignId: null, contactId: null, attempt: 1 }), type)
          return { id, added }
        },
        saveCalls: (calls) => {
          for (const call of calls) this.#save(call)
          return tx.saveCalls(calls)
        },
        removeCalls: (ids) => {
          for (const id of ids) {
            const call = this.#before.get(id)
            if (call) this.#add(id, call, 'call_returned')
          }
          return tx.removeCalls(ids)
        },
      }
    return new Proxy(tx, {
      get: (target, name) => (name in watched ? watched[name as keyof typeof watched] : bound(target, name)),
    })
  }

  #save(call: LiveCall): void {
    if (call.state === 'ended' || this.#before.get(call.id)?.state === call.state) return
    this.#before.set(call.id, call)
    this.#add(call.id, call, TYPE[call.state])
  }

  #add(callId: number, call: Owned, type: LiveEventType): void {
    const { organizationId, campaignId, contactId, attempt, direction } = call
    this.list.push({
      organizationId,
      campaignId,
      contactId,
      callId,
      type,
      atMs: this.#now(),
      data: { attempt, direction },
    })
  }
}

function owned(call: (NewCall | NewSingleCall) & Partial<Owned>): Owned {
  const { organizationId, campaignId = null, contactId = null, attempt = 1, direction = 'outbound' } = call
  return { organizationId, campaignId, contactId, attempt, direction }
}

function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target) as unknown
  return typeof value === 'function' ? value.bind(target) : value
}
