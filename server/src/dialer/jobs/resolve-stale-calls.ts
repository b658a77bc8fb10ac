/**
 * Looks up calls without recent events at the carrier. Calls of a dead node get a new owner first. A call that no
 * carrier can account for ends when the longest possible call time has passed; until then it keeps its slot, because it
 * may be ringing.
 */

import type { Log } from '../../kernel/log.ts'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import type { CallRef, LookUp } from '../../telephony/provider.ts'
import { type Accounts, PLACE_TIMEOUT_MS } from '../place-call.ts'
import { errorAtDial } from '../rules/advance-call.ts'
import type { CallReport } from '../rules/call-report.ts'
import type { DialerStore, StaleCall } from '../store.ts'

export const RESOLVE_EVERY_MS = 2000
/** A call without any event since the dial is looked up after this time. */
export const NO_EVENT_LOOK_UP_MS = 20_000
/** A call that the carrier accepted is looked up when its ring time is over and the event about it should have arrived. */
const RUNG_OUT_MS = 10_000
/** After a look-up has found an end without an event, calls of that configuration are looked up as early as silent ones. */
const NEWS_MISSING_MS = 5 * 60_000
export const NO_EVENT_ANSWERED_LOOK_UP_MS = 60_000
/** A dead node's request may still be in progress: its claims wait until no request of that node can be left. */
export const FENCE_MS = PLACE_TIMEOUT_MS
/** "No such call" is trusted only when the dial request can no longer be in progress. */
const ABSENCE_BELIEVED_AFTER_MS = PLACE_TIMEOUT_MS + 10_000
/** Number of quiet calls read in one run: more than a node can hold conversations, which are quiet too and are not looked up. */
const LOOKED_AT = 2000
/** Number of calls looked up in one run, shared evenly among the configurations. */
const ASKED_AT_ONCE = 50
/** First delay before a call that the carrier does not know is looked up again; the delay grows. */
const FIRST_LOOK_AGAIN_MS = 5_000
const LOOK_AGAIN_MS_MAX = 120_000
const REMEMBERED_LOOKS = 10_000

export interface ResolveOptions {
  store: DialerStore
  log: Log
  nodeId: string
  /** Database time; null: uncertain, so ages are unknown. */
  now(): number | null
  /** False: no call is given up by its age; answers of carriers still count. */
  judgesByAge(): boolean
  /** Converts a time that was written before the database clock was set forward to the current clock. */
  onTodaysClock(atMs: number): number
  accounts: Accounts
  remembersEndedCalls(provider: string): boolean
  refer(callId: number, providerCallId: string | null): CallRef
  /** Whether a conversation is in progress on this node: then the call is not doubted, and only its maximum duration counts. */
  isTalking(callId: number): boolean
  report(callId: number, settlement: CallReport): Promise<void>
}

export function resolveStaleCalls(options: ResolveOptions): RecurringJob {
  const looks = new Looks()
  const missing = new MissingNews()
  return {
    name: 'resolve-stale-calls',
    everyMs: RESOLVE_EVERY_MS,
    async runOnce() {
      const { store, nodeId } = options
      const nowMs = options.now()
      if (nowMs === null) return {}
      const written = await store.staleCalls(nodeId, nowMs - NO_EVENT_LOOK_UP_MS, nowMs - FENCE_MS, LOOKED_AT)
      const stale = written.map((call) => onTodaysClock(call, options))
      const orphans = stale.filter((call) => call.orphaned)
      const adopted = orphans.length === 0 ? [] : await store.adopt(nodeId, orphans, nowMs)
      const mine = stale.filter((call) => !call.orphaned || adopted.includes(call.id))
      const doubtful = evenly(
        mine.filter(
          (call) => isDoubtful(call, nowMs, missing) && !options.isTalking(call.id) && looks.isDue(call, nowMs),
        ),
        ASKED_AT_ONCE,
      )
      const overdue = mine.filter((call) => options.isTalking(call.id) && nowMs > call.deadlineAtMs)
      for (const call of doubtful) looks.looked(call, nowMs)
      await Promise.all([...doubtful, ...overdue].map((call) => resolve(options, call, nowMs, missing)))
      return { adopted: adopted.length, asked: doubtful.length }
    },
  }
}

/** Converts the claim time, from which the maximum duration of a call counts, to the current clock. */
function onTodaysClock(call: StaleCall, clock: Pick<ResolveOptions, 'onTodaysClock'>): StaleCall {
  const claimedAtMs = clock.onTodaysClock(call.claimedAtMs)
  const deadlineAtMs = claimedAtMs + (call.deadlineAtMs - call.claimedAtMs)
  return { ...call, claimedAtMs, deadlineAtMs, lastEventAtMs: clock.onTodaysClock(call.lastEventAtMs) }
}

/** When each call may be looked up again; an event of the call resets the back-off. */
class Looks {
  readonly #looks = new Map<number, { lastEventAtMs: number; count: number; nextAtMs: number }>()

  isDue(call: StaleCall, nowMs: number): boolean {
    const known = this.#looks.get(call.id)
    return !known || known.lastEventAtMs !== call.lastEventAtMs || nowMs >= known.nextAtMs || nowMs > call.deadlineAtMs
  }

  looked(call: StaleCall, nowMs: number): void {
    const known = this.#looks.get(call.id)
    const count = known?.lastEventAtMs === call.lastEventAtMs ? known.count + 1 : 1
    const waitMs = Math.min(LOOK_AGAIN_MS_MAX, FIRST_LOOK_AGAIN_MS * 2 ** Math.min(count - 1, 6))
    if (this.#looks.size >= REMEMBERED_LOOKS) this.#looks.clear()
    this.#looks.set(call.id, { lastEventAtMs: call.lastEventAtMs, count, nextAtMs: nowMs + waitMs })
  }
}

/** Takes one call of each configuration in turn, so that fifty unknown calls of one carrier do not delay the others. */
function evenly(calls: readonly StaleCall[], most: number): StaleCall[] {
  const queues = new Map<number, StaleCall[]>()
  for (const call of calls) queues.set(call.configurationId, [...(queues.get(call.configurationId) ?? []), call])
  const chosen: StaleCall[] = []
  while (queues.size > 0 && chosen.length < most) {
    for (const [id, queue] of queues) {
      const next = queue.shift()
      if (next === undefined) queues.delete(id)
      else if (chosen.length < most) chosen.push(next)
    }
  }
  return chosen
}

/** Tracks configurations whose carrier events do not reach this server. */
class MissingNews {
  readonly #untilMs = new Map<number, number>()

  isMissing(configurationId: number, nowMs: number): boolean {
    return nowMs < (this.#untilMs.get(configurationId) ?? Number.NEGATIVE_INFINITY)
  }

  missed(configurationId: number, nowMs: number): void {
    this.#untilMs.set(configurationId, nowMs + NEWS_MISSING_MS)
  }
}

function isDoubtful(call: StaleCall, nowMs: number, missing: MissingNews): boolean {
  if (call.orphaned || nowMs > call.deadlineAtMs) return true
  if (call.state === 'answered') return nowMs - call.lastEventAtMs > NO_EVENT_ANSWERED_LOOK_UP_MS
  // The carrier may not have the call, or its events get lost.
  if (call.placedAtMs === null || missing.isMissing(call.configurationId, nowMs)) return true
  return nowMs - call.lastEventAtMs > call.ringTimeoutSeconds * 1000 + RUNG_OUT_MS
}

async function resolve(options: ResolveOptions, call: StaleCall, nowMs: number, missing: MissingNews): Promise<void> {
  const ref = options.refer(call.id, call.providerCallId)
  const opened = await options.accounts.get(call.configurationId, ref).catch(() => null)
  const found: LookUp = opened
    ? await opened.account.lookUp(ref, { to: call.phoneNumber, askedAtMs: call.claimedAtMs })
    : { kind: 'unsure', reason: 'no account' }
  if (found.kind === 'ended' && !call.orphaned) missing.missed(call.configurationId, nowMs)
  const settlement = judge(options, call, found, nowMs)
  if (settlement === null) return
  // The call was ended by its age and not by the carrier, so it is hung up to make sure.
  if (settlement.kind === 'lost' && opened && found.kind !== 'absent') await opened.account.hangUp(ref)
  await options.report(call.id, settlement)
}

function judge(options: ResolveOptions, call: StaleCall, found: LookUp, nowMs: number): CallReport | null {
  if (nowMs > call.deadlineAtMs && found.kind !== 'ended' && options.judgesByAge()) {
    return { kind: 'lost', reason: 'no word of its end within the longest possible time' }
  }
  switch (found.kind) {
    case 'ended':
      return found.news
    case 'live':
      return {
        kind: 'seen',
        providerCallId: found.providerCallId,
        state: found.news === 'queued' ? 'dialing' : found.news,
      }
    case 'absent': {
      if (nowMs - call.claimedAtMs < ABSENCE_BELIEVED_AFTER_MS || !options.judgesByAge()) return null
      const error = errorAtDial(call)
      if (error !== null) return { kind: 'later', reason: error, noCallMade: true }
      const neverWas = call.placedAtMs === null && options.remembersEndedCalls(call.provider)
      return neverWas ? { kind: 'returned' } : { kind: 'lost', reason: 'the carrier no longer knows this call' }
    }
    case 'unsure':
      return null
  }
}
