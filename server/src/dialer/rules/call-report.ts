/** Reports about a call, from carriers, from the agent and from the dialer itself; and how they are cleaned for storing. */
import type { CallUpdate } from '../../telephony/provider.ts'

/** A report that moves a call forward (advance-call.ts). */
export type ProgressReport =
  | { kind: 'placed'; providerCallId: string | null }
  /**
   * The request was sent and no answer came: the phone may be ringing. `errorAnswer`: the carrier answered with an error of its
   * own.
   */
  | { kind: 'unknown'; reason: string; errorAnswer?: boolean }
  /** Ended without a report of the carrier: its end cannot be found out any more. */
  | { kind: 'lost'; reason: string }
  /** The carrier refused this call. */
  | { kind: 'refused'; permanent: boolean; reason: string; unwanted?: boolean }
  /** A look-up found the call alive. */
  | { kind: 'seen'; providerCallId: string | null; state: 'dialing' | 'ringing' | 'answered' }
  /** A conversation has begun. */
  | { kind: 'agent' }
  /** The call was answered, but our side could not hold the conversation. */
  | { kind: 'agent_failed'; reason: string }
  /** The whole message was spoken to a mailbox. */
  | { kind: 'message_left' }
  /** The person asked to be called again at this time (ISO 8601); null: they withdrew the request. */
  | { kind: 'call_back'; at: string | null }
  /** We withdraw our dial because the person is calling us; the hang-up follows. */
  | { kind: 'withdrawn' }
  /** The conversation's own verdict on who answered. */
  | { kind: 'agent_verdict'; verdict: 'human' | 'machine' }
  /** The network answered the call with a recording instead of connecting it. */
  | { kind: 'announcement'; announcement: 'no_such_number' | 'unreachable' }
  | CallUpdate

/**
 * Identifies a claim where its id is not enough: a database server that crashes before a commit reuses the ids of that
 * transaction after its restart, perhaps for another node.
 */
export interface ClaimMark {
  nodeId: string
  atMs: number
}

/** A report that no such call exists. */
export type ReturnReport =
  /**
   * Never requested from the carrier, or the carrier is sure that the call does not exist: the claim is given back untouched.
   */
  | { kind: 'returned'; reason?: string; claim?: ClaimMark }
  | { kind: 'halt'; reason: string; perhapsNumber?: boolean }
  /** The carrier does not accept the caller ID. */
  | { kind: 'caller'; reason: string }
  /** `noCallMade`: the carrier answered the dial with an error of its own, and a look-up found no call. */
  | { kind: 'later'; reason: string; retryAfterMs?: number; noCallMade?: boolean }

export type CallReport = ProgressReport | ReturnReport

export interface ReportedCall {
  callId: number
  report: CallReport
  /** The carrier's id in this report. Some carriers send a preliminary id first; the later one counts. */
  providerCallId: string | null
}

export function isReturn(report: CallReport): report is ReturnReport {
  const { kind } = report
  return kind === 'returned' || kind === 'halt' || kind === 'caller' || kind === 'later'
}

/** True for a report that frees no slot, so no contact waits for it. */
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

/** Longer than any carrier's cause or id. */
const TEXT_MAX = 500
/** A month: longer than any call, and far below the limit of an integer column. */
const SECONDS_MAX = 31 * 24 * 3600
const MS_MAX = 3_600_000

/** Reports come from outside, some from addresses that tenants choose. Makes any content safe to store. */
export function cleanReport(reported: ReportedCall): ReportedCall {
  const { callId, report, providerCallId } = reported
  // Nearly all reports are clean, and there are several per call: skip the copy.
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

/** PostgreSQL accepts neither NUL nor lone surrogates. */
function cleanText<T extends string | null>(text: T): T {
  if (text === null) return text
  return text
    .slice(0, TEXT_MAX)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd') as T
}
