/** Reports about a call, from carriers, from the agent and from the dialer itself; and how they are cleaned for storing. */
import type { CallUpdate } from '../../telephony/provider.ts'

/** A report that moves a call forward (advance-call.ts). */
export type ProgressReport =
  | { kind: 'placed'; providerCallId: string | null }
  /**
   * The request was sent without an answer: the phone may be ringing. `errorAnswer`: the carrier answered with an error of its
   * own.
   */
  | { kind: 'unknown'; reason: string; errorAnswer?: boolean }
  /** The call ended without a report of the carrier, and its end cannot be determined any more. */
  | { kind: 'lost'; reason: string }
  /** The carrier refused this call. */
  | { kind: 'refused'; permanent: boolean; reason: string; unwanted?: boolean }
  /** A look-up found the call alive. */
  | { kind: 'seen'; providerCallId: string | null; state: 'dialing' | 'ringing' | 'answered' }
  /** A conversation has begun. */
  | { kind: 'agent' }
  /** The call was answered, but the agent could not hold the conversation. */
  | { kind: 'agent_failed'; reason: string }
  /** The whole message was spoken to a mailbox. */
  | { kind: 'message_left' }
  /** The person asked to be called back at this time (ISO 8601); null: the request was withdrawn. */
  | { kind: 'call_back'; at: string | null }
  /** The dialer withdraws its dial because the person is calling the organization; the hang-up follows. */
  | { kind: 'withdrawn' }
  /** The agent's own verdict on who answered. */
  | { kind: 'agent_verdict'; verdict: 'human' | 'machine' }
  /** The network answered the call with a recording instead of connecting it. */
  | { kind: 'announcement'; announcement: 'no_such_number' | 'unreachable' }
  | CallUpdate

/**
 * Identifies a claim if its id is not enough: a database server that crashes before a commit reuses the ids of that transaction
 * after its restart, perhaps for another node.
 */
export interface ClaimIdentity {
  nodeId: string
  atMs: number
}

/** A report that the call does not exist at the carrier. */
export type ReturnReport =
  /** The call was never requested, or the carrier is sure that it does not exist: the claim is returned unchanged. */
  | { kind: 'returned'; reason?: string; claim?: ClaimIdentity }
  | { kind: 'halt'; reason: string; perhapsNumber?: boolean }
  /** The carrier does not accept the caller ID. */
  | { kind: 'caller'; reason: string }
  /** The carrier asks to try later. `noCallMade`: it answered the dial with an error of its own, and a look-up found no call. */
  | { kind: 'later'; reason: string; retryAfterMs?: number; noCallMade?: boolean }

export type CallReport = ProgressReport | ReturnReport

export interface ReportedCall {
  callId: number
  report: CallReport
  /** The carrier's call id in this report. Some carriers send a preliminary id first; the later one counts. */
  providerCallId: string | null
}

export function isReturn(report: CallReport): report is ReturnReport {
  const { kind } = report
  return kind === 'returned' || kind === 'halt' || kind === 'caller' || kind === 'later'
}

/** True for a report that frees no slot, so no contact waits for it. */
export function isDeferrable(report: CallReport): boolean {
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

/** Maximum length of a text, longer than any carrier's cause or id. */
const TEXT_MAX = 500
/** Maximum duration, a month: longer than any call, and far below the limit of an integer column. */
const SECONDS_MAX = 31 * 24 * 3600
const MS_MAX = 3_600_000

/** Cleans a report so that any content is safe to store: reports come from outside, some from addresses that tenants choose. */
export function sanitizeReport(reported: ReportedCall): ReportedCall {
  const { callId, report, providerCallId } = reported
  // Nearly all reports are clean, and there are several per call, so the copy is skipped.
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

/** Whether a text is short and contains only printable ASCII. */
function isPlain(text: string | null): boolean {
  return text === null || (text.length <= TEXT_MAX && PLAIN.test(text))
}

function cleanValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'number') return value
  const most = name.endsWith('Ms') ? MS_MAX : SECONDS_MAX
  return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : null
}

/** Cleans a text, because PostgreSQL accepts neither NUL nor lone surrogates. */
function cleanText<T extends string | null>(text: T): T {
  if (text === null) return text
  return text
    .slice(0, TEXT_MAX)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd') as T
}
