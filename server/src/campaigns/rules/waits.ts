/** The reasons why the pending contacts of a campaign wait: one reason per contact, so that the parts add up to the total. */

import type { WindowState } from '../../dialer/rules/calling-window.ts'
import { type Blocker, campaignBlockers, type DialingFacts, limitBlockers } from '../../dialer/rules/may-dial.ts'

export interface PendingCounts {
  rows: number
  /** Number of contacts whose retry is not due yet, and when the first of them is due. */
  notDue: number
  nextRetryAtMs: number | null
  /** Contacts that a policy holds: due contacts outside calling hours, and postponed contacts (which `notDue` includes). */
  byPolicy?: { closed: readonly WaitReason[]; putOff: readonly WaitReason[] }
}

export interface WaitReason extends Blocker {
  contacts: number
}

export interface WaitSummary {
  /** Number of contacts that may be called as soon as slots and pace allow. */
  ready: number
  /** Number of contacts that a rule holds back. */
  held: number
  /** Number of contacts that neither a rule nor a limit holds at this moment. */
  free: number
  waits: WaitReason[]
}

export function summarizeWaits(
  facts: DialingFacts,
  pending: PendingCounts,
  nowMs: number,
  window: WindowState,
): WaitSummary {
  const { rows } = pending
  const [whole] = campaignBlockers(facts, nowMs, window)
  if (rows === 0) return { ready: 0, held: 0, free: 0, waits: [] }
  if (whole) return { ready: 0, held: rows, free: 0, waits: [{ ...whole, contacts: rows }] }
  const { closed = [], putOff = [] } = pending.byPolicy ?? {}
  const notDue = Math.min(pending.notDue, rows)
  const asleep = Math.min(sum(closed), rows - notDue)
  const ready = rows - notDue - asleep
  const retrying = Math.max(0, notDue - sum(putOff))
  const [limit] = limitBlockers(facts, nowMs)
  const retry: Blocker = { rule: 'retry_time', untilMs: pending.nextRetryAtMs, facts: {} }
  return {
    ready,
    held: notDue + asleep,
    free: limit ? 0 : ready,
    waits: [
      ...closed,
      ...putOff,
      ...(retrying > 0 ? [{ ...retry, contacts: retrying }] : []),
      ...(limit && ready > 0 ? [{ ...limit, contacts: ready }] : []),
    ],
  }
}

function sum(waits: readonly WaitReason[]): number {
  return waits.reduce((all, { contacts }) => all + contacts, 0)
}
