/** Finds a call without a known carrier id in the list of the account's calls, by number and time. */
import type { CallTrace } from '../provider.ts'
import { textAtPath } from './http.ts'

/** Longest time until a dialed call appears in the carrier's list. */
const LISTED_AFTER_MS = 45_000
/** Tolerance for start times: clocks differ, and a carrier may process a request some time after it was sent. */
const EARLIER_MS = 15_000
const LATER_MS = 60_000

/** Whether a listed call with this start time can be the wanted one. */
export function matchesTrace(trace: CallTrace, begunAtMs: number): boolean {
  return begunAtMs > trace.askedAtMs - EARLIER_MS && begunAtMs < trace.askedAtMs + LATER_MS
}

/** The time range to request from the list. */
export function traceWindow(trace: CallTrace): { fromMs: number; toMs: number } {
  return { fromMs: trace.askedAtMs - EARLIER_MS, toMs: trace.askedAtMs + LATER_MS }
}

/** Whether a call missing in the list certainly does not exist, or may still appear. */
export function isSurelyAbsent(trace: CallTrace, nowMs: number): boolean {
  return nowMs - trace.askedAtMs > LISTED_AFTER_MS
}

/** Live calls that the carrier listed. */
export interface CallListing {
  /** Time of the request; calls dialed later may be missing. */
  askedAtMs: number
  calls: Array<{ id: string; call: Record<string, unknown> }>
  /** Why the list may be incomplete: an unreadable answer does not mean "no such call". */
  fault: string | null
}

/** Whether a listed call lacks its id, destination or start: then it may be the wanted one. */
export function lacksDetails(call: unknown, names: readonly string[], begunAtMs = 0): boolean {
  return Number.isNaN(begunAtMs) || names.some((name) => textAtPath(call, name) === null)
}

/** Shares one request for the list among concurrent look-ups. */
export function shareRequest<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null
    })
    return underWay
  }
}

/** Maximum number of pages read for one look-up; a longer list counts as incomplete. */
export const LOOK_UP_PAGES_MAX = 20

export type ListPage = { items: unknown[]; next: string | null } | { fault: string }

/**
 * Reads a list of the account's calls, page by page. A call on an unread page is not absent, so `fault` says why the list may
 * have more than `items`.
 */
export async function readPages(
  ask: (next: string | null) => Promise<ListPage>,
): Promise<{ items: unknown[]; fault: string | null }> {
  const items: unknown[] = []
  let next: string | null = null
  for (let page = 0; page < LOOK_UP_PAGES_MAX; page++) {
    const read = await ask(next)
    if ('fault' in read) return { items, fault: read.fault }
    items.push(...read.items)
    if (read.next === null) return { items, fault: null }
    next = read.next
  }
  return { items, fault: `the list of calls is longer than ${LOOK_UP_PAGES_MAX} pages` }
}
