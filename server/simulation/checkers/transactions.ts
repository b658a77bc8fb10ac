/**
 * In calm weather the dialer costs the database a bounded number of transactions: for each call, each request and each contact that a
 * rule puts off, and nearly none in a minute without them, also while all slots are taken and people wait.
 */
import type { Checker, CheckerContext } from '../facts.ts'

const WINDOW_MS = 60_000
/** By then the leases, look-ups and back-offs that the faults of the first phase caused have ended. */
const CALM_FOR_MS = 30_000
/**
 * For each request, and each claim, beginning, end and late settlement of a call: reports of states, tries to get a lock that
 * another session holds, and looks at the next free second of a slow carrier.
 */
const TRANSACTIONS_PER_MOVE = 8
/**
 * For each report of a carrier: it may come a minute after the call, and twice. One that frees a slot is followed by a look for
 * due contacts, on two nodes.
 */
const TRANSACTIONS_PER_NEWS = 3
/**
 * For each contact that comes due and is put off by a rule: an alarm of each node, and one look for the next by the node that puts
 * it off. A contact that is put off several times counts once a minute.
 */
const transactionsPerHold = (nodes: number) => nodes + 1
const TRANSACTIONS_PER_MINUTE = 30
/** Under calling rules the dialer also looks when hours open and holds end, zone by zone. */
const TRANSACTIONS_PER_MINUTE_UNDER_RULES = 80

interface Counts {
  /** The calm in which it was counted. */
  calmSinceMs: number
  transactions: number
  moves: number
  news: number
}

export function transactions({ facts, tables, now, after, fail }: CheckerContext): Checker {
  let calls = 0
  let settledLate = 0
  const onTheLine = new Set<number>()
  /** Live calls of the database at the last look that the carrier did not have. */
  let unsettled: number[] = []
  let before: Counts | null = null
  const putOff = new Set<number>()

  function look(): void {
    const { calmSinceMs } = facts
    const isCalm = !facts.clockIsSettling && !isRouteBackingOff()
    countLateSettlements()
    // A claim that the carrier refuses never begins.
    const moves = calls + facts.claims.size + facts.requests + settledLate
    if (isCalm && calmSinceMs !== null && now() - calmSinceMs > CALM_FOR_MS) {
      const current = { calmSinceMs, transactions: facts.transactions, moves, news: facts.news }
      // Times do not tell whether something happened in between: the database's clock may have been put back.
      if (before?.calmSinceMs === calmSinceMs) judge(before, current)
      before = current
    } else before = null
    putOff.clear()
    after(WINDOW_MS, look)
  }

  /**
   * Calls of which no node knew the end. After the database's clock was put back they look younger than they are, and are looked up
   * as much later: all in one minute, an hour after they ended.
   */
  function countLateSettlements(): void {
    settledLate += unsettled.filter((callId) => !tables.liveCalls.has(callId)).length
    unsettled = [...tables.liveCalls.keys()].filter((callId) => !onTheLine.has(callId))
  }

  /** While one carrier of a route is not asked just now, people whom the others do not take are looked at in vain. */
  function isRouteBackingOff(): boolean {
    const routed = [...tables.campaigns.values()].flatMap(({ route }) => route?.steps ?? [])
    return routed.some(
      ({ configurationId }) => (tables.configurationOf(configurationId)?.backoffUntilMs ?? 0) > now() - WINDOW_MS,
    )
  }

  function judge(from: Counts, to: Counts): void {
    const [ran, moved] = [to.transactions - from.transactions, to.moves - from.moves]
    const told = to.news - from.news
    const hasRules = [...tables.organizations.values()].some(({ policyVersion }) => policyVersion > 0)
    const idle = hasRules ? TRANSACTIONS_PER_MINUTE_UNDER_RULES : TRANSACTIONS_PER_MINUTE
    const nodes = [...tables.nodes.values()].filter(({ leaseUntilMs }) => leaseUntilMs > now()).length
    const caused =
      TRANSACTIONS_PER_MOVE * moved + TRANSACTIONS_PER_NEWS * told + transactionsPerHold(nodes) * putOff.size
    if (ran > idle + caused)
      fail(
        `${ran} transactions in a minute with ${moved} requests, claims, beginnings, ends and late settlements of calls, ${told} reports, ${putOff.size} contacts put off by rules`,
      )
  }

  after(WINDOW_MS, look)
  return {
    committed() {
      for (const id of tables.contacts.changed) {
        const { heldUntilMs, nextAttemptAtMs } = tables.contacts.get(id) ?? {}
        if (heldUntilMs && heldUntilMs === nextAttemptAtMs) putOff.add(id)
      }
    },
    began({ callId }) {
      calls++
      onTheLine.add(callId)
    },
    ended({ callId }) {
      calls++
      onTheLine.delete(callId)
    },
  }
}
