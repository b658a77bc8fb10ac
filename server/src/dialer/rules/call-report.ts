/** What can be told of a call, by carriers, by the agent, by ourselves; and how it is made fit to be written down. */
import type { CarrierNews } from '../../telephony/provider.ts'

/** A report that moves a call forward (advance-call.ts). */
export type ProgressReport =
  | { kind: 'placed'; providerCallId: string | null }
  /** The request left and no answer came: it may be ringing. `errorAnswer`: an answer came, an error of the carrier's own. */
  | { kind: 'unknown'; reason: string; errorAnswer?: boolean }
  /** Ended without the carrier's word: nobody can account for it any more. */
  | { kind: 'lost'; reason: string }
  /** The carrier would not make this call. */
  | { kind: 'refused'; permanent: boolean; reason: string; unwanted?: boolean }
  /** A look-up found it alive. */
  | { kind: 'seen'; providerCallId: string | null; state: 'dialing' | 'ringing' | 'answered' }
  /** A conversation has begun. */
  | { kind: 'agent' }
  /** It was answered, and our side could not hold the conversation. */
  | { kind: 'agent_failed'; reason: string }
  /** All of the message was said to a mailbox. */
  | { kind: 'message_left' }
  /** The person asked to be called again then (ISO 8601); null: they have thought better of it. */
  | { kind: 'call_back'; at: string | null }
  /** We take our dial back, because the person is calling us; the hang-up follows. */
  | { kind: 'withdrawn' }
  /** The conversation's own opinion on who answered. */
  | { kind: 'agent_verdict'; verdict: 'human' | 'machine' }
  /** The network answered the call with a recording instead of connecting it. */
  | { kind: 'announcement'; announcement: 'no_such_number' | 'unreachable' }
  | CarrierNews

/**
 * Which claim is meant, where its id is not enough: a server that goes down before a commit gives the ids of that
 * transaction out again when it is back, perhaps to another node.
 */
export interface ClaimMark {
  nodeId: string
  atMs: number
}

/** A report that says: there is no such call. */
export type ReturnReport =
  /** Never asked of the carrier, or the carrier is sure it has no such call: the claim goes back untouched. */
  | { kind: 'returned'; reason?: string; claim?: ClaimMark }
  | { kind: 'halt'; reason: string; perhapsNumber?: boolean }
  /** The carrier does not accept the caller ID. */
  | { kind: 'caller'; reason: string }
  /** `noCallMade`: the carrier answered the dial with an error of its own, and a look-up has found no call. */
  | { kind: 'later'; reason: string; retryAfterMs?: number; noCallMade?: boolean }

export type CallReport = ProgressReport | ReturnReport

export interface ReportedCall {
  callId: number
  report: CallReport
  /** The carrier's id as it came with the report. Some carriers give a preliminary one first; the later counts. */
  providerCallId: string | null
}

export function isReturn(report: CallReport): report is ReturnReport {
  const { kind } = report
  return kind === 'returned' || kind === 'halt' || kind === 'caller' || kind === 'later'
}

/** A report that frees no slot: nobody waits for it. */
export function mayWait(report: CallReport): boolean {
  switch (report.kind) {
    case 'placed':
    case 'unknown':
    case 'seen':
    case 'dialing':
    case 'ringing':
    case 'answered':
    case 'machine':
    case 'agent':
    case 'agent_failed':
    case 'agent_verdict':
    case 'announcement':
    case 'message_left':
    case 'call_back':
    case 'withdrawn':
      return true
    default:
      return false
  }
}

/** Longer than any carrier's word for a cause, and than any carrier's id. */
const TEXT_MAX = 500
/** A month: longer than any call, and far from where an integer column ends. */
const SECONDS_MAX = 31 * 24 * 3600
const MS_MAX = 3_600_000

/** Reports come from outside, some from addresses that tenants choose: whatever they hold, it can be written down. */
export function cleanReport(reported: ReportedCall): ReportedCall {
  const { callId, report, providerCallId } = reported
  // Nearly all of them are as they should be, and there are several to a call.
  if (isClean(report) && isPlain(providerCallId)) return reported
  const cleaned = Object.fromEntries(
    Object.entries(report).map(([name, value]: [string, unknown]) => [name, cleanValue(name, value)]),
  )
  return { callId, report: cleaned as CallReport, providerCallId: cleanText(providerCallId) }
}

function isClean(report: CallReport): boolean {
  for (const name in report) {
    const value: unknown = report[name as keyof CallReport]
    if (typeof value === 'string' ? !isPlain(value) : typeof value === 'number' && cleanValue(name, value) !== value) {
      return false
    }
  }
  return true
}

const PLAIN = /^[ -~]*$/

/** Short, and of printable ASCII only. */
function isPlain(text: string | null): boolean {
  return text === null || (text.length <= TEXT_MAX && PLAIN.test(text))
}

function cleanValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'number') return value
  const most = name.endsWith('Ms') ? MS_MAX : SECONDS_MAX
  return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : null
}

/** PostgreSQL takes neither NUL nor half a character. */
function cleanText<T extends string | null>(text: T): T {
  if (text === null) return text
  return text
    .slice(0, TEXT_MAX)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd') as T
}
