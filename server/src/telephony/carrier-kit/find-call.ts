/** Finding a call that the carrier never named to us: in the list of the account's calls, by number and time. */
import type { CallTrace } from '../provider.ts'
import { textAt } from './http.ts'

/** How long a dial may be on its way before it stands in the carrier's list. */
const LISTED_AFTER_MS = 45_000
/** Clocks differ, and a carrier may take a request some time after it left. */
const EARLIER_MS = 15_000
const LATER_MS = 60_000

/** Whether a call of the list, begun then, can be the one asked for. */
export function fitsTrace(trace: CallTrace, begunAtMs: number): boolean {
  return begunAtMs > trace.askedAtMs - EARLIER_MS && begunAtMs < trace.askedAtMs + LATER_MS
}

/** The first and last moment to ask the list for. */
export function traceWindow(trace: CallTrace): { fromMs: number; toMs: number } {
  return { fromMs: trace.askedAtMs - EARLIER_MS, toMs: trace.askedAtMs + LATER_MS }
}

/** Not in the list: gone, or not yet there? */
export function isSurelyAbsent(trace: CallTrace, nowMs: number): boolean {
  return nowMs - trace.askedAtMs > LISTED_AFTER_MS
}

/** Calls that go on now, as far as the carrier showed them. */
export interface CallListing {
  /** What was dialed after it may be missing. */
  askedAtMs: number
  calls: Array<{ id: string; call: Record<string, unknown> }>
  /** Why there may be more than these: an answer that cannot be read is not "no such call". */
  fault: string | null
}

/** Of one of the list: what it is called, where it goes and when it began must all be told, else it may be the one asked for. */
export function isUnread(call: unknown, names: readonly string[], begunAtMs = 0): boolean {
  return Number.isNaN(begunAtMs) || names.some((name) => textAt(call, name) === null)
}

/** Many calls are looked for at once: while a list is being asked for, it is asked for once. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null
    })
    return underWay
  }
}

/** So many pages of one list are read for one call; a list that is longer has not been read to its end. */
export const LOOK_UP_PAGES_MAX = 20

export type ListPage = { items: unknown[]; next: string | null } | { fault: string }

/**
 * A list of the account's calls, page after page. A call that stands on a page nobody has read is not absent, so `fault`
 * says why the list may hold more than `items`.
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
